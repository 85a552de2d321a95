"""Who has pressed a key to say where they sit, East first (席決め). Pure."""

from __future__ import annotations

from companion.intake.panel.outcomes import SitDown, Trouble
from firmware_bridge.signals import Side

__all__ = ["Seating"]


class Seating:
    """The sides that have pressed so far at the beginning of a hanchan, East first."""

    def __init__(self) -> None:
        self._seated: list[Side] = []

    def __contains__(self, side: Side) -> bool:
        return side in self._seated

    def press(self, side: Side, players: int) -> SitDown | Trouble | None:
        """Seat the next player at this side; returns None while others still have to press."""
        if side in self._seated:
            return Trouble.SIDE_TAKEN
        self._seated.append(side)
        if len(self._seated) < players:
            return None
        sides = "".join(each.name for each in self._seated)
        self.clear()
        return SitDown(sides)

    def clear(self) -> None:
        """Forget who has pressed."""
        self._seated.clear()
