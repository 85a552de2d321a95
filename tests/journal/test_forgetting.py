"""What can be taken out of a journal: a whole game, or the people of one; and that the rest is as it was."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalCorrupt, JournalDown
from companion.evidence import Cause
from companion.journal import Draft, Game, Journal, MemoryJournal, SqliteJournal, SqliteReader, replay
from companion.journal.codec import decode_entry
from companion.journal.forgetting import NOBODY, forget
from companion.riichi.facts import Chombo, HanchanStarted, KyokuStarted
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS, Wind
from tests.journal.conftest import NOON, drawn, retraction

NAMES = ("Wilhelmina", "Ngọc", "Bo", "Sigrún")
DEAL = KyokuStarted(Wind.EAST, SEATS[0], 0, 0, (25_000,) * 4)


def told(fact, by: str = "") -> Draft:
    return Draft(at=NOON, because=Cause.PERSON, fact=fact, by=by)


def evening(journal: Journal, command_id: str | None = None) -> Game:
    """A small game with people in it: names, who said what, and words that somebody typed."""
    game = journal.next_game("table", TENHOU, NOON)
    sat_down = told(HanchanStarted(NAMES, "tenhou"), by="Wilhelmina")
    journal.append(game, [sat_down, told(DEAL), drawn(0)], command_id)
    journal.append(game, [retraction(journal.last_seq)])
    journal.append(game, [told(Chombo(SEATS[1], "Ngọc turned the wall over"))])
    return game


def test_a_forgotten_game_is_gone_and_the_others_are_as_they_were(journal: Journal) -> None:
    first, second, third = evening(journal), evening(journal), evening(journal)
    kept = [journal.entries(game.number) for game in (first, third)]
    journal.forget(second)
    assert journal.games() == (first, third)
    assert journal.entries(second.number) == ()
    assert [journal.entries(game.number) for game in (first, third)] == kept
    journal.check()


@pytest.mark.parametrize("which", [0, 1, 2])
def test_no_number_is_used_again(journal: Journal, which: int) -> None:
    games = [evening(journal) for _ in range(3)]
    newest = journal.last_seq
    journal.forget(games[which])
    assert journal.last_seq == newest
    after = evening(journal)
    assert (after.number, after.name) == (4, "table-4")
    assert journal.entries(after.number)[0].seq == newest + 1
    journal.check()


def test_everything_can_be_forgotten_and_played_again(journal: Journal) -> None:
    for game in [evening(journal), evening(journal)]:
        journal.forget(game)
    assert journal.games() == ()
    journal.check()
    assert evening(journal).number == 3


def test_a_game_is_gone_together_with_what_came_late(journal: Journal) -> None:
    first, second = evening(journal), evening(journal)
    journal.append(first, [drawn(2)])
    journal.forget(first)
    journal.check()
    assert journal.games() == (second,)
    assert journal.append(second, [drawn(3)])[0].seq == 12


def test_who_forgot_is_known_by_the_command(journal: Journal) -> None:
    game = evening(journal)
    assert not journal.has_forgotten("tap-9")
    assert journal.game_of("tap-9") is None
    journal.forget(game, "tap-9")
    assert journal.has_forgotten("tap-9")
    with pytest.raises(ValueError, match="table-1 is not a game of this journal"):
        journal.forget(game, "tap-9")


def test_an_anonymised_game_tells_the_same_play_and_no_person(journal: Journal) -> None:
    other, game = evening(journal), evening(journal, "start-1")
    before = journal.entries(game.number)
    journal.anonymise(game)
    after = journal.entries(game.number)
    assert [(entry.seq, entry.at, entry.because, entry.retracts, entry.command_id) for entry in after] == [
        (entry.seq, entry.at, entry.because, entry.retracts, entry.command_id) for entry in before
    ]
    assert journal.game_of("start-1") == game
    assert after[0].fact == HanchanStarted(NOBODY, "tenhou")
    assert {entry.by for entry in after} == {""}
    assert after[-1].fact == Chombo(SEATS[1])
    assert replay(after, TENHOU).hanchan.kyoku.chombo.seat == SEATS[1]
    assert journal.entries(other.number)[0].fact == HanchanStarted(NAMES, "tenhou")
    journal.check()


def test_play_goes_on_after_both(journal: Journal) -> None:
    gone, game = evening(journal), evening(journal)
    journal.anonymise(game)
    journal.forget(gone)
    added = journal.append(game, [drawn(1), retraction(10)])
    assert [entry.seq for entry in added] == [11, 12]
    journal.check()


def test_marks_change_with_every_change(journal: Journal) -> None:
    game, other = evening(journal), evening(journal)
    seen = [dict(journal.marks())]
    journal.append(game, [drawn(1)])
    seen.append(dict(journal.marks()))
    journal.anonymise(game)
    seen.append(dict(journal.marks()))
    assert len({marks[game] for marks in seen}) == 3
    assert seen[0][other] == seen[1][other]
    journal.forget(other)
    assert [known for known, _ in journal.marks()] == [game]


def test_a_reader_of_its_own_sees_what_is_written(journal: Journal) -> None:
    game = evening(journal)
    with closing(journal.reader()) as reader:
        assert reader.entries(game.number) == journal.entries(game.number)


def everything_on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))


@pytest.mark.parametrize("how", ["forget", "anonymise"])
def test_nothing_of_it_is_left_in_the_file(on_disk: SqliteJournal, path: Path, how: str) -> None:
    others = [evening(on_disk) for _ in range(40)]
    game = on_disk.next_game("table", TENHOU, NOON)
    secret = told(HanchanStarted(("Quintessenza", "Ngọc", "Bo", "D"), "tenhou"), by="Quintessenza")
    on_disk.append(game, [secret, told(DEAL), *(drawn(0) for _ in range(60))])
    on_disk.append(game, [told(Chombo(SEATS[0], "Quintessenza laughed"))])
    assert b"Quintessenza" in everything_on_disk(path)
    getattr(on_disk, how)(game)
    assert b"Quintessenza" not in everything_on_disk(path)
    on_disk.check()
    assert len(on_disk.games()) == len(others) + (how == "anonymise")


def test_a_power_cut_leaves_either_state(on_disk: SqliteJournal, path: Path) -> None:
    game = evening(on_disk)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        forget(db, game.number, "tap-1")
        # Here the plug is pulled: nothing was committed.
    with closing(SqliteReader(path)) as reader:
        assert reader.games() == (game,)
        reader.check()
    on_disk.forget(game)
    on_disk.check()


def test_the_file_is_as_closed_as_before(on_disk: SqliteJournal, path: Path) -> None:
    gone, game = evening(on_disk), evening(on_disk)
    on_disk.forget(gone)
    on_disk.anonymise(game)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for change in (
            "UPDATE entries SET payload = '{}' WHERE seq = 7",
            "DELETE FROM entries WHERE seq = 7",
            "DELETE FROM games",
            "INSERT INTO entries (seq, game, payload, digest) VALUES (3, 2, '{}', x'00')",
            "INSERT INTO games VALUES (1, 'a', '{}', 'now', x'00')",
        ):
            with pytest.raises(sqlite3.IntegrityError):
                db.execute(change)
    on_disk.check()


def test_a_gap_that_nobody_made_is_noticed(on_disk: SqliteJournal, path: Path) -> None:
    evening(on_disk)
    on_disk.forget(evening(on_disk))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entries_never_go")
        db.execute("DELETE FROM entries WHERE seq = 5")
    with pytest.raises(JournalCorrupt, match="lacks 1 of its entries"):
        on_disk.check()


def test_a_full_disk_changes_nothing() -> None:
    journal = MemoryJournal()
    game = evening(journal)
    journal.fault = "no space"
    for change in (journal.forget, journal.anonymise):
        with pytest.raises(JournalDown, match="no space"):
            change(game)
    assert journal.entries(game.number)[0].fact == HanchanStarted(NAMES, "tenhou")


def test_whoever_carries_a_copy_elsewhere_can_tell_that_it_is_outdated(journal: Journal) -> None:
    first, second = evening(journal), evening(journal)
    assert (journal.forgotten(), journal.rewritten()) == ((), {})
    journal.anonymise(second)
    journal.anonymise(second)
    assert journal.rewritten() == {second.number: 2}
    journal.forget(first)
    (gone,) = journal.forgotten()
    assert (gone.game, gone.first, gone.last, gone.entries) == (1, 1, 5, 5)
    journal.forget(second)
    assert journal.rewritten() == {second.number: 2}
    journal.check()


def test_entries_are_given_as_they_were_written(journal: Journal) -> None:
    game = evening(journal)
    other = evening(journal)
    written = journal.texts(0, 100)
    assert [(one.seq, one.game) for one in written] == [
        (seq, number.number) for number, seqs in ((game, range(1, 6)), (other, range(6, 11))) for seq in seqs
    ]
    assert [decode_entry(one.text) for one in written[:5]] == list(journal.entries(game.number))
    assert journal.texts(3, 4) == written[3:7]
    assert journal.texts(10, 4) == ()
