"""Which presses of `kan` only repeat the one before. Pure."""

from __future__ import annotations

from typing import Final

from companion.intake.panel.meaning import owes_draw
from companion.intake.panel.outcomes import Meaning, Tap
from companion.riichi.calls import Action
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from firmware_bridge.signals import Press, Side

__all__ = ["Kans"]

SAME_NS: Final = 1_000_000_000
"""For how long another `kan` means the same one: nobody draws and declares that fast."""
SAME_NORTH_NS: Final = 300_000_000
"""The same for a north: somebody may hold two, and set both aside at once (北抜き)."""


class Kans:
    """Until when another `kan` of each side means the same one."""

    def __init__(self) -> None:
        self._until: dict[Side, int] = {}

    def note(self, side: Side, now_ns: int) -> None:
        """An open kan of this side was told."""
        self._until[side] = now_ns + SAME_NS

    def is_same(self, press: Press, seat: Seat, meaning: Meaning, kyoku: Kyoku | None) -> bool:
        """Whether this press only repeats a kan or a north that was told."""
        until = self._until.get(press.side, 0)
        is_north = isinstance(meaning, Tap) and getattr(meaning.doing, "action", None) is Action.KITA
        self._until[press.side] = press.at_ns + (SAME_NORTH_NS if is_north else SAME_NS)
        is_told = kyoku is not None and (kyoku.is_unfollowed or owes_draw(kyoku, seat))
        return is_told and press.at_ns < until
