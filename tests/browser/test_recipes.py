"""The recipes of docs/recipes.md, tapped as they are written there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.riichi.presets import PRESETS, TENHOU
from tests.browser.evenings import EveningTable
from tests.browser.touching import act, confirm, deltas, facts, go, points, seat, sit, win


@pytest.fixture
def rules():
    return TENHOU


@pytest.fixture
def serving(rules):
    table = EveningTable(rules)
    yield table
    table.end()


def tap(page, *names):
    """In whatever lies on top, one button after the other."""
    for name in names:
        page.get_by_role("button", name=name, exact=True).first.click()


def of_the_menu(page, *names):
    tap(page, "Menu", *names)


def of_the_evening(page, hand, *names):
    of_the_menu(page, "History")
    page.locator("dialog button", has_text=hand).first.click()
    tap(page.locator("dialog.evening"), "Correct this hand", *names)


def put_right(page):
    tap(page, "Confirm the correction")
    expect(page.get_by_text("Corrected.", exact=False).first).to_be_visible()
    page.locator("dialog .close").first.click()
    page.locator("dialog").wait_for(state="detached")


def play_a_hand(page, name, source, worth):
    confirm(win(page, name, source, worth))
    go(page, "Next hand")
    expect(page.locator(".go.draw")).to_be_visible()


@pytest.mark.gate(0)
def test_our_first_evening(open_page, serving):
    page = open_page()
    expect(page.locator(".panel .name")).to_have_count(0)  # nobody sits there yet
    tap(page, "New game")
    for line, name in enumerate(("Aki", "Ben", "Chie", "Dai")):
        page.locator(".name-line input").nth(line).fill(name)
    tap(page, "Draw the winds")
    for tile in range(4):
        page.locator(".wind-tile").nth(tile).click()
    tap(page, "Sit like this", "House", "Start", "Dice", "Roll")
    expect(page.locator(".break-side p")).to_contain_text("Break it after")
    tap(page, "Close")
    go(page, "Deal")
    names = [player.name for player in serving.board.current.snapshot.seats]
    page.locator(".panel.right").get_by_role("button", name="Riichi").click()
    go(page, "Exhaustive draw")
    page.locator(".panel.top").get_by_role("button", name="Tenpai").click()
    expect(page.locator(".cards").first).to_contain_text(f"Tenpai: {names[1]}, {names[2]}")
    go(page, "Next hand")
    expect(page.locator(".go.draw")).to_be_visible()
    of_the_menu(page, "End the game")
    page.locator("dialog .confirm").click()
    expect(page.locator(".cards").first).to_contain_text("Final scores")
    expect(page.locator(".panel button:not(.player-tap)")).to_have_count(0)


@pytest.mark.gate(0)
def test_we_want_the_wall_counted_and_forgot_a_discard(open_page, serving):
    serving.do("start", names=["Aki", "Ben", "Chie", "Dai"])
    page = open_page()
    of_the_menu(page, "Level of detail")
    page.locator("dialog .row-button", has_text="Counting").click()
    tap(page, "Use this")
    go(page, "Deal")
    seat(page, "Aki").locator(".big").click()
    seat(page, "Ben").locator(".is-due").wait_for()
    seat(page, "Chie").locator(".big").click()
    expect(page.locator(".notice.top")).to_be_visible()  # readable from where Chie sits
    tap(page, "1 forgotten tap: count it too")
    expect(seat(page, "Dai").locator(".is-due")).to_be_visible()
    assert serving.board.current.snapshot.wall.live == 67


@pytest.mark.gate(0)
def test_a_riichi_was_forgotten_and_the_hand_is_over(open_page, serving):
    sit(serving)
    page = open_page()
    play_a_hand(page, "Ben", "Ron from Dai", "2 han 30 fu")
    before = points(page)
    of_the_evening(page, "Ben: ron from Dai", "Riichi")
    page.get_by_role("group", name="Forgotten: add it").get_by_role("button", name="Chie").click()
    expect(page.locator(".what-changes")).to_contain_text("East 1: Chie 25,000 → 24,000")
    put_right(page)
    expect(seat(page, "Chie").locator(".points")).to_have_text("24,000")
    expect(seat(page, "Ben").locator(".points")).to_have_text("28,000")
    assert before == ["25,000", "27,000", "25,000", "23,000"]


@pytest.mark.gate(0)
def test_a_whole_hand_was_forgotten_while_the_next_is_played_and_another_told_twice(open_page, serving):
    sit(serving)
    page = open_page()
    of_the_evening(page, "being played", "A hand before this one is missing")
    page.get_by_role("group", name="From").get_by_text("Dai").click()
    page.get_by_role("group", name="Winner").get_by_text("Ben").click()
    expect(page.locator(".what-changes")).to_contain_text("East 1 becomes East 2")
    put_right(page)
    expect(seat(page, "Ben").locator(".points")).to_have_text("26,000")
    of_the_evening(page, "Ben: ron from Dai", "This hand was entered twice")
    expect(page.locator(".what-changes")).to_contain_text("East 2 becomes East 1")
    put_right(page)
    expect(seat(page, "Ben").locator(".points")).to_have_text("25,000")


@pytest.mark.gate(0)
def test_the_points_of_a_deal_are_set_as_they_lie_on_the_table(open_page, serving):
    sit(serving)
    page = open_page()
    of_the_evening(page, "being played", "The start of the hand")
    for field, value in (("Points of Aki", "33000"), ("Points of Ben", "17000"), ("Honba", "1")):
        page.get_by_role("spinbutton", name=field).fill(value)
    page.keyboard.press("Tab")
    expect(page.locator(".what-changes")).to_contain_text("Ben 25,000 → 17,000")
    put_right(page)
    expect(seat(page, "Aki").locator(".points")).to_have_text("33,000")
    confirm(win(page, "Aki", "Ron from Ben", "1 han 30 fu"))
    assert deltas(page)[0] == "+1,800"


@pytest.mark.gate(0)
@pytest.mark.parametrize(
    "rules", [TENHOU, replace(PRESETS["house"], chombo_points=0)], ids=["score", "mangan"]
)
def test_someone_called_chombo(open_page, serving, rules):
    sit(serving)
    page = open_page()
    act(page, "Dai", "Riichi")
    tap(page, "Draw / chombo …", "Chombo", "Riichi without tenpai", "Dai")
    paid = ["±0"] * 4 if rules.chombo_points else ["+4,000", "+2,000", "+2,000", "−8,000"]
    assert sorted(deltas(page)) == sorted(paid)
    go(page, "Next hand")
    expect(page.locator(".go.draw")).to_be_visible()
    assert serving.table.hanchan.kyoku.honba == 0
    assert points(page)[3] == ("25,000" if rules.chombo_points else "17,000")


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [replace(TENHOU, name="Friday table", red_fives=(0, 0, 0))])
def test_we_play_without_red_fives(open_page, serving, rules):
    page = open_page()
    tap(page, "New game", "Friday table", "Start")
    go(page, "Deal")
    expect(page.locator(".go.draw")).to_be_visible()
    assert serving.table.hanchan.rules.red_fives == rules.red_fives


@pytest.mark.gate(0)
def test_the_wrong_winner_two_hands_ago(open_page, serving):
    sit(serving)
    page = open_page()
    play_a_hand(page, "Ben", "Ron from Dai", "2 han 30 fu")
    play_a_hand(page, "Chie", "Ron from Aki", "1 han 30 fu")
    play_a_hand(page, "Dai", "Ron from Ben", "1 han 40 fu")
    of_the_evening(page, "Ben: ron from Dai", "The result")
    page.get_by_role("group", name="Winner").get_by_role("button", name="Chie").click()
    expect(page.locator(".what-changes")).to_contain_text("East 1: Chie 25,000 → 27,000")
    page.get_by_role("group", name="Winner").get_by_role("button", name="Dai").click()
    expect(page.get_by_role("group", name="From").locator("[aria-pressed=true]")).to_have_count(0)
    expect(page.get_by_role("button", name="Confirm the correction")).to_be_disabled()
    page.get_by_role("group", name="From").get_by_role("button", name="Ben").click()
    expect(page.locator(".what-changes")).to_contain_text("East 1: Dai 23,000 → 27,000")
    page.get_by_role("group", name="From").get_by_role("button", name="Dai").click()
    page.get_by_role("group", name="Winner").get_by_role("button", name="Chie").click()
    put_right(page)
    expect(seat(page, "Chie").locator(".points")).to_have_text("28,000")
    assert facts(serving).count("Won") == 3


@pytest.mark.gate(0)
def test_rare_ends(open_page, serving):
    sit(serving)
    page = open_page()
    sheet = win(page, "Aki", "Ron from Dai", "1 han 30 fu")
    sheet.get_by_role("button", name="+ Ron: Ben").click()
    sheet.locator(".limits button", has_text="Yakuman").nth(1).click()
    sheet.get_by_role("button", name="Pao: Chie").click()
    confirm(sheet)
    assert deltas(page) == ["+1,500", "+32,000", "−16,000", "−17,500"]
    page.locator(".buttons .undo").click(delay=900)
    expect(page.locator(".go.draw")).to_be_visible()
    tap(page, "Draw / chombo …", "Nagashi mangan: Chie")
    expect(page.locator(".cards").first).to_contain_text("Nagashi mangan")
    assert deltas(page)[2] == "+8,000"


@pytest.mark.gate(0)
def test_after_the_game_it_is_taken_out(open_page, serving):
    sit(serving)
    serving.do("finish")
    page = open_page()
    tap(page, "History", "All games")
    page.locator("dialog button", has_text="Aki, Ben, Chie, Dai").click()
    with page.expect_download() as csv:
        page.get_by_role("link", name="Spreadsheet (CSV)").click()
    assert csv.value.suggested_filename.endswith(".csv")
    tap(page, "Statistics")
    expect(page.locator("dialog")).to_contain_text("Average place")
