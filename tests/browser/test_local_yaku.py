"""Yaku of the house are written under "Change rules", and named with a win by touch (ローカル役)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.riichi.facts import Won
from companion.riichi.presets import TENHOU
from tests.browser.evenings import EveningTable
from tests.browser.measuring import faults
from tests.browser.touching import act, confirm, deltas, go, seat, shown, sit, tap_tiles

OWN = (("Three winds", 2), ("八連荘", 13))


@pytest.fixture
def rules():
    return replace(TENHOU, name="club", local_yaku=OWN)


@pytest.fixture
def serving(rules):
    table = EveningTable(rules)
    yield table
    table.end()


def won(serving):
    entries = serving.journal.entries(serving.journal.games()[-1].number)
    gone = {entry.retracts for entry in entries}
    return [entry.fact for entry in entries if isinstance(entry.fact, Won) and entry.seq not in gone]


def names(win):
    return [name for name, _ in win.value.yaku]


@pytest.mark.gate(1)
@pytest.mark.parametrize("size", [(390, 844), (800, 480), (1280, 800)])
def test_by_han_and_fu_it_is_named_within_what_was_said(open_page, serving, size):
    sit(serving)
    page = open_page(size)
    if size == (1280, 800):
        act(page, "Ben", "Win")
    else:
        page.locator(".seats .act-win").nth(1).click()
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Tsumo", exact=True).click()
    sheet.get_by_role("button", name="3 han 30 fu").click()
    own = sheet.get_by_role("group", name="House yaku, included in the value above")
    own.get_by_role("button", name="Three winds").click()
    expect(own.get_by_role("button", name="Three winds 2 han")).to_have_attribute("aria-pressed", "true")
    assert faults(page) == []
    before = serving.table.seq
    confirm(sheet)
    page.wait_for_function("seq => Number(document.documentElement.dataset.seq) > seq", arg=before)
    [win] = won(serving)
    assert (win.value.han, win.value.yaku) == (3, (("Three winds", 2),))


@pytest.mark.gate(0)
def test_the_result_names_it_and_it_can_be_put_right_and_taken_back(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Ron from Dai", exact=True).click()
    sheet.get_by_role("button", name="3 han 30 fu").click()
    sheet.get_by_role("button", name="Three winds").click()
    confirm(sheet)
    shown(page, serving)
    expect(page.locator(".yaku").first).to_contain_text("Three winds")
    go(page, "Correct the result")
    sheet = page.locator("dialog.win-sheet")
    expect(sheet.get_by_role("button", name="Three winds")).to_have_attribute("aria-pressed", "true")
    sheet.get_by_role("button", name="Three winds").click()
    confirm(sheet)
    shown(page, serving)
    expect(page.locator(".yaku")).to_have_count(0)
    assert [names(win) for win in won(serving)] == [[]]
    go(page, "Correct the result")
    page.get_by_role("button", name="Correct this hand").click()
    page.locator(".one-win").get_by_role("button", name="Three winds").click()
    page.locator(".answered .confirm").click()
    expect(page.locator(".yaku").first).to_contain_text("Three winds")
    assert [names(win) for win in won(serving)] == [["Three winds"]]
    page.keyboard.press("Escape")
    serving.do("undo")
    assert [names(win) for win in won(serving)] != [["Three winds"]]


@pytest.mark.gate(0)
def test_by_tiles_its_han_are_added_and_it_is_yaku_enough(open_page, serving):
    sit(serving)
    page = open_page(expects_errors=True)
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Ron from Dai", exact=True).click()
    sheet.get_by_role("button", name="By tiles").click()
    for suit, ranks in (("characters", "123"), ("circles", "456"), ("bamboos", "99678")):
        tap_tiles(sheet, *(f"{rank} of {suit}" for rank in ranks))
    tap_tiles(sheet, "1 of bamboos", "2 of bamboos", "3 of bamboos")
    expect(sheet.locator(".worth-line")).to_contain_text("This hand has no yaku.")
    sheet.get_by_role("group", name="House yaku", exact=True).get_by_role(
        "button", name="Three winds"
    ).click()
    expect(sheet.locator(".worth-line")).to_contain_text("Three winds 2")
    expect(sheet.locator(".worth-line")).to_contain_text("2 han 40 fu")
    confirm(sheet)
    shown(page, serving)
    assert [names(win) for win in won(serving)] == [["Three winds"]]
    expect(seat(page, "Dai").locator(".delta")).to_have_text("−2,600")
    assert deltas(page)[1] == "+2,600"
    assert faults(page) == []


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [TENHOU])
def test_a_house_without_them_is_not_asked(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Win")
    expect(page.locator("dialog.win-sheet .limits")).to_have_count(1)
    expect(page.locator("dialog.win-sheet .named-picks")).to_have_count(0)
