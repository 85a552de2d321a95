"""A screen stays from test to test; nothing that a page, a site or a test left on it does."""

import pytest

from tests.browser.conftest import Serving, pages_of
from tests.browser.kept_screens import kept_by
from tests.toolbox.shown_table import Table

LEFT_BY_A_PAGE = """async () => {
  localStorage.setItem("left", "behind");
  sessionStorage.setItem("left", "behind");
  document.cookie = "left=behind; max-age=3600";
  window.name = "left behind";
  await caches.open("left behind");
  const opened = indexedDB.open("left behind");
  await new Promise((done) => { opened.onsuccess = done; });
  opened.result.close();
}"""
FOUND_BY_A_PAGE = """async () => ({
  stored: [localStorage.length, sessionStorage.length, document.cookie, window.name],
  caches: await caches.keys(),
  databases: await indexedDB.databases(),
  microphone: (await navigator.permissions.query({ name: "microphone" })).state,
  size: [innerWidth, innerHeight, screen.width, screen.height],
  prints: matchMedia("print").matches,
  light: matchMedia("(prefers-color-scheme: light)").matches,
  still: matchMedia("(prefers-reduced-motion: reduce)").matches,
  online: navigator.onLine,
  place: await new Promise((done) =>
    navigator.geolocation.getCurrentPosition(() => done("told"), () => done("none"), { timeout: 500 })
  ),
  now: Math.abs(Date.now() - performance.timeOrigin - performance.now()) < 60_000,
  marks: [typeof window.marked, typeof window.bound],
})"""


def stay(open_page, do):
    """The screen of a page, after something was done on it."""
    page = open_page(expects_errors=True)
    do(page)
    return page.context


def look(open_page):
    page = open_page()
    return page.context, page.evaluate(FOUND_BY_A_PAGE) | {"cookies": page.context.cookies()}


@pytest.fixture(scope="module")
def new(chromium):
    """What a page finds on a screen that was never used."""
    kept_by(chromium).forget()
    serving = Serving(Table())
    try:
        with pages_of(chromium, serving.url) as open_page:
            return look(open_page)[1]
    finally:
        serving.end()


def leave_all_that_a_page_can(page):
    page.evaluate(LEFT_BY_A_PAGE)


def leave_a_popup(page):
    with page.expect_popup() as popup:
        page.evaluate("() => { open('/?watch=1'); }")
    popup.value.evaluate("() => localStorage.setItem('left', 'behind')")


def print_and_light(page):
    page.emulate_media(media="print", color_scheme="light", reduced_motion="no-preference")


def listen_and_answer(page):
    page.add_init_script("window.marked = true")
    page.route("**/lang/**", lambda asked: asked.abort())
    page.set_default_timeout(1)


def go_on_elsewhere(page):
    leave_all_that_a_page_can(page)
    page.goto("about:blank")


def keep_a_cookie_of_elsewhere(page):
    page.context.add_cookies(
        [{"name": "left", "value": "behind", "domain": "elsewhere.example", "path": "/"}]
    )


KINDS = [
    *(leave_all_that_a_page_can, leave_a_popup, print_and_light, listen_and_answer),
    *(go_on_elsewhere, keep_a_cookie_of_elsewhere),
]


@pytest.mark.gate(1)
@pytest.mark.parametrize("leave", KINDS)
def test_a_kept_screen_is_as_good_as_new(chromium, serving, new, leave):
    with pages_of(chromium, serving.url) as open_page:
        before = stay(open_page, leave)
    with pages_of(chromium, serving.url) as open_page:
        after, found = look(open_page)
    assert after is before, "the screen was not kept, so nothing was tried"
    assert found == new


@pytest.mark.gate(0)
@pytest.mark.parametrize(
    "mark",
    [
        lambda page: page.clock.install(time=0),
        lambda page: page.clock.set_fixed_time(0),
        lambda page: page.context.clock.install(time=0),
        lambda page: page.context.add_init_script("window.marked = true"),
        lambda page: page.context.expose_function("bound", lambda: None),
        lambda page: page.context.route("**/lang/**", lambda asked: asked.abort()),
        lambda page: page.context.grant_permissions(["microphone", "geolocation"]),
        lambda page: page.context.set_geolocation({"latitude": 35.0, "longitude": 139.0}),
        lambda page: page.context.set_offline(True),
        lambda page: page.context.set_extra_http_headers({"Authorization": "Basic x"}),
        lambda page: page.context.set_default_timeout(1),
    ],
)
def test_a_screen_to_which_something_was_done_for_good_is_thrown_away(chromium, serving, new, mark):
    with pages_of(chromium, serving.url) as open_page:
        before = stay(open_page, mark)
    with pages_of(chromium, serving.url) as open_page:
        after, found = look(open_page)
    assert after is not before
    assert found == new


@pytest.mark.gate(0)
def test_two_pages_of_one_test_are_two_screens(open_page):
    first, second = open_page(), open_page()
    first.evaluate(LEFT_BY_A_PAGE)
    assert first.context is not second.context
    assert second.evaluate("() => [localStorage.length, document.cookie]") == [0, ""]


@pytest.mark.gate(0)
def test_a_page_sends_no_cookie_of_the_one_before(chromium, serving):
    with pages_of(chromium, serving.url) as open_page:
        stay(open_page, leave_all_that_a_page_can)
    with pages_of(chromium, serving.url) as open_page:
        page = open_page()
        with page.expect_request("**/api/me") as asked:
            page.evaluate("() => fetch('/api/me')")
        assert "cookie" not in asked.value.all_headers()
