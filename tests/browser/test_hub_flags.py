"""Time up at a table that plays by the clock, on the hub's page: the table's card and the referee's phone."""

from contextlib import contextmanager
from time import sleep

import pytest
from playwright.sync_api import expect

from companion.player_clock import ClockRules, ClocksSeen, Flag, Reckoning, SeatClock
from tests.browser.accessibility import violations_by_theme
from tests.browser.hub_pages import LONG, hub_page, open_hub
from tests.browser.measuring import faults_at
from tests.browser.test_hub import card
from tests.club.conftest import folder, hub, joined, soon
from tests.club_page.conftest import linked
from tests.club_page.playing import hands_of
from tests.front_door.companions import started
from tests.toolbox.tongues import LANGUAGES

__all__ = ["folder", "hub", "hub_page", "joined", "linked", "open_hub"]

PHONE = (390, 844)
SIZES = (PHONE, (800, 480), (1280, 800))


@contextmanager
def played_by_the_clock(hub, place):
    """A real table of the club at which the second player has just run over."""
    with started(place, "run") as table:
        assert table.ask("POST", "/api/membership/join", {"code": str(hub.code())})[0] == 200
        assert table.ask("POST", "/api/clocks", {"bank_s": 1, "free_s": 0, "again_s": 60})[0] == 200
        table.command("start", tap="start", names=["Aki", "Ben", "Chie", "Dai"])
        table.command("deal", tap="deal", depth="counting")
        for seat in (0, 1):
            tap = {"seat": seat, "action": "discard", "is_open": False, "own": [], "tile": None}
            more = {"giver": None, "tsumogiri": None}
            status, said = table.command("tap", tap=f"tap-{seat}", **tap, **more)
            assert status == 200, said
            sleep(1.3)
        yield table


def test_time_up_is_on_the_hubs_page_until_it_is_waived_at_the_table(open_hub, hub, tmp_path):
    before = {one.id for one in hub.members.all}
    with played_by_the_clock(hub, tmp_path / "table") as table:
        (mine,) = [one for one in hub.members.all if one.id not in before]
        page = open_hub()
        expect(card(page, mine.name).locator(".flag")).to_have_text("Ben: time up")
        page.get_by_role("link", name="Referee").click()
        flagged = page.locator(".hub-referee").get_by_role("button", name="Ben")
        flagged.click()
        expect(page.locator(".hub-referee .flag")).to_have_text("Ben: time up")
        (flag,) = [
            one["flag"] for one in table.ask("GET", "/api/clocks")[1]["clocks"]["seats"] if one["flag"]
        ]
        assert table.ask("POST", "/api/clocks/waive", {"flag": flag})[0] == 200
        expect(page.locator(".hub-referee .flag")).to_have_count(0)
        page.get_by_role("button", name="All calls").click()
        expect(flagged).to_have_count(0)
        page.get_by_role("link", name="Tables").click()
        expect(card(page, mine.name).locator(".flag")).to_have_count(0)


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_room_in_every_language_and_nothing_that_axe_finds_wrong(open_hub, hub, linked, language):
    table = linked("A table with a rather long name, beside")
    table.begin(hands_of(6, 2, LONG))
    over = SeatClock(-1.0, Flag(9, 2))
    clocks = Reckoning((over, SeatClock(5.0), over, over), 2)
    table.link.flags.look = lambda: ClocksSeen(ClockRules(360), clocks, "", 0.0)
    assert soon(lambda: hub.flags.of(table.mine.table) == (0, 2, 3))
    page = open_hub(lang=language)
    page.locator(".flag").first.wait_for()
    found = faults_at(page, SIZES, f"{language} card")
    found += violations_by_theme(page)
    page.evaluate("() => { location.hash = 'referee'; }")
    page.locator(".hub-referee .referee-call").first.wait_for()
    found += faults_at(page, SIZES, f"{language} queue")
    page.locator(".hub-referee .referee-call").first.click()
    page.locator(".hub-referee .flag").first.wait_for()
    found += faults_at(page, SIZES, f"{language} table")
    assert found + violations_by_theme(page) == []
