"""A phone that is the camera, and an update: when its page opens itself anew, and goes on."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PATIENCE_MS

TAKEN = {"status": "done", "outline": None, "is_sending": True, "still_ms": 200, "moving_ms": 200}
CAMERA = """() => {
  const canvas = document.createElement("canvas");
  navigator.mediaDevices.getUserMedia = async () => {
    canvas.getContext("2d").fillRect(0, 0, 9, 9);
    return canvas.captureStream(15);
  };
}"""


@pytest.fixture
def camera(chromium, serving):
    """The page on a phone whose companion takes its pictures; `heard` is what it has asked for."""
    context = chromium.new_context(viewport={"width": 844, "height": 390}, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.add_init_script(f"({CAMERA})()")
    for path in ("**/api/phone", "**/api/phone/picture"):
        page.route(path, lambda asked: asked.fulfill(json=TAKEN))
    page.heard = []
    page.on("request", lambda asked: page.heard.append((asked.resource_type, asked.url)))
    yield page
    context.close()


def opened(page, serving):
    page.goto(f"{serving.url}camera")
    page.get_by_role("button", name="Start the camera").wait_for()
    page.heard.clear()


def update(page):
    """The companion has another release of its page, and the phone hears of it."""
    told = "retry: 300\n\nevent: release\ndata: r-another\n\n"
    page.route("**/api/stream", lambda asked: asked.fulfill(content_type="text/event-stream", body=told))
    page.evaluate("() => { dispatchEvent(new Event('pagehide')); dispatchEvent(new Event('pageshow')); }")


def begin_anew(serving):
    serving.end()
    serving.begin()


def documents(page):
    return sum(kind == "document" for kind, _ in page.heard)


def pictures(page):
    return sum("/api/phone/picture" in url for _, url in page.heard)


def test_a_camera_that_is_not_on_opens_itself_anew_after_an_update_and_waits(camera, serving):
    opened(camera, serving)
    with camera.expect_navigation():
        update(camera)
    camera.get_by_role("button", name="Start the camera").wait_for()
    camera.wait_for_timeout(1_000)
    assert (documents(camera), pictures(camera)) == (1, 0)


def test_a_camera_that_is_on_opens_itself_anew_and_goes_on_where_nobody_is_asked(camera, serving):
    camera.context.grant_permissions(["camera"])
    opened(camera, serving)
    camera.get_by_role("button", name="Start the camera").click()
    camera.get_by_text("Pictures go to the table").wait_for()
    with camera.expect_navigation():
        update(camera)
    camera.get_by_text("Pictures go to the table").wait_for()
    camera.wait_for_timeout(1_000)
    assert documents(camera) == 1


def test_a_camera_that_is_on_stays_on_where_somebody_would_be_asked_again(camera, serving):
    opened(camera, serving)
    camera.get_by_role("button", name="Start the camera").click()
    camera.get_by_text("Pictures go to the table").wait_for()
    update(camera)
    camera.wait_for_timeout(2_000)
    assert documents(camera) == 0
    camera.get_by_text("Pictures go to the table").wait_for()


def test_a_camera_for_which_the_companion_was_not_started_waits_until_it_is(camera, serving):
    refusal = {"error": "no_phone", "message": "No phone is the camera here."}
    camera.route("**/api/phone", lambda asked: asked.fulfill(status=409, json=refusal))
    camera.goto(f"{serving.url}camera")
    camera.get_by_text("was not started with a phone as its camera").wait_for()
    camera.unroute("**/api/phone")
    camera.route("**/api/phone", lambda asked: asked.fulfill(json=TAKEN))
    begin_anew(serving)
    camera.get_by_role("button", name="Start the camera").wait_for()
    assert documents(camera) == 1


def test_a_phone_for_whose_keys_the_companion_was_not_started_waits_until_it_is(camera, serving):
    camera.goto(f"{serving.url}keys")
    camera.get_by_text("it has no keys").wait_for()
    camera.route("**/api/keys", lambda asked: asked.fulfill(json={"status": "done", "taken": []}))
    begin_anew(serving)
    camera.locator(".seat-choice .place").first.wait_for()
    assert documents(camera) == 1
