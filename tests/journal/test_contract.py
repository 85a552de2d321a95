"""What every journal promises, asked of each of them."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evidence import Cause
from companion.journal import Draft, Entry, Game, GameNumber, Journal, MemoryJournal, SqliteJournal
from companion.riichi.facts import Drawn
from companion.riichi.presets import EMA, TENHOU
from companion.riichi.seats import SEATS
from tests.journal.conftest import NOON, drawn, retraction
from tests.toolbox.strategies import drafts


def begin_game(journal: Journal, *more: Draft) -> Game:
    game = journal.next_game("table", TENHOU, NOON)
    journal.append(game, [drawn(), *more])
    return game


def test_a_new_journal_is_empty(journal: Journal) -> None:
    assert (journal.last_seq, journal.games(), journal.written_by("x")) == (0, (), ())
    assert journal.entries(GameNumber(1)) == ()


def test_what_is_appended_is_numbered_and_read_back_in_order(journal: Journal) -> None:
    game = journal.next_game("table", TENHOU, NOON)
    first = journal.append(game, [drawn(0)])
    rest = journal.append(game, [drawn(1), drawn(2)])
    assert [entry.seq for entry in first + rest] == [1, 2, 3]
    assert journal.entries(game.number) == first + rest
    assert first == (Entry(1, NOON, Drawn(SEATS[0]), Cause.CAMERA),)
    assert journal.last_seq == 3


def test_an_announced_game_is_kept_with_its_first_entry(journal: Journal) -> None:
    game = journal.next_game("table", EMA, NOON)
    assert journal.games() == ()
    assert journal.next_game("table", EMA, NOON) == game
    journal.append(game, [drawn()])
    assert journal.games() == (Game(GameNumber(1), "table-1", EMA, NOON),)
    assert journal.next_game("demo", EMA, NOON).name == "demo-2"


def test_entries_are_counted_through_all_games(journal: Journal) -> None:
    first = begin_game(journal)
    second = begin_game(journal)
    journal.append(first, [drawn()])
    assert [entry.seq for entry in journal.entries(first.number)] == [1, 3]
    assert [entry.seq for entry in journal.entries(second.number)] == [2]


def test_the_newest_notes_are_those_of_the_game_that_was_written_last(journal: Journal) -> None:
    assert journal.newest_notes() is None
    first, second = begin_game(journal), begin_game(journal)
    assert journal.newest_notes() is None
    journal.note(first, "of the first")
    assert journal.newest_notes() == (1, 1, "of the first")
    journal.append(second, [drawn()], notes="of the second")
    assert journal.newest_notes() == (2, 3, "of the second")
    journal.append(second, [drawn()])
    assert journal.newest_notes() == (1, 1, "of the first")


def test_a_game_that_nobody_announced_is_refused(journal: Journal) -> None:
    game = begin_game(journal)
    stranger = Game(GameNumber(3), "table-3", TENHOU, NOON)
    changed = Game(game.number, game.name, EMA, NOON)
    for wrong in (stranger, changed):
        with pytest.raises(ValueError, match="neither a game of this journal nor its next"):
            journal.append(wrong, [drawn()])
    assert journal.last_seq == 1


def test_a_retraction_is_one_more_entry_and_the_first_stays(journal: Journal) -> None:
    game = begin_game(journal, drawn(1))
    journal.append(game, [retraction(2)])
    assert [entry.retracts for entry in journal.entries(game.number)] == [None, None, 2]


@pytest.mark.parametrize("target", [0, 2, 3, 4, 5])
def test_only_a_standing_fact_of_the_same_game_can_be_retracted(journal: Journal, target: int) -> None:
    other = begin_game(journal, drawn())
    game = begin_game(journal)
    journal.append(other, [retraction(1)])
    assert [entry.seq for entry in journal.entries(game.number)] == [3]
    with pytest.raises(ValueError, match=f"entry {target} is not a standing fact"):
        journal.append(game if target != 3 else other, [retraction(target)])


def test_a_fact_is_retracted_once(journal: Journal) -> None:
    game = begin_game(journal, drawn())
    with pytest.raises(ValueError, match="entry 2 is not a standing fact"):
        journal.append(game, [retraction(2), retraction(2)])
    journal.append(game, [retraction(2)])
    with pytest.raises(ValueError, match="entry 2 is not a standing fact"):
        journal.append(game, [retraction(2)])
    assert journal.last_seq == 3


def test_nothing_is_no_entry(journal: Journal) -> None:
    with pytest.raises(ValueError, match="nothing to append"):
        journal.append(journal.next_game("table", TENHOU, NOON), [])
    with pytest.raises(ValueError, match="either tells a fact or retracts one"):
        Draft(at=NOON, because=Cause.PERSON)


@pytest.mark.parametrize("at", ["", "2024-01-01T12:00:00Z", "2024-01-01T12:00:00.000000+00:00"])
def test_a_time_that_could_not_be_read_again_is_not_written(at: str) -> None:
    with pytest.raises(ValueError, match="is not a UTC time"):
        Draft(at=at, because=Cause.PERSON, retracts=1)


def test_a_command_that_comes_twice_is_written_once_and_answered_alike(journal: Journal) -> None:
    game = begin_game(journal)
    first = journal.append(game, [drawn(1), drawn(2)], "tap-1")
    again = journal.append(game, [drawn(3)], "tap-1")
    assert again == first == journal.written_by("tap-1")
    assert [entry.command_id for entry in journal.entries(game.number)] == [None, "tap-1", "tap-1"]
    assert [entry.seq for entry in journal.append(game, [drawn()], "tap-2")] == [4]


def test_closing_twice_is_nothing(path: Path) -> None:
    journal = SqliteJournal(path)
    journal.close()
    journal.close()
    MemoryJournal().close()


batches = st.lists(
    st.tuples(st.booleans(), st.lists(drafts(), min_size=1, max_size=3), st.none() | st.sampled_from("abc")),
    max_size=5,
)


@settings(max_examples=40)
@given(batches)
def test_memory_and_disk_keep_the_same(script: list[tuple[bool, Sequence[Draft], str | None]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        kept: list[tuple[Entry, ...]] = []
        for journal in (MemoryJournal(), SqliteJournal(path)):
            kept.append(_play(journal, script))
            journal.check()
            journal.close()
        reopened = SqliteJournal(path)
        reopened.check()
        kept.append(tuple(entry for game in reopened.games() for entry in reopened.entries(game.number)))
        reopened.close()
    assert kept[0] == kept[1] == kept[2]


def _play(journal: Journal, script: list[tuple[bool, Sequence[Draft], str | None]]) -> tuple[Entry, ...]:
    game = journal.next_game("table", TENHOU, NOON)
    for is_new_game, batch, command_id in script:
        if is_new_game:
            game = journal.next_game("table", TENHOU, NOON)
        journal.append(game, batch, command_id)
    return tuple(entry for game in journal.games() for entry in journal.entries(game.number))
