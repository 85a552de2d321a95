"""Replay for the room: the hand of the round as a picture, any hand step by step, and on a television."""

import pytest
from playwright.sync_api import expect

from companion.club.tournament_file import TournamentFile
from companion.tournament.changes import Entrant, LengthSet, PlayersAdded, TitleSet
from tests.browser.accessibility import violations, violations_by_theme
from tests.browser.hub_pages import LONG, hub_page, open_hub
from tests.browser.measuring import faults, faults_at
from tests.club.conftest import folder, hub, joined, soon
from tests.club_page.conftest import linked
from tests.club_page.playing import game_of, hands_of
from tests.toolbox.tongues import LANGUAGES

__all__ = ["folder", "hub", "hub_page", "joined", "linked", "open_hub"]

TELEVISION = (1920, 1080)
SIZES = ((390, 844), (800, 480), (1280, 800), TELEVISION)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """What has come is old enough."""
    monkeypatch.setattr("companion.club_page.room_routes.ROOM_S", 0.0)


def played(hub, hub_page, table, facts):
    table.begin(facts)
    newest = table.journal.last_seq
    assert soon(lambda: any(one.member.id == table.mine.table and one.held == newest for one in hub.tables))
    hub_page.relay.look()


def view(open_hub, name, size=SIZES[0], **asked):
    page = open_hub(size, **asked)
    page.evaluate("name => { location.hash = name; }", name)
    return page


def test_the_hand_of_the_round_is_a_picture_and_is_seen_step_by_step(open_hub, hub_page, hub, linked):
    table = linked("Window")
    played(hub, hub_page, table, hands_of(5, 1))
    page = view(open_hub, "replay")
    best = page.locator(".best-hand", has_text="Window")
    best.get_by_role("heading", name="The largest win · Window · East 1").wait_for()
    expect(best.locator(".hand .tile")).to_have_count(14)
    expect(best).to_contain_text("Mangan")
    best.get_by_role("button", name="Step by step").click()
    page.get_by_text("Step 126 of 126").wait_for()
    page.get_by_role("button", name="To the deal").click()
    page.get_by_text("Step 1 of 126").wait_for()
    expect(page.locator(".picture .river li")).to_have_count(0)
    page.get_by_role("button", name="← Back").click()
    best.wait_for()


@pytest.mark.gate(0)
def test_a_television_plays_a_hand_by_itself_until_somebody_steps(open_hub, hub_page, hub, linked):
    table = linked("Door")
    played(hub, hub_page, table, hands_of(5, 1))
    page = view(open_hub, f"room={table.mine.table}.1.1", TELEVISION)
    caption = page.locator(".tv-caption")
    expect(caption).to_have_text("Door · East 1 · Step 1 of 126")
    expect(caption).to_have_text("Door · East 1 · Step 3 of 126")
    page.keyboard.press("ArrowLeft")
    expect(caption).to_contain_text("❚❚ Door · East 1")
    for _ in range(130):
        page.keyboard.press("ArrowRight")
    page.locator(".tv-ended .hand").wait_for()
    expect(caption).to_contain_text("Step 126 of 126")
    assert faults(page) == []
    assert violations(page) == []


@pytest.mark.gate(0)
def test_where_nothing_is_over_the_page_and_the_television_say_so(open_hub, hub_page, monkeypatch):
    monkeypatch.setattr("companion.club_page.room_routes.ROOM_S", 3_600.0)
    for name in ("replay", "room"):
        view(open_hub, name).get_by_text("No hand has been over for long enough yet.").wait_for()


@pytest.mark.gate(0)
def test_a_television_that_waits_says_how_far_each_table_is(open_hub, hub, linked, monkeypatch):
    monkeypatch.setattr("companion.club_page.room_routes.ROOM_S", 3_600.0)
    file = TournamentFile(hub.copies_file.parent)
    file.end()
    file.say(TitleSet("Spring Open"), LengthSet(3), PlayersAdded(tuple(Entrant(name, "") for name in LONG)))
    linked("Empty")
    linked("Played").begin(hands_of(5, 1))
    for language in LANGUAGES:
        page = view(open_hub, "room", TELEVISION, lang=language)
        page.get_by_role("heading", name="Spring Open").wait_for()
        page.locator(".screen-places li", has_text="Played").wait_for()
        assert "000" not in page.locator("main").inner_text()
        assert faults_at(page, ((1280, 800), TELEVISION), language) == []
    assert violations(page) == []
    page = view(open_hub, "room", TELEVISION)
    there = page.locator(".screen-places li")
    expect(there.filter(has_text="Empty")).to_contain_text("No game yet")
    expect(there.filter(has_text="Played")).to_contain_text("hand over")
    file.end()


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_room_in_every_language_and_nothing_that_axe_finds_wrong(
    open_hub, hub_page, hub, linked, language
):
    table = linked(LONG[0][:40])
    played(hub, hub_page, table, [*game_of(5, LONG)])
    page = view(open_hub, "replay", lang=language)
    page.locator(".best-hand .hand").first.wait_for()
    found = faults_at(page, SIZES, language)
    found += violations_by_theme(page)
    page.locator(".best-hand button").first.click()
    page.locator(".picture .mid .hand").wait_for()
    assert found + faults_at(page, SIZES, f"{language} steps") == []
    assert violations_by_theme(page) == []
