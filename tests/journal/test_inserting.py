"""A fact that happened earlier than it was told stands where it happened; nothing else moves."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import JournalCorrupt
from companion.evidence import Cause
from companion.journal import (
    Draft,
    Entry,
    Journal,
    MemoryJournal,
    SqliteJournal,
    SqliteReader,
    in_force,
    replay,
)
from companion.journal.codec import SCHEMA_VERSION, decode_entry, encode_entry
from companion.riichi.facts import Discarded, Drawn, Fact, HanchanEnded, KyokuStarted, Won
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import ALL
from tests.journal.conftest import NOON, drawn, retraction

EAST, SOUTH, WEST, NORTH = SEATS
OPENING = KyokuStarted(Wind.EAST, EAST, 0, 0, (25_000,) * 4)
FORM_1 = Path(__file__).with_name("form-1.sql")


def told(fact: Fact, before: int | None = None) -> Draft:
    return Draft(at=NOON, because=Cause.PERSON, fact=fact, before=before)


def seqs(journal: Journal) -> list[int]:
    return [entry.seq for entry in in_force(journal.entries(journal.games()[0].number))]


def test_an_inserted_fact_stands_right_before_its_anchor(journal: Journal) -> None:
    game = journal.next_game("table", TENHOU, NOON)
    journal.append(game, [drawn(0), drawn(1), drawn(2)])
    journal.append(game, [told(Drawn(WEST), before=2), told(Drawn(NORTH), before=2)])
    assert seqs(journal) == [1, 4, 5, 2, 3]
    journal.append(game, [told(Drawn(EAST), before=5)])
    assert seqs(journal) == [1, 4, 6, 5, 2, 3]
    assert [entry.before for entry in journal.entries(game.number)] == [None, None, None, 2, 2, 5]


def test_it_stands_there_also_when_its_anchor_is_taken_back(journal: Journal) -> None:
    game = journal.next_game("table", TENHOU, NOON)
    journal.append(game, [drawn(0), drawn(1), drawn(2)])
    journal.append(game, [told(Drawn(WEST), before=2), retraction(2)])
    assert seqs(journal) == [1, 4, 3]
    journal.append(game, [told(Drawn(NORTH), before=2)])
    assert seqs(journal) == [1, 4, 6, 3]


@pytest.mark.parametrize("anchor", [0, 2, 4, 5, 6, 99])
def test_only_an_earlier_fact_of_the_same_game_is_an_anchor(journal: Journal, anchor: int) -> None:
    other = journal.next_game("table", TENHOU, NOON)
    journal.append(other, [drawn(), drawn()])
    game = journal.next_game("table", TENHOU, NOON)
    journal.append(game, [drawn()])
    journal.append(game, [retraction(3)])
    with pytest.raises(ValueError, match=f"entry {anchor} is not a fact of this game"):
        journal.append(game, [told(Drawn(WEST), before=anchor), drawn()])
    assert journal.last_seq == 4
    journal.append(game, [told(Drawn(WEST), before=3)])


def test_only_facts_have_a_place() -> None:
    with pytest.raises(ValueError, match="only a fact has a place"):
        Draft(at=NOON, because=Cause.PERSON, retracts=2, before=1)
    with pytest.raises(ValueError, match="written earlier"):
        Entry(3, NOON, Drawn(EAST), Cause.PERSON, before=3)


def test_an_inserted_entry_is_one_line_with_its_place() -> None:
    entry = Entry(7, NOON, Drawn(EAST), Cause.PERSON, before=3)
    assert encode_entry(entry).endswith('"because":"person","before":3}')
    assert decode_entry(encode_entry(entry)) == entry


def test_a_file_whose_anchor_is_missing_is_found(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        game = journal.next_game("table", TENHOU, NOON)
        journal.append(game, [drawn()])
        journal.append(game, [retraction(1)])
        journal._facts = lambda _: [2]  # a writer that does not look
        journal.append(game, [told(Drawn(EAST), before=2)])
    with closing(SqliteReader(path)) as reader, pytest.raises(JournalCorrupt, match="entry 3 stands before"):
        reader.entries(game.number)


# Laws.

PLAYED = (OPENING, *(kind(seat) for seat in (*SEATS, *SEATS) for kind in (Drawn, Discarded)))


def begun(facts: tuple[Fact, ...] = PLAYED) -> tuple[MemoryJournal, list[Entry]]:
    journal = MemoryJournal()
    game = journal.next_game("table", TENHOU, NOON)
    return journal, list(journal.append(game, [told(fact) for fact in facts]))


script = st.lists(st.tuples(st.integers(0, 10**6), st.booleans()), max_size=30)


@given(script)
def test_inserting_and_taking_back_is_nothing(moves: list[tuple[int, bool]]) -> None:
    journal, entries = begun()
    game = journal.games()[0]
    order, gone = [entry.seq for entry in entries], set()
    for number, is_at_the_end in moves:
        before = in_force(journal.entries(game.number))
        place = len(order) if is_at_the_end else number % len(order)
        anchor = None if is_at_the_end else order[place]
        added = journal.append(game, [told(Drawn(EAST), anchor)])[0].seq
        order.insert(place, added)
        assert seqs(journal) == [seq for seq in order if seq not in gone]
        if number % 3:
            journal.append(game, [retraction(added)])
            gone.add(added)
            assert in_force(journal.entries(game.number)) == before
    written = journal.entries(game.number)
    assert in_force(in_force(written)) == in_force(written)
    assert replay(in_force(written), TENHOU).hanchan == replay(written, TENHOU).hanchan


@settings(max_examples=50)
@given(st.integers(1, len(PLAYED) // 2), st.sampled_from(ALL), st.integers(0, 3))
def test_a_correction_equals_a_replay_of_the_corrected_list(turn: int, tile: object, more: int) -> None:
    """A discard in the past is told anew with its tile, and taken back, and told anew again."""
    journal, entries = begun()
    game = journal.games()[0]
    wrong = entries[2 * turn]
    corrected = Discarded(wrong.fact.seat, tile)
    for _ in range(more + 1):
        added, _ = journal.append(game, [told(corrected, wrong.seq), retraction(wrong.seq)])
        wrong = added
    facts = [*PLAYED[: 2 * turn], corrected, *PLAYED[2 * turn + 1 :]]
    from_scratch, _ = begun(tuple(facts))
    expected = replay(from_scratch.entries(from_scratch.games()[0].number), TENHOU)
    found = replay(journal.entries(game.number), TENHOU)
    assert found.hanchan == expected.hanchan
    assert [entry.fact for entry in found.entries] == [entry.fact for entry in expected.entries]


# Files of form 1.


@pytest.fixture
def old_file(path: Path) -> Path:
    """A journal that form 1 has written."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(FORM_1.read_text(encoding="utf-8"))
    return path


def form_of(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64])


def test_a_file_of_form_1_is_read_and_left_as_it_is(old_file: Path) -> None:
    before = old_file.read_bytes()
    with closing(SqliteReader(old_file)) as reader:
        reader.check()
        first, second = reader.games()
        found = replay(reader.entries(first.number), first.rules)
        assert found.failure is None
        assert found.hanchan.points == (25_000, 22_400, 27_600, 25_000)
        wins = [entry.fact for entry in found.entries if isinstance(entry.fact, Won)]
        assert [win.liable for win in wins] == [None]
        assert len(reader.entries(second.number)) == 3
    assert (form_of(old_file), old_file.read_bytes()) == (1, before)


def test_a_file_of_form_1_is_taken_up_when_it_is_opened_for_writing(old_file: Path) -> None:
    with closing(SqliteJournal(old_file)) as journal:
        journal.check()
        game = journal.games()[1]
        assert form_of(old_file) == 1
        journal.append(game, [told(Discarded(EAST)), told(HanchanEnded())])
        journal.append(game, [told(Drawn(SOUTH), before=18)])
        journal.check()
        assert [entry.seq for entry in in_force(journal.entries(game.number))] == [14, 15, 16, 17, 19, 18]
    with closing(SqliteReader(old_file)) as reader:
        reader.check()
        assert reader.last_seq == 19
    assert form_of(old_file) == SCHEMA_VERSION
