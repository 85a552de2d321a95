"""Screens that stay from test to test, each wiped before the next, so that a browser need not warm up again.

Opening the companion's page on a new screen costs half a second of processor time: a new process, sixty
files, all of their code compiled. A screen that stays has this behind it. What a page holds goes with the
page; what a screen holds is wiped; a screen to which something was done that cannot be taken back is thrown
away.
"""

from __future__ import annotations

import socket
from contextlib import closing
from functools import cache, wraps
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

SCREEN_OPTIONS = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
"""The options of every screen in a test, kept or new."""
EMPTY = "<!doctype html><title>Nothing runs here</title>"
FOR_GOOD = (
    *("add_init_script", "expose_binding", "expose_function", "on", "once", "route", "route_web_socket"),
    *("grant_permissions", "set_extra_http_headers", "set_geolocation", "set_offline"),
    *("set_default_navigation_timeout", "set_default_timeout"),
)
"""What is done to a screen and stays with it."""
CLOCK = ("fast_forward", "install", "pause_at", "resume", "run_for", "set_fixed_time", "set_system_time")


def port_to_keep() -> int:
    """The port at which this process shows its table, while it is free; otherwise 0, which is any.

    A browser recognises a page by its address.
    """
    with closing(socket.socket()) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", _own_port()))
        except OSError:
            return 0
    return _own_port()


@cache
def _own_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as any_port:
        return any_port.getsockname()[1]


class KeptScreen:
    """One screen of one host. An empty page beside the test's keeps its process alive until the next test."""

    def __init__(self, browser: Browser, host: str) -> None:
        self.host = host
        self.is_spoiled = False
        self._origins: set[str] = set()
        self.context: BrowserContext = browser.new_context(**SCREEN_OPTIONS)
        self._waiting = self.context.new_page()
        self._waiting.route("**", lambda asked: asked.fulfill(content_type="text/html", body=EMPTY))
        self._waiting.goto(f"http://{host}/")
        self._line: CDPSession = self.context.new_cdp_session(self._waiting)
        for owner, names in ((self.context, FOR_GOOD), (self.context.clock, CLOCK)):
            for name in names:
                setattr(owner, name, self._spoiling(getattr(owner, name)))

    def page(self, size: tuple[int, int]) -> Page:
        page = self.context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("framenavigated", lambda frame: self._origins.add(_origin(frame.url)))
        return page

    def wipe(self) -> None:
        """Make it what it was when it was new."""
        pages = [page for page in self.context.pages if page is not self._waiting]
        self._origins |= {_origin(frame.url) for page in pages for frame in page.frames}
        for page in pages:
            page.close()
        for origin in self._origins - {""}:
            self._line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self._origins.clear()
        self.context.clear_cookies()

    def _spoiling(self, done):
        @wraps(done)
        def spoil(*given, **named):
            self.is_spoiled = True
            return done(*given, **named)

        return spoil


class KeptScreens:
    """The screens of one browser that wait for the next test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._waiting: dict[str, list[KeptScreen]] = {}

    def take(self, home: str) -> KeptScreen:
        host = urlsplit(home).hostname or ""
        waiting = self._waiting.setdefault(host, [])
        return waiting.pop() if waiting else KeptScreen(self._browser, host)

    def give_back(self, screen: KeptScreen) -> None:
        if screen.is_spoiled:
            screen.context.close()
            return
        screen.wipe()
        self._waiting[screen.host].append(screen)

    def forget(self) -> None:
        """Begin anew, with screens that were never used."""
        for screen in [screen for waiting in self._waiting.values() for screen in waiting]:
            screen.context.close()
        self._waiting.clear()


def kept_by(browser: Browser) -> KeptScreens:
    """What this browser keeps."""
    kept = getattr(browser, "kept_screens", None)
    if kept is None:
        kept = browser.kept_screens = KeptScreens(browser)
    return kept


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
