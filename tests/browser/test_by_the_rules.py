"""What only some rules play is told by touch where they play it, and offered nowhere else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.riichi.facts import RiichiDeclared, Won
from companion.riichi.presets import EMA, JPML_A, M_LEAGUE, TENHOU
from tests.browser.evenings import EveningTable
from tests.browser.measuring import faults
from tests.browser.touching import NAMES, act, confirm, deltas, go, seat, shown, sit, tap_tiles

OPEN = replace(TENHOU, name="open", open_riichi=True)
DOUBLE = replace(TENHOU, name="double", double_yakuman=True)
NO_STACK = replace(DOUBLE, name="one pair", yakuman_stack=False)


@pytest.fixture
def rules():
    return TENHOU


@pytest.fixture
def serving(rules):
    table = EveningTable(rules)
    yield table
    table.end()


def told(serving, kind):
    entries = serving.journal.entries(serving.journal.games()[-1].number)
    gone = {entry.retracts for entry in entries}
    return [entry.fact for entry in entries if isinstance(entry.fact, kind) and entry.seq not in gone]


def declare(page, name, which):
    act(page, name, "Riichi")
    page.locator("dialog.riichi-sheet").get_by_role("button", name=which, exact=True).click()


# オープン立直


@pytest.mark.gate(1)
@pytest.mark.parametrize("rules", [OPEN])
@pytest.mark.parametrize("depth", ["points", "counting"])
def test_open_riichi_is_one_choice_more(open_page, serving, depth):
    sit(serving, depth)
    page = open_page()
    first = "Aki" if depth == "counting" else "Ben"
    declare(page, first, "Open riichi")
    expect(seat(page, first).locator(".said")).to_contain_text("Open riichi")
    assert [fact.is_open for fact in told(serving, RiichiDeclared)] == [True]
    assert faults(page) == []
    if depth == "points":
        declare(page, "Chie", "Riichi")
        expect(seat(page, "Chie").locator(".said")).to_have_text("Riichi")
        assert [fact.is_open for fact in told(serving, RiichiDeclared)] == [True, False]


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [OPEN])
def test_open_riichi_with_its_tile(open_page, serving):
    sit(serving, "full")
    page = open_page()
    act(page, "Aki", "Riichi")
    sheet = page.locator("dialog.pick-sheet")
    sheet.get_by_role("group", name="Riichi").get_by_role("button", name="Open riichi").click()
    tap_tiles(sheet, "9 of bamboos")
    expect(seat(page, "Aki").locator(".said")).to_contain_text("Open riichi")
    assert [fact.is_open for fact in told(serving, RiichiDeclared)] == [True]


def test_where_it_is_not_played_nobody_is_asked(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    expect(seat(page, "Ben").locator(".said")).to_have_text("Riichi")
    assert [fact.is_open for fact in told(serving, RiichiDeclared)] == [False]


def correct_riichi(page):
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="History").click()
    page.locator("dialog.evening .hand-row").first.click()
    page.get_by_role("button", name="Correct this hand").click()
    what = page.locator("dialog.evening").get_by_role("button", name="Riichi", exact=True)
    what.click()


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [OPEN])
def test_a_correction_knows_open_riichi_too(open_page, serving):
    sit(serving)
    serving.do("tap", seat=1, action="riichi")
    page = open_page()
    correct_riichi(page)
    page.get_by_role("button", name="Open riichi", exact=True).click()
    page.locator(".answered .confirm").click()
    expect(seat(page, "Ben").locator(".said")).to_have_text("Open riichi")
    page.keyboard.press("Escape")
    correct_riichi(page)
    page.get_by_role("group", name="Forgotten: add it").get_by_role("button", name="Chie").click()
    kinds = page.get_by_role("group", name="Riichi", exact=True)
    kinds.get_by_role("button", name="Open riichi", exact=True).click()
    page.locator(".answered .confirm").click()
    expect(seat(page, "Chie").locator(".said")).to_have_text("Open riichi")
    found = {fact.seat: fact.is_open for fact in told(serving, RiichiDeclared)}
    assert found == {1: True, 2: True}


# 役満 and 満貫以上


@pytest.mark.gate(0)
@pytest.mark.parametrize(("rules", "most"), [(EMA, 1), (NO_STACK, 2), (TENHOU, 4), (DOUBLE, 6)])
def test_as_many_yakuman_as_the_rules_can_make(open_page, serving, most):
    sit(serving)
    page = open_page((390, 844), seat=1)
    page.locator(".seats .act-win").click()
    page.locator("dialog .limits .cell b").first.wait_for()
    names = page.locator("dialog .limits .cell b").all_inner_texts()
    assert len([name for name in names if name == "Yakuman" or "×" in name]) == most
    assert ("Counted yakuman" in names) == serving.house.kazoe_yakuman
    assert faults(page) == []


# 包


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [JPML_A])
def test_who_fed_an_open_kan_is_named_where_nobody_follows_the_turns(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Open kan")
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Ron from Dai", exact=True).click()
    expect(sheet.get_by_role("group", name="Who is liable (pao)?")).to_have_count(0)
    sheet.get_by_role("button", name="Tsumo", exact=True).click()
    sheet.get_by_role("button", name="3 han 40 fu").click()
    sheet.get_by_role("button", name="Pao: Chie", exact=True).click()
    confirm(sheet)
    shown(page, serving)
    expect(seat(page, "Aki").locator(".delta")).to_have_text("±0")
    assert deltas(page) == ["±0", "+5,200", "−5,200", "±0"]
    assert [fact.liable for fact in told(serving, Won)] == [2]
    # It was another one's: put right in the whole hand.
    go(page, "Correct the result")
    page.get_by_role("button", name="Correct this hand").click()
    page.get_by_role("group", name="Who is liable (pao)?").get_by_role("button", name="Dai").click()
    page.locator(".answered .confirm").click()
    expect(seat(page, "Dai").locator(".delta")).to_have_text("−5,200")
    assert [fact.liable for fact in told(serving, Won)] == [3]


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [M_LEAGUE])
def test_two_who_are_liable_are_named_where_nobody_follows_the_turns(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Tsumo", exact=True).click()
    sheet.locator(".limits .cell", has_text="2 × yakuman").click()
    kans = sheet.get_by_role("group", name="And for the fourth kan?")
    expect(kans).to_have_count(0)
    sheet.get_by_role("group", name="Who is liable (pao)?").get_by_role("button", name="Pao: Chie").click()
    kans.get_by_role("button", name="Pao: Dai").click()
    assert faults(page) == []
    confirm(sheet)
    shown(page, serving)
    expect(seat(page, "Aki").locator(".delta")).to_have_text("±0")
    assert deltas(page) == ["±0", "+64,000", "−32,000", "−32,000"]
    assert [(fact.liable, fact.liable_for_kans) for fact in told(serving, Won)] == [(2, 3)]
    go(page, "Correct the result")
    page.get_by_role("button", name="Correct this hand").click()
    page.get_by_role("group", name="And for the fourth kan?").get_by_role("button", name="Aki").click()
    page.locator(".answered .confirm").click()
    expect(seat(page, "Aki").locator(".delta")).to_have_text("−32,000")
    assert [(fact.liable, fact.liable_for_kans) for fact in told(serving, Won)] == [(2, 0)]


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [replace(TENHOU, name="no pao", pao=frozenset())])
def test_nobody_is_asked_who_is_liable_where_nobody_can_be(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Tsumo", exact=True).click()
    sheet.locator(".limits .cell").last.click()
    expect(sheet.locator(".confirm[aria-busy=false]")).to_be_enabled()
    expect(sheet.get_by_role("group", name="Who is liable (pao)?")).to_have_count(0)


def feed_twice(serving):
    """Aki feeds Chie the third dragon, and Dai the fourth kan."""
    serving.do("start", names=list(NAMES))
    serving.do("deal", depth="full", indicator="9s")
    told = "0 discard 5z, 2 pon 5z5z, 2 discard 1p, 3 discard 6z, 2 pon 6z6z, 2 discard 2p, 3 discard 3p,"
    told += "0 discard 7z, 2 pon 7z7z, 2 discard 4p, 3 discard 9p, 0 discard 9s, 1 discard 9s,"
    told += "2 kakan 5z, 2 kakan 6z, 2 kakan 7z, 2 discard 8p, 3 discard 1m, 2 daiminkan 1m1m1m"
    for one in told.split(","):
        player, action, tiles = one.split()
        named = {"tile": tiles} if len(tiles) == 2 else {"own": re.findall("..", tiles)}
        serving.do("tap", seat=int(player), action=action, **named)


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [replace(M_LEAGUE, name="league")])
def test_two_who_fed_a_yakuman_each_pay_for_a_hand_that_is_typed(open_page, serving):
    feed_twice(serving)
    page = open_page()
    act(page, "Chie", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Tsumo", exact=True).click()
    sheet.get_by_role("button", name="By tiles").click()
    tap_tiles(sheet, "2 of characters", "2 of characters")
    confirm(sheet)
    shown(page, serving)
    expect(seat(page, "Chie").locator(".delta")).to_have_text("+64,000")
    assert deltas(page) == ["−32,000", "±0", "+64,000", "−32,000"]
    assert faults(page) == []
