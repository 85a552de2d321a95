"""What a house settles beside the play is told by touch where its rules have it, and offered nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.riichi.house_facts import ChipsTaken, DealerStopped, HandDied, PenaltyGiven, TimeCalled
from companion.riichi.presets import HOUSE, TENHOU
from companion.riichi.ruleset import PenaltyTo, TimeLimit
from tests.browser.evenings import EveningTable
from tests.browser.measuring import faults
from tests.browser.test_by_the_rules import told
from tests.browser.touching import NAMES, act, confirm, deltas, go, points, seat, sit, win

TO_TABLE = replace(HOUSE, name="fines", penalty_to=PenaltyTo.TABLE)
TIMED = replace(HOUSE, name="clock", time_limit=TimeLimit.THIS_HAND)
PARLOUR = replace(HOUSE, name="parlour", wareme=True, chip_points=500)
ASKED = replace(HOUSE, name="asked", dealer_stop_asked=True)


@pytest.fixture
def rules():
    return HOUSE


@pytest.fixture
def serving(rules):
    table = EveningTable(rules)
    yield table
    table.end()


def say(page, what: str, who: str) -> None:
    """One of the acts in the sheet that lies open, and whose it is."""
    sheet = page.locator("dialog.sheet")
    sheet.get_by_role("button", name=what).click()
    assert faults(page) == []
    sheet.get_by_role("group").get_by_role("button", name=who, exact=True).click()
    sheet.wait_for(state="detached")


@pytest.mark.gate(0)
def test_a_dead_hand_in_mid_hand_pays_as_noten(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    go(page, "Draw / chombo …")
    say(page, "Dead hand …", "Ben")
    expect(seat(page, "Ben").locator(".facts")).to_contain_text("dead hand")
    expect(seat(page, "Ben").get_by_role("button", name="Win", exact=True)).to_have_count(0)
    assert faults(page) == []
    go(page, "Exhaustive draw")
    seat(page, "Chie").locator(".tenpai").click()
    expect(seat(page, "Chie").locator(".delta")).to_have_text("+3,000")
    assert deltas(page) == ["−1,000", "−1,000", "+3,000", "−1,000"]
    assert [fact.seat for fact in told(serving, HandDied)] == [1]


@pytest.mark.gate(0)
def test_a_dead_hand_is_said_when_the_hands_are_shown(open_page, serving):
    sit(serving)
    page = open_page()
    go(page, "Exhaustive draw")
    seat(page, "Chie").locator(".tenpai").click()
    seat(page, "Dai").locator(".tenpai").click()
    expect(seat(page, "Dai").locator(".delta")).to_have_text("+1,500")
    go(page, "House rules …")
    say(page, "Dead hand …", "Dai")
    expect(seat(page, "Dai").locator(".delta")).to_have_text("−1,000")
    assert deltas(page) == ["−1,000", "−1,000", "+3,000", "−1,000"]


@pytest.mark.gate(0)
def test_sheets_about_a_dead_hand_and_the_end_of_a_game_close_with_that_hand_and_game(open_page, serving):
    sit(serving)
    page = open_page()
    serving.do("say", what={"is": "Draw", "kind": "exhaustive"})
    go(page, "House rules …")
    page.locator("dialog.sheet").get_by_role("button", name="Dead hand …").click()
    serving.do("deal", depth="points")
    expect(page.locator("dialog.sheet")).to_have_count(0)
    expect(page.locator(".notice")).to_contain_text("The table has changed; look again")
    go(page, "Menu")
    page.get_by_role("button", name="End the game").click()
    expect(page.locator("dialog.sheet .confirm")).to_be_visible()
    serving.do("finish")
    sit(serving)
    expect(page.locator("dialog.sheet")).to_have_count(0)
    assert told(serving, HandDied) == []


@pytest.mark.parametrize("rules", [TO_TABLE])
def test_a_penalty_is_two_taps_and_can_be_another(open_page, serving):
    sit(serving)
    page = open_page()
    go(page, "Draw / chombo …")
    say(page, "Penalty …", "Chie")
    expect(seat(page, "Chie").locator(".points")).to_have_text("24,000")
    go(page, "Draw / chombo …")
    sheet = page.locator("dialog.sheet")
    sheet.get_by_role("button", name="Penalty …").click()
    sheet.get_by_role("button", name="Points in all: more").click()
    sheet.get_by_role("group").get_by_role("button", name="Dai", exact=True).click()
    expect(seat(page, "Dai").locator(".points")).to_have_text("23,000")
    assert points(page) == ["25,000", "25,000", "24,000", "23,000"]
    assert [(fact.seat, fact.points) for fact in told(serving, PenaltyGiven)] == [(2, 1_000), (3, 2_000)]


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [TIMED])
def test_time_is_one_tap_and_the_game_ends_with_the_hand(open_page, serving):
    sit(serving)
    page = open_page()
    go(page, "Draw / chombo …")
    page.locator("dialog.sheet").get_by_role("button", name="Time is up").click()
    expect(page.locator(".reminders").first).to_contain_text("Time is up: this is the last hand")
    assert faults(page) == []
    go(page, "Exhaustive draw")
    go(page, "Final")
    expect(page.locator(".card.final").first).to_be_visible()
    assert len(told(serving, TimeCalled)) == 1


@pytest.mark.parametrize("rules", [ASKED])
def test_the_last_dealer_is_asked_whether_to_stop(open_page, serving):
    serving.do("start", names=NAMES)
    leads = [20_000, 20_000, 20_000, 40_000]
    serving.do("deal", depth="points", round_wind="S", dealer=3, points=leads)
    page = open_page()
    go(page, "Exhaustive draw")
    seat(page, "Dai").locator(".tenpai").click()
    expect(page.locator(".go.deal")).to_contain_text("South 4")
    assert faults(page) == []
    go(page, "Dealer ends game")
    go(page, "Final")
    expect(page.locator(".card.final").first).to_be_visible()
    assert len(told(serving, DealerStopped)) == 1


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [PARLOUR])
def test_wareme_and_chips_are_told_and_stand_in_the_final_score(open_page, serving):
    sit(serving)
    page = open_page()
    go(page, "Draw / chombo …")
    say(page, "Wareme …", "Ben")
    expect(seat(page, "Ben").locator(".facts")).to_contain_text("wareme")
    confirm(win(page, "Ben", "Ron from Chie", "3 han 30 fu"))
    expect(seat(page, "Ben").locator(".delta")).to_have_text("+7,800")
    go(page, "House rules …")
    sheet = page.locator("dialog.sheet")
    sheet.get_by_role("button", name="Chips …").click()
    sheet.get_by_role("button", name="Chips: more").click()
    assert faults(page) == []
    sheet.locator(".confirm").click()
    page.locator(".go.deal").click()
    expect(seat(page, "Ben").locator(".facts")).to_contain_text("chips +2")
    assert faults(page) == []
    assert [(one.seat, one.giver, one.chips) for one in told(serving, ChipsTaken)] == [(1, 2, 2)]
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="End the game").click()
    page.locator("dialog.sheet .confirm").click()
    expect(page.locator(".card.final").first).to_contain_text("Ben: +1 for chips and other extras")


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [TENHOU])
def test_where_the_rules_have_none_of_it_nobody_is_asked(open_page, serving):
    sit(serving)
    page = open_page()
    go(page, "Draw / chombo …")
    expect(page.locator("dialog.sheet .row-button")).to_have_count(1)
    page.locator("dialog.sheet .close").click()
    go(page, "Exhaustive draw")
    expect(page.locator(".table-acts .house")).to_have_count(0)
    assert len(points(page)) == len(NAMES)
