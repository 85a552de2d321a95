"""Who sits where: everybody once in each round, and what must not come twice."""

import csv
import io
import time

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.tournament.changes import PlayerLeft, PlayerReturned
from companion.tournament.replanning import quality
from companion.tournament.seating import Quality, quality_of, seating
from tests.tournament.evenings import Evening


@pytest.mark.parametrize("players", [20, 24, 32, 36, 40, 44, 64, 72, 100, 400, 800])
def test_nobody_meets_twice_or_comes_back_and_winds_are_even(players):
    rounds = 8 if players >= 32 else 4
    assert quality_of(seating(players, rounds)) == Quality(0, 0, 0)


def test_sixty_four_players_in_eight_rounds_have_each_wind_twice_and_no_long_wait():
    began = time.process_time()
    plan = seating(64, 8)
    assert time.process_time() - began < 30
    winds = [[] for _ in range(64)]
    for tables in plan:
        for seats in tables:
            for wind, player in enumerate(seats):
                winds[player].append(wind)
    assert all(sorted(each) == [0, 0, 1, 1, 2, 2, 3, 3] for each in winds)
    assert quality_of(plan) == Quality(0, 0, 0)


@pytest.mark.parametrize("rounds", [4, 5])
def test_sixteen_players_meet_everybody_once_in_five_rounds(rounds):
    assert quality_of(seating(16, rounds)).repeated_pairs == 0


@given(tables=st.integers(1, 30), rounds=st.integers(1, 6), seed=st.integers(0, 3))
@settings(max_examples=12)
def test_in_each_round_everybody_sits_once(tables, rounds, seed):
    plan = seating(4 * tables, rounds, seed)
    assert len(plan) == rounds
    for seats in plan:
        assert len(seats) == tables
        assert sorted(player for table in seats for player in table) == list(range(4 * tables))
    assert quality_of(plan).uneven_winds <= 2
    assert plan == seating(4 * tables, rounds, seed)


def test_what_is_counted_is_what_should_not_be():
    same = (((0, 1, 2, 3), (4, 5, 6, 7)),) * 2
    assert quality_of(same) == Quality(12, 8, 2)
    assert quality_of(same[:1]) == Quality(0, 0, 1)
    turned = (((0, 1, 2, 3), (4, 5, 6, 7)), ((4, 0, 6, 2), (1, 5, 3, 7)))
    assert quality_of(turned) == Quality(4, 4, 2)


@pytest.mark.parametrize(("players", "rounds"), [(0, 1), (13, 4), (3, 1), (16, 0), (-4, 1)])
def test_tables_that_are_not_full_are_refused(players, rounds):
    with pytest.raises(ValueError, match="divided by four"):
        seating(players, rounds)


def typed(tmp_path, content, *more, rounds=4):
    file = tmp_path / "players.csv"
    file.write_bytes(content)
    return CliRunner().invoke(main, ["club", "seats", str(file), "--rounds", str(rounds), *more])


def test_a_file_of_names_becomes_a_plan(tmp_path):
    names = [f"Player {number}" for number in range(18)] + ["=1+1", "Chloé"]
    done = typed(tmp_path, ("\ufeff" + "\n".join(f"{name},x" for name in names) + "\n\n").encode())
    assert done.exit_code == 0
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert len(rows) == 4 * 5
    seated = [row[wind] for row in rows if row["round"] == "1" for wind in ("east", "south", "west", "north")]
    assert len(set(seated)) == 20
    assert not any(name.startswith("=") for name in seated)
    assert "20 players, 5 tables, 4 rounds: 0 pairs meet again, 0 times" in done.stderr


def test_the_plan_of_a_file_is_the_plan_of_a_tournament_with_these_players(tmp_path):
    evening = Evening(20, 6)
    evening.plan()
    done = typed(tmp_path, "\n".join(one.name for one in evening.now.players).encode(), rounds=6)
    rows = [tuple(row)[2:] for row in csv.reader(io.StringIO(done.stdout))][1:]
    seats = [table for each in evening.now.rounds for table in each.tables]
    assert rows == [tuple(map(evening.now.name, table)) for table in seats]
    assert f"{quality(evening.now).repeated_pairs} pairs meet again" in done.stderr


def test_what_is_done_is_said_before_a_plan_is_searched(tmp_path, monkeypatch):
    def searching(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.tournament.replanning.planned", searching)
    done = typed(tmp_path, "\n".join(f"Player {number}" for number in range(24)).encode(), rounds=8)
    assert done.stdout == ""
    assert done.stderr.startswith("Seating 24 players in 8 rounds …\n")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\n".join(b"p%d" % number for number in range(13)), "13 players do not fill tables of four"),
        (b"a\nb\na\nc\n", "names somebody twice: a"),
        (b"Anna Lee\nb\nanna  lee\nc\n", "names somebody twice: Anna Lee, anna  lee"),
        (b"", "there is no name"),
        (b"a", "has 1 player; a plan needs 4 to 2,000"),
        (b"\xff\xfe\x00", "cannot be read"),
    ],
)
def test_a_broken_file_is_a_sentence(tmp_path, content, sentence):
    done = typed(tmp_path, content)
    assert done.exit_code == 1
    assert sentence in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "content",
    ["Anna;Blue\nBen;Blue\nCleo;Red\nDan;Red", "Anna\tBlue\nBen\nCleo\nDan", '"Anna\nBen\nCleo\nDan'],
)
def test_names_are_read_as_for_a_tournament(tmp_path, content):
    """Spreadsheets differ, and a quotation mark that is never closed takes no other name with it."""
    done = typed(tmp_path, content.encode(), rounds=1)
    assert done.exit_code == 0, done.stderr
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert sorted(row.values()) == ["1", "1", "Anna", "Ben", "Cleo", "Dan"]


def test_substitutes_fill_the_last_table(tmp_path):
    done = typed(tmp_path, b"\n".join(b"p%d" % number for number in range(13)), "--fill")
    assert done.exit_code == 0
    assert "16 players, 4 tables" in done.stderr
    assert done.stdout.count("Substitute 3") == 4


def test_a_substitute_gets_the_places_of_somebody_who_left_and_everybody_else_stays():
    evening = Evening(20, 4, substitutes=1)
    evening.plan()
    evening.start()
    before = [each.tables for each in evening.now.rounds]
    evening.say(PlayerLeft(3))
    evening.plan()
    assert [each.tables for each in evening.now.rounds[1:]] == [
        tuple(tuple(21 if one == 3 else one for one in seats) for seats in tables) for tables in before[1:]
    ]
    evening.say(PlayerReturned(3))
    evening.plan()
    assert [each.tables for each in evening.now.rounds] == before


@pytest.mark.parametrize(("players", "rounds"), [(12, 4), (12, 6), (20, 6)])
def test_where_the_groups_of_a_plan_meet_again_a_search_finds_fewer_meetings(players, rounds):
    evening = Evening(players, rounds)
    evening.plan()
    found, of_groups = quality(evening.now), quality_of(seating(players, rounds))
    assert found.repeated_pairs < of_groups.repeated_pairs
    assert found.uneven_winds <= 1


@pytest.mark.parametrize(("players", "rounds"), [(16, 4), (32, 6)])
def test_after_a_substitute_has_come_still_nobody_meets_twice(players, rounds):
    evening = Evening(players, rounds, substitutes=1)
    evening.plan()
    evening.start()
    evening.say(PlayerLeft(3))
    evening.plan()
    assert quality(evening.now).repeated_pairs == 0
