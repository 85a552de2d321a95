"""What the receiver says about seat boxes without a cable, as news for the players; pure.

Only changes are reported. A box that is away or nearly empty concerns its own side; the others play on.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.frames import BoxState
from firmware_bridge.signals import EVERY_SIDE, Condition, PanelStatus, Side

__all__ = ["ENOUGH_MV", "LOW_MV", "SeatBoxes"]

LOW_MV = 3_500
"""A lithium cell with about a tenth of its charge left."""
ENOUGH_MV = 3_650
"""From here on it counts as charged: a cell that rests after work recovers a little."""

_MISSED = (Condition.BOX_AWAY, Condition.RESTARTED)
_NO_SIDE: frozenset[Side] = frozenset()
_WELL = (Condition.CONNECTED, "all seat boxes are heard", _NO_SIDE, False)


class SeatBoxes:
    """The boxes of one receiver; calls `let_go` when the release of a key may be missing."""

    def __init__(self, sockets: tuple[Side, ...], let_go: Callable[[], None]) -> None:
        self._sockets = sockets
        self._let_go = let_go
        self._boots: dict[Side, int] = {}
        self._away: set[Side] = set()
        self._low: set[Side] = set()
        self._told = _WELL

    @property
    def are_used(self) -> bool:
        """Whether boxes without a cable are used: the edges of one may arrive later than those of another."""
        return bool(self._boots)

    def forget(self) -> None:
        """The receiver was lost or has started anew: it tells again what it knows."""
        self._let_go()
        self._away.clear()
        self._low.clear()
        self._told = _WELL

    def take(self, box: BoxState, now_ns: int) -> list[PanelStatus]:
        """What is new, now that the receiver has said this."""
        if box.seat >= len(self._sockets):
            return []
        side = self._sockets[box.seat]
        gone = frozenset({side} - self._away if box.is_away else ())
        (self._away.add if box.is_away else self._away.discard)(side)
        if box.millivolts:
            limit = ENOUGH_MV if side in self._low else LOW_MV
            (self._low.add if box.millivolts < limit else self._low.discard)(side)
        restarted = self._restarted(side, box.boot, now_ns)
        told, self._told = self._told, self._standing()
        condition, says, sides, is_silent = self._told
        gone = EVERY_SIDE if is_silent else gone
        standing = [PanelStatus(condition, now_ns, says, gone=gone, sides=sides)]
        if self._told == _WELL:
            news = [*(standing if told != _WELL else []), *restarted]
        else:  # What is wrong comes last, because the page goes on showing what came last.
            news = [*restarted, *(standing if told != self._told or restarted else [])]
        if any(status.condition in _MISSED for status in news):
            self._let_go()
        return news

    def _restarted(self, side: Side, boot: int, now_ns: int) -> list[PanelStatus]:
        if self._boots.setdefault(side, boot) == boot:
            return []
        self._boots[side] = boot
        says = f"the seat box of side {side.name} has restarted; keys pressed just before may be missing"
        return [PanelStatus(Condition.RESTARTED, now_ns, says, sides=frozenset({side}))]

    def _standing(self) -> tuple[Condition, str, frozenset[Side], bool]:
        """How the boxes are, in a sentence, the sides that it is about, and whether none is heard."""
        if self._away:
            says = f"the seat box of side {_names(self._away)} is not heard"
            return Condition.BOX_AWAY, says, frozenset(self._away), self._away.issuperset(self._boots)
        if self._low:
            says = f"the battery of the seat box of side {_names(self._low)} is nearly empty"
            return Condition.BATTERY_LOW, says, frozenset(self._low), False
        return _WELL


def _names(sides: set[Side]) -> str:
    return ", ".join(side.name for side in Side if side in sides)
