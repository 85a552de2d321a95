"""What the eye says goes to the table in seats; what it cannot see is said at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from companion.clock import ManualClock
from companion.errors import ConfigError
from companion.evidence import NoticesChanged, SourceChanged, SourceState
from companion.evidence.sights import SeenSeat, SeenTile, TableSeen
from companion.intake.eye.calibrating_kept import choose_tiles
from companion.intake.eye.following import LOST, SHOWN, WHO_SITS, EyeWish, TableEye
from companion.intake.eye.source import EyePlan
from companion.intake.eye.tile_sets import TileSetError
from companion.riichi.facts import Discarded, Drawn, KyokuStarted
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile
from companion.scribe import SightChanged, Ticked
from companion.table_state import TableState
from tests.intake.eye.laying import Layer, Mess
from vision.settle.crops import CropShelf

DEAL = KyokuStarted(Wind.EAST, SEATS[0], 0, 0, (25_000,) * 4)
UP = SourceChanged("camera", SourceState.UP)
COVERED = SourceChanged("camera", SourceState.DOWN, "", "covered")


class Door:
    def __init__(self) -> None:
        hanchan = replace(begin(TENHOU), sides="CDAB")
        self.state = TableState(3, "a game", apply_to_hanchan(hanchan, DEAL))
        self.heard: list[object] = []

    def put(self, evidence: object) -> None:
        self.heard.append(evidence)

    def of(self, kind: type) -> list:
        return [one for one in self.heard if isinstance(one, kind)]

    def is_told(self, *facts) -> None:
        hanchan = self.state.hanchan
        for fact in facts:
            hanchan = apply_to_hanchan(hanchan, fact)
        self.state = replace(self.state, seq=self.state.seq + 1, hanchan=hanchan)

    def binds(self, sides: str) -> None:
        self.state = replace(self.state, hanchan=replace(self.state.hanchan, sides=sides))


class Worker:
    """What an eye source says, said by a test."""

    def __init__(self) -> None:
        self.crops = CropShelf()
        self.is_running = False
        self.prods = 0

    def __call__(self, plan: EyePlan, hear, tell, clock, *, beat: Callable[[], None], follow) -> Worker:
        self.plan, self.hear, self.tell, self.beat, self.follow = plan, hear, tell, beat, follow
        return self

    def start(self) -> None:
        self.is_running = True

    def stop(self) -> None:
        self.is_running = False

    def prod(self, beat) -> None:
        self.prods += 1
        beat()


@pytest.fixture
def door() -> Door:
    return Door()


@pytest.fixture
def worker() -> Worker:
    return Worker()


@pytest.fixture
def eye(door, worker) -> TableEye:
    eye = TableEye(EyePlan, door, ManualClock(), worker)
    eye.start()
    worker.tell(UP)
    return eye


def sighting(*river: str):
    seat = SeenSeat(river=tuple(SeenTile(Tile(tile)) for tile in river))
    return Layer(Random(1), Mess(), "CDAB").lay(TableSeen(7, (seat, SeenSeat(), SeenSeat(), SeenSeat())))


def test_what_is_seen_goes_to_the_table_in_seats(eye, door, worker) -> None:
    worker.hear(sighting("1z", "9p"))
    (table,) = door.of(TableSeen)
    assert [tile.tile for tile in table.seats[0].river] == [Tile("1z"), Tile("9p")]


def test_what_stays_when_a_hand_is_cleared_away_is_no_discard_of_the_next(eye, door, worker) -> None:
    worker.hear(sighting("3z", "9p", "1m", "2m", "3m", "7s", "8s"))
    worker.hear(sighting("3z"))
    worker.hear(sighting("3z", "5p"))
    rivers = [[str(tile.tile) for tile in table.seats[0].river] for table in door.of(TableSeen)]
    assert rivers[1:] == [[], ["5p"]]
    # After a bump the same tile may be seen at another place, so nothing is known of earlier hands.
    worker.tell(replace(COVERED, code="moved"))
    worker.tell(UP)
    worker.hear(sighting("3z", "5p"))
    assert len(door.of(TableSeen)[-1].seats[0].river) == 2


def test_while_nobody_said_who_sits_where_it_is_asked_and_nothing_is_told(eye, door, worker) -> None:
    door.binds("")
    eye.notice()
    worker.hear(sighting("1z"))
    assert door.of(TableSeen) == []
    assert [one.code for one in door.of(NoticesChanged)[-1].notices] == [WHO_SITS]
    door.binds("CDAB")
    eye.notice()
    assert len(door.of(TableSeen)) == 1
    assert door.of(NoticesChanged)[-1].notices == ()


def test_a_lost_sight_is_said_at_once_and_the_table_is_shown_again_when_it_is_back(eye, door, worker) -> None:
    worker.hear(sighting("1z"))
    worker.tell(COVERED)
    assert door.of(SightChanged)[-1].is_seeing is False
    assert [one.code for one in door.of(NoticesChanged)[-1].notices] == [LOST]
    worker.tell(UP)
    assert door.of(SightChanged)[-1].is_seeing is True
    assert door.of(NoticesChanged)[-1].notices == ()
    assert len(door.of(TableSeen)) == 1
    worker.beat()
    worker.beat()
    assert len(door.of(TableSeen)) == 2


def test_what_lay_there_before_the_loss_is_not_shown_as_it_is_while_people_still_move(
    eye, door, worker
) -> None:
    worker.hear(sighting("1z"))
    worker.tell(COVERED)
    eye._clock.advance(seconds=10)
    back_ns = eye._clock.monotonic_ns()
    worker.tell(UP)
    worker.beat(back_ns - 10_000_000_000)
    assert len(door.of(TableSeen)) == 1
    worker.beat(back_ns + 200_000_000)
    assert len(door.of(TableSeen)) == 2


def test_a_newer_sight_takes_the_place_of_the_one_before_the_loss(eye, door, worker) -> None:
    worker.hear(sighting("1z"))
    worker.tell(COVERED)
    worker.tell(UP)
    worker.hear(sighting("1z", "2z"))
    worker.beat()
    assert [len(table.seats[0].river) for table in door.of(TableSeen)] == [1, 2]


def test_time_passes_while_a_hand_is_played(eye, door, worker) -> None:
    worker.beat()
    assert len(door.of(Ticked)) == 1
    door.state = replace(door.state, hanchan=replace(door.state.hanchan, kyoku=None))
    worker.beat()
    assert len(door.of(Ticked)) == 1


def test_what_lay_there_before_the_deal_is_shown_to_the_new_hand_unless_it_is_of_the_old_one(
    eye, door, worker
) -> None:
    worker.hear(sighting())
    door.is_told(Drawn(SEATS[0]), Discarded(SEATS[0]))
    eye.notice()
    assert len(door.of(TableSeen)) == 1
    dealt = apply_to_hanchan(replace(door.state.hanchan, kyoku=None), replace(DEAL, honba=1))
    door.state = replace(door.state, hanchan=dealt)
    eye.notice()
    eye.notice()
    assert len(door.of(TableSeen)) == 2
    worker.hear(sighting("1z"))
    again = apply_to_hanchan(replace(dealt, kyoku=None), replace(DEAL, honba=2))
    door.state = replace(door.state, hanchan=again)
    eye.notice()
    assert len(door.of(TableSeen)) == 3


def test_it_stands_aside_while_somebody_sets_it_up(eye, door, worker) -> None:
    eye.aside()
    assert not worker.is_running
    assert door.of(SourceChanged)[-1].code == "shown"
    beats = []
    eye.prod(lambda: beats.append(1))
    assert (beats, worker.prods) == ([1], 0)
    eye.start()
    assert worker.is_running
    eye.prod(lambda: beats.append(1))
    assert worker.prods == 1


def test_a_table_without_a_camera_opens_no_eye(door, worker) -> None:
    eye = TableEye(lambda: None, door, ManualClock(), worker)
    eye.start()
    eye.notice()
    assert (worker.is_running, door.heard, eye.crop(1)) == (False, [], None)


def shown(door) -> list[str]:
    return [notice.code for notice in door.of(NoticesChanged)[-1].notices]


def test_others_are_told_that_a_camera_is_set_up_also_where_none_was_planned(door, worker) -> None:
    plans = []
    eye = TableEye(lambda: plans[-1] if plans else None, door, ManualClock(), worker)
    eye.start()
    eye.aside()
    told = door.of(SourceChanged)[-1]
    assert (told.state, told.code, shown(door)) == (SourceState.DOWN, "shown", [SHOWN])
    assert door.of(SightChanged) == []  # nobody followed by it, so nothing is out of sight
    eye.back()
    assert (door.of(SourceChanged)[-1].state, shown(door)) == (SourceState.ENDED, [])
    eye.aside()
    plans.append(EyePlan())
    eye.back()
    assert (worker.is_running, shown(door)) == (True, [])


def test_while_a_camera_that_is_followed_is_set_up_both_are_said(eye, door, worker) -> None:
    eye.aside()
    assert shown(door) == [SHOWN, LOST]
    eye.back()
    worker.tell(UP)
    assert shown(door) == []


def test_tiles_that_are_chosen_without_the_camera_are_read_with_at_once(door, worker, tmp_path) -> None:
    wish = EyeWish(source=str(tmp_path))
    tiles = tmp_path / "tiles" / "house.json"
    tiles.parent.mkdir()
    tiles.write_text("{}")
    eye = TableEye(lambda: wish.plan(tmp_path), door, ManualClock(), worker)
    eye.start()
    worker.tell(UP)
    assert worker.plan.tiles is None
    eye.desk_for(wish, tmp_path).use("house")
    assert (worker.is_running, worker.plan.tiles, shown(door)) == (True, tiles, [LOST])
    worker.tell(UP)
    assert [one.is_seeing for one in door.of(SightChanged)] == [True, False, True]


def test_tiles_that_were_typed_are_read_with_until_others_are_chosen_on_the_page(
    door, worker, tmp_path
) -> None:
    wish = EyeWish(source=str(tmp_path))
    for name in ("house", "club"):
        path = tmp_path / "tiles" / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text("{}")
    choose_tiles(tmp_path, "house")
    eye = TableEye(lambda: wish.plan(tmp_path), door, ManualClock(), worker)
    eye.start()
    desk = eye.desk_for(wish, tmp_path)
    assert (worker.plan.tiles.stem, desk.state()["tiles"]) == ("house", "house")
    desk.use("club")
    assert (worker.plan.tiles.stem, desk.state()["tiles"]) == ("club", "club")
    with pytest.raises(TileSetError, match="no tile set of-mine"):
        choose_tiles(tmp_path, "of-mine")


def test_whoever_begins_to_set_it_up_waits_until_an_eye_that_starts_again_has_left_the_camera(
    eye, door, worker, monkeypatch
) -> None:
    is_ending, may_end, ends = threading.Event(), threading.Event(), worker.stop

    def slowly() -> None:
        is_ending.set()
        may_end.wait(20)
        ends()

    monkeypatch.setattr(worker, "stop", slowly)
    starting, coming = threading.Thread(target=eye.read_anew), threading.Thread(target=eye.aside)
    starting.start()
    assert is_ending.wait(20)
    coming.start()
    coming.join(0.3)
    assert coming.is_alive(), "the camera is not free yet"
    may_end.set()
    for thread in (starting, coming):
        thread.join(20)
    assert not worker.is_running
    assert (door.of(SourceChanged)[-1].code, shown(door)) == ("shown", [SHOWN, LOST])
    eye.back()
    assert worker.is_running


@pytest.mark.parametrize("again", ["back", "read_anew"])
def test_an_eye_whose_profile_cannot_be_read_any_longer_says_so_when_it_is_to_start_again(
    door, worker, again: str
) -> None:
    wishes = [EyePlan()]

    def plan() -> EyePlan:
        if not wishes:
            raise ConfigError("bench.toml cannot be read")
        return wishes[-1]

    eye = TableEye(plan, door, ManualClock(), worker)
    eye.start()
    worker.tell(UP)
    if again == "back":
        eye.aside()
    wishes.clear()
    getattr(eye, again)()
    told = door.of(SourceChanged)[-1]
    assert (told.state, told.note) == (SourceState.DOWN, "bench.toml cannot be read")
    assert (worker.is_running, shown(door)) == (False, [LOST])


def test_the_wish_says_what_is_started(tmp_path) -> None:
    assert EyeWish().plan(tmp_path) is None
    plan = EyeWish(source=str(tmp_path)).plan(tmp_path)
    assert plan.source == f"folder={tmp_path}"
    with pytest.raises(ConfigError):
        EyeWish("no-such-profile").plan(tmp_path)
