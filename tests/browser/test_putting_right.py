"""The newest result, by "Correct the result": another winner, another giver, another end of the hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.riichi.facts import KyokuStarted
from companion.riichi.presets import EMA, TENHOU
from tests.browser.evenings import A, B, C, D, EveningTable, ron
from tests.browser.measuring import faults
from tests.browser.touching import (
    NAMES,
    act,
    confirm,
    deltas,
    facts,
    go,
    points,
    seat,
    shown,
    sit,
    tap_tiles,
    win,
)


@pytest.fixture
def rules():
    return TENHOU


@pytest.fixture
def serving(rules):
    table = EveningTable(rules)
    yield table
    table.end()


def paid(page, changes):
    for name, change in zip(NAMES, changes, strict=True):
        expect(seat(page, name).locator(".delta")).to_have_text(change)


def put_right(page):
    go(page, "Correct the result")
    return page.locator("dialog.sheet")


def winner(sheet, name):
    sheet.get_by_role("group", name="Winner").get_by_role("button", name=name).click()


@pytest.mark.gate(0)
def test_another_winner_and_another_giver(open_page, serving):
    sit(serving)
    page = open_page()
    confirm(win(page, "Ben", "Ron from Dai", "2 han 30 fu"))
    paid(page, ["±0", "+2,000", "±0", "−2,000"])
    sheet = put_right(page)
    winner(sheet, "Chie")
    sheet.get_by_role("button", name="Ron from Aki", exact=True).click()
    confirm(sheet)
    paid(page, ["−2,000", "±0", "+2,000", "±0"])
    assert facts(serving).count("Won") == 1


@pytest.mark.gate(0)
def test_who_paid_and_now_has_won_has_paid_nobody(open_page, serving):
    sit(serving)
    page = open_page()
    confirm(win(page, "Ben", "Ron from Dai", "2 han 30 fu"))
    sheet = put_right(page)
    winner(sheet, "Dai")
    expect(sheet.locator(".confirm")).to_be_disabled()
    sheet.get_by_role("button", name="Tsumo", exact=True).click()
    confirm(sheet)
    paid(page, ["−1,000", "−500", "−500", "+2,000"])


@pytest.mark.gate(0)
def test_it_was_a_draw_and_then_a_chombo_and_then_a_win(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Aki", "Riichi")
    confirm(win(page, "Ben", "Ron from Dai", "2 han 30 fu"))
    sheet = put_right(page)
    sheet.get_by_role("button", name="Draw", exact=True).click()
    sheet.get_by_role("group", name="Tenpai").get_by_role("button", name="Ben").click()
    confirm(sheet)
    paid(page, ["+1,500", "+1,500", "−1,500", "−1,500"])
    sheet = put_right(page)
    sheet.get_by_role("button", name="Chombo", exact=True).click()
    expect(sheet.locator(".foot-said")).to_have_text("Something above is still to be chosen.")
    sheet.get_by_role("button", name="Chie", exact=True).click()
    confirm(sheet)
    expect(page.locator(".cards h2").first).to_contain_text("Chombo by Chie")
    sheet = put_right(page)
    sheet.get_by_role("button", name="Win", exact=True).click()
    winner(sheet, "Dai")
    sheet.get_by_role("button", name="Ron from Chie", exact=True).click()
    sheet.get_by_role("button", name="1 han 40 fu").click()
    confirm(sheet)
    paid(page, ["±0", "±0", "−1,300", "+2,300"])
    go(page, "Next hand")
    assert [one for one in facts(serving) if one in ("Won", "Ryuukyoku", "Chombo")] == ["Won"]


@pytest.mark.gate(0)
def test_a_hand_by_tiles_stays_as_long_as_nothing_else_is_said_of_it(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Ron from Dai", exact=True).click()
    sheet.get_by_role("button", name="By tiles").click()
    tiles = [f"{rank} of characters" for rank in (2, 3, 4)] + [f"{rank} of circles" for rank in (3, 4, 5)]
    tap_tiles(sheet, *tiles, *tiles[3:], "8 of bamboos", "8 of bamboos", *tiles[:3])
    sheet.get_by_role("group", name="Which of these applied?").get_by_role("button", name="Ippatsu").click()
    expect(sheet.locator(".worth-line b + *, .worth-line p").first).to_contain_text("Ippatsu")
    confirm(sheet)
    expect(page.locator(".cards .yaku").first).to_contain_text("Ippatsu")
    before = deltas(page)
    sheet = put_right(page)
    sheet.get_by_role("button", name="By tiles").click()
    expect(sheet.locator(".built-tile")).to_have_count(14)
    expect(sheet.get_by_role("button", name="Ippatsu")).to_have_attribute("aria-pressed", "true")
    sheet.get_by_role("button", name="By tiles").click()
    sheet.get_by_role("button", name="Ron from Chie", exact=True).click()
    confirm(sheet)
    paid(page, [before[0], before[1], before[3], before[2]])


@pytest.mark.gate(0)
def test_a_winner_who_was_added_by_mistake_goes_again(open_page, serving):
    sit(serving)
    page = open_page()
    sheet = win(page, "Aki", "Ron from Dai", "1 han 30 fu")
    sheet.get_by_role("button", name="+ Ron: Ben").click()
    expect(sheet.locator(".confirm")).to_be_disabled()
    sheet.get_by_role("button", name="Remove winner: Ben").click()
    expect(sheet.get_by_role("button", name="+ Ron: Ben")).to_be_visible()
    confirm(sheet)
    paid(page, ["+1,500", "±0", "±0", "−1,500"])


def test_the_whole_hand_is_one_tap_away(open_page, serving):
    sit(serving)
    page = open_page()
    confirm(win(page, "Ben", "Ron from Dai", "2 han 30 fu"))
    put_right(page).get_by_role("button", name="Correct this hand").click()
    page.get_by_role("button", name="Riichi", exact=True).click()
    page.get_by_role("group", name="Forgotten: add it").get_by_role("button", name="Chie").click()
    expect(page.locator(".what-changes")).to_contain_text("East 1: Chie 25,000 → 24,000")


def moved_on(page):
    expect(page.locator("dialog.sheet")).to_have_count(0)
    expect(page.locator(".notice")).to_contain_text("The table has changed; look again")


@pytest.mark.gate(0)
def test_a_sheet_goes_with_the_hand_that_it_is_about(open_page, serving):
    sit(serving)
    one, other = open_page(), open_page()
    confirm(win(one, "Ben", "Ron from Dai", "2 han 30 fu"))
    go(one, "Correct the result")
    expect(one.locator("dialog.sheet")).to_be_visible()
    one.evaluate("() => addEventListener('error', (event) => (window.thrown = event.message))")
    go(other, "Next hand")
    moved_on(one)
    # A result that was meant for this hand is not told of the next one.
    win(one, "Chie", "Tsumo", "3 han 30 fu")
    confirm(win(other, "Aki", "Ron from Dai", "1 han 30 fu"))
    expect(one.locator("dialog.sheet .refusal")).to_be_visible()
    go(other, "Next hand")
    moved_on(one)
    assert one.evaluate("() => window.thrown") is None
    assert facts(serving).count("Won") == 2


@pytest.mark.gate(0)
def test_a_deal_by_hand_goes_once_somebody_has_dealt(open_page, serving):
    sit(serving)
    one, other = open_page(), open_page()
    confirm(win(one, "Ben", "Ron from Dai", "2 han 30 fu"))
    go(one, "Menu")
    one.get_by_role("button", name="Set the next deal by hand").click()
    expect(one.locator("dialog.sheet")).to_be_visible()
    go(other, "Next hand")
    moved_on(one)


@pytest.mark.gate(0)
def test_a_rule_is_changed_at_the_start_and_is_there_the_next_time(open_page, serving):
    page = open_page()
    page.locator(".go").click()
    sheet = page.locator("dialog.start-sheet")
    sheet.get_by_role("button", name="Tenhou", exact=True).click()
    sheet.locator("summary", has_text="Change rules").click()
    sheet.locator("summary", has_text="Tiles and dora").click()
    sheet.get_by_role("group", name="Red fives").get_by_role("button", name="0 0 0").click()
    sheet.locator("summary", has_text="Wins").click()
    sheet.get_by_role("group", name="Kiriage (rounded-up) mangan").get_by_role("button", name="yes").click()
    sheet.get_by_role("group", name="Nagashi mangan", exact=True).get_by_role("button", name="no").click()
    expect(sheet.locator(".rule-changes > summary")).to_contain_text("3 rules changed")
    expect(sheet.locator(".rule-line.is-changed").first).to_contain_text("Tenhou: 1 1 1")
    sheet.get_by_role("button", name="Starting points: more").click()
    sheet.locator(".confirm").click()
    go(page, "Deal")
    expect(page.get_by_role("button", name="Draw / chombo …")).to_be_visible()
    rules = serving.table.hanchan.rules
    assert (rules.red_fives, rules.kiriage, rules.nagashi_mangan) == ((0, 0, 0), True, False)
    assert (rules.start_points, rules.return_points) == (26_000, 30_000)
    serving.finish()
    page.get_by_role("button", name="New game").first.click()
    expect(sheet.locator(".rule-changes > summary")).to_contain_text("3 rules changed")
    sheet.get_by_role("button", name="EMA", exact=True).click()
    expect(sheet.locator(".rule-changes > summary")).not_to_contain_text("changed")
    sheet.locator(".confirm").click()
    go(page, "Deal")
    expect(page.get_by_role("button", name="Draw / chombo …")).to_be_visible()
    assert serving.table.hanchan.rules == EMA


@pytest.mark.gate(0)
def test_nobody_is_asked_for_less_than_all_begin_with(open_page, serving):
    page = open_page()
    late = []

    def hold(route):
        late.append(route)

    page.route("**/api/rules?*", hold)
    with page.expect_request("**/api/rules?*"):
        page.locator(".go").click()
    sheet = page.locator("dialog.start-sheet")
    sheet.get_by_role("spinbutton", name="Starting points").fill("40000")
    # The rules arrive while somebody writes, and the sheet is drawn anew: what is half written stays.
    late[0].continue_()
    expect(sheet.locator(".rule-changes")).to_be_visible()
    sheet.get_by_role("spinbutton", name="Starting points").press("Tab")
    sheet.locator(".confirm").click()
    go(page, "Deal")
    expect(page.get_by_role("button", name="Draw / chombo …")).to_be_visible()
    assert points(page) == ["40,000"] * 4
    assert serving.table.hanchan.rules.return_points == 40_000


@pytest.mark.gate(0)
def test_a_chombo_stands_by_itself_below_the_final_scores(open_page, serving):
    sit(serving)
    page = open_page()
    page.get_by_role("button", name="Draw / chombo …").click()
    page.locator("dialog .danger").click()
    page.get_by_role("button", name="Chie", exact=True).click()
    go(page, "Next hand")
    expect(page.get_by_role("button", name="Draw / chombo …")).to_be_visible()
    serving.finish()
    expect(page.locator(".cards .penalty").first).to_have_text("Chie: −20.0 for chombo and penalties")
    assert faults(page) == []


def correction_of_the_last_hand(page):
    put_right(page).get_by_role("button", name="Correct this hand").click()
    page.get_by_label("Han").wait_for()
    return page.locator(".correct")


@pytest.mark.gate(0)
def test_a_correction_stays_with_its_hand_when_the_next_one_is_dealt(open_page, serving):
    sit(serving)
    page = open_page()
    confirm(win(page, "Ben", "Ron from Dai", "2 han 30 fu"))
    form = correction_of_the_last_hand(page)
    serving.do("deal", depth="points")
    shown(page, serving)
    expect(form.locator("h3")).to_have_text("East 1: Correct this hand")
    page.get_by_label("Han").select_option("4")
    expect(form.locator(".differences li").first).to_have_text("East 1: Ben 27,000 → 32,700")
    form.get_by_role("button", name="Confirm the correction").click()
    expect(page.locator(".evening-said")).to_contain_text("Corrected. East 1: Ben 27,000 → 32,700")
    assert serving.table.hanchan.kyoku.points_before == (25_000, 32_700, 25_000, 17_300)
    assert not serving.table.hanchan.kyoku.is_over


@pytest.mark.gate(0)
def test_a_correction_stays_with_its_hand_when_one_before_it_is_put_in_or_taken_out(open_page, serving):
    serving.play((ron(B, D, 2),), (ron(C, A, 1),))
    page = open_page()
    go(page, "Menu")
    page.get_by_role("button", name="History").click()
    page.locator(".hand-row").nth(1).click()
    page.get_by_role("button", name="Correct this hand").click()
    title = page.locator(".correct h3")
    expect(title).to_have_text("East 2: Correct this hand")
    deals = [entry.seq for entry in serving.loop.standing() if isinstance(entry.fact, KyokuStarted)]
    forgotten = {"is": "HandForgotten", "before": deals[0], "result": {"is": "Draw", "kind": "exhaustive"}}
    serving.do("say", what=forgotten)
    shown(page, serving)
    expect(title).to_have_text("East 2 · 2 honba: Correct this hand")
    page.get_by_label("Han").select_option("2")
    expect(page.locator(".differences li")).to_contain_text(["2 honba: Aki", "2 honba: Chie"])
    # The hand itself is taken out: there is nothing more to correct.
    deals = [entry.seq for entry in serving.loop.standing() if isinstance(entry.fact, KyokuStarted)]
    serving.do("say", what={"is": "ToldTwice", "hand": deals[2]})
    shown(page, serving)
    expect(title).to_have_count(0)
    expect(page.locator(".hand-row")).to_have_count(3)
