"""The season of a club on its page: several evenings added up, in every language and on every screen."""

import pytest
from playwright.sync_api import expect

from companion.club.running_tournament import RunningTournament
from companion.club.service import FOLDER
from companion.club.tournament_file import TournamentFile, earlier
from companion.club_page.app import HubPage, PagePlan
from companion.riichi.presets import EMA
from companion.tournament.changes import (
    Entrant,
    LengthSet,
    PlayersAdded,
    ResultTyped,
    RoundsSeated,
    RoundStarted,
    RulesSet,
    TitleSet,
)
from tests.browser.accessibility import violations_by_theme
from tests.browser.conftest import pages_of
from tests.browser.measuring import faults_at
from tests.browser.test_hub import LONG, SIZES, folder, hub, hub_page, joined, linked, open_hub
from tests.club.conftest import soon
from tests.toolbox.tongues import LANGUAGES

__all__ = ["folder", "hub", "hub_page", "joined", "linked", "open_hub"]

SEASON = ".hub-season tbody tr"
EVENINGS = (("The first evening", LONG), ("The second evening", ("Eva", *LONG[1:])))


@pytest.fixture
def season(hub):
    folder = hub.copies_file.parent
    for file in folder.glob("tournament*.jsonl"):
        file.unlink()
    for title, names in EVENINGS:
        file = TournamentFile(folder)
        file.end()
        people = PlayersAdded(tuple(Entrant(name) for name in names))
        seated = RoundsSeated(1, (((1, 2, 3, 4),),))
        points = ResultTyped(1, 1, (40_000, 30_000, 28_000, 22_000))
        file.say(TitleSet(title), LengthSet(1), RulesSet(EMA), people, seated, RoundStarted(1, 1.0), points)
    # The test before this one had evenings of the same names, and the page would show that one's until then.
    assert soon(lambda: hub.tournament.scores.event == file.event)


@pytest.fixture
def open_unread(season, hub, folder, chromium, monkeypatch):
    """Opens the page of a hub that has not read its evening yet, and gives what lets the hub read it."""
    with monkeypatch.context() as unread:
        unread.setattr(RunningTournament, "is_read", property(lambda _: False))
        page = HubPage(hub, folder / "hub" / FOLDER, PagePlan("127.0.0.1", 0))
        page.start()
        with pages_of(chromium, page.url.replace("127.0.0.1", "localhost")) as opened:
            yield opened, unread.undo
    page.stop()


@pytest.mark.gate(1)
@pytest.mark.parametrize("view", ["standings", "round", "players", "screen"])
def test_nothing_is_drawn_of_an_evening_that_the_hub_has_not_read(open_unread, view):
    opened, read = open_unread
    page = opened()
    page.locator(".line-live").wait_for(state="attached")
    page.evaluate("view => { location.hash = view; }", view)
    expect(page.locator("main")).to_have_text([] if view == "screen" else [""])
    read()
    expect(page.locator("main")).to_contain_text(EVENINGS[-1][0])


def test_the_host_begins_the_next_tournament_once_the_last_round_has_begun(season, open_hub, hub):
    page = open_hub()
    page.get_by_role("link", name="Organise").click()
    page.get_by_role("heading", name=EVENINGS[-1][0]).wait_for()
    begin = page.locator("form", has=page.get_by_role("heading", name="Begin a tournament"))
    begin.get_by_label("Name of the tournament").fill("The third evening")
    begin.get_by_label("Rounds").fill("3")
    assert faults_at(page, SIZES, "players") == []
    begin.get_by_role("button", name="Begin a tournament").click()
    page.get_by_role("heading", name="The third evening").wait_for()
    page.get_by_role("heading", name="0 players").wait_for()
    expect(begin).to_have_count(0)
    # What the form of the evening before had is not offered again.
    expect(page.get_by_label("Rounds")).to_have_value("3")
    assert len(earlier(hub.copies_file.parent)) == len(EVENINGS)


def test_everybody_reads_the_season_below_the_standings(season, open_hub):
    page = open_hub()
    page.get_by_role("link", name="Standings", exact=True).click()
    page.get_by_role("heading", name="Season").wait_for()
    rows = page.locator(SEASON)
    expect(rows).to_have_count(5)
    read = [row.inner_text().split("\t")[:4] for row in rows.all()]
    # Two who each won their one evening share the place.
    assert read[:3] == [
        ["1.", "Eva", "+25.0", "1"],
        ["1.", LONG[0], "+25.0", "1"],
        ["3.", "Ngoc", "+10.0", "2"],
    ]
    with page.expect_download() as download:
        page.get_by_role("link", name="Season as CSV").click()
    assert "Ngoc" in download.value.path().read_text()
    assert violations_by_theme(page) == []


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_finds_room_in_every_language(season, open_hub, language):
    page = open_hub(lang=language)
    page.evaluate("location.hash = 'standings'")
    page.locator(SEASON).first.wait_for()
    assert faults_at(page, SIZES, language) == []
