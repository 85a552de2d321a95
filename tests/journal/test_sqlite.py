"""The journal's file: durable, append-only, one writer, and honest about damage."""

import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import CompanionError, JournalCorrupt, JournalDown, JournalInUse, JournalTooNew
from companion.journal import Game, SqliteJournal, SqliteReader, opening
from companion.journal.codec import SCHEMA_VERSION
from companion.journal.copying import copy_journal, logs_of
from companion.journal.opening import require_durable
from companion.riichi.presets import TENHOU
from tests.journal.conftest import NOON, drawn, retraction


def write_three(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        game = journal.next_game("table", TENHOU, NOON)
        journal.append(game, [drawn(0), drawn(1)])
        journal.append(game, [retraction(2)], "tap-1")


def announced(journal: SqliteJournal) -> Game:
    return journal.next_game("table", TENHOU, NOON)


def test_the_disk_is_asked_to_keep_what_it_is_told_to_keep(on_disk: SqliteJournal) -> None:
    assert on_disk._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert on_disk._db.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize(
    ("wish", "complaint"), [("synchronous = NORMAL", "FULL"), ("journal_mode = DELETE", "wal")]
)
def test_a_disk_that_does_not_grant_it_is_refused(on_disk: SqliteJournal, wish: str, complaint: str) -> None:
    on_disk._db.execute(f"PRAGMA {wish}").fetchall()
    with pytest.raises(JournalDown, match=complaint):
        require_durable(on_disk._db)


def test_a_second_writer_is_told_who_writes_and_a_later_one_goes_on(path: Path) -> None:
    first = SqliteJournal(path)
    with pytest.raises(JournalInUse, match=r"is written by another companion \(process \d+\)"):
        SqliteJournal(path)
    first.append(announced(first), [drawn()])
    first.close()
    with closing(SqliteJournal(path)) as second:
        assert second.append(second.games()[0], [drawn()])[0].seq == 2
        second.check()


def test_readers_see_what_is_written_and_cannot_write(on_disk: SqliteJournal, path: Path) -> None:
    game = announced(on_disk)
    on_disk.append(game, [drawn()])
    with closing(SqliteReader(path)) as reader:
        on_disk.append(game, [drawn(1)], "tap-1")
        assert (reader.last_seq, reader.games()) == (2, (game,))
        assert reader.entries(game.number) == on_disk.entries(game.number)
        assert reader.written_by("tap-1") == on_disk.written_by("tap-1")
        reader.check()
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader._db.execute("INSERT INTO games VALUES (9, '', '', '', x'')")


LOOKS = (
    "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('SELECT 1 FROM games'); db.close()"
)


def test_another_program_that_looks_into_it_does_not_take_the_log_away(
    on_disk: SqliteJournal, path: Path
) -> None:
    game = announced(on_disk)
    on_disk.append(game, [drawn()])
    with closing(SqliteReader(path)):
        pass  # as a page does that asks for the games, and each copy
    copy_journal(path, path.with_name("copy.sqlite"))
    subprocess.run([sys.executable, "-c", LOOKS, path], check=True)
    on_disk.append(game, [drawn(1)])
    assert path.with_name(path.name + "-wal").exists()
    with closing(SqliteReader(path)) as reader:
        assert reader.last_seq == 2


def test_nothing_is_remembered_of_a_file_that_was_let_go(path: Path) -> None:
    before = opening._open.copy()
    write_three(path)
    with closing(SqliteReader(path)), closing(SqliteReader(path)):
        path.unlink()
    for beside in logs_of(path):
        beside.unlink()
    path.write_bytes(b"my diary" * 20)
    with pytest.raises(JournalCorrupt, match="not a journal of this companion"):
        SqliteReader(path)
    assert opening._open == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET payload = '{}' WHERE seq = 1",
        "DELETE FROM entries WHERE seq = 3",
        "DELETE FROM games",
        "UPDATE games SET rules = '{}'",
        "INSERT OR REPLACE INTO entries VALUES (2, 1, NULL, NULL, NULL, '{}', x'00')",
        "INSERT OR REPLACE INTO games VALUES (1, 'other', '{}', '', x'00')",
        "INSERT INTO entries VALUES (9, 1, NULL, NULL, NULL, '{}', x'00')",
        "INSERT INTO entries VALUES (4, 1, 2, NULL, NULL, '{}', x'00')",
        "INSERT INTO entries VALUES (4, 1, NULL, 'tap-1', 0, '{}', x'00')",
    ],
)
def test_the_file_itself_forbids_to_change_what_is_written(path: Path, statement: str) -> None:
    write_three(path)
    with closing(sqlite3.connect(path)) as db:
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(statement)
        db.rollback()
    with closing(SqliteReader(path)) as reader:
        reader.check()
        assert reader.last_seq == 3


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("UPDATE entries SET payload = replace(payload, 'camera', 'panel')", "entry 1 was changed"),
        ("UPDATE entries SET digest = x'00' WHERE seq = 2", "entry 2 was changed"),
        ("UPDATE entries SET retracts = NULL", "entry 3 says something else"),
        ("UPDATE entries SET command_id = 'tap-2' WHERE seq = 3", "entry 3 says something else"),
        ("UPDATE games SET name = 'other'", "game 1 was changed"),
        ("UPDATE games SET rules = replace(rules, '25000', '30000')", "game 1 was changed"),
        ("DELETE FROM entries WHERE seq = 1", "lacks 1 of its entries"),
        ("DELETE FROM games", "3 entries belong to no game"),
        (
            "INSERT INTO entries SELECT 4, 1, NULL, NULL, NULL, payload, digest FROM entries LIMIT 1",
            "entry 4",
        ),
    ],
)
def test_what_was_changed_behind_the_back_is_found_and_named(
    path: Path, statement: str, complaint: str
) -> None:
    write_three(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute(statement)
    with closing(SqliteReader(path)) as reader, pytest.raises(JournalCorrupt, match=complaint):
        reader.check()


def test_a_journal_of_a_newer_companion_is_refused_and_not_touched(path: Path) -> None:
    write_three(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()
    for opener in (SqliteJournal, SqliteReader):
        with pytest.raises(JournalTooNew, match=f"form {SCHEMA_VERSION + 1}"):
            opener(path)
    assert path.read_bytes() == before


def a_database_of_others(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE entries (seq INTEGER)")


def a_form_that_never_was(path: Path) -> None:
    write_three(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 0")


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_text("Dear diary, today we played seven hands of riichi."),
        a_database_of_others,
        a_form_that_never_was,
    ],
    ids=["empty", "text", "database", "form"],
)
def test_a_file_that_is_no_journal_is_left_as_it_is(path: Path, make: Callable[[Path], object]) -> None:
    path.parent.mkdir()
    make(path)
    before = path.read_bytes()
    for opener in (SqliteJournal, SqliteReader):
        with pytest.raises(JournalCorrupt):
            opener(path)
    assert path.read_bytes() == before


def test_a_journal_that_is_not_there_cannot_be_read_and_is_not_made_by_reading(path: Path) -> None:
    with pytest.raises(JournalDown, match="cannot be used"):
        SqliteReader(path)
    assert not path.exists()


def test_the_log_of_a_journal_that_is_gone_is_not_taken_for_a_new_one(path: Path) -> None:
    write_three(path)
    path.with_name("journal.db-wal").write_bytes(b"what was written last")
    path.rename(path.with_name("elsewhere.db"))
    with pytest.raises(JournalCorrupt, match="belongs to a journal that is not there"):
        SqliteJournal(path)
    assert not path.exists()


def test_making_a_journal_goes_on_where_it_was_cut(path: Path) -> None:
    path.parent.mkdir()
    path.with_name("journal.db.new").write_bytes(b"half of it")
    write_three(path)
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.db", "journal.db.lock"]


def test_a_full_disk_refuses_keeps_all_and_recovers(on_disk: SqliteJournal) -> None:
    game = announced(on_disk)
    on_disk.append(game, [drawn()])
    pages = on_disk._db.execute("PRAGMA page_count").fetchone()[0]
    on_disk._db.execute(f"PRAGMA max_page_count = {pages + 1}")
    told = append_until_refused(on_disk, game)
    assert on_disk.last_seq == told
    on_disk.check()
    on_disk._db.execute(f"PRAGMA max_page_count = {pages + 1000}")
    assert on_disk.append(game, [drawn()])[0].seq == told + 1
    on_disk.check()


def append_until_refused(journal: SqliteJournal, game: Game) -> int:
    """The last number that the journal answered before it refused."""
    told = journal.last_seq
    with pytest.raises(JournalDown, match="full"):  # noqa: PT012 - which of them is refused is the disk's
        for _ in range(1_000):
            told = journal.append(game, [drawn()] * 5)[-1].seq
    return told


def test_a_first_entry_that_cannot_be_written_leaves_no_game(on_disk: SqliteJournal) -> None:
    on_disk._db.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalDown, match="readonly"):
        on_disk.append(announced(on_disk), [drawn()], "tap-1")
    assert (on_disk.games(), on_disk.written_by("tap-1")) == ((), ())
    on_disk._db.execute("PRAGMA query_only = OFF")
    assert on_disk.append(announced(on_disk), [drawn()], "tap-1")[0].seq == 1
    on_disk.check()


def test_a_new_game_costs_as_much_after_many_games_as_after_few(on_disk: SqliteJournal) -> None:
    def steps_of_a_game() -> int:
        steps = 0

        def count() -> None:
            nonlocal steps
            steps += 1

        on_disk._db.set_progress_handler(count, 1)
        on_disk.append(announced(on_disk), [drawn()])
        on_disk._db.set_progress_handler(None, 1)
        return steps

    few = steps_of_a_game(), steps_of_a_game()
    for _ in range(40):
        on_disk.append(announced(on_disk), [drawn()])
    assert steps_of_a_game() == few[1]


def test_a_correction_reads_no_other_game(on_disk: SqliteJournal) -> None:
    def steps_of_a_correction() -> int:
        game = announced(on_disk)
        (entry, _) = on_disk.append(game, [drawn(), drawn(1)])
        steps = 0

        def count() -> int:
            nonlocal steps
            steps += 1
            return 0

        on_disk._db.set_progress_handler(count, 1)
        on_disk.append(game, [retraction(entry.seq), replace(drawn(2), before=entry.seq)])
        on_disk._db.set_progress_handler(None, 1)
        return steps

    few = steps_of_a_correction(), steps_of_a_correction()
    on_disk.append(announced(on_disk), [drawn()] * 400)
    assert steps_of_a_correction() <= few[1] + 20


def test_a_path_on_which_nothing_can_be_made_is_told_in_one_sentence(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    with pytest.raises(JournalDown, match=r"the journal .* cannot be used"):
        SqliteJournal(in_the_way / "journal.db")


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_read_unchanged_or_refused_in_our_own_words(path: Path, seed: int) -> None:
    write_three(path)
    with closing(SqliteReader(path)) as reader:
        game = reader.games()[0]
        written = reader.entries(game.number)
    dice = random.Random(seed)
    content = bytearray(path.read_bytes())
    if seed % 4 == 0:
        del content[dice.randrange(len(content)) :]
    else:
        for _ in range(dice.choice((1, 8, 64))):
            content[dice.randrange(len(content))] = dice.randrange(256)
    path.write_bytes(content)
    opener = SqliteReader if seed % 3 else SqliteJournal
    try:
        with closing(opener(path)) as reader:
            reader.check()
            games, entries = reader.games(), reader.entries(game.number)
    except CompanionError:
        return
    assert (games, entries) == ((game,), written)
