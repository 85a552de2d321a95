"""A panel played from a script, for demonstrations and for tests of whatever uses a panel.

It keeps the promises of the real ones: presses come in order and once, what is pressed while the
cable is out comes when it is back, and lamps shown meanwhile light up then.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.gestures import HELD_DOWN_NS, LONG_PRESS_NS
from firmware_bridge.signals import (
    EVERY_SIDE,
    Button,
    Condition,
    HeldDown,
    Lamp,
    Lamps,
    LongPress,
    PanelStatus,
    Press,
    Side,
    Signal,
)

__all__ = ["LampExpectation", "ScriptError", "ScriptedPanel"]

NS = 1_000_000_000


class ScriptError(ValueError):
    """A line of a script cannot be played; says which and why."""


class LampExpectation(AssertionError):
    """A lamp did not show what the script expected."""


@dataclass(frozen=True, slots=True)
class _Step:
    at_ns: int
    act: Callable[[], None]


class ScriptedPanel:
    """A panel that plays a script, and that a program can press, unplug and look at.

    A line of a script is `SECONDS SIDE KEY`, perhaps with `long` or `held` after it,
    `SECONDS SIDE shows LAMP`, `SECONDS unplug`, `SECONDS replug` or `SECONDS lose N`; `#` begins a
    comment. `wait` plays what is due, and raises LampExpectation where a lamp shows something else.

    Raises:
        ScriptError: a line cannot be played.
    """

    def __init__(
        self,
        script: str = "",
        *,
        clock: Callable[[], int] = time.monotonic_ns,
        says: str = "a scripted panel plays",
    ) -> None:
        self._clock = clock
        self._started_ns = clock()
        self._changed = threading.Condition(threading.RLock())
        self._signals: deque[Signal] = deque()
        self._kept: deque[Signal] = deque()
        self._wanted = Lamps()
        self._lit = Lamps()
        self._is_plugged = True
        self._is_closed = False
        self._presses = 0
        self._steps = deque(sorted(self._read(script), key=lambda step: step.at_ns))
        self._tell(Condition.CONNECTED, says)

    @property
    def damaged_lines(self) -> int:
        """Always 0: a script sends no lines."""
        return 0

    def press(
        self,
        side: Side,
        button: Button,
        *,
        held_with: frozenset[Button] = frozenset(),
        is_long: bool = False,
        is_held: bool = False,
    ) -> int:
        """Press a key now, for long, or hold it down; returns the number of the press."""
        with self._changed:
            self._presses += 1
            now = self._clock()
            self._add(Press(side, button, now, self._presses, held_with))
            if is_long or is_held:
                self._add(LongPress(side, button, now + LONG_PRESS_NS, self._presses))
            if is_held:
                self._add(HeldDown(side, button, now + HELD_DOWN_NS, self._presses))
            return self._presses

    def unplug(self) -> None:
        """Pull the cable."""
        with self._changed:
            if self._is_plugged:
                self._tell(Condition.DISCONNECTED, "the scripted panel was unplugged", EVERY_SIDE)
                self._is_plugged = False
                self._lit = Lamps()

    def replug(self) -> None:
        """Put the cable back; what was pressed meanwhile comes now."""
        with self._changed:
            if not self._is_plugged:
                self._is_plugged = True
                self._lit = self._wanted
                self._tell(Condition.CONNECTED, "the scripted panel is back")
                self._signals.extend(self._kept)
                self._kept.clear()

    def lose_presses(self, count: int) -> None:
        """Report that the panel lost this many presses or releases."""
        with self._changed:
            says = f"the panel lost presses or releases of keys ({count})"
            self._add(PanelStatus(Condition.PRESSES_LOST, self._clock(), says, count))

    def lamp(self, side: Side) -> Lamp:
        """What the lamp of this side shows."""
        with self._changed:
            return self._lit[side]

    def expect_lamp(self, side: Side, lamp: Lamp) -> None:
        """Check that the lamp of a side shows this.

        Raises:
            LampExpectation: it shows something else.
        """
        if (shown := self.lamp(side)) is not lamp:
            raise LampExpectation(f"the lamp of side {side.name} shows {shown.name}, not {lamp.name}")

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        """What has happened; see `Panel.wait`."""
        until_ns = self._clock() + int(timeout_s * NS)
        with self._changed:
            while not self._is_closed:
                self._play()
                if self._signals or self._clock() >= until_ns:
                    signals = tuple(self._signals)
                    self._signals.clear()
                    return signals
                next_ns = min(self._steps[0].at_ns if self._steps else until_ns, until_ns)
                self._changed.wait(max(0, next_ns - self._clock()) / NS)
            return ()

    def show(self, lamps: Lamps) -> None:
        """Show these lamps; see `Panel.show`."""
        with self._changed:
            self._wanted = lamps
            if self._is_plugged:
                self._lit = lamps

    def close(self) -> None:
        """End the script."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _add(self, signal: Signal) -> None:
        (self._signals if self._is_plugged else self._kept).append(signal)
        self._changed.notify_all()

    def _tell(self, condition: Condition, says: str, gone: frozenset[Side] = frozenset()) -> None:
        with self._changed:
            self._signals.append(PanelStatus(condition, self._clock(), says, gone=gone))
            self._changed.notify_all()

    def _play(self) -> None:
        while self._steps and self._steps[0].at_ns <= self._clock():
            self._steps.popleft().act()

    def _read(self, script: str) -> list[_Step]:
        steps = []
        for number, line in enumerate(script.splitlines(), start=1):
            words = line.partition("#")[0].split()
            if words:
                try:
                    after_ns = int(float(words[0]) * NS)
                    steps.append(_Step(self._started_ns + after_ns, self._act(words[1:])))
                except (ValueError, KeyError, OverflowError) as error:
                    raise ScriptError(f"line {number}, {line.strip()!r}: {error}") from error
        return steps

    def _act(self, words: list[str]) -> Callable[[], None]:
        match words:
            case ["unplug"]:
                return self.unplug
            case ["replug"]:
                return self.replug
            case ["lose", count]:
                number = int(count)
                return lambda: self.lose_presses(number)
            case [side, button]:
                return self._pressing(Side[side], Button[button.upper()])
            case [side, button, "long"]:
                return self._pressing(Side[side], Button[button.upper()], is_long=True)
            case [side, button, "held"]:
                return self._pressing(Side[side], Button[button.upper()], is_held=True)
            case [side, "shows", lamp]:
                where, look = Side[side], Lamp[lamp.upper()]
                return lambda: self.expect_lamp(where, look)
        raise ValueError(
            "after SECONDS, write SIDE KEY [long|held], SIDE shows LAMP, unplug, replug or lose N"
        )

    def _pressing(
        self, side: Side, button: Button, *, is_long: bool = False, is_held: bool = False
    ) -> Callable[[], None]:
        def act() -> None:
            self.press(side, button, is_long=is_long, is_held=is_held)

        return act
