"""The page on a home screen: nothing loads twice, an update mixes nothing, it opens without the companion."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from companion.dashboard import assets
from companion.dashboard.assets import STATIC
from companion.dashboard.release import load_release
from tests.browser.conftest import PATIENCE_MS, screen
from tests.browser.hands import deal
from tests.browser.measuring import faults

MOST_REQUESTS = 3
CHANGED = "js/seat.js"
MARK = "export const madeTomorrow = true;"


class Visits:
    """One browser of a house, that keeps what it may keep; what its pages fetch is written down."""

    def __init__(self, chromium, **more) -> None:
        self.context = screen(chromium, **more)
        self.fetched = []

    def visit(self, url):
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        line = self.context.new_cdp_session(page)
        line.send("Network.enable")
        kept = set()
        line.on("Network.requestServedFromCache", lambda told: kept.add(told["requestId"]))
        line.on("Network.responseReceived", lambda told: self._came(told, kept))
        page.goto(url)
        return page

    def _came(self, told, kept) -> None:
        answer = told["response"]
        if (
            not answer.get("fromDiskCache")
            and not answer.get("fromServiceWorker")
            and told["requestId"] not in kept
        ):
            self.fetched.append((answer["url"], answer["status"]))


@pytest.fixture
def house(chromium):
    made = []

    def house(**more):
        made.append(Visits(chromium, **more))
        return made[-1]

    yield house
    for each in made:
        each.context.close()


@pytest.fixture
def tomorrow(tmp_path):
    """The page as the companion has it after an update: one script is another one."""
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    (folder / CHANGED).write_text((folder / CHANGED).read_text("utf-8") + f"{MARK}\n", "utf-8")
    yield load_release(folder)
    load_release.cache_clear()
    assets._read.cache_clear()


def shown(page):
    page.wait_for_selector("main:not(.waiting)")
    page.wait_for_load_state("load")
    page.wait_for_timeout(300)


@pytest.mark.gate("en")
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_second_visit_loads_nothing_again(house, serving, language):
    """As on a tablet on the network, where no service worker is allowed."""
    home = house()
    first = home.visit(f"{serving.url}?lang={language}")
    shown(first)
    assert len(home.fetched) > 30
    first.close()
    home.fetched.clear()
    second = home.visit(f"{serving.url}?lang={language}")
    shown(second)
    assert second.evaluate("navigator.serviceWorker?.controller ?? null") is None
    assert 1 <= len(home.fetched) <= MOST_REQUESTS, home.fetched
    assert not [url for url, _ in home.fetched if "/static/" in url]


def test_without_the_companion_the_page_opens_says_what_is_missing_and_goes_on_by_itself(house, serving):
    home = house(service_workers="allow")
    first = home.visit(f"{serving.url}?lang=de")
    shown(first)
    first.evaluate("navigator.serviceWorker.ready.then(() => true)")
    first.close()
    serving.end()
    page = home.visit(serving.url)
    address = serving.url.removeprefix("http://").rstrip("/")
    expect(page.locator(".waiting .missing")).to_contain_text(f"No answer from {address}")
    assert faults(page) == []
    serving.begin()
    page.wait_for_selector("main.flat")
    expect(page.locator(".missing")).to_have_count(0)


@pytest.mark.gate(0)
def test_the_kept_page_is_in_the_language_that_was_chosen(house, serving):
    home = house(service_workers="allow")
    first = home.visit(f"{serving.url}?lang=ja")
    shown(first)
    first.evaluate("navigator.serviceWorker.ready.then(() => true)")
    first.close()
    serving.end()
    page = home.visit(f"{serving.url}?lang=ja")
    expect(page.locator(".waiting .missing")).to_contain_text("応答がありません")
    serving.begin()


def test_nothing_about_the_table_is_kept(house, serving):
    home = house(service_workers="allow")
    page = home.visit(serving.url)
    shown(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    shown(page)
    page.get_by_role("button", name="Menu").first.click()
    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            const shelf = await caches.open(name);
            for (const request of await shelf.keys()) found.push(new URL(request.url).pathname);
          }
          return found;
        }"""
    )
    assert len(kept) > 40
    assert [path for path in kept if path != "/" and not path.startswith(load_release().home)] == []


def update(serving, release):
    serving.end()
    serving.release = release
    serving.begin()


@pytest.mark.gate("block")
@pytest.mark.parametrize("workers", ["block", "allow"])
def test_after_an_update_an_open_page_opens_itself_anew_and_mixes_nothing(house, serving, tomorrow, workers):
    home = house(service_workers=workers)
    page = home.visit(serving.url)
    shown(page)
    today = load_release()
    page.evaluate("document.body.dataset.opened = 'before the update'")
    home.fetched.clear()
    update(serving, tomorrow)
    page.wait_for_function("() => document.body?.dataset.opened !== 'before the update'")
    shown(page)
    scripts = page.evaluate(
        "performance.getEntriesByType('resource').map(each => new URL(each.name).pathname)"
    )
    ours = [path for path in scripts if path.startswith("/static/")]
    assert len(ours) > 30
    assert [path for path in ours if not path.startswith(tomorrow.home)] == []
    assert MARK in page.evaluate(
        "path => fetch(path).then(answer => answer.text())", f"{tomorrow.home}{CHANGED}"
    )
    asked = "path => fetch(path, { cache: 'no-store' }).then(answer => answer.status)"
    if workers == "block":
        assert page.evaluate(asked, f"{today.home}{CHANGED}") == 404


@pytest.mark.gate(0)
def test_what_is_half_written_is_finished_before_the_page_opens_anew(house, serving, tomorrow):
    home = house()
    page = home.visit(serving.url)
    shown(page)
    page.evaluate("document.body.dataset.opened = 'before the update'")
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("dialog").wait_for()
    update(serving, tomorrow)
    page.wait_for_function(
        "seq => document.documentElement.dataset.seq === String(seq)", arg=serving.table.seq
    )
    page.wait_for_timeout(500)
    assert page.evaluate("document.body.dataset.opened") == "before the update"
    # A view that was never opened belongs to the release of this page, which is gone: nothing comes instead.
    late = f"{load_release().home}js/play/breaking.js"
    comes = page.evaluate("path => import(path).then(() => true, () => false)", late)
    assert comes is False
    page.get_by_role("button", name="Close").click()
    page.wait_for_function("() => document.body?.dataset.opened !== 'before the update'")
    shown(page)


@pytest.mark.gate(0)
def test_a_page_held_back_by_something_between_is_not_opened_for_ever(house, serving, tomorrow):
    """A proxy answers with the page of yesterday, whatever is asked."""
    home = house()
    yesterday = load_release().files["index.html"].content.decode()
    page = home.visit(serving.url)
    shown(page)
    page.route(serving.url, lambda asked: asked.fulfill(content_type="text/html", body=yesterday))
    opened = []
    page.on("framenavigated", lambda frame: opened.append(frame.url))
    update(serving, tomorrow)
    page.wait_for_timeout(4_000)
    assert len(opened) == 1


def test_the_menu_fills_the_glass_and_gives_it_back(open_page, serving):
    page = open_page()
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Full screen", exact=True).click()
    page.wait_for_function("() => document.fullscreenElement === document.documentElement")
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Leave full screen").click()
    page.wait_for_function("() => document.fullscreenElement === null")


ASKED_TO_STAY_AWAKE = """
window.awake = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => {
  awake.push(what);
  return { release: async () => awake.push("released") };
} } });
"""


@pytest.mark.gate(0)
def test_a_tables_screen_stays_awake_while_a_hand_is_played(house, serving):
    home = house()
    home.context.add_init_script(ASKED_TO_STAY_AWAKE)
    page = home.visit(serving.url)
    shown(page)
    assert page.evaluate("awake") == []
    serving.table.say(deal())
    page.wait_for_function("() => awake.join() === 'screen'")


@pytest.mark.gate(0)
def test_a_phone_may_sleep(house, serving):
    home = house(size=(390, 844))
    home.context.add_init_script(ASKED_TO_STAY_AWAKE)
    page = home.visit(serving.url)
    shown(page)
    page.wait_for_timeout(300)
    assert page.evaluate("awake") == []
