"""A break, another player, other seats, points, rules by touch; and how far one player is from everybody."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations_by_theme
from tests.browser.measuring import faults_at
from tests.browser.real_table import RealTable
from tests.browser.touching import facts, seat, shown, sit
from tests.toolbox.tongues import LANGUAGES

SIZES = [(1280, 800), (800, 1280), (390, 844), (800, 480)]
WON = {
    "is": "Won",
    "seat": 1,
    "by": "ron",
    "giver": 2,
    "value": {"han": 4, "fu": 30, "yakuman": 0, "yaku": []},
}


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def tea(page):
    page.locator(".buttons .menu-button, .buttons button").first.click()
    page.get_by_role("button", name="Break, players, seats …").click()
    return page.locator("dialog.tea-sheet")


def player(page, name):
    seat(page, name).locator(".player-tap").click()
    return page.locator("dialog.tea-sheet")


def test_a_game_rests_and_goes_on(open_page, serving):
    sit(serving)
    page = open_page()
    tea(page).get_by_role("button", name="Take a break").click()
    expect(page.locator(".resting h2")).to_have_text("Break")
    expect(page.locator(".act")).to_have_count(0)
    assert serving.table.hanchan.sitting.is_paused
    page.locator(".resting").get_by_role("button", name="Resume").click()
    expect(page.locator(".resting")).to_have_count(0)
    assert facts(serving)[-2:] == ["GamePaused", "GameResumed"]


def test_another_person_takes_over_and_who_sits_already_cannot(open_page, serving):
    sit(serving)
    page = open_page(expects_errors=True)
    player(page, "Chie").get_by_role("button", name="Another player").click()
    sheet = page.locator("dialog.tea-sheet")
    sheet.get_by_role("textbox").fill("ben")
    sheet.get_by_role("button", name="Use this").click()
    expect(sheet.locator(".sheet-said .refusal")).to_have_text(
        "Somebody with this name is at the table already."
    )
    sheet.get_by_role("textbox").fill("Zoe")
    sheet.get_by_role("button", name="Use this").click()
    expect(seat(page, "Chie").locator(".name")).to_have_text("Zoe")
    # Who left is one tap away.
    player(page, "Chie").get_by_role("button", name="Another player").click()
    sheet.get_by_role("button", name="Chie").click()
    expect(seat(page, "Chie").locator(".name")).to_have_text("Chie")


@pytest.mark.gate(0)
def test_who_is_away_is_said_and_no_hand_is_dealt(open_page, serving):
    serving.do("start", names=["Aki", "Ben", "Chie", "Dai"])
    page = open_page(expects_errors=True)
    player(page, "Ben").get_by_role("button", name="Is away").click()
    expect(seat(page, "Ben").locator(".facts")).to_contain_text("away")
    page.locator(".go.deal").click()
    expect(page.locator(".notice")).to_contain_text("A player is away")
    player(page, "Ben").get_by_role("button", name="Is back").click()
    expect(seat(page, "Ben").locator(".facts")).not_to_contain_text("away")
    page.locator(".go.deal").click()
    expect(page.locator(".act").first).to_be_visible()


@pytest.mark.gate(0)
def test_a_player_sees_how_far_everybody_is(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[WON])
    page = open_page()
    rows = player(page, "Ben").locator(".tea-differences tr")
    expect(rows.nth(0)).to_have_text(re.compile(r"Ben\s*32,700"))
    expect(rows.nth(3)).to_have_text(re.compile(r"Chie\s*17,300\s*\+15,400"))
    assert "right" in page.locator("dialog.tea-sheet").get_attribute("class").split()


def test_players_change_seats_after_the_result_and_say_what_goes_along(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[WON])
    page = open_page()
    tea(page).get_by_role("button", name="Change seats").click()
    sheet = page.locator("dialog.tea-sheet")
    sheet.get_by_role("group", name="North").get_by_role("button", name="Chie").click()
    expect(sheet.get_by_role("button", name="Use this")).to_be_disabled()
    sheet.get_by_role("button", name="Points move with the players, winds stay with the seats").click()
    sheet.get_by_role("button", name="Use this").click()
    expect(seat(page, "Aki").locator(".name")).to_have_text("Chie")
    assert serving.table.hanchan.points == (17_300, 32_700, 25_000, 25_000)
    assert facts(serving)[-2:] == ["KyokuEnded", "SeatsChanged"]


@pytest.mark.gate(0)
def test_two_who_enter_the_same_change_of_seats_move_everybody_once(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[WON])
    page = open_page()
    tea(page).get_by_role("button", name="Change seats").click()
    sheet = page.locator("dialog.tea-sheet")
    sheet.get_by_role("button", name="Everyone moves one seat").click()
    sheet.get_by_role("button", name="Points move with the players, winds stay with the seats").click()
    serving.do("say", what={"is": "SeatsChanged", "order": [3, 0, 1, 2], "carried": "points"})
    shown(page, serving)
    expect(sheet.locator(".confirm")).to_be_disabled()
    expect(sheet.locator(".tea-carried [aria-pressed=true]")).to_have_count(0)
    assert facts(serving).count("SeatsChanged") == 1


@pytest.mark.gate(0)
def test_a_name_written_for_one_player_does_not_go_to_another_who_took_that_seat(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[WON])
    page = open_page()
    player(page, "Chie").get_by_role("button", name="Another player").click()
    sheet = page.locator("dialog.tea-sheet")
    sheet.get_by_role("textbox").fill("Zoe")
    serving.do("say", what={"is": "SeatsChanged", "order": [3, 0, 1, 2], "carried": "points"})
    shown(page, serving)
    expect(sheet.get_by_role("textbox")).to_have_value("")
    expect(sheet.locator(".confirm")).to_be_disabled()


@pytest.mark.gate(0)
def test_counted_points_are_told_once_they_add_up(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[WON])
    page = open_page()
    tea(page).get_by_role("button", name="Enter points").click()
    sheet = page.locator("dialog.tea-sheet")
    box = sheet.get_by_role("spinbutton", name="Aki")
    box.fill("24000")
    box.blur()
    expect(sheet.locator(".tea-sum")).to_contain_text("The points and sticks do not add up.")
    expect(sheet.get_by_role("button", name="Use this")).to_be_disabled()
    sheet.get_by_role("group", name="Riichi sticks on the table").get_by_role("button").last.click()
    expect(sheet.locator(".tea-sum")).to_have_text("Total: 100,000 of 100,000.")
    sheet.get_by_role("button", name="Use this").click()
    expect(seat(page, "Aki").locator(".points")).to_have_text("24,000")
    assert facts(serving)[-1] == "PointsSet"


def test_a_rule_is_changed_from_the_next_hand_on(open_page, serving):
    sit(serving)
    page = open_page()
    tea(page).get_by_role("button", name="Change a rule").click()
    sheet = page.locator("dialog.tea-sheet")
    sheet.locator(".rule-group summary").nth(1).click()
    sheet.locator('[data-field="open_tanyao"]').get_by_role("button", name="no").click()
    expect(sheet.locator(".tea-changes")).to_have_text(re.compile(r"Open tanyao:\s*yes\s*→\s*no"))
    sheet.get_by_role("button", name="Use this").click()
    expect(sheet).to_have_count(0)
    hanchan = serving.table.hanchan
    assert (hanchan.rules.open_tanyao, hanchan.next_rules.open_tanyao) == (True, False)
    shown(page, serving)


@pytest.mark.gate(0)
def test_the_history_says_who_played_and_which_files_cannot_be_made(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[WON])
    serving.do("tell", facts=[{"is": "PlayerSubstituted", "seat": 2, "name": "Zoe"}])
    serving.do("deal", depth="points")
    serving.do("tell", facts=[WON])
    serving.do("finish")
    page = open_page()
    page.locator(".table-acts .quiet-act").last.click()
    rows = page.locator(".hand-row")
    expect(rows.nth(0)).to_contain_text("At the table: Aki, Ben, Chie, Dai")
    expect(rows.nth(0).locator(".changes")).to_contain_text("Chie")
    expect(rows.nth(1)).to_contain_text("ron from Zoe")
    page.locator(".evening nav button").nth(1).click()
    page.locator(".game-row").click()
    expect(page.locator(".evening-body")).to_contain_text("mjai and tenhou.net/6 have one name for each seat")
    expect(page.locator('a[href*="format=csv"]')).to_have_count(1)
    expect(page.locator('a[href*="format=mjai"]')).to_have_count(0)


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_finds_room(open_page, serving, language):
    sit(serving)
    serving.do("tell", facts=[WON])
    page = open_page(lang=language)
    found: list[str] = []
    page.locator(".player-tap").first.click()
    page.wait_for_selector(".tea-differences")
    found += faults_at(page, SIZES, "a player")
    page.locator(".tea-person button").nth(1).click()
    page.wait_for_selector(".tea-name")
    found += faults_at(page, SIZES, "another player")
    page.locator(".tea-foot button").first.click()
    for at, there in ((1, ".tea-carried"), (2, ".tea-points"), (3, ".rule-group")):
        page.locator(".tea-sheet .tea-ways").first.locator("button").nth(at).click()
        page.wait_for_selector(there)
        found += faults_at(page, SIZES, there)
        found += violations_by_theme(page)
        page.locator(".tea-foot button").first.click()
    page.keyboard.press("Escape")
    serving.do("tell", facts=[{"is": "GamePaused"}])
    page.wait_for_selector(".resting")
    found += faults_at(page, SIZES, "a break")
    assert found == []
