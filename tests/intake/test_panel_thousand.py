"""A thousand presses by four players at once: none lost, none doubled, in the order of their own times."""

import threading
from itertools import pairwise

import pytest

from companion.clock import SystemClock
from companion.evidence import Cause, DealAsked, Depth, SourceState, StartAsked, TellAsked
from companion.intake.panel import PanelSource
from companion.journal import MemoryJournal
from companion.projections.reminders import codes_to_see
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS, Seat
from companion.scribe.mind import Trust
from companion.table_loop import TableLoop
from firmware_bridge.errors import PinUnavailable
from firmware_bridge.scripted_panel import ScriptedPanel
from firmware_bridge.signals import Button, Side

PATIENCE_S = 90.0
HANDS, ROUNDS = 15, 17
"""Seventeen times round the table leave two tiles of seventy."""


class LiveTable:
    """A table with its own thread, and a panel with its two."""

    def __init__(self, open_panel):
        self.journal = MemoryJournal()
        self._changed = threading.Condition()
        self.loop = TableLoop(self.journal, TENHOU, self._published, SystemClock(), trust=Trust)
        self.source = PanelSource(open_panel, self.loop, SystemClock(), to_see=codes_to_see)
        self._asked = 0

    def __enter__(self):
        self.loop.start()
        self.source.start()
        return self

    def __exit__(self, *_):
        self.source.stop()
        self.loop.stop()

    def _published(self, _state):
        with self._changed:
            self._changed.notify_all()
        self.source.notice()

    def wait_until(self, is_so):
        with self._changed:
            assert self._changed.wait_for(lambda: is_so(self.loop.state), PATIENCE_S), self.loop.state

    def ask(self, kind, *fields):
        self._asked += 1
        return self.loop.ask(kind(f"page-{self._asked}", None, "a page", *fields)).result(PATIENCE_S)

    def panel_is(self, state):
        return lambda seen: any(one.name == "panel" and one.state is state for one in seen.sources)


@pytest.fixture
def panel():
    return ScriptedPanel()


@pytest.fixture
def table(panel):
    with LiveTable(lambda: panel) as table:
        table.ask(StartAsked, ("e", "s", "w", "n"), TENHOU)
        table.ask(TellAsked, (f.SeatsBound("ABCD"),))
        table.ask(DealAsked, Depth.COUNTING)
        yield table


def told(table):
    (game,) = table.journal.games()
    return [entry for entry in table.journal.entries(game.number) if entry.because is Cause.PANEL]


def test_a_thousand_presses_reach_the_table_once_and_in_order(table, panel):
    pressed = 0
    for _ in range(HANDS):
        for _ in range(ROUNDS):
            for side in Side:
                panel.press(side, Button.NEXT)
                pressed += 1
        table.wait_until(lambda seen: seen.hanchan.kyoku.wall.live == 2)
        table.ask(TellAsked, (f.Chombo(Seat(0)),))
        for side in Side:
            panel.press(side, Button.NEXT)
            pressed += 1
        table.wait_until(lambda seen: not seen.hanchan.kyoku.is_over)
    assert pressed >= 1_000
    entries = [entry for entry in told(table) if isinstance(entry.fact, f.Discarded)]
    assert [entry.fact.seat for entry in entries] == [*SEATS] * (HANDS * ROUNDS)
    assert all(one.at <= other.at for one, other in pairwise(entries))
    (game,) = table.journal.games()
    deals = [e for e in table.journal.entries(game.number) if isinstance(e.fact, f.KyokuStarted)]
    assert len(deals) == HANDS + 1


def test_four_fingers_in_four_threads(table, panel):
    """Whatever order they come in, the table hears that order: who is in turn discards, the others pass."""

    def press(side):
        for _ in range(60):
            panel.press(side, Button.NEXT)

    order = []
    press_it = panel.press

    def noting(side, button, **more):
        with panel._changed:
            order.append(side.value)
            return press_it(side, button, **more)

    panel.press = noting
    fingers = [threading.Thread(target=press, args=(side,)) for side in Side]
    for finger in fingers:
        finger.start()
    for finger in fingers:
        finger.join()
    expected = []
    for seat in order:
        if seat == len(expected) % 4 and len(expected) < 70:
            expected.append(seat)
    table.wait_until(
        lambda seen: sum(len(each.discards) for each in seen.hanchan.kyoku.players) >= len(expected)
    )
    table.loop.caught_up().result(PATIENCE_S)
    assert [e.fact.seat for e in told(table) if isinstance(e.fact, f.Discarded)] == expected


def test_unplugged_and_back_nothing_is_lost_or_told_twice(table, panel):
    for _ in range(4):
        for side in Side:
            panel.unplug()
            table.wait_until(table.panel_is(SourceState.DOWN))
            panel.press(side, Button.NEXT)
            panel.replug()
            table.wait_until(table.panel_is(SourceState.UP))
    table.wait_until(lambda seen: seen.hanchan.kyoku.wall.live == 70 - 16)
    assert [e.fact.seat for e in told(table) if isinstance(e.fact, f.Discarded)] == [*SEATS] * 4


def test_a_panel_that_cannot_be_had_is_said_and_the_table_goes_on(caplog):
    def taken():
        raise PinUnavailable("GPIO 4 (key pon of side A) cannot be used: another program has it")

    with LiveTable(taken) as table:
        table.wait_until(table.panel_is(SourceState.DOWN))
        table.ask(StartAsked, ("e", "s", "w", "n"), TENHOU)
        (panel,) = (one for one in table.loop.state.sources if one.name == "panel")
        assert (panel.code, panel.note[:26]) == ("pins", "GPIO 4 (key pon of side A)")
    # The page says "see the log".
    assert "GPIO 4 (key pon of side A)" in caplog.text


def test_an_unforeseen_failure_to_open_the_panel_is_reported_and_blocks_nothing():
    def broken():
        raise ImportError("libgpiod.so.2: cannot open shared object file")

    moved = threading.Event()
    with LiveTable(broken) as table:
        table.wait_until(table.panel_is(SourceState.DOWN))
        table.source.prod(moved.set)
        assert moved.wait(PATIENCE_S)
        (panel,) = (one for one in table.loop.state.sources if one.name == "panel")
        assert "libgpiod.so.2" in panel.note


def test_a_panel_that_fails_in_a_way_of_its_own_is_said_too(panel):
    class Failing(ScriptedPanel):
        def wait(self, timeout_s):
            raise ZeroDivisionError

    with LiveTable(Failing) as table:
        table.wait_until(table.panel_is(SourceState.DOWN))
        table.ask(StartAsked, ("e", "s", "w", "n"), TENHOU)


class BadCable(ScriptedPanel):
    """Three lines have come in damaged; then the cable itself gives up."""

    damaged_lines = 3

    def wait(self, timeout_s):
        signals = super().wait(0.0)
        if not signals:
            raise ZeroDivisionError
        return signals


def test_damaged_lines_are_counted_over_every_opening():
    # It is up for less time than a state is shown, so what is awaited here is the opening itself.
    counted, is_third = [], threading.Event()

    def opened():
        counted.append(table.source.damaged_lines)
        if len(counted) == 3:
            is_third.set()
        return BadCable()

    table = LiveTable(opened)
    with table:
        assert is_third.wait(PATIENCE_S)
    assert counted[:3] == [0, 3, 6]


def test_a_beat_comes_back_only_when_both_threads_have_had_their_turn(table):
    moved = threading.Event()
    table.source.prod(moved.set)
    assert moved.wait(PATIENCE_S)


def test_a_panel_that_hangs_owes_its_beat():
    holds, moved = threading.Event(), threading.Event()

    class Hanging(ScriptedPanel):
        def wait(self, timeout_s):
            holds.wait(PATIENCE_S)
            return super().wait(timeout_s)

    with LiveTable(Hanging) as table:
        table.source.prod(moved.set)
        table.ask(StartAsked, ("e", "s", "w", "n"), TENHOU)
        assert not moved.is_set()
        holds.set()
        assert moved.wait(PATIENCE_S)
