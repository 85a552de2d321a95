"""How long a folder belongs to one evening, on a machine whose wall clock starts in the past."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.intake.tape.evening import Kept, KeptEvening
from companion.keeping import evenings_kept
from companion.keeping.evenings_kept import (
    MARK,
    EveningRefused,
    claim_evening,
    forget_in_evenings,
    new_part,
)
from companion.riichi.hanchan import begin
from companion.rules_file import load_rules
from companion.table_state import TableState

TENHOU = load_rules("tenhou")
DAYS = timedelta(days=5)


@pytest.fixture
def data(tmp_path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def mark(path: Path) -> dict:
    return json.loads((path / MARK).read_bytes())


def starts_again(monkeypatch) -> None:
    """The machine is started again: its clocks of the uptime before mean nothing now."""
    monkeypatch.setattr(evenings_kept, "boot_id", lambda: "another boot")


def test_an_evening_goes_on_where_the_wall_clock_was_set_since_it_began(tmp_path, data) -> None:
    clock = ManualClock()
    claim_evening(tmp_path / "kept", data, clock)
    clock.advance(seconds=60)
    clock.set_utc(clock.utc_now() + DAYS)
    claim_evening(tmp_path / "kept", data, clock)
    assert mark(tmp_path / "kept")["begun"] == "2024-01-06T12:00:00.000000Z"
    clock.set_utc(clock.utc_now() - 2 * DAYS)
    claim_evening(tmp_path / "kept", data, clock)


def test_a_clock_that_was_set_back_makes_no_evening_longer(tmp_path, data) -> None:
    clock = ManualClock()
    claim_evening(tmp_path / "kept", data, clock)
    clock.advance(seconds=timedelta(hours=19).total_seconds())
    clock.set_utc(clock.utc_now() - timedelta(hours=18))
    with pytest.raises(EveningRefused, match="another evening"):
        claim_evening(tmp_path / "kept", data, clock)


class SleepyClock(ManualClock):
    """The clock of a laptop that is closed between two evenings."""

    slept_ns = 0

    def since_boot_ns(self) -> int:
        return self.monotonic_ns() + self.slept_ns


def test_a_machine_that_slept_for_a_night_begins_another_evening(tmp_path, data) -> None:
    clock = SleepyClock()
    claim_evening(tmp_path / "kept", data, clock)
    clock.slept_ns = 20 * 3600 * 10**9
    with pytest.raises(EveningRefused, match="another evening"):
        claim_evening(tmp_path / "kept", data, clock)


def test_a_game_that_is_kept_dates_the_evening_for_the_next_start_of_the_machine(
    tmp_path, data, monkeypatch
) -> None:
    """The clock was set after the companion had started, and the plug is pulled later that evening."""
    clock, path = ManualClock(), tmp_path / "kept"
    evening = KeptEvening(path, data, TENHOU, clock)
    evening.door(Door())
    clock.advance(seconds=60)
    clock.set_utc(clock.utc_now() + DAYS)
    evening.shown(TableState(0, "table-1", begin(TENHOU)))
    evening.answer("table-1", is_yes=True)
    evening.close()
    starts_again(monkeypatch)
    clock.advance(seconds=3600)
    again = KeptEvening(path, data, TENHOU, ManualClock(clock.utc_now()))
    assert (again.failure, again.kept) == ("", Kept.NO_GAME)
    again.close()


def test_after_a_start_of_the_machine_the_wall_clock_says_whether_it_is_another_evening(
    tmp_path, data, monkeypatch
) -> None:
    clock = ManualClock()
    claim_evening(tmp_path / "kept", data, clock)
    starts_again(monkeypatch)
    with pytest.raises(EveningRefused, match="another evening"):
        claim_evening(tmp_path / "kept", data, ManualClock(clock.utc_now() + DAYS))


def test_an_evening_of_an_older_companion_goes_on(tmp_path, data) -> None:
    clock, path = ManualClock(), tmp_path / "kept"
    claim_evening(path, data, clock)
    older = {name: value for name, value in mark(path).items() if name not in {"boot", "ns"}}
    (path / MARK).write_text(json.dumps(older))
    clock.advance(seconds=3600)
    claim_evening(path, data, clock)
    assert mark(path)["begun"] == older["begun"]


@pytest.mark.parametrize("ns", [None, "1", 1.5])
def test_a_mark_without_a_whole_number_is_damaged(tmp_path, data, ns) -> None:
    claim_evening(tmp_path / "kept", data, ManualClock())
    (tmp_path / "kept" / MARK).write_text(json.dumps(mark(tmp_path / "kept") | {"ns": ns}))
    with pytest.raises(EveningRefused, match="holds no evening"):
        claim_evening(tmp_path / "kept", data, ManualClock())


class Door:
    """A table's door that forgets what was put."""

    def put(self, _: object) -> None:
        """Forget it."""


@pytest.mark.parametrize(
    "damage", [b"", b"[]", b'{"table": 3, "folders": []}', b'{"table": "a", "folders": [7]}']
)
def test_a_list_of_evenings_that_is_damaged_is_neither_believed_nor_overwritten(
    tmp_path, data, damage
) -> None:
    claim_evening(tmp_path / "kept", data, ManualClock())
    new_part(tmp_path / "kept", "table-1")
    (data / ".evenings.json").write_bytes(damage)
    assert forget_in_evenings(data, "table-1") == (data / ".evenings.json",)
    with pytest.raises(EveningRefused, match=r"\.evenings\.json cannot be read"):
        claim_evening(tmp_path / "next", data, ManualClock())
    assert (data / ".evenings.json").read_bytes() == damage
    assert not (tmp_path / "next" / MARK).exists()
