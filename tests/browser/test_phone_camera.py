"""A phone as the camera, from end to end: its page over https in a real browser, the real eye, the journal.

The browser's camera is a film of a drawn table. The phone comes by the network and is paired like any other.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from playwright.sync_api import expect

from companion.dashboard.addresses import network_addresses
from companion.pretend.stage.places import place
from tests.browser.accessibility import violations
from tests.browser.conftest import ARGUMENTS, PATIENCE_MS
from tests.browser.measuring import faults
from tests.browser.touching import act, confirm
from tests.front_door.companions import source, started
from tests.toolbox.chromium import CHROMIUM
from tests.vision.laid_hands import as_photo, laid_hand

pytest.importorskip("cv2", reason="the eye's libraries are not installed")
pytest.importorskip("onnxruntime", reason="the eye's libraries are not installed")

import cv2

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.things import StageTile, Stance
from vision.place.calibration import Calibration, write_calibration

HAND = ["7m", "8m", "3p", "4p", "5p", "6p", "7p", "8p", "2s", "3s", "4s", "5s", "5s"]
NAMES = ["Aki", "Ben", "Chie", "Dai"]
FIRST_OF_RIVER, WALL = (-70.5, 78.0), 215.0
RATE = 30
"""Pictures a second that the browser takes out of a file of JPEGs."""
EVERY_CARD = "0.0.0.0"  # noqa: S104 - a phone comes by the network
SCENES_S = (14, 8, 30)
"""How long the wall lies there alone, then with East's discard, then with South's too."""


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """A wall with its indicator; then East discards, then South."""
    film = Film(CAMERAS["overhead"], tiles=0, seed=3)
    for stack in range(7):
        stance = Stance.UP if stack == 2 else Stance.DOWN
        film.put(f"wall {stack}", StageTile("9s", place(0, -60 + 19 * stack, WALL, stance=stance)))
    path = tmp_path_factory.mktemp("film") / "table.mjpeg"
    discards, dice = iter([("1z", 0), ("9m", 1)]), Random(3)
    with path.open("wb") as file:
        for seconds in SCENES_S:
            grains = [jpeg_of(film.frame()) for _ in range(3)]
            # In no regular order: noise that is the same whenever the phone looks would be a frozen camera's.
            file.writelines(dice.choice(grains) for _ in range(seconds * RATE))
            for label, side in islice(discards, 1):
                film.put(label, StageTile(label, place(side, *FIRST_OF_RIVER)))
    yield path
    path.unlink()


def jpeg_of(picture):
    small = cv2.resize(picture, (1280, 720), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 84])[1].tobytes()


@pytest.fixture
def phone(playwright, film):
    """A phone's browser, which asks nobody whether the page may have the camera."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; scripts/install-test-tools brings it")
    camera = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=[*ARGUMENTS, *camera, f"--use-file-for-fake-video-capture={film}"]
    )
    context = browser.new_context(
        viewport={"width": 844, "height": 390}, locale="en-GB", ignore_https_errors=True
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context
    browser.close()


def tell(companion, kind, **more):
    status, answer = companion.command(kind, tap=f"{kind}-1", **more)
    assert status == 200, answer


def paired(phone, companion, address):
    """The phone's page, let in by the digits that the host's screen shows."""
    status, shown = companion.ask("POST", "/api/pairing/code", {"role": "scorer"})
    assert status == 200, shown
    page = phone.new_page()
    page.goto(f"https://{address}:{companion.port}/camera")
    page.get_by_text("First pair this phone").wait_for()
    answer = page.evaluate(
        """code => fetch("/api/pairing", {
             method: "POST",
             headers: {"Content-Type": "application/json", "X-Table": "1"},
             body: JSON.stringify({code, name: "Phone"}),
           }).then(answer => answer.json())""",
        shown["code"],
    )
    assert answer["status"] == "done", answer
    page.reload()
    return page


@pytest.fixture
def photo(tmp_path):
    """Chie's hand, as the phone photographs it once the win is told; she wins on Ben's discard."""
    path = tmp_path / "hand.jpg"
    path.write_bytes(as_photo(cv2.resize(laid_hand(HAND), (4000, 2250)), 92))
    return path


def wins_by_photograph(page, address, photo):
    """Chie wins on South's discard; the tiles come from a photograph, and a person confirms them."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(address)
    act(page, "Chie", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Ron from Ben").click()
    sheet.locator("input[type=file]").set_input_files(photo)
    expect(sheet.locator(".built-tile")).to_have_count(13, timeout=PATIENCE_MS)
    confirm(sheet)
    expect(sheet).to_have_count(0)
    page.close()


@pytest.mark.gate(0)
def test_a_phone_films_the_table_and_its_first_discards_are_told_and_a_win_is_photographed(
    tmp_path, phone, photo
):
    addresses = network_addresses()
    if not addresses:
        pytest.skip("this machine has no network by which a phone could come")
    games = tmp_path / "g"
    with started(games, "run") as companion:
        tell(companion, "start", names=NAMES)
        tell(companion, "tell", facts=[{"is": "SeatsBound", "sides": "ABCD"}])
        tell(companion, "deal", depth="full", indicator="9s")
        companion.end()
    corners = CAMERAS["overhead"].corners(0.0)
    write_calibration(Calibration("camera", corners, WIDTH, HEIGHT), games / "eye" / "table-camera.json")
    words = ("run", "--https", "--host", EVERY_CARD, "--camera", "phone")
    with started(games, *words) as companion:
        companion.wait_until(lambda now: source(now, "camera").get("code") == "no_camera")
        page = paired(phone, companion, addresses[0])
        page.get_by_role("button", name="Start the camera").click()
        page.get_by_text("Pictures go to the table").wait_for()
        companion.wait_until(lambda now: source(now, "camera").get("state") == "up")
        assert page.locator(".camera-view polygon").get_attribute("points").count(",") == 4
        assert faults(page) == []
        assert violations(page) == []
        seen = companion.wait_until(lambda now: now["seats"][1]["river"])
        assert [seat["river"] for seat in seen["seats"]] == [["1z"], ["9m"], [], []]
        assert seen["questions"] == []
        wins_by_photograph(phone.new_page(), f"https://{addresses[0]}:{companion.port}/?lang=en", photo)
        won = companion.wait_until(lambda now: now["result"] and now["result"]["wins"][0]["hand"])
        assert won["result"]["wins"][0]["seat"] == 2
        # Weak wireless is said on the phone, and survived.
        phone.set_offline(True)
        page.get_by_text("The connection is weak or lost").wait_for()
        phone.set_offline(False)
        page.get_by_text("Pictures go to the table").wait_for()
        # A phone that goes is said as of any camera, and the hand goes on by taps.
        page.close()
        companion.wait_until(lambda now: source(now, "camera").get("state") == "down")
        assert companion.snapshot["result"]["wins"], "what was won stays"
        companion.end()


def test_a_page_without_https_says_what_to_open(tmp_path, phone):
    addresses = network_addresses()
    if not addresses:
        pytest.skip("this machine has no network by which a phone could come")
    with started(tmp_path / "g", "run", "--https", "--host", EVERY_CARD) as companion:
        page = phone.new_page()
        page.goto(f"http://{addresses[0]}:{companion.port}/camera")
        page.get_by_text("A phone opens its camera only for https pages").wait_for()
        link = page.get_by_role("link")
        assert link.get_attribute("href") == f"https://{addresses[0]}:{companion.port}/camera"
        link.click()
        page.get_by_text("First pair this phone").wait_for()
        companion.end()
