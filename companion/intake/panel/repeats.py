"""Which presses of `kan` only repeat the one before. Pure."""

from __future__ import annotations

from typing import Final

from companion.intake.panel.meaning import owes_draw
from companion.intake.panel.outcomes import Doing
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
    """The kan that each side told last, and until when another `kan` means the same one."""

    def __init__(self) -> None:
        self._told: dict[Side, tuple[int, int]] = {}
        """Until when, and for how long after each press."""

    def note(self, side: Side, now_ns: int, doing: Doing | None = None) -> None:
        """Note what a press of `kan` has told; `doing` None: an open kan that was held."""
        lasts_ns = SAME_NORTH_NS if getattr(doing, "action", None) is Action.KITA else SAME_NS
        self._told[side] = now_ns + lasts_ns, lasts_ns

    def forget(self, side: Side) -> None:
        """Forget the last kan of this side: its newest press was refused."""
        self._told.pop(side, None)

    def is_same(self, press: Press, seat: Seat, kyoku: Kyoku | None) -> bool:
        """Whether this press only repeats a kan or a north that was told."""
        until, lasts_ns = self._told.get(press.side, (0, 0))
        if kyoku is None or press.at_ns >= until:
            return False
        if owes_draw(kyoku, seat):  # pressed again and again: the kan stands, and nothing else can be meant
            self._told[press.side] = press.at_ns + lasts_ns, lasts_ns
            return True
        return kyoku.is_unfollowed
