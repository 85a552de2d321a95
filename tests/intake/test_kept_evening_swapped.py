"""Another table's stick is plugged in where this evening is kept: nothing there is touched."""

import pytest

from companion.intake.tape.evening import Kept
from companion.keeping.evenings_kept import EveningRefused
from tests.intake.test_kept_evening import Table


@pytest.fixture
def swapped(tmp_path):
    """Both tables play a game of the same name; the other's evening lies where the first one's did."""
    (tmp_path / "other").mkdir()
    table, other = Table(tmp_path), Table(tmp_path / "other")
    for one in (table, other):
        one.plays("table-1")
    other.evening.answer("table-1", is_yes=True)
    other.evening.close()
    table.path.rename(tmp_path / "pulled")
    other.path.rename(table.path)
    yield table
    table.evening.close()


def test_a_yes_keeps_nothing_there(swapped):
    with pytest.raises(EveningRefused, match="another evening"):
        swapped.evening.answer("table-1", is_yes=True)
    assert swapped.parts() == ["table-1.1"]


def test_a_no_deletes_nothing_there(swapped):
    with pytest.raises(EveningRefused, match="another evening"):
        swapped.evening.answer("table-1", is_yes=False)
    assert swapped.parts() == ["table-1.1"]
    assert swapped.evening.kept is Kept.ASKED
