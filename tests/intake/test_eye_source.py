"""The eye as a source: real child processes that see, crash, hang, and talk nonsense."""

import sys
import threading

import pytest

from companion.clock import SystemClock
from companion.evidence import SourceState
from companion.intake.eye.source import EyePlan, EyeSource
from companion.keeping.supervisor import Patience
from vision.sighting import (
    Condition,
    CropTaken,
    EyeStatus,
    Heartbeat,
    Sighting,
    TableFollowed,
    TileView,
    ZoneView,
)
from vision.wire import to_line

QUICK = Patience(first_wait_s=0.01, longest_wait_s=0.02, silence_s=30, end_within_s=10)
SIGHTING = Sighting("above", 7, 1, (ZoneView("river.A", ()),))
WATCHING = EyeStatus("above", 7, Condition.WATCHING)
CROP = CropTaken(1, b"\xff\xd8\xff small")


class Ears:
    def __init__(self) -> None:
        self.sightings, self.changes, self.corners = [], [], []
        self._changed = threading.Condition()

    def hear(self, sighting) -> None:
        self._note(self.sightings, sighting)

    def tell(self, change) -> None:
        self._note(self.changes, change)

    def _note(self, kept, one) -> None:
        with self._changed:
            kept.append(one)
            self._changed.notify_all()

    def wait_for(self, holds) -> None:
        with self._changed:
            assert self._changed.wait_for(holds, 60), (self.sightings, self.changes)


@pytest.fixture
def watch():
    running = []

    def watch(*lines: bytes, then: str = "import time; time.sleep(60)", patience: Patience = QUICK):
        code = f"import sys; sys.stdout.buffer.write({b''.join(lines)!r}); sys.stdout.flush(); {then}"
        ears = Ears()
        command = (sys.executable, "-S", "-c", code)
        source = EyeSource(
            EyePlan(), ears.hear, ears.tell, SystemClock(),
            follow=ears.corners.append, patience=patience, command=command,
        )  # fmt: skip
        running.append(source)
        source.start()
        return source, ears

    yield watch
    for source in running:
        source.stop()


def test_what_the_eye_sees_is_heard_and_its_crops_are_kept(watch) -> None:
    source, ears = watch(
        to_line(WATCHING), to_line(CROP), to_line(Heartbeat("above", 8, 3)), to_line(SIGHTING)
    )
    ears.wait_for(lambda: ears.sightings)
    assert ears.sightings == [SIGHTING]
    assert source.crops.get(1) == CROP.jpeg
    assert source.condition is Condition.WATCHING
    assert [(change.name, change.state) for change in ears.changes] == [("camera", SourceState.UP)]


def test_where_the_eye_has_found_the_table_again_is_passed_on(watch) -> None:
    corners = ((0.1, 0.2), (0.9, 0.2), (0.9, 0.8), (0.1, 0.8))
    _, ears = watch(to_line(TableFollowed("above", 7, corners)), to_line(SIGHTING))
    ears.wait_for(lambda: ears.sightings)
    assert ears.corners == [corners]


def test_an_eye_that_crashes_is_started_again_and_its_crops_are_forgotten(watch) -> None:
    source, ears = watch(to_line(WATCHING), to_line(CROP), to_line(SIGHTING), then="import os; os.abort()")
    ears.wait_for(lambda: len(ears.sightings) >= 2)
    downs = [change.note for change in ears.changes if change.state is SourceState.DOWN]
    assert "it ended with -6" in downs[0]
    assert source.exits >= 1


def test_an_eye_that_ends_for_a_reason_that_it_has_said_leaves_that_reason_on_the_page(watch) -> None:
    status = EyeStatus("above", 7, Condition.NO_TILE_SET, "enrol it again")
    source, ears = watch(to_line(status), then="raise SystemExit(1)")
    ears.wait_for(lambda: source.exits >= 2)
    assert {(change.code, change.note) for change in ears.changes} == {("no_tile_set", "enrol it again")}


def test_an_eye_that_hangs_is_started_again(watch) -> None:
    patience = Patience(first_wait_s=0.01, longest_wait_s=0.02, silence_s=0.4, end_within_s=10)
    _, ears = watch(to_line(WATCHING), patience=patience)
    ears.wait_for(lambda: any("said nothing" in change.note for change in ears.changes))


def test_nonsense_is_counted_and_what_the_eye_says_next_is_still_heard(watch) -> None:
    source, ears = watch(b"nonsense\n", b'{"form": 2}\n', to_line(SIGHTING))
    ears.wait_for(lambda: ears.sightings)
    assert source.refused == 2


@pytest.mark.parametrize(
    ("condition", "state", "note"),
    [
        (Condition.HAND, SourceState.UP, ""),
        (Condition.COVERED, SourceState.DOWN, ""),
        (Condition.MOVED, SourceState.DOWN, "has to be shown to it again"),
        (Condition.NO_MODEL, SourceState.DOWN, ""),
        (Condition.NO_TILE_SET, SourceState.DOWN, ""),
        (Condition.ENDED, SourceState.ENDED, "The video has ended."),
    ],
)
def test_the_condition_of_the_eye_is_reported_at_once(watch, condition, state, note) -> None:
    _, ears = watch(to_line(EyeStatus("above", 7, condition)))
    ears.wait_for(lambda: ears.changes)
    assert ears.changes[0].state is state
    assert note in ears.changes[0].note
    assert bool(note) is bool(ears.changes[0].note)


def test_the_worker_is_told_what_the_table_has(tmp_path) -> None:
    plan = EyePlan("usb-panel", calibration=tmp_path / "above.json")
    assert plan.command[1:5] == ("-m", "vision.worker", "--profile", "usb-panel")
    assert plan.command[5:] == ("--calibration", str(tmp_path / "above.json"))


def test_numbers_of_crops_are_never_used_again(watch) -> None:
    tile = TileView("1p", 0.5, ((0.0, 0.0),) * 4, sideways=False, crop=1)
    doubtful = Sighting("above", 7, 1, (ZoneView("river.A", (tile, tile)),))
    source, ears = watch(to_line(CROP), to_line(doubtful), then="import os; os.abort()")
    ears.wait_for(lambda: len(ears.sightings) >= 2)
    crops = [sighting.zones[0].tiles[0].crop for sighting in ears.sightings[:2]]
    assert crops[0] == 1
    assert crops[1] > 1
    assert source.crops.get(1) is None


def test_a_loop_that_minds_the_eye_gives_beats(watch) -> None:
    source, ears = watch(to_line(WATCHING))
    ears.wait_for(lambda: ears.changes)
    beaten = threading.Event()
    source.prod(beaten.set)
    assert beaten.wait(60)
