"""A table of a tournament: its page shows round, seats and time, and offers names and rules for a game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.riichi.facts import Discarded, Drawn
from companion.riichi.presets import EMA
from companion.riichi.ruleset import TimeLimit
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.tournament.at_table import RoundSeen
from tests.browser.accessibility import violations_by_theme
from tests.browser.measuring import faults_at
from tests.browser.real_table import RealTable
from tests.browser.touching import facts, sit
from tests.toolbox.tongues import LANGUAGES

SIZES = [(1280, 800), (800, 1280), (390, 844), (800, 480)]
HERE = RoundSeen(
    title="Wednesday",
    table=3,
    round=2,
    rounds=4,
    has_begun=True,
    seats=("Wilhelmina", "Ngoc", "Bo", "Sigrun"),
    following=("Bo", "Anna", "Wilhelmina", "Dario"),
    elapsed_s=60.0,
    left_s=2_054.0,
    then=TimeLimit.ONE_MORE,
    is_running=True,
    rules=replace(EMA, uma=(20, 10, -10, -20), time_limit=TimeLimit.ONE_MORE),
)


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def test_a_table_that_is_in_no_tournament_asks_for_nothing_of_it(open_page, serving):
    page = open_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_selector(".table-acts")
    assert not [url for url in asked if "round" in url.rpartition("/static/")[2].partition("/")[2]]


def test_before_a_game_the_page_says_who_sits_where_and_how_much_time_is_left(open_page, serving):
    serving.round = HERE
    page = open_page()
    card = page.locator(".round-card")
    expect(card.locator("h2")).to_have_text("Round 2 of 4, table 3")
    expect(card.locator("li")).to_have_count(4)
    assert [text.split()[-1] for text in card.locator("li").all_inner_texts()] == list(HERE.seats)
    expect(card.locator("p")).to_have_text("35 min left")
    serving.round = replace(HERE, is_running=False)
    expect(card.locator("p")).to_have_text("35 min left; the clock is stopped")
    serving.round = None
    expect(card).to_have_count(0)


def test_the_next_game_is_offered_the_plan_and_people_may_say_otherwise(open_page, serving):
    serving.round = HERE
    page = open_page()
    expect(page.locator(".round-card")).to_be_visible()
    page.get_by_role("button", name="New game").click()
    sheet = page.locator("dialog.start-sheet")
    expect(sheet.locator(".planned")).to_contain_text("of the tournament")
    assert [each.input_value() for each in sheet.locator(".name-line input").all()] == list(HERE.seats)
    sheet.locator(".name-line input").nth(3).fill("Guest")
    sheet.locator("button.confirm").click()
    expect(sheet).to_have_count(0)
    hanchan = serving.table.hanchan
    assert hanchan.names == (*HERE.seats[:3], "Guest")
    assert hanchan.rules.uma == (20, 10, -10, -20)
    assert hanchan.rules.start_points == EMA.start_points
    assert hanchan.rules.time_limit is TimeLimit.ONE_MORE
    assert facts(serving)[0] == "HanchanStarted"


@pytest.mark.gate(0)
def test_while_a_hand_is_played_the_clock_runs_and_says_what_is_still_played(open_page, serving):
    sit(serving)
    serving.round = replace(HERE, left_s=299.0)
    page = open_page()
    clock = page.locator(".round-clock").first
    expect(clock).to_contain_text("4:5")
    assert "is-soon" in clock.get_attribute("class")
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    serving.round = replace(HERE, left_s=-1.0)
    expect(clock).to_have_text("Time up +1 hand")
    serving.round = replace(HERE, left_s=-1.0, then=TimeLimit.THIS_HAND)
    expect(clock).to_have_text("Last hand")
    # It is said, and nothing else: people call the time themselves.
    assert "TimeCalled" not in facts(serving)


def test_after_its_game_a_table_is_offered_the_next_round(open_page, serving):
    serving.round = HERE
    serving.do("start", names=list(HERE.seats), rules="tenhou")
    serving.do("deal", depth="points")
    serving.do("finish")
    page = open_page()
    expect(page.locator(".round-card h2")).to_have_text("Round 3 of 4, table 3")
    page.get_by_role("button", name="New game").click()
    inputs = page.locator("dialog.start-sheet .name-line input")
    expect(inputs).to_have_count(4)
    assert [each.input_value() for each in inputs.all()] == list(HERE.following)


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_round_finds_room_in_every_language(open_page, serving, language):
    serving.round = HERE
    page = open_page(lang=language)
    page.wait_for_selector(".round-card")
    found = faults_at(page, SIZES, "before a game")
    found += violations_by_theme(page)
    sit(serving)
    page.wait_for_selector(".round-clock")
    found += faults_at(page, SIZES, "the clock")
    serving.round = replace(HERE, left_s=-30.0)
    page.wait_for_selector(".round-clock.is-up")
    found += faults_at(page, SIZES, "time is up")
    found += violations_by_theme(page)
    assert found == []


def test_in_a_tournament_only_what_the_table_has_to_do_is_said(open_page, serving):
    sit(serving, depth="full")
    serving.say(*(fact for seat in SEATS[:3] for fact in (Drawn(seat), Discarded(seat, Tile("3z")))))
    page = open_page()
    said = page.get_by_role("status")
    expect(said).to_contain_text("If Dai discards west wind too: abortive draw")
    serving.round = HERE
    expect(said).not_to_contain_text("abortive draw")
    expect(said).to_contain_text("Flip the dora indicator")


LISTEN = """async () => {
  const [home] = document.querySelector("script[type=module]").src.split("/main.js");
  const { Speaker } = await import(`${home}/sound/speaker.js`);
  globalThis.heard = [];
  Speaker.prototype.say = ({ chime }) => heard.push(chime);
}"""


@pytest.mark.parametrize(("here", "heard"), [(None, ["reminder"]), (HERE, [])])
def test_in_a_tournament_no_chime_tells_of_a_draw_that_is_possible(open_page, serving, here, heard):
    serving.round = here
    sit(serving, depth="full")
    page = open_page()
    page.wait_for_selector(".round-clock" if here else ".plate")
    page.evaluate(LISTEN)
    serving.say(*(fact for seat in SEATS[:3] for fact in (Drawn(seat), Discarded(seat, Tile("3z")))))
    expect(page.locator("html")).to_have_attribute("data-seq", str(serving.table.seq))
    page.wait_for_timeout(300)
    assert page.evaluate("heard") == heard
