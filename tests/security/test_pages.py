"""Pairing on the real page in a real browser: a tablet at http://table.local, not a secure context."""

from contextlib import contextmanager

import pytest

from companion.dashboard.roles import Role
from tests.browser.accessibility import violations
from tests.browser.conftest import ARGUMENTS, PATIENCE_MS
from tests.security.attacks import served
from tests.security.houses import House
from tests.toolbox.chromium import CHROMIUM

RESOLVE = "--host-resolver-rules=MAP table.local 127.0.0.1, MAP evil.example 127.0.0.1"


@pytest.fixture(scope="module")
def browser(playwright):
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; scripts/install-test-tools brings it")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    sync_api.expect.set_options(timeout=PATIENCE_MS)
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, RESOLVE])
    yield browser
    browser.close()


@pytest.fixture
def device(browser):
    """Open a page as some device does: each call is another device."""
    contexts = []

    def device(url, size=(1024, 768), **more):
        viewport = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=viewport, locale="en-GB", reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(url)
        return page

    yield device
    for context in contexts:
        context.close()


@contextmanager
def at_home(**kind):
    """A house on a port: the address of its own screen, and that of everybody else."""
    house = House(**kind)
    with served(house) as server:
        yield house, f"http://localhost:{server.port}/", f"http://table.local:{server.port}/"


def devices_sheet(page):
    page.locator("button.menu").click()
    page.locator("dialog.menu button.pair").click()
    return page.locator("dialog.pairing")


def shown_code(host):
    sheet = devices_sheet(host)
    sheet.get_by_role("button", name="Show a code").click()
    return sheet, sheet.locator(".digits").inner_text().replace(" ", "")


def test_a_tablet_is_paired_by_six_digits_and_loses_its_buttons_when_it_is_sent_away(device):
    from playwright.sync_api import expect

    with at_home() as (house, own, network):
        host, tablet = device(own), device(network)
        assert tablet.evaluate("isSecureContext") is False
        expect(host.locator("button.undo")).to_be_visible()
        expect(tablet.locator("button.menu")).to_be_visible()
        expect(tablet.locator("button.undo, button.pause")).to_have_count(0)
        guests, digits = shown_code(host)
        knock = devices_sheet(tablet)
        knock.get_by_label("Code on").fill(f"{(int(digits) + 1) % 1_000_000:06}")
        knock.get_by_label("What is").fill("Aki's tablet")
        knock.locator("button.confirm").click()
        expect(knock.get_by_role("alert")).to_have_text("Wrong or expired code.")
        expect(guests.locator(".guessed")).to_contain_text("1 wrong code in the last minute.")
        knock.get_by_label("Code on").fill(digits[:3] + " " + digits[3:])
        knock.locator("button.confirm").click()
        expect(knock).to_contain_text("Keeps the score.")
        knock.get_by_role("button", name="Close").click()
        tablet.locator("button.pause").click()
        expect(guests.locator(".guests li")).to_contain_text("Aki's tablet")
        assert len(house.table.reached) == 1
        guests.get_by_role("button", name="Remove Aki's tablet").click()
        guests.get_by_role("button", name="Tap again to confirm").click()
        expect(guests).to_contain_text("None yet.")
        expect(tablet.locator("button.undo, button.pause")).to_have_count(0)
        expect(tablet.locator(".notice")).to_have_text("This device may no longer keep score")


def test_a_photographed_picture_pairs_a_phone_with_a_private_table(device):
    from playwright.sync_api import expect

    with at_home(is_private=True) as (house, own, network):
        host = device(own)
        shown_code(host)
        code = house.entrance.pairing._code
        phone = device(f"{network}#pair={code.secret}", size=(320, 568))
        assert code.secret not in phone.url
        expect(phone.locator("main.door")).to_contain_text("This table is private.")
        phone.locator("button.confirm").click()
        expect(phone.locator("button.undo")).to_be_visible()
        assert [each.name for each in house.devices.all()] == ["Tablet"]
        assert phone.evaluate("document.cookie") == ""


def test_a_key_held_at_the_table_makes_a_host(device):
    from playwright.sync_api import expect

    with at_home() as (house, _, network):
        house.has_keys()
        tablet = device(network)
        sheet = devices_sheet(tablet)
        sheet.locator("button.by-key").click()
        expect(sheet.get_by_role("status")).to_be_visible()
        house.entrance.allow_host_for(30)
        expect(sheet).to_contain_text("Let a device in")
        assert [each.role.word for each in house.devices.all()] == ["host"]


@pytest.mark.gate(1)
@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_nothing_of_the_host_view_is_outside_the_screen(device, size):
    with at_home() as (house, own, _):
        for name in ("A tablet with a very long name, 40 letters", "B"):
            house.devices.let_in(name[:40], Role.SCORER, "")
        page = device(own, size)
        sheet, _ = shown_code(page)
        sheet.locator(".guests li").nth(1).wait_for()
        outside = sheet.evaluate(
            "sheet => [...sheet.querySelectorAll('*')].filter(each => {"
            " const box = each.getBoundingClientRect();"
            " return box.right > innerWidth + 0.5 || box.left < -0.5; })"
            ".map(each => each.outerHTML.slice(0, 80))"
        )
        assert outside == []


@pytest.mark.gate(0)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_where_devices_are_paired(device, theme):
    with at_home(is_private=True) as (house, own, network):
        house.devices.let_in("Tablet", Role.SPECTATOR, "")
        host, guest = (
            device(f"{own}?theme={theme}"),
            device(f"{network}?theme={theme}&lang=fr", size=(320, 568)),
        )
        sheet, _ = shown_code(host)
        sheet.locator(".guests li").wait_for()
        guest.locator("main.door input").first.wait_for()
        for page in (host, guest):
            assert violations(page) == []
