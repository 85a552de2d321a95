"""The journal of a running companion: what it proves and counts."""

import os
import shutil
from contextlib import closing

import pytest

from companion.clock import ManualClock
from companion.journal import SqliteJournal, SqliteReader
from companion.keeping.copies import Copier, copies_of, make_copy
from companion.keeping.evenings_kept import claim_evening, new_part, parts_of
from companion.keeping.kept_journal import KeptJournal
from companion.keeping.probing import PROBE, WriteProbe
from companion.keeping.trusting import keep_trust
from companion.meters import Meters
from companion.riichi.presets import TENHOU
from companion.scribe.mind import TRUSTING
from tests.reliability.evenings import NOON, drafts, facts_of_a_game
from tests.toolbox.dying import dies_at, steps_of


class Kept:
    """A journal with what stands beside it."""

    def __init__(self, folder):
        self.clock, self.meters = ManualClock(), Meters()
        self.probe = WriteProbe(folder, self.clock)
        path = folder / "table.sqlite"
        self.journal = KeptJournal(path, self.meters, Copier(path, self.clock), self.probe)
        self.game = self.journal.next_game("table", TENHOU, NOON)


@pytest.fixture
def kept(tmp_path):
    kept = Kept(tmp_path)
    with closing(kept.journal):
        yield kept


def test_what_is_written_proves_the_disk_so_no_probe_wears_it_out(kept, tmp_path):
    facts = facts_of_a_game()
    for number in range(10):
        kept.clock.advance(seconds=20)
        kept.journal.append(kept.game, drafts(facts[number : number + 1]))
        kept.probe.look()
    assert not (tmp_path / PROBE).exists()
    kept.clock.advance(seconds=30)
    kept.probe.look()
    assert (tmp_path / PROBE).exists()


def test_a_command_that_comes_twice_is_counted_and_told_once(kept):
    told = []
    kept.journal.changed = lambda: told.append(kept.journal.last_seq)
    for _ in range(2):
        kept.journal.append(kept.game, drafts(facts_of_a_game()[:3]), "tap-1")
    assert (kept.meters.value("entries_total"), told) == (3, [3])


def test_what_is_noted_without_a_fact_is_told_too(kept):
    """A club's hub gets it at once: nobody knows when a spare has to go on."""
    kept.journal.append(kept.game, drafts(facts_of_a_game()[:3]))
    told = []
    kept.journal.changed = lambda: told.append(kept.journal.notes_of(kept.game))
    kept.journal.note(kept.game, "somebody said no")
    assert told == ["somebody said no"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another account")
def test_what_root_does_in_the_folder_of_a_service_the_service_can_go_on_with(tmp_path):
    os.chown(tmp_path, 12_345, 12_345)
    kept = Kept(tmp_path)
    with closing(kept.journal):
        kept.journal.append(kept.game, drafts(facts_of_a_game()[:9]))
        kept.clock.advance(seconds=60)
        kept.probe.look()
        keep_trust(tmp_path, TRUSTING)
        make_copy(tmp_path / "table.sqlite", kept.clock.utc_now())
        kept.journal.anonymise(kept.game)
    Copier(tmp_path / "table.sqlite", kept.clock).copy_now()
    assert {(path.name, path.stat().st_uid) for path in tmp_path.rglob("*")} == {
        (path.name, 12_345) for path in tmp_path.rglob("*")
    }
    assert (tmp_path / PROBE).exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another account")
def test_root_gives_away_no_file_to_which_an_account_has_put_a_link_in_its_folder(tmp_path):
    folder, secret = tmp_path / "folder", tmp_path / "secret"
    folder.mkdir()
    os.chown(folder, 12_345, 12_345)
    secret.write_text("for root only")
    (folder / PROBE).symlink_to(secret)
    clock = ManualClock()
    probe = WriteProbe(folder, clock)
    clock.advance(seconds=60)
    probe.look()
    assert (secret.stat().st_uid, secret.read_text()) == (0, "for root only")
    assert probe.complaint


def test_wherever_forgetting_is_cut_off_nothing_holds_what_the_journal_no_longer_has(tmp_path):
    made, clock = tmp_path / "made", ManualClock()
    path = made / "table.sqlite"
    with closing(SqliteJournal(path)) as journal:
        game = journal.next_game("table", TENHOU, NOON)
        journal.append(game, drafts(facts_of_a_game()[:9]))
    make_copy(path, clock.utc_now())

    def forget(folder):
        kept = Kept(folder)
        with closing(kept.journal):
            (game,) = kept.journal.games()
            kept.journal.forget(game)

    def folder_named(name):
        folder = shutil.copytree(made, tmp_path / name)
        claim_evening(folder / "evening", folder, clock)
        new_part(folder / "evening", game.name)
        return folder

    counted = folder_named("counted")
    for step in range(1, steps_of(counted, lambda: forget(counted)) + 1):
        here = folder_named(f"step-{step}")
        dies_at(step, here, lambda here=here: forget(here))
        Copier(here / path.name, clock).copy_now()
        with closing(SqliteReader(here / path.name)) as reader:
            is_gone = not reader.games()
        (copy,) = copies_of(here / path.name)
        with closing(SqliteReader(copy.path)) as reader:
            assert not (is_gone and reader.games()), step
        assert not (is_gone and parts_of(here / "evening")), step
        shutil.rmtree(here)
