"""A hand by touch: how a game begins, and every way in which a hand ends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.real_table import RealTable
from tests.browser.touching import (
    NAMES,
    act,
    confirm,
    deltas,
    facts,
    go,
    points,
    seat,
    sit,
    tap_tiles,
    win,
)


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def test_a_game_begins_with_names_winds_and_rules(open_page, serving):
    page = open_page()
    go(page, "New game")
    sheet = page.locator("dialog.start-sheet")
    for at, name in enumerate(NAMES):
        sheet.locator(".name-line input").nth(at).fill(name)
    sheet.get_by_role("button", name="Draw the winds").click()
    for at in (2, 0, 3, 1):
        sheet.locator(".wind-tile").nth(at).click()
    drawn = sheet.locator(".wind-tile").evaluate_all(
        "all => all.map(tile => tile.getAttribute('aria-label'))"
    )
    by_wind = {said.split(": ")[1]: said.split(": ")[0] for said in drawn}
    sheet.get_by_role("button", name="Sit like this").click()
    sheet.get_by_role("button", name="M-League").click()
    expect(sheet.locator(".differs summary")).to_have_text(re.compile(r"^\d+ differences from Tenhou$"))
    sheet.get_by_role("button", name="East only").click()
    sheet.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".go.deal")).to_contain_text("East 1")
    hanchan = serving.table.hanchan
    assert list(hanchan.names) == [by_wind[wind] for wind in ("East", "South", "West", "North")]
    assert (hanchan.rules.rounds, hanchan.rules.uma) == (1, (30, 10, -10, -30))


@pytest.mark.gate(0)
def test_two_players_of_one_name_are_asked_for_another(open_page, serving):
    page = open_page()
    go(page, "New game")
    for at in range(4):
        page.locator(".name-line input").nth(at).fill("Aki" if at < 2 else NAMES[at])
    expect(page.locator("dialog .foot-said")).to_have_text("Two players have the same name.")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_disabled()


@pytest.mark.gate(0)
def test_names_are_remembered_and_one_tap_each(open_page, serving):
    sit(serving)
    serving.do("finish")
    page = open_page()
    go(page, "New game")
    page.locator(".name-line input").first.focus()
    for name in ("Dai", "Aki"):
        page.locator(".remembered").get_by_role("button", name=name).click()
    written = page.locator(".name-line input").evaluate_all("all => all.map(input => input.value)")
    assert written == ["Dai", "Aki", "", ""]


@pytest.mark.gate(1)
@pytest.mark.parametrize(("total", "wall"), [(2, "Ben"), (5, "Aki"), (7, "Chie"), (12, "Dai")])
def test_the_dice_say_where_the_wall_is_broken(open_page, serving, total, wall):
    sit(serving)
    page = open_page()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Dice").click()
    page.locator(".sums").get_by_role("button", name=str(total), exact=True).click()
    expect(page.locator(".break-side p")).to_contain_text(f"the wall of {wall}")
    expect(page.locator(".break-side p")).to_contain_text(f"after {total} stacks")
    expect(page.locator(".wall-stack.dead")).to_have_count(7)
    expect(page.locator(".wall-stack.shown")).to_have_count(1)


@pytest.mark.gate(0)
def test_rolled_dice_and_their_sum_agree(open_page, serving):
    sit(serving)
    page = open_page()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Dice").click()
    for _ in range(5):
        page.get_by_role("button", name="Roll").click()
        pips = page.locator(".die circle").count()
        expect(page.locator(".sums [aria-pressed=true]")).to_have_text(str(pips))


def test_what_is_paid_is_shown_before_it_is_confirmed_and_why_after(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    sheet = win(page, "Dai", "Ron from Ben", "3 han 40 fu")
    expect(sheet.locator(".payments")).to_contain_text("Ben → Dai 5,200 hand")
    expect(sheet.locator(".payments")).to_contain_text("table → Dai 1,000 sticks")
    expect(sheet.get_by_role("img", name="Ben pays Dai 5,200. table pays Dai 1,000")).to_be_visible()
    assert facts(serving)[-1] == "RiichiAccepted"
    confirm(sheet)
    assert deltas(page) == ["±0", "−5,200", "±0", "+6,200"]
    expect(page.locator(".cards .payments")).to_contain_text("1,000 sticks")


def test_a_draw_is_one_tap_and_tenpai_is_said_at_each_seat(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Chie", "Riichi")
    go(page, "Exhaustive draw")
    expect(seat(page, "Chie").get_by_role("button", name="Tenpai")).to_be_disabled()
    # Two players at once: neither overwrites the other.
    seat(page, "Aki").locator(".tenpai").click()
    seat(page, "Dai").locator(".tenpai").click()
    expect(page.locator(".panel .tenpai[aria-pressed=true]")).to_have_count(3)
    expect(seat(page, "Dai").get_by_role("button", name="Tenpai", exact=True)).to_have_count(1)
    # A switch that shows both, not a word that may be a state or an act.
    expect(seat(page, "Ben").locator(".tenpai span")).to_have_text(["Tenpai", "Noten"])
    assert deltas(page) == ["+1,000", "−3,000", "+1,000", "+1,000"]
    seat(page, "Dai").locator(".tenpai").click()
    expect(seat(page, "Dai").locator(".delta")).to_have_text("−1,500")
    go(page, "Next hand")
    expect(page.locator(".plate.bottom .honba")).to_have_text("×1")
    assert points(page) == ["26,500", "23,500", "25,500", "23,500"]


@pytest.mark.gate(0)
def test_a_draw_right_after_a_riichi_counts_it(open_page, serving):
    sit(serving)
    page = open_page()
    taps = [".panel.top .act-riichi", ".go.draw"]
    page.evaluate("taps => taps.forEach(tap => document.querySelector(tap).click())", taps)
    expect(seat(page, "Chie").locator(".delta")).to_have_text("+3,000")


@pytest.mark.gate(0)
def test_a_ron_on_the_riichi_tile_gives_the_stick_back(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    sheet = win(page, "Aki", "Ron from Ben", "1 han 30 fu")
    sheet.get_by_role("button", name="On the riichi tile: the stick goes back").click()
    expect(sheet.locator(".payments")).to_have_text("Ben → Aki 1,500 hand")
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_have_text("−1,500")
    # The stick is back before the hand is paid.
    expect(seat(page, "Ben").locator(".before")).to_contain_text("25,000 →")


def test_two_win_on_one_tile(open_page, serving):
    sit(serving)
    page = open_page()
    sheet = win(page, "Chie", "Ron from Aki", "2 han 30 fu")
    sheet.get_by_role("button", name="+ Ron: Ben").click()
    sheet.get_by_role("button", name=re.compile("^3 han 30 fu")).click()
    expect(sheet.locator(".payments li")).to_have_count(2)
    confirm(sheet)
    assert deltas(page) == ["−5,900", "+3,900", "+2,000", "±0"]


@pytest.mark.gate(0)
def test_another_ron_is_added_after_the_first_was_told(open_page, serving):
    sit(serving)
    page = open_page()
    confirm(win(page, "Chie", "Ron from Aki", "2 han 30 fu"))
    act(page, "Ben", "+ Ron")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name=re.compile("^3 han 30 fu")).click()
    confirm(sheet)
    expect(seat(page, "Aki").locator(".delta")).to_have_text("−5,900")


@pytest.mark.gate(0)
def test_who_is_liable_for_a_yakuman_pays_half_of_a_ron(open_page, serving):
    sit(serving)
    page = open_page()
    sheet = win(page, "Ben", "Ron from Chie", "Yakuman")
    sheet.get_by_role("button", name="Pao: Dai").click()
    expect(sheet.locator(".payments")).to_contain_text("Dai → Ben 16,000 pao")
    confirm(sheet)
    assert deltas(page) == ["±0", "+32,000", "−16,000", "−16,000"]


def test_a_chombo_is_paid_as_the_rules_say(open_page, serving):
    sit(serving)
    page = open_page()
    go(page, "Draw / chombo")
    page.locator("dialog .danger").click()
    page.get_by_role("button", name="False win").click()
    page.get_by_role("button", name="Dai", exact=True).click()
    expect(page.locator(".cards h2")).to_contain_text("Chombo by Dai")
    assert facts(serving)[-1] == "Chombo"


@pytest.mark.gate(0)
def test_abortive_draws_are_offered_as_far_as_they_can_be(open_page, serving):
    sit(serving)
    page = open_page()
    go(page, "Draw / chombo")
    four = page.locator("dialog .not-now-ends > div", has_text="Four riichi")
    expect(four).to_contain_text("Not all four players are in riichi.")
    expect(page.locator("dialog").get_by_role("button", name="Four riichi")).to_have_count(0)
    # What a draw would bring stands beside its name before anybody taps it.
    expect(page.get_by_role("button", name="Nine terminals and honours: Ben")).to_have_text("Ben ±0")
    page.keyboard.press("Escape")
    for player in range(4):
        serving.do("tap", seat=player, action="riichi")
    go(page, "Draw / chombo")
    expect(page.get_by_role("button", name="Four riichi", exact=True)).to_have_text("Four riichi ±0")
    page.get_by_role("button", name="Four riichi", exact=True).click()
    expect(page.locator(".cards h2")).to_have_text("Four riichi")
    assert deltas(page) == ["±0"] * 4


@pytest.mark.gate(0)
def test_a_result_that_stands_is_put_right(open_page, serving):
    sit(serving)
    page = open_page()
    confirm(win(page, "Chie", "Ron from Aki", "2 han 30 fu"))
    go(page, "Correct the result")
    sheet = page.locator("dialog.win-sheet")
    expect(sheet.locator(".cell[aria-pressed=true]")).to_have_attribute(
        "aria-label", re.compile("2 han 30 fu")
    )
    sheet.get_by_role("button", name="Ron from Ben", exact=True).click()
    sheet.get_by_role("button", name=re.compile("^2 han 40 fu")).click()
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_have_text("−2,600")
    assert deltas(page) == ["±0", "−2,600", "+2,600", "±0"]
    assert facts(serving).count("Won") == 1


def test_a_hand_by_tiles_is_valued_while_it_is_tapped(open_page, serving):
    serving.do("start", names=NAMES)
    serving.do("deal", depth="points", indicator="4z")
    page = open_page()
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Ron from Aki").click()
    sheet.get_by_role("button", name="By tiles").click()
    sheet.get_by_role("button", name="Pon", exact=True).click()
    tap_tiles(sheet, "green dragon")
    tap_tiles(
        sheet, "2 of characters", "3 of characters", "4 of characters", "4 of circles", "5 of circles, red"
    )
    tap_tiles(
        sheet, "6 of circles", "7 of bamboos", "8 of bamboos", "9 of bamboos", "1 of bamboos", "1 of bamboos"
    )
    expect(sheet.locator(".worth-line")).to_contain_text("2 han 30 fu")
    expect(sheet.locator(".worth-line")).to_contain_text("Hatsu")
    expect(sheet.locator(".worth-line")).to_contain_text("Red fives")
    sheet.get_by_role("button", name="Houtei").click()
    expect(sheet.locator(".worth-line")).to_contain_text("3 han 30 fu")
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_have_text("+3,900")
    expect(page.locator(".cards .yaku")).to_contain_text("Houtei")
    # Its own tiles, the pon, and the tile it won with.
    expect(page.locator(".cards .hand .run")).to_have_count(3)
