"""A television or an overlay joins by a picture with a code, types nothing, and may only look on."""

from __future__ import annotations

import pytest
import segno

from tests.security.houses import House, command, post
from tests.security.test_pages import at_home, browser, device, devices_sheet

__all__ = ["browser", "device"]

TELEVISION = (1920, 1080)
SHOWN = {"Television": "?watch=1", "OBS overlay": "?overlay=1"}


@pytest.mark.gate(1)
@pytest.mark.parametrize(("name", "asked"), SHOWN.items())
def test_a_private_table_lets_a_screen_without_keys_in_by_a_picture(device, name, asked):
    with at_home(is_private=True) as (house, own, network):
        host = device(own)
        sheet = devices_sheet(host)
        sheet.get_by_role("button", name=name, exact=True).click()
        sheet.get_by_role("button", name="Show a code").click()
        sheet.locator(".digits").wait_for()
        assert [url.split("/")[-1] for url in sheet.locator(".url").all_inner_texts()] == [asked]
        code = house.entrance.pairing._code
        shown = device(f"{network}{asked}#pair={code.secret}", size=TELEVISION)
        shown.locator("main:is(.tv, .overlay)").wait_for()
        (kept,) = house.devices.all()
        assert (kept.name, kept.role.word) == (name, "spectator")
        assert "pair" not in shown.url
        shown.reload()
        shown.locator("main:is(.tv, .overlay)").wait_for()


def test_without_a_code_a_private_table_stays_shut(device):
    with at_home(is_private=True) as (_, _, network):
        page = device(f"{network}?watch=1", size=TELEVISION)
        page.locator(".pairing").wait_for()
        assert page.locator("main.tv").count() == 0


def test_the_picture_holds_the_address_of_that_page():
    house = House()
    made = post(house.host(), "/api/pairing/code", role="spectator", page="watch").json
    (url,) = made["urls"][:1]
    assert url.endswith("/?watch=1")
    secret = house.entrance.pairing._code.secret
    rows = segno.make(f"{url}#pair={secret}", error="m", micro=False).matrix
    dark = [(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark]
    assert made["qr"]["path"] == "".join(f"M{x + 4} {y + 4}h1v1h-1z" for x, y in dark)


@pytest.mark.parametrize("page", ["stream", "?watch=1", "watch#", "Overlay"])
def test_no_other_page_is_named(page):
    assert post(House().host(), "/api/pairing/code", role="spectator", page=page).status_code == 400


def test_who_came_by_such_a_picture_changes_nothing():
    house = House()
    assert command(house.paired("spectator")).status_code == 403


def test_an_overlay_is_told_no_more_than_any_spectator():
    """There is one snapshot for all: what a screen shows is chosen on the screen."""
    house = House()
    viewer = house.stranger()
    assert viewer.get("/api/snapshot?overlay=1").data == viewer.get("/api/snapshot").data
    shown = viewer.get("/api/snapshot").json
    assert {type(seat["hand"]) for seat in shown["seats"]} == {int}, "how many tiles, and not which"
