"""The page of a club's hub in a real browser: a real hub, its broker, and tables that play."""

from contextlib import closing

import cv2
import numpy as np
import pytest

from companion.club.handing_over import SpareCodes
from companion.club.membership import JoinCode
from companion.club.tournament_file import TournamentFile
from companion.player_clock import ClockRules
from companion.riichi.presets import EMA
from companion.tournament.changes import (
    Entrant,
    LengthSet,
    PlayerFixed,
    PlayersAdded,
    ResultTyped,
    RoundStarted,
    RulesSet,
    TableGiven,
    TitleSet,
)
from companion.tournament.replanning import planned
from tests.browser.accessibility import violations_by_theme
from tests.browser.conftest import pages_of, screen
from tests.browser.hub_pages import LONG, hub_page, open_hub
from tests.browser.measuring import faults_at
from tests.club.conftest import folder, hub, joined, soon
from tests.club_page.conftest import linked
from tests.club_page.playing import game_of, hands_of
from tests.front_door.companions import started
from tests.toolbox.tongues import LANGUAGES

__all__ = ["folder", "hub", "hub_page", "joined", "linked", "open_hub"]

SIZES = ((390, 844), (800, 480), (1280, 800), (1920, 1080))


def card(page, name):
    return page.locator(".hub-table", has=page.get_by_role("heading", name=name, exact=True))


def test_a_hand_at_a_table_is_on_the_page_without_asking(open_hub, linked):
    table = linked("East")
    page = open_hub()
    card(page, "East").get_by_text("No game yet").wait_for()
    table.begin(hands_of(5, 1))
    seen = card(page, "East")
    seen.get_by_text("hand over").wait_for()
    names = seen.locator(".name").all_inner_texts()
    assert names == ["Wilhelmina", "Ngoc", "Bo", "Sigrun"]
    points = [int(text.replace(",", "")) for text in seen.locator(".points").all_inner_texts()]
    assert sum(points) in (99_000, 100_000, 98_000)
    assert seen.locator(".last-hand").inner_text().startswith("East 1 ·")
    table.link.stop()
    seen.get_by_text("The table is off or has no network").wait_for()


@pytest.mark.gate(0)
def test_the_host_renames_a_table_and_sends_it_away(open_hub, hub, linked):
    table = linked("South").mine.table
    page = open_hub()
    card(page, "South").get_by_role("button", name="Change South").click()
    page.get_by_label("Name of the table").fill("Window")
    page.get_by_role("button", name="Rename").click()
    card(page, "Window").wait_for()
    assert hub.members.name(table) == "Window"
    card(page, "Window").get_by_role("button", name="Change Window").click()
    page.get_by_role("button", name="Remove Window from the club").click()
    page.get_by_role("button", name="Tap again to confirm").click()
    card(page, "Window").wait_for(state="detached")
    assert table not in [one.id for one in hub.members.all]


def test_the_code_stands_on_the_page_and_the_next_one_after_a_table_has_joined(open_hub, hub, joined):
    page = open_hub()
    page.get_by_role("link", name="Let a table join").click()
    page.get_by_text(str(hub.shown_code()), exact=True).wait_for()
    first = page.locator(".hub-code .code").inner_text()
    hub._tokens.use(hub.shown_code().token)
    assert soon(lambda: page.locator(".hub-code .code").inner_text() not in ("", first))
    assert page.locator(".hub-code .code").inner_text() == str(hub.shown_code())


def test_who_only_looks_on_finds_nothing_to_change(open_hub, linked, chromium, hub_page):
    linked("West")
    page = open_hub()
    page.route(
        "**/api/me",
        lambda asked: asked.fulfill(
            json={"role": "spectator", "name": "", "own_screen": False, "private": False}
        ),
    )
    page.reload()
    card(page, "West").wait_for()
    assert page.get_by_role("button", name="Change West").count() == 0
    assert page.get_by_role("link", name="Let a table join").count() == 0
    page.get_by_role("link", name="This device").click()
    page.get_by_label("Code on the host").wait_for()


@pytest.mark.gate(0)
def test_the_host_gets_a_code_for_a_spare_at_the_table_that_broke(open_hub, hub, linked):
    table = linked("Broken").mine.table
    page = open_hub()
    card(page, "Broken").get_by_role("button", name="Change Broken").click()
    page.get_by_role("button", name="A spare machine takes over for Broken").click()
    words = page.locator(".hub-spare .command").inner_text()
    code = JoinCode.read(words.removeprefix("companion run --host 0.0.0.0 --club "))
    assert code.is_spare
    assert SpareCodes(hub.copies_file.parent).table(code.token) == table
    assert faults_at(page, SIZES, "spare") == []
    assert violations_by_theme(page) == []


@pytest.mark.gate(0)
def test_a_table_says_who_has_taken_over_for_it(chromium, tmp_path):
    club = {"name": "Window (old)", "hub": "10.0.0.5", "is_reached": True, "behind": 0, "spare": "Window"}
    with (
        started(tmp_path / "table", "run") as table,
        pages_of(chromium, f"http://localhost:{table.port}/") as opened,
    ):
        page = opened()
        page.route("**/api/membership", lambda asked: asked.fulfill(json={"club": club}))
        page.get_by_role("button", name="Menu").first.click()
        page.get_by_role("button", name="Club", exact=True).click()
        page.get_by_text("Another machine has taken over as “Window”").wait_for()
        assert faults_at(page, SIZES, "taken over") == []


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_finds_room_in_every_language(open_hub, linked, language):
    linked("A table with a rather long name, beside").begin(hands_of(6, 2, LONG))
    page = open_hub(lang=language)
    page.locator(".last-hand").first.wait_for()
    found = []
    for view in ("tables", "join", "device"):
        page.evaluate("view => { location.hash = view; }", view)
        page.locator(
            {"tables": ".hub-tables", "join": ".hub-code", "device": ".hub-picks"}[view]
        ).first.wait_for()
        found += faults_at(page, SIZES, f"{language} {view}")
    assert found == []


@pytest.mark.gate(0)
def test_everybody_can_use_it(open_hub, linked):
    linked("North").begin(hands_of(9, 2))
    page = open_hub()
    page.locator(".last-hand").first.wait_for()
    page.get_by_role("button", name="Change North").click()
    found = violations_by_theme(page)
    for view, shown in (("join", ".hub-code"), ("device", ".hub-picks")):
        page.evaluate("view => { location.hash = view; }", view)
        page.locator(shown).first.wait_for()
        found += violations_by_theme(page)
    assert found == []


@pytest.mark.gate(0)
def test_a_host_lets_a_running_table_join_on_its_page_and_leave(chromium, hub, hub_page, tmp_path):
    with (
        started(tmp_path / "table", "run") as table,
        pages_of(chromium, f"http://localhost:{table.port}/") as opened,
    ):
        page = opened(expects_errors=True)
        page.get_by_role("button", name="Menu").first.click()
        page.get_by_role("button", name="Club", exact=True).click()
        field, button = (
            page.get_by_label("Code on the club"),
            page.get_by_role("button", name="Join the club"),
        )
        field.fill("10.0.0.5:8884/abcd")
        button.click()
        page.get_by_text("That is not the code of a club").wait_for()
        before = {one.id for one in hub.members.all}
        field.fill(f" {hub.shown_code()} ")
        assert faults_at(page, SIZES, "join") == []
        button.click()
        page.get_by_text("This table belongs to a club as").wait_for()
        (mine,) = [one.id for one in hub.members.all if one.id not in before]
        page.get_by_text("The club’s computer has everything.").wait_for()
        assert soon(lambda: [one.is_here for one in hub.tables if one.member.id == mine] == [True])
        assert violations_by_theme(page, "dialog, .sheet") == []
        assert "club" in sources_of(table)
        page.get_by_role("button", name="Leave the club").click()
        page.get_by_role("button", name="Tap again to confirm").click()
        button.wait_for()
        # Health does not go on to speak of a club in which this table is not.
        assert soon(lambda: "club" not in sources_of(table), 5)
        assert soon(lambda: [one.is_here for one in hub.tables if one.member.id == mine] == [False])
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Menu").first.click()
        page.locator(".health").first.wait_for()
        assert page.locator(".health").get_by_text("Club", exact=True).count() == 0


def sources_of(table) -> set:
    return {source["name"] for source in table.snapshot["health"]["sources"]}


def test_a_host_takes_an_evening_from_nothing_to_a_round(open_hub, hub):
    for one in hub.members.all:  # a table that plays already shows who sits there, whatever the plan says
        hub.members.leave(one.id)
    page = open_hub()
    page.get_by_role("link", name="Organise").click()
    page.get_by_label("Name of the tournament").fill("Spring Open")
    page.get_by_label("Rounds").fill("2")
    page.get_by_role("button", name="Begin a tournament").click()
    page.get_by_label("Players, one per line").fill("\n".join([*LONG, "Eva", "Finn", "Goro", "Hana", "Ivo"]))
    page.get_by_role("button", name="Enter them").click()
    page.get_by_role("heading", name="9 players").wait_for()
    page.get_by_role("button", name="Make the seating plan").click()
    page.get_by_role("button", name="Make another plan").wait_for()
    rules = page.locator("form", has=page.get_by_role("heading", name="Rules"))
    rules.get_by_label("The whole tournament plays by").select_option(label="WRC")
    rules.get_by_role("button", name="Save").click()
    assert soon(lambda: hub.tournament.scores.tournament.rules.name == "wrc")
    clock = page.locator("form", has=page.get_by_role("heading", name="Clock for each player"))
    clock.get_by_label("0: no clock").fill("360")
    clock.get_by_label("Free seconds").fill("86401")
    clock.get_by_role("button", name="Save").click()
    assert clock.get_by_label("Free seconds").evaluate("field => field.validity.rangeOverflow")
    clock.get_by_label("Free seconds").fill("8")
    clock.get_by_role("button", name="Save").click()
    assert soon(lambda: hub.tournament.scores.tournament.clock == ClockRules(360, 8, 60))
    page.get_by_role("link", name="Round", exact=True).click()
    page.get_by_role("button", name="Start round 1").click()
    page.get_by_role("button", name="Tap again to confirm").click()
    page.get_by_role("timer").first.wait_for()
    seats = page.locator(".hub-plan .name").all_inner_texts()
    assert len(set(seats)) == 8
    (resting,) = {*LONG, "Eva", "Finn", "Goro", "Hana", "Ivo"} - set(seats)
    page.get_by_text(f"Not seated in this round: {resting}").wait_for()
    page.get_by_role("button", name="Stop the clock").click()
    page.get_by_text("paused").first.wait_for()
    table = page.locator(".hub-plan > li").first
    table.get_by_role("button", name="Type the points").click()
    for field, points in zip(table.locator("input").all(), (40_000, 30_000, 20_000, 10_000), strict=True):
        field.fill(str(points))
    table.get_by_role("button", name="Save").click()
    table.get_by_text("entered by hand").wait_for()
    assert table.locator(".points").all_inner_texts() == ["40,000", "30,000", "20,000", "10,000"]
    table.get_by_role("button", name="Type the points").click()
    found, broken = [], []
    for view, shown in (("round", ".hub-plan"), ("standings", ".hub-rows"), ("players", ".hub-people")):
        page.evaluate("view => { location.hash = view; }", view)
        page.locator(shown).first.wait_for()
        found += violations_by_theme(page)
        broken += faults_at(page, SIZES, view)
    page.evaluate("() => { location.hash = 'screen'; }")
    page.locator(".hub-screen .hub-clock").wait_for()
    found += violations_by_theme(page)
    broken += faults_at(page, ((1280, 800), (1920, 1080)), "screen")
    assert (found, broken) == ([], [])


def test_the_clock_is_the_hubs_and_says_when_the_time_is_up(open_hub):
    page = open_hub()
    read = "async of => (await import('/static/js/hub/clock.js')).read(...of)"
    clock = {"begun": 1_000.0, "stood_s": 30.0, "paused_at": None, "limits_s": [3_600, 3_600, 3_900]}
    assert page.evaluate(read, [clock, 1, 1_630.0]) == {"gone": 600, "left": 3_000, "isPaused": False}
    assert page.evaluate(read, [clock, 2, 4_930.0])["left"] == 0
    assert page.evaluate(read, [{**clock, "paused_at": 1_090.0}, 1, 9_999.0])["gone"] == 60
    text = "async of => (await import('/static/js/hub/clock.js')).timeText(of)"
    assert [page.evaluate(text, of) for of in (59, 600, 3_661, -75)] == ["0:59", "10:00", "1:01:01", "+1:15"]


def test_a_television_shows_a_large_field_in_parts(open_hub):
    page = open_hub()
    read = "async of => (await import('/static/js/hub/screen.js')).partsOf(of)"
    rows = [{"rounds": [None]}] * 200
    evening = {"plan": [[[1, 2, 3, 4]] * 50], "begun": 1, "standings": {"players": rows}}
    assert page.evaluate(read, evening) == [{"kind": "seats", "first": first} for first in (0, 20, 40)]
    rows = [{"rounds": [1.5]}, *rows[1:]]
    found = page.evaluate(read, {**evening, "standings": {"players": rows}})
    assert [one["first"] for one in found if one["kind"] == "places"] == [0, 60, 120, 180]


@pytest.mark.gate(0)
def test_the_host_puts_people_right_cuts_to_the_finals_and_says_who_follows_a_table(open_hub, hub, linked):
    for one in hub.members.all:
        hub.members.leave(one.id)
    machine = linked("Corner").mine.table
    TournamentFile(hub.copies_file.parent).end()
    page = open_hub()
    page.get_by_role("link", name="Organise").click()
    page.get_by_label("Name of the tournament").fill("Finals")
    page.get_by_label("Rounds").fill("2")
    page.get_by_role("button", name="Begin a tournament").click()
    page.get_by_label("Players, one per line").fill("\n".join([*LONG, "Eva", "Finn", "Goro", "Hana"]))
    page.get_by_role("button", name="Enter them").click()
    page.get_by_role("heading", name="8 players").wait_for()
    page.get_by_label("Players, one per line").fill("Ivo")
    page.get_by_label("as substitutes").check()
    page.get_by_role("button", name="Enter them").click()
    page.get_by_text("substitute", exact=True).wait_for()
    page.get_by_role("button", name="Change Eva").click()
    person = page.locator(".hub-people form")
    person.get_by_label("Player").fill("Evelyn")
    person.get_by_label("Team").fill("North")
    person.get_by_label("Always at table").fill("2")
    assert faults_at(page, SIZES, "person") == []
    person.get_by_role("button", name="Save").click()
    person.wait_for(state="detached")
    row = page.locator(".hub-people li", has_text="Evelyn")
    row.get_by_text("always at table 2").wait_for()
    assert row.locator("small").all_inner_texts() == ["North", "always at table 2"]
    page.get_by_role("button", name="Make the seating plan").click()
    page.get_by_role("button", name="Make another plan").wait_for()
    page.get_by_label("Table 2").select_option(label="Corner")
    assert soon(lambda: hub.tournament.scores.tournament.companions.get(2) == machine)
    assert page.get_by_text("Cut to the finals").count() == 0
    played_by_hand(hub)
    page.get_by_role("heading", name="Cut to the finals").wait_for()
    assert violations_by_theme(page) == []
    page.get_by_label("Percent of the total").select_option("50")
    page.get_by_role("button", name="Only the top 4 play on").click()
    assert faults_at(page, SIZES, "later") == []
    page.get_by_role("button", name="Tap again to confirm").click()
    page.get_by_text("After round 1 only 4 players play on, with 50 % of their totals.").wait_for()
    cut = hub.tournament.scores.tournament.cut
    assert (len(cut.players), cut.carried) == (4, 50)


@pytest.mark.gate(0)
def test_of_two_games_of_a_round_the_host_taps_the_one_that_counts(open_hub, hub, linked):
    machine, file = linked("Twice"), TournamentFile(hub.copies_file.parent)
    file.end()
    people = tuple(Entrant(name, "") for name in LONG)
    file.say(TitleSet("Two games"), LengthSet(1), PlayersAdded(people))
    file.decide(lambda now: (planned(now),))
    file.say(TableGiven(1, machine.mine.table), RoundStarted(1, 1.0))
    names = tuple(LONG[one - 1] for one in file.tournament.rounds[0].tables[0])
    for seed in (4, 5):
        machine.begin(game_of(seed, names))
    page = open_hub()
    page.get_by_role("link", name="Round", exact=True).click()
    page.get_by_text("Say which one counts").wait_for()
    assert faults_at(page, SIZES, "two games") == []
    assert violations_by_theme(page) == []
    second = page.get_by_role("button", name="Game 2 counts")
    said = second.inner_text()
    second.click()
    page.get_by_text("Say which one counts").wait_for(state="detached")
    (result, *_) = hub.tournament.scores.results
    assert result.game == (machine.mine.table, 2)
    # The button had told it apart by what the table ended with.
    ended = sorted(result.seats, key=lambda seat: -seat.points)
    assert said.splitlines()[-1] == " · ".join(f"{seat.name} {seat.points:,}" for seat in ended)


@pytest.mark.gate(0)
def test_the_host_sees_which_table_of_an_earlier_round_has_no_result(open_hub, hub, linked):
    machine, file = linked("Late"), TournamentFile(hub.copies_file.parent)
    file.end()
    file.say(TitleSet("Late"), LengthSet(2), PlayersAdded(tuple(map(Entrant, LONG))))
    file.decide(lambda now: (planned(now),))
    file.say(TableGiven(1, machine.mine.table), RoundStarted(1, 1.0), RoundStarted(2, 2.0))
    page = open_hub()
    page.get_by_role("link", name="Round", exact=True).click()
    page.get_by_text("Round 1, table 1: No hand of it has ended.").wait_for()
    assert faults_at(page, SIZES, "left open") == []
    file.say(ResultTyped(1, 1, (40_000, 30_000, 20_000, 10_000)))
    page.get_by_text("Round 1, table 1: No hand of it has ended.").wait_for(state="detached")


def played_by_hand(hub):
    """The first round, with typed points."""
    points = (40_000, 30_000, 20_000, 10_000)
    results = (ResultTyped(1, table, points) for table in (1, 2))
    TournamentFile(hub.copies_file.parent).say(RoundStarted(1, 1.0), *results)
    assert soon(lambda: hub.tournament.scores.standings.is_complete)


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_organising_finds_room_in_every_language(open_hub, hub, linked, language):
    linked("Corner")
    file = TournamentFile(hub.copies_file.parent)
    file.end()
    people = tuple(
        Entrant(name, "A team with a long name") for name in (*LONG, "Eva", "Finn", "Goro", "Hana")
    )
    file.say(TitleSet("Finals"), LengthSet(2), RulesSet(EMA), PlayersAdded(people), PlayerFixed(1, 2))
    file.decide(lambda now: (planned(now),))
    file.say(RoundStarted(1, 1.0))
    page = open_hub(lang=language)
    page.evaluate("location.hash = 'players'")
    page.locator(".hub-people li button[aria-expanded]").first.click()
    page.locator(".hub-people form").wait_for()
    assert faults_at(page, SIZES, language) == []


def scanned(page) -> str:
    """What a phone reads in the picture on a screen, as a camera would see it: sharp, blurred, from afar.

    OpenCV's other reader, `QRCodeDetector`, finds one code in some hundreds in none of these pictures.
    """
    shot = page.locator(".hub-code svg").screenshot()
    picture = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    blurred = cv2.GaussianBlur(picture, (5, 5), 0)
    seen = (picture, blurred, *(cv2.resize(blurred, None, fx=share, fy=share) for share in (0.8, 0.6, 2)))
    reader = cv2.QRCodeDetectorAruco()
    return next(filter(None, (reader.detectAndDecode(one)[0] for one in seen)), "")


@pytest.mark.gate(0)
def test_the_picture_of_joining_is_scanned_and_leads_to_the_table_that_joins(
    open_hub, chromium, hub, tmp_path
):
    for width in (390, 1280):
        page = open_hub()
        page.set_viewport_size({"width": width, "height": 800})
        page.get_by_role("link", name="Let a table join").click()
        page.locator(".hub-code svg").wait_for()
        assert scanned(page).endswith(f"/#join={hub.shown_code()}")
    address = scanned(page)
    before = {one.id for one in hub.members.all}
    with (
        started(tmp_path / "table", "run") as table,
        closing(screen(chromium, (390, 844))) as device,
    ):
        phone = device.new_page()
        phone.goto(address)
        phone.get_by_text(str(hub.shown_code())).wait_for()
        assert "#" not in phone.url
        assert faults_at(phone, SIZES, "carried") == []
        assert violations_by_theme(phone) == []
        phone.get_by_label("Address of the table").fill("no address!")
        assert phone.get_by_role("link", name="Open that table").count() == 0
        phone.get_by_label("Address of the table").fill(f"localhost:{table.port}")
        phone.get_by_role("link", name="Open that table").click()
        field = phone.get_by_label("Code on the club")
        field.wait_for()
        assert field.input_value() == str(hub.shown_code())
        phone.get_by_role("button", name="Join the club").click()
        phone.get_by_text("This table belongs to a club as").wait_for()
    assert len({one.id for one in hub.members.all} - before) == 1
