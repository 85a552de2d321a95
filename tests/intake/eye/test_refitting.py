"""Where the tiles of a hand have the table: reckoned when it is over, offered or taken only between hands."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.evidence import NoticesChanged
from companion.intake.eye.child_process import DeskRefused
from companion.intake.eye.following import FITS, TableEye
from companion.intake.eye.slow_fit import HANDS
from companion.intake.eye.source import EyePlan
from companion.riichi.facts import Drawn, Ryuukyoku, RyuukyokuKind
from companion.riichi.seats import SEATS
from tests.intake.eye.test_following import DEAL, UP, Door, Worker, sighting
from vision.place.calibration import Calibration, read_calibration, write_calibration

KEPT = Calibration("above", ((100.0, 100.0), (900.0, 100.0), (900.0, 900.0), (100.0, 900.0)), 1000, 1000)
FAR = [[0.13, 0.1], [0.93, 0.1], [0.93, 0.9], [0.13, 0.9]]
CLEARED = sighting()
PATIENCE_S = 20.0


class Plane:
    """The process that knows planes, as a test has it."""

    def __init__(self) -> None:
        self.asked: list[dict] = []
        self.right, self.doubt = 24.0, None

    def __call__(self, body: dict) -> dict:
        self.asked.append(body)
        if self.doubt == "fell":
            raise DeskRefused("fell", "The eye stopped.")
        if "shift_mm" in body:
            return {"corners": [[x + body["shift_mm"][0] / 1000, y] for x, y in body["corners"]]}
        beside = [[self.right, 0.0]] * 4
        fit = {"corners": FAR, "beside_mm": beside, "moved_mm": [self.right] * 4, "tiles": 60}
        return {"doubt": self.doubt, **fit}


class Table:
    """One table with an eye whose corners were tapped, and whose pictures are said by a test."""

    def __init__(self, path: Path) -> None:
        self.path, self.door, self.worker, self.plane = path, Door(), Worker(), Plane()
        write_calibration(KEPT, path)
        plan = EyePlan(calibration=path)
        self.eye = TableEye(lambda: plan, self.door, ManualClock(), self.worker, self.plane)
        self.eye.start()
        self.worker.tell(UP)

    def hand(self) -> None:
        """A hand from its deal to its end, and the table cleared."""
        self.deal()
        self.worker.hear(sighting("1z", "9p"))
        self.end()

    def deal(self) -> None:
        hanchan = replace(self.door.state.hanchan, kyoku=None)
        self.door.state = replace(self.door.state, hanchan=hanchan)
        self.door.is_told(DEAL)
        self.eye.notice()

    def end(self) -> None:
        asked = len(self.plane.asked)
        drawn = Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=SEATS[0])
        self.door.is_told(Drawn(SEATS[0]), drawn)
        self.eye.notice()
        self.wait_until(lambda: len(self.plane.asked) > asked)
        self.wait_until(lambda: not self.eye.refits.is_fitting)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < until, "It never came."
            time.sleep(0.01)

    @property
    def notices(self) -> list[str]:
        said = self.door.of(NoticesChanged)
        return [one.code for one in said[-1].notices] if said else []


@pytest.fixture
def table(tmp_path) -> Table:
    return Table(tmp_path / "table-above.json")


def test_what_lies_there_at_the_end_of_a_hand_is_reckoned_with_and_offered(table) -> None:
    table.hand()
    (asked,) = table.plane.asked
    assert len(asked["marks"]) == 13
    assert asked["corners"] == [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    offer = table.eye.refits.offered("above")
    assert offer.as_json() == {
        "corners": tuple(map(tuple, FAR)),
        "moved_mm": (24.0,) * 4,
        "tiles": 60,
    }
    assert table.notices == [FITS]
    assert table.eye.refits.offered("another") is None
    assert read_calibration(table.path) == KEPT, "nothing that is offered is taken by itself"


def test_nothing_is_offered_or_asked_while_a_hand_is_played(table) -> None:
    table.hand()
    table.deal()
    table.worker.hear(sighting("1z"))
    table.worker.hear(CLEARED)
    assert table.eye.refits.offered() is None
    assert table.notices == []
    assert len(table.plane.asked) == 1
    table.end()
    assert table.eye.refits.offered() is not None


@pytest.mark.parametrize("doubt", ["few", "loose", "size", "unsure", "far", "near", "fell"])
def test_a_fit_that_is_in_doubt_is_never_offered(table, doubt) -> None:
    table.plane.doubt = doubt
    table.hand()
    assert table.eye.refits.offered() is None
    assert read_calibration(table.path) == KEPT


def test_what_people_left_is_not_offered_again_unless_it_is_another(table) -> None:
    table.hand()
    for _ in range(2):  # two people, or one who is not sure, say it twice
        table.eye.refits.leave()
    assert table.notices == []
    table.plane.right = 30.0
    table.hand()
    assert table.eye.refits.offered() is None
    table.plane.right = 50.0
    table.hand()
    assert table.eye.refits.offered() is not None


def test_a_table_that_was_shown_anew_forgets_what_was_offered(table) -> None:
    table.hand()
    table.eye.refits.taken()
    assert (table.eye.refits.offered(), table.notices) == (None, [])


def creep(table: Table) -> None:
    """Four hands, the camera creeps by 9 mm, and four more."""
    table.plane.doubt, table.plane.right = "near", 0.0
    for _ in range(HANDS):
        table.hand()
    table.plane.right = 9.0
    for _ in range(HANDS):
        table.hand()


def test_a_camera_that_crept_is_put_right_once_the_table_is_cleared_between_hands(table) -> None:
    creep(table)
    assert read_calibration(table.path) == KEPT
    table.worker.is_running = False
    table.worker.hear(CLEARED)
    table.wait_until(lambda: table.worker.is_running)
    kept = read_calibration(table.path)
    assert kept.crept_mm == (9.0, 0.0)
    assert kept.corners[0] == (109.0, 100.0)
    assert table.notices == []


BUMPED = tuple((x / 1000 + 0.02, y / 1000) for x, y in KEPT.corners)
"""Where the eye says that the table is, after a bump of 20 pixels to the right."""


def test_a_bump_that_the_eye_followed_is_kept_and_a_camera_that_crept_is_put_right_from_there(table) -> None:
    creep(table)
    table.worker.follow(BUMPED)
    assert read_calibration(table.path).corners[0] == (120.0, 100.0)
    table.worker.is_running = False
    table.worker.hear(CLEARED)
    table.wait_until(lambda: table.worker.is_running)
    kept = read_calibration(table.path)
    assert (kept.corners[0], kept.crept_mm) == ((129.0, 100.0), (9.0, 0.0))


def test_what_is_offered_moves_with_the_table_that_the_eye_followed(table) -> None:
    table.hand()
    table.worker.follow(BUMPED)
    offer = table.eye.refits.offered()
    assert offer.corners == tuple((pytest.approx(x + 0.02), y) for x, y in FAR)
    assert offer.moved_mm == (24.0,) * 4


def test_a_fit_that_was_begun_before_a_bump_is_not_offered(table) -> None:
    def ask(body: dict) -> dict:
        table.worker.follow(BUMPED)
        return table.plane(body)

    table.eye.refits._ask = ask
    table.hand()
    assert table.eye.refits.offered() is None


def test_a_bump_that_cannot_be_kept_costs_nothing(table, monkeypatch) -> None:
    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.intake.eye.refitting.write_calibration", refuse)
    table.worker.follow(BUMPED)
    assert read_calibration(table.path) == KEPT


def test_what_people_show_while_the_shift_is_worked_out_stays(table) -> None:
    shown = replace(KEPT, corners=((300.0, 100.0), *KEPT.corners[1:]))

    def ask(body: dict) -> dict:
        if "shift_mm" in body:
            write_calibration(shown, table.path)
            table.eye.refits.taken()
        return table.plane(body)

    table.eye.refits._ask = ask
    creep(table)
    table.worker.hear(CLEARED)
    table.wait_until(lambda: "shift_mm" in table.plane.asked[-1])
    table.wait_until(lambda: not any(one.name == "table moved" for one in threading.enumerate()))
    assert read_calibration(table.path) == shown


def test_a_shift_that_could_not_be_written_is_not_counted(table, monkeypatch) -> None:
    def refuse(*_):
        raise OSError(28, "No space left on device")

    creep(table)
    with monkeypatch.context() as patched:
        patched.setattr("companion.intake.eye.refitting.write_calibration", refuse)
        table.eye.refits._move((7.0, 0.0))
    table.eye.refits._move((7.0, 0.0))
    assert read_calibration(table.path).crept_mm == (7.0, 0.0)


def test_and_never_while_the_next_hand_is_played(table) -> None:
    creep(table)
    table.deal()
    asked = len(table.plane.asked)
    table.worker.hear(CLEARED)
    assert len(table.plane.asked) == asked
    assert read_calibration(table.path) == KEPT


def test_stickers_say_where_the_table_is_and_tiles_do_not(table) -> None:
    write_calibration(replace(KEPT, by_stickers=True), table.path)
    table.deal()
    table.worker.hear(sighting("1z", "9p"))
    table.door.is_told(Drawn(SEATS[0]), Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=SEATS[0]))
    table.eye.notice()
    table.wait_until(lambda: not table.eye.refits.is_fitting)
    assert table.plane.asked == []


def test_nothing_of_it_is_told_to_the_table_as_a_fact(table) -> None:
    before = len(table.door.heard)
    creep(table)
    table.worker.hear(CLEARED)
    table.wait_until(lambda: read_calibration(table.path) != KEPT)
    kinds = {type(one).__name__ for one in table.door.heard[before:]}
    assert kinds <= {"TableSeen", "NoticesChanged"}
