"""Where the tiles have the table, on a real page: shown over the picture, taken or left with one tap."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from companion.clock import SystemClock
from companion.intake.eye import calibrating
from companion.intake.eye.calibrating import EyeDesk
from companion.intake.eye.calibrating_cameras import CameraChoice
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.stage.setting import TableKind, setting_of
from lab.bench.plane_by_tiles import off_mm, picture
from tests.browser.accessibility import violations
from tests.browser.measuring import resize
from tests.browser.setting_up import OUTSIDE, jpeg, open_eye, serving
from tests.intake.test_eye_desk import Offering
from tests.toolbox.tongues import LANGUAGES
from vision.place.calibration import Calibration, read_calibration, write_calibration
from vision.place.rectify import placed

__all__ = ["open_eye", "serving"]

SEED = 3002
"""Of a drawn table on which nothing was tried."""


class TestByTheTiles:
    """A drawn table after seven turns, its corners tapped 3 % of the table beside the truth."""

    @pytest.fixture
    def desk(self, tmp_path):
        film = tmp_path / "film"
        film.mkdir()
        cv2.imwrite(str(film / "0.png"), picture("oblique", SEED)[..., ::-1])
        beside = setting_of(TableKind.USUAL, SEED).moved(3.0, 45).tapped_off
        kept = Calibration("camera", CAMERAS["oblique"].tapped(beside), WIDTH, HEIGHT)
        write_calibration(kept, tmp_path / "data" / "eye" / "table-camera.json")
        desk = EyeDesk(tmp_path / "data", SystemClock(), source=f"folder={film}")
        yield desk
        desk.stop()

    def test_the_fit_is_shown_left_and_taken_with_one_tap(self, open_eye, tmp_path):
        from playwright.sync_api import expect

        page, sheet = open_eye()
        expect(sheet.locator(".health")).to_contain_text("at its saved position")
        edge = sheet.locator(".edge")
        tapped = edge.get_attribute("points")
        fit = sheet.get_by_role("button", name="Fit to the tiles")
        fit.click()
        report = sheet.get_by_role("region", name="Fit to the tiles")
        expect(report).to_contain_text(re.compile(r"a corner would move by up to [2-4]\d mm"))
        expect(report).to_contain_text(re.compile(r"[4-6]\d tiles were measured"))
        expect(sheet.locator(".moved")).to_have_count(4)
        expect(sheet.locator(".moved").first).to_have_text(re.compile(r"^\d+ mm$"))
        expect(sheet.locator(".before")).to_have_attribute("points", tapped)
        expect(edge).not_to_have_attribute("points", tapped)
        expect(sheet.locator(".zone")).not_to_have_count(0)
        expect(sheet.locator(".corner")).to_have_count(0)
        assert violations(page) == []
        report.get_by_role("button", name="Keep the old edge").click()
        expect(edge).to_have_attribute("points", tapped)
        assert self.off(tmp_path) > 20, "nothing is kept by looking at it"
        fit.click()
        sheet.get_by_role("button", name="Use the new edge").click()
        expect(sheet.locator(".eye-said").first).to_contain_text("Saved.")
        assert self.off(tmp_path) < 12
        fit.click()
        expect(sheet.locator(".eye-said").first).to_contain_text("The corners are right")

    def off(self, tmp_path) -> float:
        kept = read_calibration(tmp_path / "data" / "eye" / "table-camera.json")
        return off_mm("oblique", placed(np.array(kept.corners), (kept.width, kept.height)))


@pytest.mark.gate(0)
class TestSinceTheLastHand:
    """The tiles of a hand that is over have the table elsewhere."""

    @pytest.fixture
    def desk(self, tmp_path):
        film = tmp_path / "film"
        film.mkdir()
        (film / "0.jpg").write_bytes(jpeg())
        self.refits = Offering()
        desk = EyeDesk(tmp_path / "data", SystemClock(), source=f"folder={film}", refits=self.refits)
        write_calibration(
            Calibration("camera", ((60, 60), (940, 60), (940, 940), (60, 940)), 1000, 1000),
            tmp_path / "data" / "eye" / "table-camera.json",
        )
        yield desk
        desk.stop()

    def test_what_is_offered_is_shown_at_once_and_taken(self, open_eye, tmp_path):
        from playwright.sync_api import expect

        _, sheet = open_eye()
        report = sheet.get_by_role("region", name="Fit to the tiles")
        expect(report).to_contain_text("up to 24 mm")
        expect(sheet.locator(".moved")).to_have_text(["24 mm", "22 mm", "20 mm", "21 mm"])
        expect(sheet.locator(".before")).to_have_count(1)
        report.get_by_role("button", name="Use the new edge").click()
        expect(sheet.locator(".eye-said").first).to_contain_text("Saved.")
        expect(report).to_have_count(0)
        kept = read_calibration(tmp_path / "data" / "eye" / "table-camera.json")
        assert kept.corners[0] == pytest.approx((100, 100))
        assert self.refits.said == ["taken"]

    @pytest.mark.gate(0)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_nothing_of_it_is_clipped(self, open_eye, language):
        from playwright.sync_api import expect

        page, sheet = open_eye(lang=language)
        for size in [(1280, 800), (800, 480), (390, 844)]:
            resize(page, size)
            expect(sheet.locator(".moved")).to_have_count(4)
            assert sheet.evaluate(OUTSIDE) == []
            assert violations(page) == []

    @pytest.mark.gate(0)
    def test_or_left(self, open_eye, tmp_path):
        from playwright.sync_api import expect

        _, sheet = open_eye()
        sheet.get_by_role("button", name="Keep the old edge").click()
        expect(sheet.locator(".moved")).to_have_count(0)
        expect(sheet.get_by_role("button", name="Fit to the tiles")).to_be_visible()
        assert self.refits.said == ["left"]
        kept = read_calibration(tmp_path / "data" / "eye" / "table-camera.json")
        assert kept.corners[0] == (60, 60)

    @pytest.mark.gate(0)
    def test_a_look_at_corners_that_were_left_does_not_bring_them_back(self, open_eye):
        from playwright.sync_api import expect

        page, sheet = open_eye()
        expect(sheet.locator(".before")).to_have_count(1)
        before = sheet.locator(".before").get_attribute("points")
        held = []

        def hold(route):
            held.append(route)

        page.route("**/api/eye/look", hold)
        while not (held and held[0].request.post_data_json["corners"]):
            while held:
                held.pop().continue_()
            page.wait_for_timeout(50)
        sheet.get_by_role("button", name="Keep the old edge").click()
        expect(sheet.locator(".edge")).to_have_attribute("points", before)
        with page.expect_response("**/api/eye/look"):
            held[0].continue_()
        page.wait_for_timeout(100)
        assert sheet.locator(".edge").get_attribute("points") == before


class TestTwoCameras:
    """Where the table is in one camera's picture says nothing of another's."""

    @pytest.fixture
    def desk(self, tmp_path, monkeypatch):
        cameras = []
        for name, edge in (("near", 60), ("far", 200)):
            film = tmp_path / name
            film.mkdir()
            (film / "0.jpg").write_bytes(jpeg())
            cameras.append(CameraChoice(name, "folder", f"folder={film}", name))
            corners = ((edge, edge), (1000 - edge, edge), (1000 - edge, 1000 - edge), (edge, 1000 - edge))
            kept = tmp_path / "data" / "eye" / f"table-{name}.json"
            write_calibration(Calibration(name, corners, 1000, 1000), kept)
        monkeypatch.setattr(calibrating, "cameras_to_set_up", lambda *_: tuple(cameras))
        desk = EyeDesk(tmp_path / "data", SystemClock())
        yield desk
        desk.stop()

    @pytest.mark.gate(0)
    def test_corners_that_were_moved_in_one_stay_there(self, open_page):
        from playwright.sync_api import expect

        page = open_page(expects_errors=True)  # a question that was under way when the desk was left
        page.locator("button.menu").first.click()
        page.locator("dialog.menu button", has_text="Camera").click()
        sheet = page.locator("dialog.eye")
        edge = sheet.locator(".edge")
        sheet.get_by_role("button", name="near").click()
        expect(edge).to_have_attribute("points", "60,60 940,60 940,940 60,940")
        sheet.locator(".corner").first.press("ArrowRight")
        expect(edge).to_have_attribute("points", "62,60 940,60 940,940 60,940")
        sheet.get_by_role("button", name="far").click()
        expect(edge).to_have_attribute("points", "200,200 800,200 800,800 200,800")
        sheet.get_by_role("button", name="near").click()
        expect(edge).to_have_attribute("points", re.compile(r"^6[02],60 "))
