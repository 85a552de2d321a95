"""The journal of a running companion: what it proves and counts."""

from contextlib import closing

import pytest

from companion.clock import ManualClock
from companion.keeping.copies import Copier
from companion.keeping.kept_journal import KeptJournal
from companion.keeping.probing import PROBE, WriteProbe
from companion.meters import Meters
from companion.riichi.presets import TENHOU
from tests.reliability.evenings import NOON, drafts, facts_of_a_game


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
