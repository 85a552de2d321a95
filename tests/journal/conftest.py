"""Journals to write in, and small drafts to write."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.evidence import Cause
from companion.journal import Draft, Journal, MemoryJournal, SqliteJournal
from companion.riichi.facts import Drawn
from companion.riichi.seats import SEATS
from tests.toolbox.quick_folder import quick_folder

NOON = "2024-01-01T12:00:00.000000Z"


def drawn(seat: int = 0) -> Draft:
    return Draft(at=NOON, because=Cause.CAMERA, fact=Drawn(SEATS[seat]))


def retraction(seq: int) -> Draft:
    return Draft(at=NOON, because=Cause.PERSON, retracts=seq, by="Anna")


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory: what is written here is synced again and again, and no test waits for a disk."""
    with quick_folder() as folder:
        yield folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening" / "journal.db"


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, path: Path) -> Iterator[Journal]:
    """Every implementation: what is asked of one is asked of all."""
    journal: Journal = MemoryJournal() if request.param == "memory" else SqliteJournal(path)
    yield journal
    journal.check()
    journal.close()


@pytest.fixture
def on_disk(path: Path) -> Iterator[SqliteJournal]:
    journal = SqliteJournal(path)
    yield journal
    journal.close()
