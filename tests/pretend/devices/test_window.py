"""Who looks on at a pretend table: when a picture is painted, what was pressed, which lamps burn."""

import random
import sys
from dataclasses import replace
from itertools import islice

import pytest

from companion.clock import ManualClock
from companion.evidence import SourceState
from companion.pretend.devices.boxes import PanelBoxes, PlayedBoxes, pressed_between
from companion.pretend.devices.cameras import PaintedCamera
from companion.pretend.devices.streamed import StreamedCamera
from companion.pretend.devices.window import NAME, PretendWindow
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import (
    Discarded,
    Drawn,
    KakanDeclared,
    KitaDeclared,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
)
from companion.riichi.hanchan import apply_to_hanchan, begin, followed
from companion.riichi.presets import PRESETS, TENHOU
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile
from companion.table_state import TableState
from firmware_bridge.signals import Button, Lamp, Lamps, Press, Side
from tests.table_loop.play import FACTS_OF_A_KYOKU, game

PAINTER = """
import base64, json, sys, time
count = 0
for line in sys.stdin:
    asked = json.loads(line)
    count += 1
    if len(asked["sticks"]) == 2:
        sys.exit(3)
    told = f"{count} {len(asked['tiles'])} {len(asked['hands'])}"
    print(json.dumps({"jpeg": base64.b64encode(told.encode()).decode()}), flush=True)
"""
COMMAND = (sys.executable, "-S", "-c", PAINTER)


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def painted(clock):
    camera = PaintedCamera(clock, COMMAND)
    yield camera
    camera.stop()


class Table:
    """A table that is told facts."""

    def __init__(self) -> None:
        self.state = TableState(1, "pretend-1", begin(TENHOU, ("Aiko", "Ben", "Chiyo", "Dario")))

    def tell(self, *facts) -> TableState:
        for fact in facts:
            hanchan = apply_to_hanchan(self.state.hanchan, fact)
            self.state = replace(self.state, seq=self.state.seq + 1, hanchan=hanchan)
        return self.state

    def deal(self) -> TableState:
        points = (25_000,) * 4
        return self.tell(KyokuStarted(Wind.EAST, Seat(0), 0, 0, points, Tile("1p")))


@pytest.fixture
def table():
    return Table()


def words(camera) -> list[int]:
    return [int(word) for word in camera.jpeg().split()]


def test_nothing_is_painted_before_the_deal_or_before_somebody_asks(painted, table, clock) -> None:
    assert (painted.number, painted.jpeg()) == (None, None)
    painted.notice(table.state)
    assert (painted.number, painted.jpeg()) == (None, None)
    for state in (table.deal(), table.tell(Drawn(Seat(0)))):
        painted.notice(state)
        clock.advance(seconds=2)
    assert words(painted) == [1, 136, 0]  # the first that was painted


def test_the_same_picture_is_painted_once_and_a_hand_comes_and_goes(painted, table, clock) -> None:
    painted.notice(table.deal())
    clock.advance(seconds=2)
    number = painted.number
    assert words(painted) == words(painted) == [1, 136, 0]
    painted.notice(table.tell(Drawn(Seat(0)), Discarded(Seat(0), Tile("9s"))))
    clock.advance(seconds=0.5)
    assert painted.number == number + 1
    assert words(painted) == [2, 136, 1]
    clock.advance(seconds=2)
    assert painted.number == number + 2
    assert words(painted) == [3, 136, 0]


def test_a_table_in_a_hurry_is_painted_no_more_often_than_pages_need_it(painted, table, clock) -> None:
    painted.notice(table.deal())
    numbers = set()
    for _ in range(100):
        clock.advance(seconds=0.01)
        table.state = replace(table.state, hanchan=replace(table.state.hanchan))
        kyoku = replace(table.state.hanchan.kyoku)
        painted.notice(replace(table.state, hanchan=replace(table.state.hanchan, kyoku=kyoku)))
        numbers.add(painted.number)
        painted.jpeg()
    assert len(numbers) <= 4
    assert words(painted)[0] <= 4


def test_a_painter_that_falls_is_replaced_when_somebody_asks_again(painted, table, clock) -> None:
    window = PretendWindow(clock, painted, PlayedBoxes(clock))
    before = table.deal()
    window.notice(before)
    riichi = [fact for seat in (0, 1) for fact in _riichi(Seat(seat))]
    window.notice(table.tell(*riichi))
    clock.advance(seconds=2)
    assert window.picture() is None
    window.notice(before)
    clock.advance(seconds=2)
    assert window.picture() == b"1 136 0"


def _riichi(seat: Seat):
    return (
        Drawn(seat),
        RiichiDeclared(seat),
        Discarded(seat, Tile("9s" if seat else "1z")),
        RiichiAccepted(seat),
    )


def test_where_nobody_looks_any_more_no_painter_stays(table, clock) -> None:
    camera = PaintedCamera(clock, COMMAND, idle_s=0.2)
    camera.notice(table.deal())
    assert camera.jpeg() is not None
    child = camera._child
    clock.advance(seconds=1)
    child._process.wait(30)
    assert camera.jpeg() is not None
    camera.stop()


def test_without_libraries_there_are_keys_and_no_picture(table, clock, monkeypatch) -> None:
    monkeypatch.setattr("companion.pretend.devices.cameras.find_spec", lambda _: None)
    window = PretendWindow.for_played(clock)
    window.notice(table.deal())
    said = window.state()
    assert said["missing"] == ["numpy", "cv2"]
    assert len(said["boxes"]) == 4
    assert window.picture() is None


def test_pages_find_it_among_the_sources(clock) -> None:
    source = PretendWindow.for_played(clock).source
    assert (source.name, source.state) == (NAME, SourceState.UP)


def box(window: PretendWindow, side: str) -> dict:
    return next(one for one in window.state()["boxes"] if one["side"] == side)


def test_a_table_that_plays_by_itself_says_which_keys_its_players_press(table, clock, painted) -> None:
    window = PretendWindow(clock, painted, PlayedBoxes(clock))
    window.notice(table.state)
    assert box(window, "A") == {"side": "A", "seat": 0, "lamp": "slow", "pressed": None, "ago_ms": None}
    window.notice(table.deal())
    assert [one["pressed"] for one in window.state()["boxes"]] == ["next"] * 4
    window.notice(table.tell(Drawn(Seat(0)), Discarded(Seat(0), Tile("5z"))))
    before = table.state
    clock.advance(seconds=1)
    window.notice(table.tell(PonCalled(Seat(2), Seat(0), Tile("5z"), (Tile("5z"), Tile("5z")))))
    assert box(window, "C") | {"ago_ms": 0} == {
        "side": "C", "seat": 2, "lamp": "off", "pressed": "pon", "ago_ms": 0,
    }  # fmt: skip
    clock.advance(seconds=3)
    window.notice(before)  # taken back: nobody presses for that
    assert (box(window, "C")["pressed"], box(window, "C")["ago_ms"]) == ("pon", 3000)
    window.notice(table.tell(Discarded(Seat(2), Tile("1m"))))
    window.notice(table.tell(*_riichi(Seat(3))[:2]))
    assert box(window, "D")["pressed"] == "riichi"
    window.notice(table.tell(*_riichi(Seat(3))[2:]))
    assert box(window, "D")["lamp"] == "steady"


class Keys:
    """A panel as the companion has it."""

    damaged_lines = 3

    def __init__(self) -> None:
        self.shown: list[Lamps] = []
        self.is_closed = False

    def wait(self, timeout_s: float):
        return (Press(Side.B, Button.KAN, 5, 1),)

    def show(self, lamps: Lamps) -> None:
        self.shown.append(lamps)

    def close(self) -> None:
        self.is_closed = True


def test_whoever_takes_back_the_end_of_a_hand_presses_nothing_else() -> None:
    hanchan, ended, states = begin(TENHOU), None, []
    for fact in islice(game(2), 1 + FACTS_OF_A_KYOKU + 1):
        hanchan, ended = followed(hanchan, ended, fact)
        states.append(TableState(len(states), "pretend-1", hanchan, last_kyoku=ended))
    before_the_end, after_it, next_hand = states[-3:]
    assert [button for _, button in pressed_between(after_it, next_hand)] == [Button.NEXT] * 4
    for later in (after_it, next_hand):
        assert list(pressed_between(later, before_the_end)) == []


def test_kita_presses_kan_and_nobody_presses_for_a_kan_that_is_taken_back() -> None:
    hanchan, told = begin(PRESETS["tenhou-3p"], ("Anna", "Ben", "Cleo")), set()
    for fact in play_hanchan(random.Random(2), hanchan.rules, hanchan.names):
        before, hanchan = hanchan, apply_to_hanchan(hanchan, fact)
        if isinstance(fact, KitaDeclared | KakanDeclared):
            told.add(type(fact))
            was, now = (TableState(1, "pretend-1", one) for one in (before, hanchan))
            assert list(pressed_between(was, now)) == [(fact.seat, Button.KAN)]
            assert list(pressed_between(now, was)) == []
    assert told == {KitaDeclared, KakanDeclared}


def test_beside_a_real_panel_one_sees_what_it_feels_and_shows(table, clock, painted) -> None:
    keys, boxes = Keys(), PanelBoxes(clock)
    window = PretendWindow(clock, painted, boxes)
    panel = boxes.watched(lambda: keys)()
    window.notice(table.deal())
    assert box(window, "B")["pressed"] is None
    assert len(panel.wait(0.1)) == 1
    lamps = Lamps.of({Side.D: Lamp.TRIPLE})
    panel.show(lamps)
    assert (keys.shown, panel.damaged_lines) == ([lamps], 3)
    assert (box(window, "B")["pressed"], box(window, "D")["lamp"]) == ("kan", "triple")
    panel.close()
    assert keys.is_closed


def test_the_picture_of_a_stage_that_runs_is_halved_and_made_twice_a_second() -> None:
    cv2 = pytest.importorskip("cv2")
    numpy = pytest.importorskip("numpy")
    frames = [0]
    jpeg = cv2.imencode(".jpg", numpy.full((1080, 1920, 3), 90, numpy.uint8))[1].tobytes()
    camera = StreamedCamera(lambda: frames[0], lambda: (frames[0], jpeg) if frames[0] else None)
    assert (camera.number, camera.jpeg()) == (None, None)
    frames[0] = 7
    small = camera.jpeg()
    assert cv2.imdecode(numpy.frombuffer(small, numpy.uint8), 1).shape == (540, 960, 3)
    assert camera.jpeg() is small
    assert camera.number == 1
