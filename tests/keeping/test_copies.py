"""Copies: when they are made, which stay, and that an unfinished one has no name."""

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.errors import JournalDown
from companion.journal import SqliteJournal
from companion.journal.copying import copy_journal, logs_of
from companion.keeping.copies import (
    KEPT_LAST,
    Copier,
    Copy,
    copies_folder,
    copies_of,
    make_copy,
    renew_copies,
    which_stay,
)
from companion.riichi.presets import TENHOU
from tests.reliability.evenings import drafts, entries_in, facts_of_a_game, write_evening

MONDAY = datetime(2024, 1, 1, 20)  # noqa: DTZ001 - as names of copies have it


def copy(seq: int, made: datetime) -> Copy:
    return Copy(seq, made, Path(f"{seq}"))


@pytest.fixture
def journal(tmp_path):
    path = tmp_path / "table.sqlite"
    write_evening(path, copies=False, count=60)
    return path


def test_a_copy_says_what_the_journal_says_and_needs_no_other_file(journal):
    made = make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))
    assert made.path.name == "000000060_20240101T000000Z.sqlite"
    assert logs_of(made.path) == ()
    assert entries_in(made.path) == entries_in(journal)


def test_a_journal_that_is_written_is_copied_as_it_is_in_between(tmp_path):
    path = tmp_path / "table.sqlite"
    facts = facts_of_a_game()
    with closing(SqliteJournal(path)) as journal:
        game = journal.next_game("table", TENHOU, "2024-01-01T12:00:00.000000Z")
        for number in range(5):
            journal.append(game, drafts(facts[number : number + 1]))
            made = make_copy(path, datetime(2024, 1, 1, 0, number, tzinfo=UTC))
            assert len(entries_in(made.path)) == number + 1
    assert len(entries_in(path)) == 5


def test_copies_may_lie_on_another_disk(journal, tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "copies").symlink_to(tmp_path / "disk")
    made = make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))
    assert (tmp_path / "disk" / "table" / made.path.name).is_file()


def test_the_same_state_is_copied_once(journal):
    first = make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))
    assert make_copy(journal, datetime(2024, 1, 2, tzinfo=UTC)) == first
    assert copies_of(journal) == (first,)


def test_a_copy_does_not_make_the_folder_anew_that_somebody_took_away(tmp_path):
    path = tmp_path / "games" / "table.sqlite"
    path.parent.mkdir()
    write_evening(path, copies=False, count=5)
    path.parent.rename(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="No such file"):
        make_copy(path, datetime(2024, 1, 1, tzinfo=UTC))
    (tmp_path / "elsewhere").rename(path.parent)


def test_half_a_copy_is_none_and_is_made_again(journal):
    folder = copies_folder(journal)
    folder.mkdir(parents=True)
    (folder / "000000060_20240101T000000Z.sqlite.new").write_bytes(b"half of it")
    (folder / "holiday.jpg").write_bytes(b"somebody's")
    assert copies_of(journal) == ()
    assert entries_in(make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC)).path) == entries_in(journal)
    assert (folder / "holiday.jpg").exists()


def test_half_of_an_older_copy_goes_as_it_may_hold_a_game_that_is_forgotten(journal):
    folder = copies_folder(journal)
    folder.mkdir(parents=True)
    for name in ("000000050_20231231T000000Z.sqlite.new", "000000050_20231231T000000Z.sqlite.new-journal"):
        (folder / name).write_bytes(b"half of it")
    made = make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))
    assert list(folder.iterdir()) == [made.path]


def test_no_file_is_overwritten_by_a_copy(journal, tmp_path):
    there = tmp_path / "there"
    there.write_text("a letter")
    with pytest.raises(FileExistsError):
        copy_journal(journal, there)
    assert there.read_text() == "a letter"


def test_the_newest_five_stay_then_one_a_day_and_one_a_week():
    seq, made, copies = 0, MONDAY, []
    for _ in range(60):
        for _ in range(3):
            seq += 1
            copies.append(copy(seq, made + timedelta(minutes=seq)))
        made += timedelta(days=1)
    stay = sorted(which_stay(copies))
    assert [each.seq for each in stay[-KEPT_LAST:]] == [176, 177, 178, 179, 180]
    days = {each.day for each in stay}
    assert {(made - timedelta(days=back)).date() for back in range(1, 8)} <= days
    assert len({day.toordinal() // 7 for day in days}) == 4
    assert len(stay) <= 5 + 7 + 4


@pytest.mark.parametrize("seed", range(20))
def test_however_the_clock_jumps_the_newest_entries_stay(seed):
    dice = random.Random(seed)
    copies = [copy(seq, MONDAY + timedelta(days=dice.randrange(-2_000, 2_000))) for seq in range(1, 60)]
    stay = which_stay(copies)
    assert set(copies[-KEPT_LAST:]) <= stay
    assert len(stay) <= 5 + 7 + 4


def test_what_need_not_stay_goes_when_a_copy_is_made(journal):
    for minute in range(12):
        with closing(SqliteJournal(journal)) as writer:
            writer.append(writer.games()[0], drafts(facts_of_a_game()[60 + minute : 61 + minute]))
        make_copy(journal, datetime(2024, 1, 1, 0, minute, tzinfo=UTC))
    assert [each.seq for each in copies_of(journal)] == [68, 69, 70, 71, 72]


def test_after_something_was_taken_out_the_older_copies_are_gone(journal):
    make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))
    new = renew_copies(journal, datetime(2024, 1, 2, tzinfo=UTC))
    assert list(copies_folder(journal).iterdir()) == [new.path]


def test_a_renewal_that_was_due_is_made_after_a_restart_too(journal):
    old = make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))
    Copier(journal, ManualClock()).ask(renew=True)
    after_the_restart = Copier(journal, ManualClock())
    after_the_restart.copy_now()
    assert not old.path.exists()
    assert len(copies_of(journal)) == 1
    after_the_restart.copy_now()
    assert sorted(each.suffix for each in copies_folder(journal).iterdir()) == [".sqlite"]


def test_what_is_taken_out_while_the_copies_are_renewed_goes_with_the_next_copy(journal, monkeypatch):
    make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))
    copier = Copier(journal, ManualClock())
    copier.ask(renew=True)

    def copy_and_take_out(here, there):
        copy_journal(here, there)
        copier.ask(renew=True)

    with monkeypatch.context() as patched:
        patched.setattr("companion.keeping.copies.copy_journal", copy_and_take_out)
        copier.copy_now()
    (too_early,) = copies_of(journal)
    too_early.path.write_bytes(b"it still has what was taken out")
    copier.copy_now()
    (copied,) = copies_folder(journal).iterdir()
    assert entries_in(copied) == entries_in(journal)


def test_a_renewal_that_was_cut_off_is_made_by_the_next_copy(journal, monkeypatch):
    old = make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))
    copier = Copier(journal, ManualClock())
    copier.ask(renew=True)

    def refuse(*_):
        raise JournalDown("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("companion.keeping.copies.copy_journal", refuse)
        copier.copy_now()
    old.path.write_bytes(b"it still has what was taken out")
    copier.copy_now()
    (copied,) = copies_folder(journal).iterdir()
    assert entries_in(copied) == entries_in(journal)


def test_copies_that_cannot_be_renewed_are_still_there(journal, monkeypatch):
    old = make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))

    def refuse(*_):
        raise JournalDown("the disk is full")

    monkeypatch.setattr("companion.keeping.copies.copy_journal", refuse)
    with pytest.raises(JournalDown):
        renew_copies(journal, datetime(2024, 1, 2, tzinfo=UTC))
    assert copies_of(journal) == (old,)


def test_a_copier_that_cannot_copy_says_so_and_goes_on(journal, monkeypatch):
    copier = Copier(journal, ManualClock())
    journal.rename(journal.with_name("elsewhere"))
    copier.copy_now()
    assert "cannot be used" in copier.complaint
    journal.with_name("elsewhere").rename(journal)
    copier.copy_now()
    assert (copier.complaint, copier.made) == ("", 1)


def test_a_journal_that_rotted_gives_no_copy_and_the_good_ones_stay(journal):
    good = make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))
    with closing(SqliteJournal(journal)) as writer:
        writer.append(writer.games()[0], drafts(facts_of_a_game()[60:61]))
    content = bytearray(journal.read_bytes())
    content[content.index(b'"seq":7,')] ^= 1
    journal.write_bytes(content)
    copier = Copier(journal, ManualClock())
    copier.copy_now()
    assert "entry 7 was changed" in copier.complaint
    assert list(copies_folder(journal).iterdir()) == [good.path]


def test_a_copier_copies_when_it_is_asked_and_ends_when_it_is_told(journal):
    copier = Copier(journal, ManualClock())
    copier.start()
    copier.ask()
    for _ in range(3_000):
        if copies_of(journal):
            break
        copier._stopped.wait(0.01)
    copier.stop(30)
    assert not copier._thread.is_alive()
    assert len(copies_of(journal)) == 1


def test_a_copy_of_a_file_that_is_none_of_ours_is_not_made(tmp_path):
    path = tmp_path / "table.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (soup TEXT)")
    copier = Copier(path, ManualClock())
    copier.copy_now()
    assert "not a journal of this companion" in copier.complaint
    assert copies_of(path) == ()


def test_a_copy_that_failed_is_made_once_the_disk_works_again_though_no_hand_ends(journal, monkeypatch):
    monkeypatch.setattr("companion.keeping.copies.TRIED_AGAIN_AFTER_S", 0.01)
    (journal.parent / "copies").write_text("a file where the folder should be")
    copier = Copier(journal, ManualClock())
    copier.start()
    copier.ask()
    wait_until(copier, lambda: copier.complaint)
    (journal.parent / "copies").unlink()
    wait_until(copier, lambda: copies_of(journal))
    copier.stop(30)
    assert copier.complaint == ""


def test_a_renewal_that_cannot_be_noted_is_made_all_the_same(journal, monkeypatch):
    old = make_copy(journal, datetime(2024, 1, 1, tzinfo=UTC))

    def refuse(*_):
        raise OSError(5, "Input/output error")

    copier = Copier(journal, ManualClock())
    with monkeypatch.context() as patched:
        patched.setattr("companion.keeping.copies.mark_for_renewal", refuse)
        copier.ask(renew=True)
        patched.setattr("companion.keeping.copies.copy_journal", refuse)
        copier.copy_now()
    copier.copy_now()
    assert not old.path.exists()
    assert len(copies_of(journal)) == 1


def wait_until(copier, holds):
    for _ in range(3_000):
        if holds():
            return
        copier._stopped.wait(0.01)
    pytest.fail("it never came to pass")
