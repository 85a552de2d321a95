"""Setting the eye up on a real page: files as the camera, the real eye behind it, or one that was told."""

from __future__ import annotations

import base64
import json
import re
import sys
from contextlib import suppress

import cv2
import numpy as np
import pytest

from companion.clock import SystemClock
from companion.dashboard.pages import STATIC
from companion.intake.eye.calibrating import EyeDesk
from companion.intake.eye.photos import PIECE_BYTES
from companion.intake.eye.tile_sets import tile_set_path
from companion.keeping.trusting import kept_trust
from companion.scribe.mind import Trust
from tests.browser.accessibility import violations
from tests.browser.conftest import PATIENCE_MS
from tests.browser.setting_up import OUTSIDE, jpeg, open_eye, serving
from tests.toolbox.tongues import LANGUAGES, OWN_LETTERS
from vision.place.calibration import read_calibration

__all__ = ["open_eye", "serving"]

TOLD = """
import base64, json, pathlib, sys
TILES = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
shown, photo = [], b""
for line in sys.stdin:
    asked = json.loads(line)
    do, faces = asked["do"], asked.get("faces")
    answer = {"jpeg": JPEG, "width": 640, "height": 480}
    box = lambda k: [[0.1 + 0.08 * k + x, y] for x, y in ((0, 0.4), (0.05, 0.4), (0.05, 0.5), (0, 0.5))]
    if do in ("photo", "live"):
        photo = base64.b64decode(asked["content"]) if do == "photo" else b""
        if do == "photo" and not photo.startswith(bytes((0xFF, 0xD8, 0xFF))):
            print(json.dumps({"error": "bad_photo", "message": "It is none."}), flush=True)
            continue
    if photo:
        answer |= {"jpeg": base64.b64encode(photo).decode(), "photo": True}
    if do in ("look", "photo", "live"):
        answer |= {"lens": "blurred", "found": "", "why": "few_stickers"}
    elif do == "read":
        told = [("5p", 0.99, "river.A"), ("back", 0.99, "wall.B"), ("unknown", 0.4, "")]
        answer["tiles"] = [
            {"tile": t, "confidence": c, "zone": z, "quad": box(k)} for k, (t, c, z) in enumerate(told)
        ]
    elif do == "show":
        read = faces if faces[0] != "1p" else faces[:-1]
        said = faces if len(read) == len(faces) else [""] * len(read)
        seen = ["7m" if tile == "1m" else tile for tile in read]
        answer["read"] = [
            {"tile": t, "said": s, "confidence": 0.9, "zone": "", "quad": box(k)}
            for k, (t, s) in enumerate(zip(seen, said))
        ]
        answer |= {"fits": len(read) == len(faces), "agreeing": len(faces) - ("1m" in faces)}
        last = faces
    else:
        if do == "enrol":
            pathlib.Path(asked["path"]).parent.mkdir(parents=True)
            pathlib.Path(asked["path"]).write_text("{}")
        shown += last if do == "accept" else []
        answer = {"shown": shown, "faces": len(shown), "before": 0.912, "after": 0.985}
        answer |= {"missing": [], "confusions": [["1m", "7m", 0.95]]}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def command(tmp_path):
    told = tmp_path / "told.py"
    told.write_text(f"JPEG = {base64.b64encode(jpeg()).decode()!r}\n{TOLD}")
    return (sys.executable, "-S", str(told))


@pytest.fixture
def desk(tmp_path, command):
    film = tmp_path / "film"
    film.mkdir()
    (film / "0.jpg").write_bytes(jpeg())
    desk = EyeDesk(tmp_path / "data", SystemClock(), source=f"folder={film}", command=command)
    yield desk
    desk.stop()


class TestWithTheRealEye:
    """Its child is the real one, its camera a folder with a picture of a table."""

    @pytest.fixture
    def command(self):
        return None

    @pytest.mark.gate(0)
    def test_a_table_is_shown_to_the_camera_and_kept(self, open_eye, tmp_path):
        from playwright.sync_api import expect

        page, sheet = open_eye()
        expect(sheet.locator(".eye-mark")).to_be_visible()
        expect(sheet.locator(".health")).to_contain_text("Light and focus")
        sheet.get_by_role("button", name="Set the corners by hand").click()
        expect(sheet.locator(".zone")).not_to_have_count(0)
        drawing = sheet.locator(".eye-stage svg")
        for at, (x, y) in enumerate([(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)]):
            drag(page, sheet.locator(".corner .ring").nth(at), drawing, x, y)
        before = sheet.locator(".corner .ring").first.get_attribute("cx")
        sheet.locator(".corner").first.press("ArrowRight")
        expect(sheet.locator(".corner .ring").first).not_to_have_attribute("cx", before)
        sheet.get_by_role("button", name="Fit to the edges").click()
        expect(sheet.locator(".health")).to_contain_text("where you put the corners")
        sheet.get_by_role("button", name="Save").click()
        expect(sheet.locator(".eye-said").first).to_contain_text("Saved.")
        kept = read_calibration(tmp_path / "data" / "eye" / "table-camera.json")
        wanted = ((60, 60), (940, 60), (940, 940), (60, 940))
        assert np.abs(np.array(kept.corners) - wanted).max() < 12
        sheet.get_by_role("button", name="Test reading").click()
        expect(sheet.locator(".eye-panel")).to_contain_text("1 face ·")
        expect(sheet.locator(".eye-zones").get_by_role("img", name="7 of characters")).to_be_visible()


def drag(page, ring, drawing, x, y):
    box, target = ring.bounding_box(), drawing.bounding_box()
    side = min(target["width"], target["height"])
    left, top = target["x"] + (target["width"] - side) / 2, target["y"] + (target["height"] - side) / 2
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(left + x * side, top + y * side, steps=2)
    page.mouse.up()


def test_what_is_read_is_drawn_over_the_picture_and_told_by_zone(open_eye):
    from playwright.sync_api import expect

    _, sheet = open_eye()
    expect(sheet.locator(".health")).to_contain_text("not sharp")
    expect(sheet.locator(".health")).to_contain_text("not all four stickers can be seen")
    expect(sheet.get_by_role("link", name="Print the stickers")).to_have_attribute(
        "href", re.compile(r"/stickers\.svg$")
    )
    sheet.get_by_role("button", name="Test reading").click()
    expect(sheet.locator(".read.sure")).to_have_count(1)
    expect(sheet.locator(".read.strange")).to_have_count(1)
    # A tile is drawn as it looks: its short name is for programs.
    expect(sheet.locator(".read.sure .sign use")).to_have_attribute("href", re.compile(r"#t-\d[mpsz]$"))
    expect(sheet.locator(".read text")).to_have_text(["?"])
    expect(sheet.locator(".eye-panel")).to_contain_text("1 face · 1 back · 1 unsure")
    expect(sheet.locator(".eye-zones dt")).to_have_text(["River of A", "Wall of B", "Elsewhere"])


def test_what_the_camera_may_write_is_changed_and_kept(open_eye, serving, tmp_path):
    from playwright.sync_api import expect

    _, sheet = open_eye()
    sheet.get_by_role("button", name="Test reading").click()
    melds = sheet.get_by_role("checkbox", name="calls and kans")
    expect(melds).to_be_checked()
    melds.uncheck()
    expect(sheet.locator(".eye-trust")).to_contain_text("Saved. In use from now on.")
    assert kept_trust(tmp_path) == serving.house.trust == Trust(writes_melds=False)


def test_the_page_asks_for_faces_row_by_row_and_reports_what_was_gained(open_eye, desk):
    from playwright.sync_api import expect

    page, sheet = open_eye()
    sheet.get_by_role("button", name="Your tiles").click()
    panel = sheet.locator(".eye-panel-in")
    panel.get_by_role("button", name="Look now").click()
    expect(panel).to_contain_text("8 of 9 read correctly")
    expect(panel.locator(".eye-pairs .differs")).to_have_count(1)
    panel.get_by_role("button", name="These are right").click()
    expect(panel.locator('.picks [aria-pressed="true"]')).to_have_text("circles")
    expect(panel).to_contain_text("25 faces have not been shown yet")
    panel.get_by_role("button", name="Look now").click()
    expect(panel).to_contain_text("8 found, 9 asked for")
    expect(panel.get_by_role("button", name="These are right")).to_have_count(0)
    panel.get_by_role("button", name="Once more").click()
    panel.get_by_label("What the set is called").fill("house")
    panel.get_by_role("button", name="Learn them").click()
    expect(panel.locator(".eye-report")).to_contain_text("Read correctly before: 91.2 %; now: 98.5 %")
    expect(panel.locator(".eye-alike li")).to_have_count(1)
    sheet.get_by_role("button", name="Close").click()
    page.wait_for_function("() => !document.querySelector('dialog.eye')")
    while desk.state()["is_taken"]:  # it is told so that the camera may go back
        page.wait_for_timeout(20)


@pytest.mark.gate(0)
def test_who_leaves_hears_no_complaint_about_what_was_still_asked(open_eye, desk):
    """The picture and the look that were on their way come to a desk that is closed."""
    from playwright.sync_api import Error

    page, sheet = open_eye()
    held = []

    def hold(route):
        held.append(route)

    page.route("**/api/eye/look", hold)
    page.route("**/api/eye/picture?*", hold)
    wait_until(page, lambda: held)
    first = held.pop()
    page.unroute("**/api/eye/look")
    first.continue_()
    wait_until(page, lambda: held)
    page.route("**/api/eye/look", hold)
    wait_until(page, lambda: len(held) > 1)
    sheet.get_by_role("button", name="Close").click()
    wait_until(page, lambda: not desk.state()["is_taken"])
    for each in held:
        with suppress(Error):  # what nobody waits for can no longer be sent on
            each.continue_()
    page.wait_for_timeout(200)  # what the fixture hears of until it ends is a fault


def wait_until(page, is_so):
    for _ in range(PATIENCE_MS // 50):
        if is_so():
            return
        page.wait_for_timeout(50)
    pytest.fail("It never came.")


@pytest.mark.gate(0)
def test_a_photograph_of_a_phone_stands_for_the_cameras_picture(open_eye, tmp_path, desk):
    from playwright.sync_api import expect

    large = tmp_path / "large.jpg"
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)
    large.write_bytes(cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes())
    assert large.stat().st_size > 2 * PIECE_BYTES
    of_a_phone = tmp_path / "IMG_1.HEIC"
    of_a_phone.write_bytes(b"0000ftypheic")
    page, sheet = open_eye(expects_errors=True)
    field = sheet.locator("input[type=file]")
    assert field.get_attribute("capture") == "environment"
    field.set_input_files(of_a_phone)
    expect(sheet.locator(".eye-photo")).to_contain_text("HEIC")
    page.wait_for_timeout(1_100)  # one photograph after the other
    with page.expect_response(lambda answer: "/api/eye/picture" in answer.url and answer.status == 200):
        field.set_input_files(large)
    expect(sheet.locator(".eye-photo")).to_contain_text("This is a photograph")
    wait_until(page, lambda: desk.picture(desk._sitting.key) == large.read_bytes())
    sheet.get_by_role("button", name="The camera’s picture again").click()
    expect(sheet.locator(".eye-photo")).not_to_contain_text("This is a photograph")
    sheet.get_by_role("button", name="Show the tiles in photographs instead").click()
    expect(sheet.locator('nav [aria-current="page"]')).to_have_text("Your tiles")
    expect(sheet.locator("nav button")).to_have_count(2)
    with page.expect_response(lambda answer: "/api/eye/picture" in answer.url and answer.status == 200):
        field.set_input_files(large)
    expect(sheet.locator(".eye-photo")).to_contain_text("This is a photograph")
    expect(sheet.locator("[role=alert]")).to_have_count(0)


@pytest.fixture
def picture_of_tiles(tmp_path):
    path = tmp_path / "tiles.jpg"
    path.write_bytes(jpeg())
    return path


def sent(page, sheet, picture):
    """Until it has arrived: a desk that is taken again shows earlier pictures before."""
    from playwright.sync_api import expect

    with page.expect_response(lambda answer: "/api/eye/picture" in answer.url and answer.status == 200):
        sheet.locator("input[type=file]").set_input_files(picture)
    expect(sheet.locator(".eye-photo button").first).to_be_enabled()


class TestPhotographsTakeTime:
    """Nobody is hurried, and whoever comes back goes on where the work was left."""

    @pytest.fixture
    def desk(self, tmp_path, command):
        film = tmp_path / "film"
        film.mkdir()
        (film / "0.jpg").write_bytes(jpeg())
        desk = EyeDesk(
            tmp_path / "data", SystemClock(), source=f"folder={film}", command=command, lease_s=1.0
        )
        yield desk
        desk.stop()

    @pytest.mark.gate(0)
    def test_a_photograph_may_take_longer_than_a_camera_waits(self, open_eye, picture_of_tiles):
        from playwright.sync_api import expect

        page, sheet = open_eye()
        sheet.get_by_role("button", name="Show the tiles in photographs instead").click()
        expect(sheet.locator('nav [aria-current="page"]')).to_have_text("Your tiles")
        page.wait_for_timeout(3_000)
        sent(page, sheet, picture_of_tiles)
        expect(sheet.locator("[role=alert]")).to_have_count(0)

    @pytest.mark.gate(0)
    @pytest.mark.parametrize("moment", ["before the photograph", "before it is kept"])
    def test_a_desk_that_was_closed_is_taken_again_with_all_that_was_shown(
        self, open_eye, desk, picture_of_tiles, moment
    ):
        from playwright.sync_api import expect

        page, sheet = open_eye(expects_errors=True)
        sheet.get_by_role("button", name="Show the tiles in photographs instead").click()
        sent(page, sheet, picture_of_tiles)
        panel = sheet.locator(".eye-panel-in")
        panel.get_by_role("button", name="Look now").click()
        panel.get_by_role("button", name="These are right").click()
        expect(panel).to_contain_text("25 faces have not been shown yet")
        panel.get_by_role("button", name="bamboos", exact=True).click()
        if moment == "before the photograph":
            desk.close(desk._sitting.key)
            sent(page, sheet, picture_of_tiles)
        panel.get_by_role("button", name="Look now").click()
        kept = panel.get_by_role("button", name="These are right")
        expect(kept).to_be_visible()
        if moment == "before it is kept":
            desk.close(desk._sitting.key)
        kept.click()
        expect(panel).to_contain_text("16 faces have not been shown yet")
        expect(sheet.locator("[role=alert]")).to_have_count(0)


@pytest.mark.gate(0)
def test_a_desk_that_another_device_took_is_not_said_to_be_opened_here(open_eye, desk, picture_of_tiles):
    from playwright.sync_api import expect

    page, sheet = open_eye(expects_errors=True)
    sheet.get_by_role("button", name="Show the tiles in photographs instead").click()
    sent(page, sheet, picture_of_tiles)
    desk.close(desk._sitting.key)
    desk.open("camera")
    panel = sheet.locator(".eye-panel-in")
    panel.get_by_role("button", name="Look now").click()
    expect(sheet.locator(".eye-panel")).to_contain_text("Another device is setting the camera up.")
    expect(panel.get_by_role("button", name="Look now")).to_be_enabled()
    sheet.locator("input[type=file]").set_input_files(picture_of_tiles)
    expect(sheet.locator(".eye-photo button").first).to_be_enabled()
    expect(sheet).not_to_contain_text("being opened again")


def test_what_the_table_did_not_take_is_said_and_the_choice_before_it_stands(open_eye, tmp_path):
    from playwright.sync_api import expect

    house = tile_set_path(tmp_path / "data", "house")
    house.parent.mkdir(parents=True)
    house.write_text("{}")
    page, sheet = open_eye(expects_errors=True)
    for asked in ("eye/use", "trust"):
        page.route(f"**/api/{asked}", refuse)
    sheet.get_by_role("button", name="Test reading").click()
    sheet.get_by_role("button", name="house").click()
    expect(sheet.locator(".eye-said.bad")).to_have_text("Too much at once; wait a second.")
    expect(sheet.get_by_role("button", name="house")).to_have_attribute("aria-pressed", "false")
    sheet.get_by_role("checkbox", name="calls and kans").click()
    expect(sheet.locator(".eye-trust")).to_contain_text("Too much at once; wait a second.")


@pytest.mark.gate(0)
def test_a_camera_that_is_plugged_in_now_is_found_without_closing_the_sheet(open_page, serving, desk):
    from playwright.sync_api import expect

    page = open_page()
    none = {**desk.state(), "cameras": []}
    page.route("**/api/eye", lambda route: route.fulfill(json=none), times=1)
    sheet = opened_sheet(page)
    expect(sheet.locator(".eye-stage")).to_contain_text("There is no camera")
    sheet.get_by_role("button", name="Once more").click()
    expect(sheet.locator("svg image")).to_be_visible()


@pytest.mark.gate(0)
def test_a_companion_that_reads_no_pictures_offers_no_photographs(open_page, serving):
    from playwright.sync_api import expect

    page = open_page(expects_errors=True)
    page.route("**/api/eye", lambda route: route.fulfill(status=409, json={"error": "no_eye"}))
    sheet = opened_sheet(page)
    expect(sheet.locator(".eye-stage")).to_contain_text("This companion cannot read pictures.")
    expect(sheet.get_by_role("button", name="in photographs instead")).to_have_count(0)


def opened_sheet(page):
    page.locator("button.menu").first.click()
    page.locator("dialog.menu button", has_text="Camera").click()
    return page.locator("dialog.eye")


def refuse(route):
    if route.request.method == "POST":
        route.fulfill(status=429, json={"error": "too_fast"})
    else:
        route.continue_()


@pytest.mark.gate(0)
def test_a_second_device_is_told_that_somebody_sits_there(open_page, desk, serving):
    from playwright.sync_api import expect

    desk.open("camera")
    sheet = opened_sheet(open_page(expects_errors=True))
    expect(sheet.locator(".eye-stage")).to_contain_text("Another device is setting the camera up.")


@pytest.mark.gate(0)
@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [((1280, 800), "en", "dark"), ((800, 1280), "ja", "light"), ((320, 568), "de", "dark")],
)
def test_axe_finds_nothing_and_nothing_is_outside_the_screen(open_eye, size, language, theme):
    page, sheet = open_eye(size, lang=language, theme=theme)
    for tab in range(3):
        sheet.locator("nav button").nth(tab).click()
        page.wait_for_timeout(100)
        assert sheet.evaluate(OUTSIDE) == []
        assert violations(page) == []


def words_of(language: str) -> dict[str, str]:
    return json.loads((STATIC / f"lang/eye/{language}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_of_the_eye(language):
    english, words = words_of("en"), words_of(language)
    assert list(words) == list(english)
    for key, text in words.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), key
        assert text.strip() == text != ""


@pytest.mark.parametrize("language", OWN_LETTERS)
def test_the_words_of_the_eye_have_their_letters(language):
    from fontTools.ttLib import TTFont

    letters = {letter for letter in "".join(words_of(language).values()) if letter >= "\u2e80"}
    with TTFont(STATIC / f"fonts/words-{language}-eye.woff2") as font:
        assert letters <= {chr(code) for code in font.getBestCmap()}


def test_who_does_not_set_the_eye_up_fetches_nothing_of_it(open_page):
    page = open_page()
    asked = page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
    assert [name for name in asked if "/eye" in name] == []
    assert any("/js/seat.js" in name for name in asked)
