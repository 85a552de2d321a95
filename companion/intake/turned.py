"""The table's own panel, its keys and lamps at the sides where people say that they are.

A change applies to what is pressed from then on, also in the middle of a hand. What is still said of keys by
where they were is taken back: a key that is stuck, a box that is not heard, a key that is still down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.keeping.key_sides import HouseKeys, KeySides
from firmware_bridge.panel import Panel
from firmware_bridge.signals import (
    EVERY_SIDE,
    Button,
    Condition,
    HeldDown,
    Lamps,
    LongPress,
    PanelStatus,
    Press,
    Side,
    Signal,
    Stuck,
)

__all__ = ["with_sides"]


class _Turned:
    """A panel whose sides are those of the table."""

    def __init__(self, panel: Panel, house: HouseKeys) -> None:
        self._panel, self._house = panel, house
        self._sides = house.sides
        self._newest = self._before = 0
        """The newest press, and the newest of those that were told when the keys were elsewhere."""
        self._stuck: dict[tuple[Side, Button], Stuck] = {}
        self._status: PanelStatus | None = None
        """How the panel is, apart from news of a moment."""

    @property
    def damaged_lines(self) -> int:
        return self._panel.damaged_lines

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        signals = self._panel.wait(timeout_s)
        return (*self._anew(), *(told for signal in signals for told in self._told(signal)))

    def show(self, lamps: Lamps) -> None:
        sides = self._house.sides
        self._panel.show(Lamps.of({letter: lamps[_side_of(letter, sides)] for letter in Side}))

    def close(self) -> None:
        self._panel.close()

    def _anew(self) -> Iterator[Signal]:
        """What has to be said once more after a change."""
        before, self._sides = self._sides, self._house.sides
        if before.at == self._sides.at:
            return
        self._before = self._newest
        for stuck in self._stuck.values():
            yield replace(stuck, side=_side_of(stuck.side, before), is_over=True)
            yield replace(stuck, side=self._at(stuck.side))
        status = self._status
        if status is not None and status.sides:
            yield self._turned(
                replace(status, gone=status.gone if status.gone == EVERY_SIDE else frozenset())
            )

    def _told(self, signal: Signal) -> Iterator[Signal]:
        match signal:
            case PanelStatus():
                if not _passes(signal):
                    self._status = signal
                if signal.gone == EVERY_SIDE:
                    self._stuck.clear()
                yield self._turned(signal)
                return
            case Press():
                self._newest = signal.seq
                if signal.side.name in self._house.sides.without:
                    self._house.found(signal.side.name)
            case Stuck(is_over=True):
                self._stuck.pop((signal.side, signal.button), None)
            case Stuck():
                self._stuck[signal.side, signal.button] = signal
            case LongPress() | HeldDown() if signal.seq <= self._before:
                return
            case _:
                pass
        yield replace(signal, side=self._at(signal.side))

    def _turned(self, status: PanelStatus) -> PanelStatus:
        gone, sides = (frozenset(map(self._at, those)) for those in (status.gone, status.sides))
        return replace(status, gone=gone, sides=sides)

    def _at(self, letter: Side) -> Side:
        return _side_of(letter, self._sides)


def _passes(status: PanelStatus) -> bool:
    """Whether what stood before still stands: the news is of lost presses, or of one box that restarted."""
    is_of_boxes = status.condition is Condition.RESTARTED and status.sides
    return bool(is_of_boxes) or status.condition is Condition.PRESSES_LOST


def _side_of(letter: Side, sides: KeySides) -> Side:
    return Side[sides.side_of(letter.name)]


def with_sides(open_panel: Callable[[], Panel], house: HouseKeys) -> Callable[[], Panel]:
    """The same panel, its keys and lamps at the sides where the house says that they are."""
    return lambda: _Turned(open_panel(), house)
