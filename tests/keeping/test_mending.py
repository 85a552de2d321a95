"""What becomes of a journal that cannot be relied on: set aside, brought back, or left as it is."""

import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest

from companion.clock import ManualClock
from companion.errors import JournalCorrupt, JournalInUse, JournalTooNew
from companion.journal import Draft, SqliteJournal
from companion.journal.forgetting import people_in
from companion.journal.looking import look_at, read_all
from companion.journal.opening import lock
from companion.keeping.copies import copies_of, make_copy
from companion.keeping.mending import RESTORED, make_sound, set_aside
from companion.riichi.presets import TENHOU
from tests.reliability.evenings import NOON, drafts, entries_in, facts_of_a_game, write_evening
from tests.toolbox.dying import dies_at, steps_of

NIGHT = ManualClock(datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC))


@pytest.fixture
def evening(tmp_path):
    path = tmp_path / "table.sqlite"
    return path, write_evening(path)


def overwrite(path, start, content=b"\0" * 600):
    with path.open("r+b") as file:
        file.seek(start)
        file.write(content)


def test_a_sound_journal_and_a_first_evening_need_nothing(evening, tmp_path):
    assert make_sound(evening[0], NIGHT) is None
    assert make_sound(tmp_path / "new" / "table.sqlite", NIGHT) is None


def test_a_damaged_journal_is_set_aside_and_its_newest_copy_takes_its_place(evening):
    path, written = evening
    path.write_bytes(path.read_bytes()[:5000])
    notice = make_sound(path, NIGHT)
    copied = copies_of(path)[-1].seq
    assert (notice.code, notice.sentence) == (
        RESTORED,
        f"The journal was damaged and is back as its newest copy has it, up to entry {copied}.",
    )
    assert entries_in(path) == written[:copied]
    assert path.with_name("table.sqlite.damaged-20240102T030405Z").stat().st_size == 5000


def test_what_the_damaged_file_can_prove_beyond_the_copy_comes_over(evening):
    path, written = evening
    content = path.read_bytes()
    first = written[3]
    place = content.index(f'"seq":{first.seq},'.encode())
    overwrite(path, place, b'"seq":9,')
    notice = make_sound(path, NIGHT)
    newer = len(written) - copies_of(path)[-1].seq
    assert newer > 0
    assert f"with {newer} newer entries" in notice.sentence
    assert entries_in(path) == written


def test_wherever_mending_is_cut_off_the_next_start_brings_back_as_much(evening, tmp_path):
    path, written = evening
    place = path.read_bytes().index(f'"seq":{written[3].seq},'.encode())
    overwrite(path, place, b'"seq":9,')
    damaged = path.read_bytes()
    counted = shutil.copytree(tmp_path, tmp_path / "counted")
    for step in range(1, steps_of(counted, lambda: make_sound(counted / path.name, NIGHT)) + 1):
        here = shutil.copytree(tmp_path, tmp_path / f"step-{step}", ignore=lambda *_: ["counted", "step-*"])
        dies_at(step, here, lambda here=here: make_sound(here / path.name, NIGHT))
        make_sound(here / path.name, NIGHT)
        assert entries_in(here / path.name) == written, step
        assert [one.read_bytes() for one in here.glob("table.sqlite.damaged-*Z")] == [damaged], step
        assert not list(here.glob(".*")), step
        shutil.rmtree(here)


@pytest.mark.gate(0)
def test_what_a_mending_has_left_goes_once_the_journal_is_sound_again(evening, tmp_path):
    path, written = evening
    sound = path.read_bytes()
    overwrite(path, sound.index(f'"seq":{written[3].seq},'.encode()), b'"seq":9,')
    counted = shutil.copytree(tmp_path, tmp_path / "counted")
    for step in range(1, steps_of(counted, lambda: make_sound(counted / path.name, NIGHT)) + 1):
        here = shutil.copytree(tmp_path, tmp_path / f"step-{step}", ignore=lambda *_: ["counted", "step-*"])
        dies_at(step, here, lambda here=here: make_sound(here / path.name, NIGHT))
        # Somebody who has a backup restores it.
        (here / path.name).write_bytes(sound)
        make_sound(here / path.name, NIGHT)
        assert not list(here.glob(".*")), step
        shutil.rmtree(here)


def test_what_a_mending_by_an_older_companion_has_left_goes_too(evening, tmp_path):
    scratch = tmp_path / ".reading-abcd1234"
    scratch.mkdir()
    shutil.copyfile(evening[0], scratch / "damaged")
    make_sound(evening[0], NIGHT)
    assert not scratch.exists()


def test_what_a_mending_has_left_half_rotten_is_made_again(evening):
    path, written = evening
    place = path.read_bytes().index(f'"seq":{written[3].seq},'.encode())
    overwrite(path, place, b'"seq":9,')
    path.with_name(f".{path.name}.mended").write_bytes(b"no journal")
    assert make_sound(path, NIGHT)
    assert entries_in(path) == written


def test_a_taps_answer_is_known_after_the_file_was_brought_back(evening):
    path, written = evening
    overwrite(path, 4096 * 3)
    assert make_sound(path, NIGHT)
    with closing(SqliteJournal(path)) as journal:
        assert journal.written_by("tap-7")[0] == written[7]
        game = journal.games()[0]
        again = journal.append(game, [draft_of(written[7])], "tap-7")
    assert again == (written[7],)


def draft_of(entry):
    return Draft(at=entry.at, because=entry.because, fact=entry.fact)


def test_a_damaged_copy_is_passed_over(evening):
    path, written = evening
    newest, older = copies_of(path)[-1], copies_of(path)[-2]
    overwrite(newest.path, 4096 * 2)
    path.write_bytes(b"")
    make_sound(path, NIGHT)
    assert entries_in(path) == written[: older.seq]


def test_a_journal_that_has_lost_its_end_is_noticed_by_its_copy(tmp_path, evening):
    path, _ = evening
    short = tmp_path / "short" / "table.sqlite"
    write_evening(short, copies=False, count=50)
    path.write_bytes(short.read_bytes())
    assert make_sound(path, NIGHT).code == RESTORED
    assert len(entries_in(path)) == copies_of(path)[-1].seq
    assert len(entries_in(path.with_name("table.sqlite.damaged-20240102T030405Z"))) == 50


def test_a_journal_that_is_gone_is_never_silently_empty(evening):
    path, _ = evening
    path.unlink()
    assert make_sound(path, NIGHT).code == RESTORED
    assert len(entries_in(path)) == copies_of(path)[-1].seq


@pytest.mark.parametrize("content", [b"", b"my diary", b"SQLite format 3\0" + b"\xff" * 5000])
def test_without_a_sound_copy_nothing_is_touched(tmp_path, content):
    path = tmp_path / "table.sqlite"
    path.write_bytes(content)
    with pytest.raises(JournalCorrupt, match="no sound copy of it is there, so nothing was changed"):
        make_sound(path, NIGHT)
    assert [each.name for each in tmp_path.iterdir()] == ["table.sqlite"]
    assert path.read_bytes() == content


def test_a_newer_companions_file_is_not_touched_although_there_are_copies(evening):
    path, _ = evening
    overwrite(path, 60, (99).to_bytes(4))
    before = path.read_bytes()
    with pytest.raises(JournalTooNew):
        make_sound(path, NIGHT)
    assert path.read_bytes() == before


def test_a_file_that_another_companion_writes_is_not_set_aside(evening):
    path, _ = evening
    path.write_bytes(b"")
    with lock(path), pytest.raises(JournalInUse):
        make_sound(path, NIGHT)
    assert path.read_bytes() == b""


def test_two_damaged_files_of_one_second_are_both_kept(tmp_path):
    path = tmp_path / "table.sqlite"
    names = []
    for content in (b"one", b"two", b"three"):
        path.write_bytes(content)
        path.with_name("table.sqlite-wal").write_bytes(content)
        names.append(set_aside(path, NIGHT.utc_now()))
    assert [name.read_bytes() for name in names] == [b"one", b"two", b"three"]
    assert [name.with_name(name.name + "-wal").read_bytes() for name in names] == [b"one", b"two", b"three"]


def test_a_journal_that_is_written_while_it_is_read_is_not_called_damaged(tmp_path):
    """At each look some entries are written and no more: a file that grows on and on is read ever slower."""
    path = tmp_path / "table.sqlite"
    write_evening(path, copies=False, count=100)
    with closing(SqliteJournal(path)) as journal:
        game, enough, wanted = journal.games()[0], threading.Event(), threading.Semaphore(0)

        def read():
            for look in (read_all, look_at) * 30:
                wanted.release(5)
                look(path)
            enough.set()

        reading = threading.Thread(target=read)
        reading.start()
        number = 100
        while not enough.is_set() and reading.is_alive():
            if wanted.acquire(timeout=0.05):
                journal.append(game, drafts(facts_of_a_game()[number % 300 : number % 300 + 1]))
                number += 1
        reading.join()
    assert enough.is_set()


def test_only_what_the_damaged_file_proves_comes_over_and_not_what_stands_beyond_it(evening):
    """The last entry is false: those before it come over, and it does not cost them their place."""
    path, written = evening
    newest = copies_of(path)[-1].seq
    assert newest < written[-2].seq
    content = path.read_bytes()
    place = content.index(f'"seq":{written[-1].seq},'.encode())
    overwrite(path, place + len(f'"seq":{written[-1].seq},"at":"'), b"1999")
    assert make_sound(path, NIGHT)
    assert entries_in(path) == written[:-1]


def test_a_game_that_was_forgotten_before_the_copy_does_not_keep_later_ones_from_coming_over(tmp_path):
    path = tmp_path / "table.sqlite"
    with closing(SqliteJournal(path)) as journal:
        for count in (1, 3):
            journal.append(journal.next_game("table", TENHOU, NOON), drafts(facts_of_a_game()[:count]))
        journal.forget(journal.games()[-1])
        make_copy(path, NIGHT.utc_now())
        journal.append(journal.next_game("table", TENHOU, NOON), drafts(facts_of_a_game()[:4]))
        written = journal.entries(journal.games()[-1].number)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entries_never_change")
        db.execute("UPDATE entries SET payload = replace(payload, 'seq', 'sea') WHERE seq = 1")
    assert "with 4 newer entries" in make_sound(path, NIGHT).sentence
    with closing(SqliteJournal(path)) as journal:
        assert journal.entries(journal.games()[-1].number) == written


def test_a_game_that_was_changed_does_not_come_over_and_costs_the_one_before_nothing(evening):
    path, written = evening
    with closing(SqliteJournal(path)) as journal:
        journal.append(journal.next_game("table", TENHOU, NOON), drafts(facts_of_a_game()[:3]))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER games_never_change")
        db.execute("UPDATE games SET started = '2001' WHERE number = 2")
    assert make_sound(path, NIGHT)
    assert entries_in(path) == written


def taken_out_after_the_copy(path, take_out):
    """A journal from whose first game something was taken out; then power fails, and the second rots."""
    with closing(SqliteJournal(path)) as journal:
        for _ in range(2):
            journal.append(journal.next_game("table", TENHOU, NOON), drafts(facts_of_a_game()[:9]))
        make_copy(path, NIGHT.utc_now())
        take_out(journal, journal.games()[0])
        journal.append(journal.games()[-1], drafts(facts_of_a_game()[9:12]))
    content = bytearray(path.read_bytes())
    content[content.index(b'"seq":12,') + 6] ^= 1
    path.write_bytes(content)


def test_a_game_that_was_forgotten_after_the_copy_does_not_come_back_with_it(tmp_path):
    path = tmp_path / "table.sqlite"
    taken_out_after_the_copy(path, lambda journal, game: journal.forget(game, "tap-1"))
    assert "with 3 newer entries" in make_sound(path, NIGHT).sentence
    with closing(SqliteJournal(path)) as journal:
        journal.check()
        assert [game.number for game in journal.games()] == [2]
        assert journal.has_forgotten("tap-1")
        assert journal.last_seq == 21
    assert b'"seq":7,' not in path.read_bytes()


def test_the_people_who_were_taken_out_after_the_copy_do_not_come_back_with_it(tmp_path):
    path = tmp_path / "table.sqlite"
    taken_out_after_the_copy(path, SqliteJournal.anonymise)
    assert "with 3 newer entries" in make_sound(path, NIGHT).sentence
    with closing(SqliteJournal(path)) as journal:
        journal.check()
        first, second = journal.games()
        assert people_in(journal.entries(first.number)) == {f"Player {number}" for number in range(1, 5)}
        assert people_in(journal.entries(second.number)) != people_in(journal.entries(first.number))
        assert journal.rewritten() == {first.number: 1}


def test_damage_that_says_that_a_game_was_forgotten_takes_none_away(tmp_path):
    path = tmp_path / "table.sqlite"
    taken_out_after_the_copy(path, lambda *_: None)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("CREATE TABLE forgotten (game, first, last, entries, command_id)")
        db.execute("INSERT INTO forgotten VALUES (1, 1, 9, 9, NULL), (7, 3, 3, 1, NULL)")
        db.execute("CREATE TABLE rewritten (game, times)")
        db.execute("INSERT INTO rewritten VALUES (1, 1), (7, 2)")
    make_sound(path, NIGHT)
    with closing(SqliteJournal(path)) as journal:
        journal.check()
        assert (len(journal.games()), journal.last_seq, journal.rewritten()) == (2, 21, {})
