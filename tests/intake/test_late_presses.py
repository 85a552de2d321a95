"""A press that arrives long after the finger means nothing: the table has gone on since."""

from __future__ import annotations

import time
from contextlib import contextmanager

import pytest

from companion.clock import SystemClock
from companion.evidence import Depth
from companion.intake.panel import PanelSource
from companion.projections.reminders import codes_to_see
from firmware_bridge.scripted_panel import ScriptedPanel
from firmware_bridge.signals import Button, Lamp, LongPress, Side
from tests.intake.panel_table import PanelTable


class Leaping(SystemClock):
    """A clock that goes on by itself, and leaps where a test has no time to wait."""

    def __init__(self) -> None:
        self._leapt_ns = 0

    def monotonic_ns(self) -> int:
        return super().monotonic_ns() + self._leapt_ns

    def leap(self, seconds: float) -> None:
        self._leapt_ns += round(seconds * 1e9)


@contextmanager
def listening(table: PanelTable):
    """The table of a test, with the panel's two threads at work."""
    clock = Leaping()
    panel = ScriptedPanel(clock=clock.monotonic_ns)
    source = PanelSource(lambda: panel, table.door, clock, to_see=codes_to_see)
    source.start()
    try:
        yield panel, clock
    finally:
        source.stop()


def wait_until(holds) -> None:
    for _ in range(3_000):
        if holds():
            return
        time.sleep(0.01)
    pytest.fail("it never came to pass")


def discarded(table: PanelTable) -> int:
    return sum(len(player.discards) for player in table.kyoku.players)


@pytest.mark.parametrize(("away_s", "discards"), [(1.0, 1), (2.1, 0), (602, 0)])
def test_what_was_pressed_while_the_cable_was_out(away_s: float, discards: int) -> None:
    table = PanelTable(Depth.COUNTING)
    east = Side[table.side_of(table.kyoku.turn)]
    with listening(table) as (panel, clock):
        panel.unplug()
        panel.press(east, Button.NEXT)
        clock.leap(away_s)
        panel.replug()
        wait_until(lambda: discarded(table) == discards and (discards or table.codes))
        assert table.codes == ([] if discards else ["panel_too_late"])
        if not discards:
            wait_until(lambda: panel.lamp(east) is Lamp.TRIPLE)


def test_the_next_press_in_time_counts() -> None:
    table = PanelTable(Depth.COUNTING)
    east = Side[table.side_of(table.kyoku.turn)]
    with listening(table) as (panel, clock):
        panel.unplug()
        for _ in range(4):
            panel.press(east, Button.NEXT)
        clock.leap(602)
        panel.replug()
        panel.press(east, Button.NEXT)
        wait_until(lambda: discarded(table) == 1)
        wait_until(lambda: table.codes == [])


@pytest.mark.parametrize(("button", "is_said"), [(Button.PON, False), (Button.WAIT, True)])
def test_a_press_that_counted_is_not_called_too_late_because_the_finger_stayed(button, is_said) -> None:
    """A cable that is loose just then brings late how long a key was down: nobody is to press pon again."""
    table = PanelTable(Depth.COUNTING)
    with listening(table) as (panel, clock):
        with panel._changed:
            panel._add(LongPress(Side.D, button, clock.monotonic_ns() - 3_000_000_000, 1))
        panel.press(Side.A, Button.TSUMO)
        wait_until(lambda: "not_your_turn" in table.codes)
        assert ("panel_too_late" in table.codes) == is_said
