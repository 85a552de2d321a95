"""`companion demo` in a real browser: the camera's picture and the keys beside the page, in every size."""

import base64

import pytest

from companion.clock import SystemClock
from companion.pretend.devices.boxes import PlayedBoxes
from companion.pretend.devices.window import PretendWindow
from tests.browser.conftest import Serving, pages_of
from tests.front_door.companions import source, started

DOT = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==")
"""A picture of one point; a browser looks at the bytes, not at what they are called."""
SHOWN = ".pretend img:not(.coming)"
APART = """() => {
  const room = document.querySelector(".pretend").getBoundingClientRect();
  const parts = [...document.querySelectorAll("main .panel, main .centre, main .seat-card, main .head")];
  const across = (one) => one.right > room.left + 1 && one.left < room.right - 1;
  const meets = (one) => across(one) && one.bottom > room.top + 1 && one.top < room.bottom - 1;
  return parts.length && parts.map((part) => part.getBoundingClientRect()).filter(meets).length;
}"""
OUTSIDE = """() => [...document.querySelectorAll(".pretend, .pretend *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && (box.right > innerWidth + 0.5 || box.left < -0.5);
}).map((each) => each.outerHTML.slice(0, 90))"""


@pytest.fixture(scope="module")
def companion(tmp_path_factory):
    with started(tmp_path_factory.mktemp("beside") / "games", "demo", "--speed", 4) as companion:
        # Its painter is another process: a busy machine takes longer to start it than a page waits.
        companion.wait_until(lambda seen: source(seen, "pretend camera").get("state") == "up")
        companion.wait_until(lambda seen: seen["wall"] and seen["wall"]["live"] < 66)
        yield companion


@pytest.fixture
def look(chromium, companion):
    with pages_of(chromium, f"http://{companion.host}:{companion.port}/") as look:
        yield look


@pytest.mark.gate(0)
def test_camera_keys_and_table_are_seen_together_and_the_picture_lives(look) -> None:
    page = look()
    page.wait_for_selector(SHOWN)
    page.wait_for_function("(shown) => document.querySelector(shown)?.naturalWidth > 400", arg=SHOWN)
    assert page.locator(".pretend .box").count() == 4
    assert page.evaluate(APART) == 0
    first = page.get_attribute(SHOWN, "src")
    page.wait_for_function(
        "(old) => document.querySelector('.pretend img')?.getAttribute('src') !== old", arg=first
    )
    assert "Aiko, side A: lamp" in page.locator(".pretend .box").first.get_attribute("aria-label")


class SlowPainter:
    """A camera whose first pictures do not come."""

    missing = ()
    number = 7

    def __init__(self) -> None:
        self.asked = 0

    def notice(self, state) -> None:
        pass

    def jpeg(self) -> bytes | None:
        self.asked += 1
        return DOT if self.asked > 2 else None


@pytest.fixture
def slowly_painted(table):
    window = PretendWindow(SystemClock(), SlowPainter(), PlayedBoxes(SystemClock()))
    table.sources.append(window.source)
    table.show()
    serving = Serving(table, window)
    yield serving
    serving.end()


def test_a_picture_that_is_long_in_coming_is_asked_for_again_without_complaint(
    chromium, slowly_painted
) -> None:
    with pages_of(chromium, slowly_painted.url) as look:
        page = look()
        page.wait_for_selector(".pretend [role=status]")
        page.wait_for_selector(SHOWN)


@pytest.mark.gate(0)
def test_it_can_be_hidden_for_good_and_shown_again(look) -> None:
    page = look()
    page.wait_for_selector(SHOWN)
    narrow = page.locator("main").bounding_box()["width"]
    page.get_by_role("button", name="Hide the camera picture").click()
    page.wait_for_selector(".pretend", state="detached")
    assert page.locator("main").bounding_box()["width"] > narrow
    page.reload()
    page.wait_for_selector("main:not(.waiting)")
    assert page.locator(".pretend").count() == 0
    page.locator("button.menu").first.click()
    page.locator("dialog.menu").get_by_role("button", name="Camera picture").click()
    page.wait_for_selector(SHOWN)


def test_while_the_page_is_hidden_nobody_is_asked_for_a_picture(look) -> None:
    page = look()
    page.wait_for_selector(SHOWN)
    asked = []
    page.evaluate("() => Object.defineProperty(document, 'hidden', { get: () => true })")
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(3_000)
    # One answer may have been under way, and the picture that it tells of.
    assert len([url for url in asked if "/api/pretend" in url]) <= 2


@pytest.mark.gate(0)
def test_a_phone_and_a_screen_on_the_wall_show_it_when_they_are_asked_to(look) -> None:
    for size, choices in (((390, 844), {}), ((1280, 800), {"kiosk": 1})):
        page = look(size, **choices)
        page.wait_for_function(
            "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('sound.js'))"
        )
        names = page.evaluate("() => performance.getEntriesByType('resource').map(({ name }) => name)")
        assert [name for name in names if "pretend" in name] == []
    look((390, 844), camera="shown").wait_for_selector(SHOWN)


@pytest.mark.gate(0)
@pytest.mark.parametrize(
    ("size", "language", "theme", "layout"),
    [
        ((800, 1280), "de", "light", "flat"),
        ((360, 640), "fr", "light", "stand"),
    ],
)
def test_axe_finds_nothing_and_nothing_is_covered_or_outside(look, size, language, theme, layout) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = look(size, lang=language, theme=theme, layout=layout, camera="shown")
    page.wait_for_selector(SHOWN)
    assert page.evaluate(OUTSIDE) == []
    if min(size) >= 560:
        assert page.evaluate(APART) == 0
    results = Axe().run(
        page, context=".pretend", options={"rules": {"color-contrast-enhanced": {"enabled": True}}}
    )
    assert results.violations_count == 0, results.generate_report()
