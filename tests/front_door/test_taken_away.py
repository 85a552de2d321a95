"""The journal is taken away while nobody taps: it is said, and whoever looks after the service is told."""

from contextlib import closing

import pytest

from companion.journal import SqliteJournal
from companion.riichi.presets import TENHOU
from tests.front_door.companions import source, started
from tests.reliability.evenings import NOON, drafts, entries_in, facts_of_a_game
from tests.toolbox.taking_away import rename_folder


@pytest.fixture
def folder(tmp_path):
    """A hand that is being played."""
    with closing(SqliteJournal(tmp_path / "games" / "table.sqlite")) as journal:
        journal.append(journal.next_game("table", TENHOU, NOON), drafts(facts_of_a_game()[:60]))
    return tmp_path / "games"


@pytest.mark.gate(0)
def test_it_is_said_before_anybody_taps_and_goes_on_when_it_is_put_back(folder):
    path = folder / "table.sqlite"
    with started(folder, "run") as companion:
        rename_folder(path)
        status, said = companion.ask("GET", "/readyz")
        assert (status, "journal_down" in said["lacks"]) == (503, True)
        found = companion.wait_until(lambda now: source(now, "disk").get("state") == "down")
        assert "was removed or replaced" in source(found, "disk")["note"]
        status, said = companion.command("undo", tap="one")
        assert (status, said["error"]) == (507, "journal_down")
        assert "was removed or replaced" in source(companion.snapshot, "journal")["note"]
        folder.with_name("elsewhere").rename(folder)
        assert companion.command("undo", tap="one") == (200, {"status": "done", "seq": 61})
        assert companion.ask("GET", "/readyz")[0] == 200
        companion.wait_until(lambda now: source(now, "disk").get("state") == "up")
        assert companion.end() == 0
    assert len(entries_in(path)) == 61
