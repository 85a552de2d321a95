"""The referee: a table calls one on its page; on a phone the referee sees the queue and the last minutes."""

import re

import pytest
from playwright.sync_api import expect

from companion.club.service import FOLDER
from companion.club.tournament_file import TournamentFile
from companion.dashboard.club_door import ClubState
from companion.riichi.facts import Discarded, Drawn, KyokuEnded, RiichiAccepted
from companion.riichi.presets import M_LEAGUE
from companion.tournament.changes import Entrant, LengthSet, PlayersAdded, RulesSet
from companion.tournament.referee import CallSeen, CallState
from tests.browser.accessibility import violations_by_theme
from tests.browser.hub_pages import LONG, hub_page, open_hub
from tests.browser.measuring import faults_at
from tests.browser.real_table import RealTable
from tests.browser.touching import sit
from tests.club.conftest import folder, hub, joined, soon
from tests.club_page.conftest import linked
from tests.club_page.playing import NAMES, game_of
from tests.club_page.test_referee import deals_in, hands_and_a_bit, up_to
from tests.toolbox.tongues import LANGUAGES

__all__ = ["folder", "hub", "hub_page", "joined", "linked", "open_hub"]

PHONE = (390, 844)
QUIET = (Drawn, KyokuEnded, RiichiAccepted)
"""What a referee's list does not name: it follows from the rest, or only one player saw it."""
SIZES = (PHONE, (800, 480), (1280, 800))
TABLE_SIZES = ((1280, 800), (800, 1280), PHONE, (800, 480))


class Club:
    """A club whose hub answers as it is told to."""

    def __init__(self):
        self.seen = CallSeen(CallState.NONE)
        self.asked = []

    def state(self):
        return ClubState("Table 1", "192.168.1.20", is_reached=True, behind=0)

    def join(self, code):
        raise AssertionError(code)

    def leave(self):
        raise AssertionError

    def called(self):
        return self.seen

    def call(self, *, is_wanted, seat):
        self.asked.append((is_wanted, seat))
        self.seen = CallSeen(CallState.WAITING, 2, seat) if is_wanted else CallSeen(CallState.NONE)


@pytest.fixture
def serving():
    table = RealTable()
    table.end()
    table.club = Club()
    table.begin()
    yield table
    table.end()


def test_the_sheet_says_whose_seat_calls(open_page, serving):
    sit(serving)
    serving.club.seen = CallSeen(CallState.WAITING, 2, 1)
    page = open_page()
    name = page.locator(".card-name, .name").nth(1)
    name.wait_for()
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Call the referee …").click()
    expect(page.locator(".referee-stands")).to_have_text(
        re.compile(r"Referee called, number 2 in the queue · \S+ is calling")
    )


def called_on(page):
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Call the referee …").click()
    page.get_by_role("button", name="Call the referee", exact=True).click()


def test_a_table_calls_sees_its_place_and_withdraws(open_page, serving):
    sit(serving)
    page = open_page()
    called_on(page)
    said = page.locator(".referee-called").first
    expect(said).to_contain_text("Referee called, number 2 in the queue")
    expect(said.locator("[aria-hidden]")).to_have_text("Referee 2")
    serving.club.seen = CallSeen(CallState.COMING)
    expect(said).to_contain_text("A referee is coming")
    serving.club.seen = CallSeen(CallState.UNSENT)
    expect(said).to_contain_text("does not answer yet")
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Call the referee …").click()
    page.get_by_role("button", name="Withdraw the call").click()
    expect(said).to_have_count(0)
    assert [wanted for wanted, _ in serving.club.asked] == [True, False]


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_call_finds_room_in_every_language(open_page, serving, language):
    page = open_page(lang=language)
    serving.club.seen = CallSeen(CallState.WAITING, 12)
    page.wait_for_selector(".referee-called")
    found = faults_at(page, TABLE_SIZES, "before a game")
    sit(serving)
    page.wait_for_selector(".round .referee-called")
    found += faults_at(page, TABLE_SIZES, "while a hand is played")
    found += violations_by_theme(page)
    assert found == []


def calling(linked, hub, name):
    """A table that has played a while and calls."""
    table = linked(name)
    facts = up_to(game_of(3, LONG), 12, Discarded)
    table.begin(facts)
    table.link.call.want(is_wanted=True, seat=0)
    assert soon(lambda: table.mine.table in {one.table for one in hub.calls.open})
    return table, [fact for fact in facts if isinstance(fact, Discarded)]


def test_from_the_call_to_the_last_three_discards_in_three_taps_on_a_phone(open_hub, hub, linked):
    table, thrown = calling(linked, hub, "Window")
    page = open_hub()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("link", name="Referee").click()
    page.get_by_role("button", name="Window").click()
    last = page.locator(".referee-last li")
    expect(last).to_have_count(3)
    seats = [LONG[fact.seat] for fact in reversed(thrown[-3:])]
    assert [one.locator(".name").inner_text() for one in last.all()] == seats
    assert "pretend table" in last.first.inner_text()
    expect(last.first).to_be_in_viewport()
    assert soon(lambda: table.link.call.seen().state is CallState.COMING)
    # What the table tells now is there without asking.
    table.take_back(table.journal.last_seq)
    expect(page.locator(".referee-steps .taken-back")).to_have_count(1)
    page.get_by_role("button", name="Settled").click()
    expect(page.get_by_text("No table is calling.")).to_be_visible()
    assert soon(lambda: table.link.call.seen().state is CallState.NONE)


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_referee_reads_an_earlier_hand_on_a_phone_and_comes_back(open_hub, hub, linked, language):
    table = linked("Past")
    facts = hands_and_a_bit(3)
    table.begin(facts)
    newest = table.journal.last_seq
    assert soon(lambda: any(one.member.id == table.mine.table and one.held == newest for one in hub.tables))
    page = open_hub(lang=language)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.evaluate("() => { location.hash = 'referee'; }")
    page.locator(".hub-referee").get_by_role("button", name="Past").last.click()
    hands = page.locator(".referee-hands select")
    expect(hands.locator("option")).to_have_count(4)
    now = page.locator(".referee-last").inner_text()
    first = deals_in(facts)[0]
    assert NAMES[0] in hands.inner_text() or NAMES[1] in hands.inner_text()
    hands.select_option(str(first))
    expect(page.locator(".hub-referee > .warning")).to_contain_text("1")
    expect(page.locator(".referee-last")).not_to_have_text(now)
    # The order of everything in that hand, and its dead wall.
    steps = page.locator(".referee-steps li")
    expect(steps).to_have_count(12)
    page.locator(".referee-steps + button").click()
    shown = sum(not isinstance(fact, QUIET) for fact in facts[first : deals_in(facts)[1] - 1])
    expect(steps).to_have_count(shown)
    page.locator(".referee-wall .tile").first.wait_for()
    assert faults_at(page, SIZES, f"{language} earlier") == []
    assert violations_by_theme(page) == []
    hands.select_option("0")
    expect(page.locator(".hub-referee > .warning")).to_have_count(0)
    expect(page.locator(".referee-last")).to_have_text(now, use_inner_text=True)


def test_penalties_are_given_and_taken_back_on_the_page(open_hub, hub, linked):
    page = open_hub()
    page.get_by_role("link", name="Organise").click()
    page.get_by_label("Name of the tournament").fill("Spring Open")
    page.get_by_label("Rounds").fill("2")
    page.get_by_role("button", name="Begin a tournament").click()
    page.get_by_label("Players, one per line").fill("\n".join(LONG))
    page.get_by_role("button", name="Enter them").click()
    page.get_by_role("heading", name="4 players").wait_for()
    page.get_by_role("link", name="Referee").click()
    # Organise has such a field, too.
    page.locator(".hub-referee").get_by_label("Reason").fill("late")
    page.get_by_role("button", name="Give the penalty").click()
    given = page.locator(".referee-given")
    expect(given).to_contain_text("Warning · late")
    assert faults_at(page, SIZES, "penalties") == []
    page.get_by_role("button", name="Take back: Wolf").click()
    page.get_by_role("button", name="Tap again to confirm").click()
    expect(given).not_to_contain_text("Warning")


@pytest.fixture
def league(hub, folder):
    """A tournament by the rules of the M-League."""
    file = TournamentFile(folder / "hub" / FOLDER)
    file.end()
    file.say(RulesSet(M_LEAGUE), LengthSet(2), PlayersAdded(tuple(Entrant(name) for name in LONG)))
    yield file
    file.end()


@pytest.mark.gate(0)
def test_the_page_offers_the_kinds_of_the_rules_and_what_each_costs(open_hub, league):
    page = open_hub()
    page.get_by_role("link", name="Referee").click()
    kind, points = page.get_by_label("Kind"), page.get_by_label("Points off the total")
    expect(kind.locator("option")).to_have_text(["Yellow card", "Dead hand", "Chombo", "Red card"])
    page.get_by_role("button", name="Give the penalty").click()
    expect(page.locator(".referee-given")).to_contain_text("Yellow card")
    expect(page.get_by_text("the second one on the same day is a red card")).to_be_visible()
    assert faults_at(page, SIZES, "a second card") == []
    kind.select_option("red_card")
    expect(points).to_have_value("20000")
    expect(page.get_by_text("By the rules it takes 20,000 points off the total.")).to_be_visible()
    page.get_by_role("button", name="Give the penalty").click()
    expect(page.locator(".referee-given")).to_contain_text("Red card")
    kind.select_option("chombo")
    # The table may have it in its own score already.
    expect(points).to_have_value("0")


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_referees_page_finds_room_in_every_language(open_hub, hub, linked, language):
    calling(linked, hub, "A table with a rather long name, beside")
    page = open_hub(lang=language)
    page.evaluate("() => { location.hash = 'referee'; }")
    page.locator(".referee-call").first.wait_for()
    found, broken = violations_by_theme(page), faults_at(page, SIZES, f"{language} queue")
    page.locator(".referee-call").last.click()
    page.locator(".referee-seats").wait_for()
    broken += faults_at(page, SIZES, f"{language} table")
    found += violations_by_theme(page)
    assert (found, broken) == ([], [])
