"""The clock of each player on the pages: what is left, whose time runs, why it stands, and who ran over."""

import re
import time

import pytest
from playwright.sync_api import expect

from companion.evidence import NoticesChanged, SourceChanged, SourceState
from companion.player_clock import ClockRules
from companion.riichi.facts import Discarded, Drawn
from companion.riichi.seats import SEATS
from tests.browser.accessibility import violations_by_theme
from tests.browser.measuring import faults_at
from tests.browser.real_table import RealTable
from tests.browser.touching import sit
from tests.toolbox.tongues import LANGUAGES

SIZES = [(1280, 800), (800, 1280), (390, 844), (800, 480)]
E, S, W, N = SEATS


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def turn(serving, seat):
    serving.say(Drawn(seat), Discarded(seat))


def of(page, seat):
    """What stands beside a name."""
    return page.locator(f".panel.wind-{'ESWN'[seat]} .seat-clock")


def test_nothing_is_shown_or_fetched_where_nobody_plays_by_the_clock(open_page, serving):
    page = open_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    sit(serving, depth="counting")
    page.locator(".panel").first.wait_for()
    expect(page.locator(".seat-clock")).to_have_count(0)
    assert not [url for url in asked if "/clocks" in url]


def test_each_player_sees_what_is_left_and_whose_time_runs(open_page, serving):
    serving.clocks.choose(ClockRules(360, 60, 60))
    sit(serving, depth="counting")
    page = open_page()
    expect(of(page, E)).to_have_text("6:00")
    turn(serving, E)
    expect(of(page, S)).to_have_text(re.compile(r"^\d\d \+ 6:00$"))
    expect(of(page, S)).not_to_have_text(of(page, S).inner_text())
    expect(of(page, S)).to_contain_text("+ 6:00")
    assert "runs" in of(page, S).get_attribute("class")
    page.wait_for_timeout(300)  # two discards told more closely than people play are not timed
    turn(serving, S)
    expect(of(page, W)).to_contain_text("+ 6:00")
    expect(of(page, S)).to_have_text("6:00")


@pytest.mark.gate(0)
def test_a_clock_that_stands_says_why(open_page, serving):
    serving.clocks.choose(ClockRules(360, 0, 60))
    sit(serving, depth="counting")
    turn(serving, E)
    page = open_page()
    expect(of(page, S)).to_contain_text(re.compile(r"[456]:\d\d"))
    stands = page.locator(".clock-stands").first
    serving.loop.put(SourceChanged("camera", SourceState.DOWN))
    expect(stands).to_contain_text("needs attention")
    before = of(page, S).inner_text()
    page.wait_for_timeout(1_500)
    assert of(page, S).inner_text() == before
    serving.loop.put(SourceChanged("camera", SourceState.UP))
    expect(page.locator(".clock-stands")).to_have_count(0)
    serving.loop.put(NoticesChanged("panel", (), is_deciding=True))
    expect(stands).to_contain_text("a call")


@pytest.mark.gate(0)
def test_who_ran_over_is_shown_and_can_be_waived(open_page, serving):
    serving.clocks.choose(ClockRules(1, 0, 60))
    sit(serving, depth="counting")
    turn(serving, E)
    time.sleep(1.3)
    turn(serving, S)
    page = open_page()
    expect(of(page, S)).to_have_text("Time up")
    assert "is-up" in of(page, S).get_attribute("class")
    form = clock_form(page)
    form.get_by_role("button", name="ignore time up").click()
    expect(form.get_by_role("button", name="ignore time up")).to_have_count(0)
    assert serving.clocks.seen().clocks.seats[S].flag.is_waived


def clock_form(page):
    page.locator("button.menu").first.click()
    page.get_by_role("button", name="Break, players, seats").click()
    page.get_by_role("button", name="Clock for each player").click()
    form = page.locator("dialog.tea-sheet")
    form.locator("input").first.wait_for()
    return form


def test_people_set_the_clock_at_their_table_and_switch_it_off(open_page, serving):
    sit(serving, depth="counting")
    page = open_page()
    form = clock_form(page)
    assert [each.input_value() for each in form.locator("input").all()] == ["360", "6", "60"]
    form.locator("input").first.fill("300")
    form.get_by_role("button", name="Play with this clock").click()
    expect(of(page, E)).to_have_text("5:00")
    assert serving.clocks.own == ClockRules(300, 6, 60)
    # The form has gone back to its sheet.
    page.get_by_role("button", name="Clock for each player").click()
    form.get_by_role("button", name="No clock").click()
    expect(page.locator(".seat-clock")).to_have_count(0)
    assert not serving.clocks.own.is_on


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_clocks_find_room_in_every_language_and_nobody_is_shut_out(open_page, serving, language):
    serving.clocks.choose(ClockRules(1, 0, 60))
    sit(serving, depth="counting")
    turn(serving, E)
    time.sleep(1.2)
    turn(serving, S)
    serving.loop.put(SourceChanged("camera", SourceState.DOWN))
    page = open_page(lang=language)
    expect(page.locator(".clock-stands").first).to_be_visible()
    assert faults_at(page, SIZES, "a clock that stands") == []
    assert not violations_by_theme(page)
