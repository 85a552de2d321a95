"""A real server in a thread, a real browser before it, and a table that is moved fact by fact."""

from __future__ import annotations

import time
from contextlib import contextmanager
from threading import Thread

import pytest

from companion.dashboard import stream
from companion.dashboard.app import create_app
from companion.dashboard.release import Release
from companion.dashboard.serve import Server
from companion.dashboard.settings import DashboardSettings
from companion.dashboard.stream import event
from companion.pretend.devices.window import PretendWindow
from companion.projections.board import Board
from tests.browser.kept_screens import SCREEN_OPTIONS, kept_by, port_to_keep
from tests.browser.real_table import LATE, LATE_S
from tests.toolbox.chromium import CHROMIUM
from tests.toolbox.shown_table import Table

# The last list counts, so what playwright switches off stands here again. The last three draw the address bar
# of a window that nobody sees: half of what it costs to open one.
SWITCHED_OFF = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "AimEnabled"),
    *("ThirdPartyStoragePartitioning", "OptimizationHints", "NetworkTimeServiceQuerying"),
    *("PreconnectToSearch", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
)
ARGUMENTS = [
    f"--disable-features={','.join(SWITCHED_OFF)}",
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    # The pages of one screen share a process, which so knows the page's code when the next test opens it.
    "--renderer-process-limit=1",
]
SETTINGS = DashboardSettings(poll_s=0.02, polls_to_heartbeat=50)
PATIENCE_MS = 30_000


def moments(page, table, facts, names=("Aki", "Ben", "Chie", "Dai")):
    """One moment after the other on a page that stays open, by their names; each begins a game anew."""
    for moment, happened in facts.items():
        table.hanchan = Table(names=names).hanchan
        table.say(*happened, in_one_go=True)
        page.wait_for_function("seq => document.documentElement.dataset.seq === String(seq)", arg=table.seq)
        yield moment


class Serving:
    """The table on a port; it can be ended and begun again on the same one."""

    def __init__(self, table: Table, window: PretendWindow | None = None) -> None:
        self.table = table
        self.window = window
        self.port = port_to_keep()
        self.release: Release | None = None
        self.begin()

    def begin(self) -> None:
        if hasattr(self, "server"):
            # A stopped board sends everybody home: a new server has a new one.
            self.table.board = Board()
            self.table.show()
        app = create_app(self.table.board, self.table, SETTINGS, window=self.window, release=self.release)
        self.server = Server(app, self.table.board, "127.0.0.1", self.port)
        self.port = self.server.port
        self.thread = Thread(target=self.server.run)
        self.thread.start()

    def end(self) -> None:
        self.server.stop()
        self.thread.join(30)

    @property
    def url(self) -> str:
        return self.server.url


@pytest.fixture(autouse=True, scope="session")
def late_news():
    """Under `make late` pages hear of what happened after the answer to what they told."""
    with pytest.MonkeyPatch.context() as patch:
        if LATE == "news":
            patch.setattr(stream, "event", lambda posted: time.sleep(LATE_S) or event(posted))
        yield


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def serving(table):
    serving = Serving(table)
    yield serving
    serving.end()


@pytest.fixture(scope="session")
def chromium(playwright):
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; scripts/install-test-tools brings it")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    sync_api.expect.set_options(timeout=PATIENCE_MS)
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def silent_page(chromium):
    """A page of the companion on which nothing runs: modules are asked one by one."""
    serving = Serving(Table())
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    # Of the same origin, and empty: what the companion sends beside its pages lets no script in.
    page.route(
        "**/nothing-runs-here",
        lambda asked: asked.fulfill(content_type="text/html", body="<!doctype html><title>Silent</title>"),
    )
    page.goto(f"{serving.url}nothing-runs-here")
    yield page
    context.close()
    serving.end()


def screen(browser, size=(1280, 800), **more):
    """A screen of a size, on which nothing is kept from before or for later."""
    viewport = {"width": size[0], "height": size[1]}
    return browser.new_context(viewport=viewport, **{**SCREEN_OPTIONS, **more})


@contextmanager
def pages_of(browser, home):
    """Opens the page of an address on any screen. What it complains of, or asks elsewhere, is a fault.

    Each time on another screen, which knows nothing from before.
    """
    complaints, screens, kept = [], [], kept_by(browser)

    def open_page(size=(1280, 800), *, expects_errors=False, **choices):
        screens.append(kept.take(home))
        page = screens[-1].page(size)
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("request", lambda request: _listen_for_strangers(request.url, home, complaints))
        if not expects_errors:
            page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
        asked = "&".join(f"{name}={value}" for name, value in {"theme": "dark", **choices}.items())
        page.goto(f"{home}?{asked}")
        page.wait_for_selector("main:not(.waiting)")
        return page

    yield open_page
    for each in screens:
        kept.give_back(each)
    assert complaints == []


@pytest.fixture
def open_page(chromium, serving):
    with pages_of(chromium, serving.url) as open_page:
        yield open_page


def _listen_for_strangers(url: str, ours: str, complaints: list[str]) -> None:
    if not url.startswith(ours):
        complaints.append(f"asked {url}")
