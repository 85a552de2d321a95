"""A call that was told first and yields to another one: every page says so, and one tap brings it back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.clock import ManualClock
from companion.evidence.sights import SeenTile
from companion.riichi.presets import M_LEAGUE, TENHOU
from companion.riichi.tiles import parse_tiles
from tests.browser.measuring import faults
from tests.browser.real_table import RealTable
from tests.browser.touching import NAMES, act, confirm, facts, seat, shown, sit, win
from tests.toolbox.sightings import visible

RON = {"is": "Won", "by": "ron", "giver": 0, "value": {"han": 2, "fu": 30, "yakuman": 0, "yaku": []}}


@pytest.fixture
def rules():
    return TENHOU


class WithoutHurry(RealTable):
    """However long a busy machine takes, no time passes at this table: a call may go before another."""

    def begin(self) -> None:
        self.clock = ManualClock()
        super().begin()


@pytest.fixture
def serving(rules):
    table = WithoutHurry(rules)
    yield table
    table.end()


def newest(serving):
    return serving.journal.entries(serving.journal.games()[-1].number)[-1].seq


def in_its_place(serving, *facts):
    """The newest thing told gives way to another one, as the table does it itself and a correction does."""
    serving.do("correct", retracts=[newest(serving)], facts=list(facts))


def called(page, name):
    return seat(page, name).locator(".melds .meld")


def test_a_chi_that_yields_to_a_pon_is_named_and_comes_back_with_undo(open_page, serving):
    sit(serving, "counting")
    serving.do("tap", seat=0, action="discard")
    serving.do("tap", seat=1, action="chi")
    pages = [open_page(), open_page((390, 844), seat=1)]
    for page in pages:
        shown(page, serving)
    in_its_place(serving, {"is": "PonCalled", "seat": 3, "giver": 0, "tile": None, "own": [None, None]})
    for page in pages:
        expect(page.locator(".notice")).to_contain_text("Ben: Chi no longer counts")
        assert faults(page) == []
    assert facts(serving)[-1] == "PonCalled"
    pages[0].locator(".notice").get_by_role("button", name="Undo").click()
    expect(pages[0].locator(".notice")).to_contain_text("Taken back")
    assert facts(serving)[-1] == "ChiCalled"


@pytest.mark.parametrize("rules", [replace(M_LEAGUE, name="one winner")])
def test_a_far_ron_that_yields_to_a_near_one_is_named(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[{**RON, "seat": 3}])
    page = open_page()
    expect(seat(page, "Dai").locator(".delta")).to_have_text("+2,000")
    in_its_place(serving, {**RON, "seat": 1})
    expect(page.locator(".notice")).to_contain_text("Dai: Ron no longer counts")
    expect(seat(page, "Ben").locator(".delta")).to_have_text("+2,000")


@pytest.mark.gate(0)
def test_what_is_only_taken_back_yields_to_nothing(open_page, serving):
    sit(serving, "counting")
    serving.do("tap", seat=0, action="discard")
    serving.do("tap", seat=1, action="chi")
    page = open_page()
    shown(page, serving)
    serving.do("undo")
    serving.do("tap", seat=3, action="pon")
    shown(page, serving)
    expect(page.locator(".notice")).to_have_count(0)


@pytest.mark.gate(0)
def test_a_pon_is_told_by_touch_after_a_chi(open_page, serving):
    sit(serving, "counting")
    serving.do("tap", seat=0, action="discard")
    page = open_page()
    act(page, "Ben", "Chi")
    expect(called(page, "Ben")).to_have_count(1)
    act(page, "Dai", "Pon")
    expect(page.locator(".notice")).to_contain_text("Ben: Chi no longer counts")
    expect(called(page, "Ben")).to_have_count(0)
    expect(called(page, "Dai")).to_have_count(1)
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(called(page, "Ben")).to_have_count(1)
    expect(called(page, "Dai")).to_have_count(0)


@pytest.mark.gate(0)
def test_a_ron_is_told_by_touch_of_a_tile_that_lies_in_a_chi(open_page, serving):
    sit(serving, "counting")
    serving.do("tap", seat=0, action="discard")
    page = open_page()
    act(page, "Ben", "Chi")
    expect(called(page, "Ben")).to_have_count(1)
    confirm(win(page, "Chie", "Ron from Aki", "2 han 30 fu"))
    expect(seat(page, "Aki").locator(".delta")).to_have_text("−2,000")
    expect(called(page, "Ben")).to_have_count(0)
    assert facts(serving)[-1] == "Won"


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [replace(M_LEAGUE, name="one winner")])
def test_under_head_bump_the_nearer_one_who_is_told_second_has_the_money(open_page, serving):
    sit(serving)
    page = open_page()
    confirm(win(page, "Dai", "Ron from Aki", "2 han 30 fu"))
    expect(seat(page, "Dai").locator(".delta")).to_have_text("+2,000")
    act(page, "Ben", "+ Ron")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="3 han 30 fu").click()
    confirm(sheet)
    expect(page.locator(".notice")).to_contain_text("Dai: Ron no longer counts")
    expect(seat(page, "Ben").locator(".delta")).to_have_text("+3,900")
    expect(seat(page, "Dai").locator(".delta")).to_have_text("±0")


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [replace(M_LEAGUE, name="one winner")])
def test_a_hand_that_the_eye_has_read_replaces_a_farther_ron_once_it_is_confirmed(open_page, serving):
    serving.do("start", names=list(NAMES))
    serving.do("deal", depth="full", indicator="9s")
    serving.do("tap", seat=0, action="discard", tile="1z")
    serving.do("tell", facts=[{**RON, "seat": 3}])
    page = open_page()
    expect(seat(page, "Dai").locator(".delta")).to_have_text("+2,000")
    table = visible(serving.table.hanchan.kyoku)
    hand = tuple(SeenTile(tile) for tile in parse_tiles("123m456p789s22z11z"))
    zones = (table.seats[0], replace(table.seats[1], showing=hand), *table.seats[2:])
    serving.see(replace(table, seats=zones))
    page.locator(".asked.right .asked-choices button").first.click()
    expect(page.locator(".notice")).to_contain_text("Dai: Ron no longer counts")
    expect(seat(page, "Dai").locator(".delta")).to_have_text("±0")
    assert facts(serving).count("Won") == 1
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(seat(page, "Dai").locator(".delta")).to_have_text("+2,000")
    assert facts(serving).count("Won") == 1
