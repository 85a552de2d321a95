"""Which reading (読み上げ) of the table a key asks for while `wait` is held. Pure.

The reading itself is spoken by the pages that read aloud, from what everybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.intake.panel.outcomes import ReadAloud
from companion.riichi.hanchan import Hanchan
from companion.riichi.seats import Seat, Wind
from firmware_bridge.signals import Button, HeldDown, Press, Side

__all__ = ["NEXT_RIVER_NS", "Chords"]

NEXT_RIVER_NS: Final = 6_000_000_000
"""For how long after a river the same keys ask for the next one instead of the first."""

_READINGS: Final[Mapping[Button, str]] = MappingProxyType(
    {Button.CHI: "turn", Button.PON: "dora", Button.RON: "points", Button.TSUMO: "left"}
)
_RIVER: Final = Button.RIICHI


class Chords:
    """What each side has pressed while `wait` was down."""

    def __init__(self) -> None:
        self.sides: set[Side] = set()
        """The sides whose newest `wait` is part of a chord; held longer, it takes nothing back."""
        self._alone: dict[Side, int] = {}
        """The newest `wait` of each side, where no other key was pressed with it or after it."""
        self._rivers: dict[Side, tuple[int, int]] = {}
        """When a side last asked for a river, and how many seats away from its own that was."""

    def note(self, press: Press) -> None:
        """Note any press, whatever it means."""
        self._alone.pop(press.side, None)
        if press.button is Button.WAIT and not press.held_with:
            self._alone[press.side] = press.seq

    def is_alone(self, held: HeldDown) -> bool:
        """Whether no other key of its side was pressed with this one."""
        return self._alone.get(held.side) == held.seq

    def reading(self, press: Press, seat: Seat, hanchan: Hanchan) -> ReadAloud | None:
        """The reading that a press asks for; None where it asks for none.

        The first river is the right-hand player's; asked again soon, it is the next one, and the last is the
        asker's own.
        """
        if Button.WAIT not in press.held_with:
            self.sides -= {press.side} if press.button is Button.WAIT else set()
            return None
        self.sides.add(press.side)
        if press.button is not _RIVER:
            reading = _READINGS.get(press.button)
            return None if reading is None else ReadAloud(reading, seat)
        at_ns, last = self._rivers.get(press.side, (None, 0))
        is_soon = at_ns is not None and press.at_ns - at_ns <= NEXT_RIVER_NS
        away = (last if is_soon else 0) % hanchan.rules.players + 1
        self._rivers[press.side] = press.at_ns, away
        dealer = hanchan.kyoku.dealer if hanchan.kyoku else 0
        wind = Wind((seat + away - dealer) % hanchan.rules.players)
        return ReadAloud(f"river.{wind.letter}", seat)
