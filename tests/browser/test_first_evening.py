"""The first evening as the documents tell it: a process, the host's screen, and a tablet yet unknown."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from companion.dashboard.addresses import network_addresses
from tests.browser.accessibility import violations
from tests.browser.conftest import ARGUMENTS, PATIENCE_MS
from tests.browser.measuring import faults_at, resize
from tests.front_door.companions import started
from tests.security.test_pages import at_home
from tests.toolbox.chromium import CHROMIUM

EVERYWHERE = "0.0.0.0"  # noqa: S104 - the house's tablet is another machine; here both are this one
NETWORK = "table.local"
MOST_TAPS = 12
SIZES = [(1280, 800), (1024, 600), (800, 1280), (390, 844), (800, 480)]


@pytest.fixture(scope="module")
def browser(playwright):
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; scripts/install-test-tools brings it")
    expect.set_options(timeout=PATIENCE_MS)
    rule = f"--host-resolver-rules=MAP {NETWORK} 127.0.0.1"
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, rule])
    yield browser
    browser.close()


@pytest.fixture
def device(browser):
    """Open a page as some device does: each call is another device."""
    contexts = []

    def device(url, size=(1280, 800), **choices):
        viewport = {"width": size[0], "height": size[1]}
        context = browser.new_context(
            viewport=viewport, locale="en-GB", reduced_motion="reduce", has_touch=True
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        asked = "&".join(f"{name}={value}" for name, value in choices.items())
        page.goto(f"{url}?{asked}" if asked else url)
        page.wait_for_selector("main:not(.waiting)")
        return page

    yield device
    for context in contexts:
        context.close()


class Fingers:
    """Counts what people do until the first win stands."""

    def __init__(self) -> None:
        self.taps = 0
        self.typed = 0

    def tap(self, target) -> None:
        target.tap()
        self.taps += 1

    def type(self, target, text: str) -> None:
        target.fill(text)
        self.typed += 1


def test_from_the_command_to_the_first_win_on_a_paired_tablet(device, tmp_path):
    fingers = Fingers()
    with started(tmp_path / "games", "run", "--host", EVERYWHERE, "--name", NETWORK) as companion:
        host = device(f"http://localhost:{companion.port}/")
        tablet = device(f"http://{NETWORK}:{companion.port}/")
        expect(host.locator(".arriving svg")).to_be_visible()
        expect(host.locator(".arriving")).to_contain_text(f":{companion.port}/")
        fingers.tap(host.get_by_role("button", name="Show a code"))
        digits = host.locator(".digits").inner_text().replace(" ", "")
        card = tablet.locator(".watching")
        expect(card).to_contain_text("This screen only watches. Pair it to keep score.")
        fingers.type(card.get_by_label("Code on"), digits)
        fingers.tap(card.get_by_role("button", name="Pair this device"))
        expect(card).to_have_count(0)
        fingers.tap(tablet.get_by_role("button", name="New game"))
        fingers.tap(tablet.locator("dialog.start-sheet .confirm"))
        fingers.tap(tablet.locator(".go.deal"))
        fingers.tap(tablet.locator(".panel.bottom .act-win"))
        sheet = tablet.locator("dialog.win-sheet")
        fingers.tap(sheet.get_by_role("button", name="Tsumo", exact=True))
        fingers.tap(sheet.get_by_role("button", name=re.compile("^3 han 30 fu")))
        fingers.tap(sheet.locator(".confirm"))
        expect(sheet).to_have_count(0)
        result = companion.wait_until(lambda now: now["result"] is not None)["result"]
        assert [win["han"] for win in result["wins"]] == [3]
    assert (fingers.taps <= MOST_TAPS, fingers.typed) == (True, 1), fingers.taps


@pytest.mark.gate(0)
def test_new_game_stays_where_it_is_when_the_picture_comes(device, tmp_path):
    with started(tmp_path / "games", "run", "--host", EVERYWHERE, "--name", NETWORK) as companion:
        host = device(f"http://localhost:{companion.port}/")
        button = host.get_by_role("button", name="New game")
        for size in SIZES:
            resize(host, size)
            host.reload()
            host.wait_for_selector("main:not(.waiting)")
            host.locator(".arriving svg").wait_for()
            after = button.bounding_box()
            host.route("**/api/pairing/addresses", lambda route: route.abort())
            host.reload()
            host.wait_for_selector("main:not(.waiting)")
            button.wait_for()
            assert button.bounding_box() == after, size
            host.unroute("**/api/pairing/addresses")


@pytest.mark.gate(0)
def test_who_only_looks_on_says_so_once_and_the_menu_still_pairs(device, tmp_path):
    with started(tmp_path / "games", "run", "--host", EVERYWHERE, "--name", NETWORK) as companion:
        page = device(f"http://{NETWORK}:{companion.port}/")
        page.locator(".watching").get_by_role("button", name="Only watch").tap()
        expect(page.locator(".watching")).to_have_count(0)
        page.reload()
        page.wait_for_selector("button.menu")
        page.locator("button.menu").tap()
        page.locator("dialog.menu button.pair").tap()
        page.locator("dialog.pairing").get_by_label("Code on").wait_for()
        expect(page.locator(".watching")).to_have_count(0)


@pytest.mark.gate(0)
def test_a_spectators_screen_is_asked_nothing(device, tmp_path):
    with started(tmp_path / "games", "run", "--host", EVERYWHERE, "--name", NETWORK) as companion:
        page = device(f"http://{NETWORK}:{companion.port}/", watch=1)
        page.wait_for_load_state("networkidle")
        expect(page.locator(".watching")).to_have_count(0)


@pytest.mark.gate(0)
def test_without_a_network_the_first_screen_and_the_code_name_the_option(device, tmp_path):
    with started(tmp_path / "games", "run") as companion:
        host = device(f"http://localhost:{companion.port}/")
        option = "add “--host 0.0.0.0” to the command that starts it"
        expect(host.locator(".arriving")).to_contain_text(option)
        host.locator("button.menu").tap()
        host.locator("dialog.menu button.pair").tap()
        sheet = host.locator("dialog.pairing")
        sheet.get_by_role("button", name="Show a code").tap()
        expect(sheet).to_contain_text(option)


@pytest.mark.gate(0)
@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("de", "light"), ("ja", "dark")])
def test_nothing_is_cut_where_a_first_evening_begins(device, tmp_path, language, theme):
    with started(tmp_path / "games", "run", "--host", EVERYWHERE, "--name", NETWORK) as companion:
        host = device(f"http://localhost:{companion.port}/", lang=language, theme=theme)
        guest = device(f"http://{NETWORK}:{companion.port}/", lang=language, theme=theme)
        host.locator(".arriving svg").wait_for()
        guest.locator(".watching .confirm").wait_for()
        found = faults_at(host, SIZES, "host")
        for size in SIZES:
            resize(guest, size)
            inside = guest.locator(".watching").bounding_box()
            assert inside["y"] >= 0, size
            assert inside["y"] + inside["height"] <= size[1], size
        assert [*found, *violations(host), *violations(guest)] == []


@contextmanager
def in_a_terminal(*arguments):
    """What a companion prints where people read it, until it has said where the tablet goes."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", *map(str, arguments)]
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL) as process:
        os.close(theirs)
        try:
            with os.fdopen(ours, encoding="utf-8", errors="replace") as said:
                yield said
        finally:
            process.terminate()


def test_the_terminal_shows_a_picture_to_photograph(tmp_path):
    arguments = ("run", "--port", 0, "--data", tmp_path, "--host", EVERYWHERE)
    with in_a_terminal(*arguments) as said:
        assert said.readline().startswith("The table is at http://localhost:")
        where = said.readline()
        assert re.search(r"^On the tablet open http://\S+:\d+/ or scan this QR code:", where)
        picture = [said.readline() for _ in range(12)]
        assert all(set(line.strip()) <= set("█▀▄ \x1b[0123456789;m") for line in picture), picture


@pytest.mark.skipif(not network_addresses(), reason="this machine has no network")
@pytest.mark.parametrize("command", ["run", "demo"])
def test_without_the_option_one_line_says_how_a_tablet_gets_in(tmp_path, command):
    with in_a_terminal(command, "--port", 0, "--data", tmp_path) as said:
        assert said.readline().startswith("The table is at http://127.0.0.1:")
        assert said.readline().strip() == "For a tablet, start it again and add --host 0.0.0.0"


def test_the_pretend_table_asks_no_spectator_for_a_code(device):
    with at_home() as (_, _, network):
        page = device(network)
        page.wait_for_load_state("networkidle")
        expect(page.locator(".watching")).to_have_count(0)
