"""A game is forgotten on the page: nothing of it is left in the journal, its log, or any copy."""

import shutil
import time
from contextlib import closing
from datetime import UTC, datetime

import pytest

from companion.journal import SqliteJournal
from companion.keeping.copies import copies_of, make_copy
from companion.riichi.facts import HanchanEnded, HanchanStarted
from companion.riichi.presets import TENHOU
from tests.evenings.games import kept
from tests.front_door.companions import started
from tests.haifu.wanderers import game

NAMES = ("Annabelle", "Ben", "Chie", "Dai")


@pytest.fixture
def folder(tmp_path):
    """A table whose finished game lies in two copies as well."""
    path = tmp_path / "games" / "table.sqlite"
    with closing(SqliteJournal(path)) as journal:
        kept(journal, (HanchanStarted(NAMES, "tenhou"), *game(3, TENHOU), HanchanEnded()))
        make_copy(path, datetime(2024, 1, 1, 12, tzinfo=UTC))
        kept(journal, (HanchanStarted(("E", "F", "G", "H"), "tenhou"), *game(3, TENHOU)[:9]))
        make_copy(path, datetime(2024, 1, 1, 13, tzinfo=UTC))
    shutil.rmtree(path.parent / "log", ignore_errors=True)
    return path.parent


def files_with(folder, name):
    return [path.name for path in folder.rglob("*") if path.is_file() and name.encode() in path.read_bytes()]


@pytest.mark.gate(1)
@pytest.mark.parametrize("kind", ["forget_game", "anonymise"])
def test_it_is_gone_from_every_copy(folder, kind):
    assert len(files_with(folder, "Annabelle")) == 3
    with started(folder, "run") as companion:
        assert companion.command(kind, tap="gone", game="table-1")[0] == 200
        give_up_at = time.monotonic() + 60
        while files_with(folder, "Annabelle") and time.monotonic() < give_up_at:
            time.sleep(0.05)
        assert files_with(folder, "Annabelle") == []
        assert len(copies_of(folder / "table.sqlite")) == 1
        assert companion.end() == 0
