"""The season of a real hub: two evenings at one table, by command, CSV and page, counted a second time."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from companion.club.members import Members
from companion.club.season import season_in
from companion.club.tournament_file import TournamentFile
from companion.club_page.app import HubPage, PagePlan
from companion.club_page.organising import Fields, Organiser
from companion.keeping.club_file import Season, keep_club, kept_club
from companion.riichi.hanchan import begin as begin_hanchan
from companion.riichi.presets import HOUSE
from companion.tournament.changes import (
    Entrant,
    LengthSet,
    PlayersAdded,
    ResultTyped,
    RoundsSeated,
    RoundStarted,
    TitleSet,
)
from companion.tournament.table_games import TableGame
from tests.club.club_tables import Seated, said
from tests.club.conftest import soon
from tests.reliability.club_evening import second_count
from tests.reliability.made_games import made_games
from tests.security.visitors import passer_by

EVENINGS = (("Monday", ("Anna", "Ben", "Chiyo", "Dario")), ("Tuesday", ("Ben", "Anna", "Ela", "Finn")))


@pytest.fixture
def club(hub, folder):
    for member in hub.members.all:
        hub.members.leave(member.id)
    for file in (folder / "hub" / "club").glob("tournament*"):
        file.unlink()
    return folder / "hub"


def played(club, hub, table, wanted: dict) -> None:
    """Two evenings of one round each, at the same table, and what another count makes of each person."""
    for (title, people), game in zip(EVENINGS, made_games(2), strict=True):
        said(club, "new", title, "--rounds", 1, "--rules", "tenhou")
        names = club / "names.csv"
        names.write_text("\n".join(people))
        said(club, "players", names)
        said(club, "plan")
        said(club, "round", "start")
        assert soon(
            lambda title=title: table.seen() and table.seen().title == title and table.seen().has_begun
        )
        seats = table.seen().seats
        table.play(game.facts, game.rules, seats)
        assert soon(lambda: hub.tournament.scores.standings.is_complete)
        for name, score in zip(seats, second_count(game.points), strict=True):
            wanted.setdefault(name, []).append(score)


def totals(club, *words) -> dict:
    found = json.loads(said(club, "evenings", "--json", *words))
    return {row["name"]: row["total"] for row in found["rows"]}


def on_monday(club) -> list:
    return [row["evenings"][0] for row in json.loads(said(club, "evenings", "--json"))["rows"]]


def test_a_season_is_what_another_count_makes_of_its_evenings(club, hub, joined, tmp_path):
    table, wanted = Seated(joined("Window")), {}
    played(club, hub, table, wanted)
    sums = {name: pytest.approx(sum(scores), abs=0.05) for name, scores in wanted.items()}
    assert {name: len(scores) for name, scores in wanted.items()} == {
        "Anna": 2,
        "Ben": 2,
        "Chiyo": 1,
        "Dario": 1,
        "Ela": 1,
        "Finn": 1,
    }
    assert totals(club) == sums
    rows = list(csv.DictReader(io.StringIO(said(club, "evenings", "--csv"))))
    assert {row["player"]: float(row["total"]) for row in rows} == sums
    assert [title for title in rows[0] if title.endswith(("Monday", "Tuesday"))] == list(rows[0])[5:]
    assert said(club, "evenings").startswith("2 evenings\n")
    # The same for whoever looks at the page, also while no tournament is on.
    page = HubPage(hub, tmp_path, PagePlan("127.0.0.1", 0))
    page.start()
    try:
        said(club, "new", "Wednesday", "--rounds", 1)
        assert soon(lambda: hub.tournament.scores.tournament.title == "Wednesday")
        status, told, _ = passer_by(page).ask("GET", "/api/season")
        assert status == 200
        assert {row["name"]: row["total"] for row in told["rows"]} == sums
        assert [title for _, title in told["evenings"]] == ["Monday", "Tuesday"]
        assert "Anna" in passer_by(page).ask("GET", "/api/papers/season.csv")[2]
        status, refused, _ = passer_by(page).ask("GET", "/api/season?season=never")
        assert (status, refused["error"]) == (409, "evening_refused")
    finally:
        page.stop()
    # Of a season that ended before, nobody has played a game.
    keep_club(club, kept_club(club).with_season(Season("Old", "2001-01-01", "2001-12-31")))
    assert totals(club, "--season", "Old") == {}
    assert "there is no season 'New'" in said(club, "evenings", "--season", "New", status=1)
    said(club, "same", "Ela", "Chiyo")
    assert totals(club)["Ela"] == pytest.approx(sum(wanted["Ela"] + wanted["Chiyo"]), abs=0.05)
    # A player who was forgotten and a seat of an anonymised game are both called "Player 1".
    told = said(club, "forget", EVENINGS[0][1][0])
    assert (
        "have the name, and until it is taken out there or deleted, the score in it counts for nobody" in told
    )
    assert any(on_monday(club))
    table.journal.anonymise(table.journal.games()[0])
    table.link.notice()
    assert soon(lambda: not any(on_monday(club)) and hub.tables[0].held == table.journal.last_seq)
    assert not any(on_monday(club))
    table.close()


@pytest.mark.parametrize("name", ["anna", "Ana"])
def test_people_who_were_forgotten_stay_one_person_each_in_a_season(tmp_path, name):
    """Anna is player 1 on Monday and player 3 on Tuesday, where Ela is player 1; Ana is Anna, too.

    On Thursday somebody entered her as Ana and corrected that.
    """
    folder = tmp_path / "club"
    folder.mkdir()
    organiser = Organiser(folder, Members(folder), tuple)
    evenings = {
        "Monday": ("Anna", "Ben", "Chiyo", "Dario"),
        "Tuesday": ("Ela", "Ben", "Anna", "Finn"),
        "Thursday": ("Ela", "Ben", "Ana", "Finn"),
        "Friday": ("Ela", "Ben", "Ana", "Finn"),
    }
    for title, people in evenings.items():
        for act, fields in (
            ("new", {"title": title, "rounds": 1, "minutes": 0}),
            ("players", {"names": "\n".join(people)}),
            *[("rename", {"player": 3, "name": "Anna"})] * (title == "Thursday"),
            ("start", {}),
            ("result", {"round": 1, "table": 1, "points": [40_000, 30_000, 20_000, 10_000]}),
        ):
            organiser.do(act, Fields(fields))
    said(tmp_path, "same", "Ana", "Anna")

    def rows() -> dict:
        return {
            row["name"]: row["evenings"] for row in json.loads(said(tmp_path, "evenings", "--json"))["rows"]
        }

    before = rows()
    assert (len(before), None in before["Ana"], before["Ela"][0]) == (6, False, None)
    assert "out of 3 tournaments" in said(tmp_path, "forget", "Ela")
    assert "out of 4 tournaments" in said(tmp_path, "forget", name)
    assert sorted(rows().values(), key=str) == sorted(before.values(), key=str)
    files = [*folder.glob("tournament*.jsonl"), tmp_path / "club.toml"]
    assert not [one for one in files if {"Anna", "Ana", "Ela"} & set(one.read_text().split('"'))]
    assert "nobody is called" in said(tmp_path, "forget", "Ana", status=1)


@pytest.mark.parametrize("is_readable", [True, False])
def test_a_game_that_nobody_has_closed_stays_in_its_evening_when_the_next_one_begins(tmp_path, is_readable):
    games: list[TableGame] = []
    organiser = Organiser(tmp_path, Members(tmp_path), lambda: tuple(games))
    people = EVENINGS[0][1]

    def say(act: str, **fields: object) -> None:
        organiser.do(act, Fields(fields))

    def begin(title: str) -> None:
        say("new", title=title, rounds=1, minutes=0)
        say("players", names="\n".join(people))
        say("table", table=1, companion="0badcafe")
        say("plan")

    def totals_of(evening: int) -> dict:
        return {row.name: row.evenings[evening] for row in season_in(tmp_path, games, tmp_path).rows}

    begin("Monday")
    say("start")
    points = (41_000, 29_000, 17_000, 13_000)
    left_open = replace(begin_hanchan(HOUSE, people), points=points)
    games.append(TableGame("0badcafe", 1, left_open, 8, is_finished=False))
    before = totals_of(0)
    assert sorted(before) == sorted(people)
    assert all(before.values())
    begin("Tuesday")
    if not is_readable:
        (tmp_path / "tournament-1.jsonl").write_text("no record\n")
    say("start")
    if is_readable:
        assert totals_of(0) == before
        assert set(totals_of(1).values()) == {None}
    assert TournamentFile(tmp_path).tournament.begun == 1


def test_an_evening_that_was_entered_before_the_network_told_the_time_counts_for_its_day(tmp_path):
    now = [61.0]  # seconds after a Pi without a battery was started
    folder = tmp_path / "club"
    folder.mkdir()
    file = TournamentFile(folder, lambda: now[0])
    people = tuple(Entrant(name) for name in EVENINGS[0][1])
    file.say(TitleSet("Monday"), LengthSet(1), PlayersAdded(people), RoundsSeated(1, (((1, 2, 3, 4),),)))
    file.say(RoundStarted(1, now[0]))
    now[0] = datetime(2027, 1, 9, 20, tzinfo=UTC).timestamp()
    file.say(ResultTyped(1, 1, (40_000, 30_000, 20_000, 10_000)))
    said(tmp_path, "zone", "Europe/Berlin")
    said(tmp_path, "season", "2027", "2027-01-01", "2027-12-31")
    found = json.loads(said(tmp_path, "evenings", "--season", "2027", "--json"))
    assert found["evenings"] == [["2027-01-09", "Monday"]]
