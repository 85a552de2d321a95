"""Names that an older companion let in and that no table takes: they are cut, and still found in full."""

import pytest

from companion.club.season import season_in
from companion.club.tournament_file import TournamentFile
from companion.keeping.club_file import keep_club, kept_club
from companion.riichi.presets import HOUSE
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
from tests.club.club_tables import said

LONG = f"Maximiliane {'von und zu ' * 4}Sand"
CUT = LONG[:40]
OTHER = LONG.replace("Sand", "Burg")


@pytest.fixture
def hub(tmp_path):
    """The data folder of a hub with an evening of before, with a long name, and one of now, with that cut."""
    (tmp_path / "club").mkdir()
    for name in (LONG, CUT):
        evening_of(tmp_path, name)
    return tmp_path


def evening_of(data, name, second="Ben") -> None:
    """An evening on which somebody with this name, which may be long, ends in first place."""
    file = TournamentFile(data / "club")
    people = PlayersAdded(tuple(Entrant(one) for one in ("X", second, "Chiyo", "Dario")))
    seats = RoundsSeated(1, (((1, 2, 3, 4),),))
    typed = ResultTyped(1, 1, (40_000, 30_000, 20_000, 10_000))
    file.begin(TitleSet("Evening"), RulesSet(HOUSE), LengthSet(1), people)
    file.say(seats, RoundStarted(1, 1.7e9), typed)
    path = data / "club" / "tournament.jsonl"
    path.write_text(path.read_text().replace('"X"', f'"{name}"'))


@pytest.fixture
def two(tmp_path):
    """The data folder of a hub: on two evenings of before, two people whose names are cut to the same."""
    (tmp_path / "club").mkdir()
    for name in (LONG, OTHER):
        evening_of(tmp_path, name)
    return tmp_path


def text_in(hub) -> str:
    return "".join(file.read_text() for file in (hub / "club").glob("*.jsonl"))


@pytest.mark.parametrize("typed", [LONG, CUT, LONG.upper(), "Max"])
def test_whoever_is_forgotten_is_so_by_each_of_these_names(hub, typed):
    keep_club(hub, kept_club(hub).with_same("Max", LONG))
    assert text_in(hub).count(CUT) == 2
    assert "out of 2 tournaments" in said(hub, "forget", typed)
    assert CUT not in text_in(hub)
    assert kept_club(hub).same == {}


@pytest.mark.parametrize("same", [(), (LONG, "Max"), ("Max", LONG)])
def test_in_a_season_it_is_one_person_whatever_the_club_was_told(hub, same):
    if same:
        keep_club(hub, kept_club(hub).with_same(*same))
        TournamentFile(hub / "club").begin(
            TitleSet("Third"),
            RulesSet(HOUSE),
            LengthSet(1),
            PlayersAdded(tuple(map(Entrant, ("Max", "Ben", "Chiyo", "Dario")))),
            RoundsSeated(1, (((1, 2, 3, 4),),)),
            RoundStarted(1, 1.7e9),
            ResultTyped(1, 1, (40_000, 30_000, 20_000, 10_000)),
        )
    season = season_in(hub / "club", (), hub)
    first = season.rows[0]
    assert (first.name, first.played) == (("Max", 3) if same else (CUT, 2))


def test_two_people_whose_names_are_cut_alike_on_two_evenings_are_two_in_a_season(two):
    rows = season_in(two / "club", (), two).rows
    assert {(row.name, row.played) for row in rows[:2]} == {(LONG, 1), (OTHER, 1)}
    evening_of(two, CUT)  # nobody knows which of them that is
    rows = season_in(two / "club", (), two).rows
    assert {(row.name, row.played) for row in rows[:3]} == {(LONG, 1), (OTHER, 1), (CUT, 1)}
    keep_club(two, kept_club(two).with_same(CUT, OTHER))
    rows = season_in(two / "club", (), two).rows
    assert {(row.name, row.played) for row in rows[:2]} == {(LONG, 1), (CUT, 2)}


def test_two_people_on_one_evening_stay_two_though_one_has_the_beginning_of_the_others_name(hub):
    numbered = f"{CUT[:38].strip()} 2"
    evening_of(hub, LONG, CUT)
    rows = season_in(hub / "club", (), hub).rows
    assert {(row.name, row.played) for row in rows} >= {(numbered, 3), (CUT, 1)}
    evening_of(hub, numbered, CUT)  # entered as they were called on the evening before
    season = season_in(hub / "club", (), hub)
    assert sum(row.played for row in season.rows) == 4 * len(season.evenings)


def test_whoever_is_forgotten_takes_nobody_along_whose_name_is_cut_alike(two):
    assert "out of 1 tournament" in said(two, "forget", OTHER)
    assert (OTHER in text_in(two), LONG in text_in(two)) == (False, True)
    assert "out of 1 tournament" in said(two, "forget", CUT)
    assert LONG not in text_in(two)


def test_somebody_whom_the_club_also_knows_by_the_beginning_of_two_names_can_be_forgotten(two):
    evening_of(two, "Max")
    keep_club(two, kept_club(two).with_same(CUT, "Max"))
    assert "out of 1 tournament" in said(two, "forget", "Max")
    assert (LONG in text_in(two), OTHER in text_in(two), "Max" in kept_club(two).same) == (True, True, False)


def test_a_beginning_of_two_names_is_asked_about_and_where_somebody_was_entered_so_that_one_is_meant(two):
    question = said(two, "forget", CUT, status=1)
    assert "is the beginning of several names" in question
    assert (LONG in question, OTHER in question) == (True, True)
    evening_of(two, CUT)
    assert "out of 1 tournament" in said(two, "forget", CUT)
    assert (LONG in text_in(two), OTHER in text_in(two)) == (True, True)
    assert f'"{CUT}"' not in text_in(two)
