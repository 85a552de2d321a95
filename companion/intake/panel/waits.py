"""Who is thinking: a `wait` stands until its side presses again, or the keys it was pressed on are gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.evidence import SourceChanged
from firmware_bridge.signals import PanelStatus, Side

__all__ = ["AWAY_NS", "Waits"]

AWAY_NS: Final = 10_000_000_000
"""How long a whole panel is away before nobody thinks there: a loose cable costs no `wait`."""


class Waits:
    """The sides that have pressed `wait`, and at which panel. For one thread."""

    def __init__(self) -> None:
        self._sides: set[Side] = set()
        self._is_beside: dict[Side, bool] = {}
        """Whether each side pressed last at the panel beside: a side may have keys of both."""
        self._away: dict[bool, int] = {}
        """Since when the panel beside, or the table's own, is away as a whole."""

    def __bool__(self) -> bool:
        return bool(self._sides)

    def __contains__(self, side: Side) -> bool:
        return side in self._sides

    def press(self, side: Side, *, is_beside: bool) -> None:
        """The side has pressed a key, which ends its `wait`; a panel that can be heard is not away."""
        self._sides.discard(side)
        self._away.pop(is_beside, None)
        self._is_beside[side] = is_beside

    def add(self, side: Side) -> None:
        """The key that this side has just pressed is `wait`."""
        self._sides.add(side)

    def discard(self, side: Side) -> None:
        """The side thinks no longer."""
        self._sides.discard(side)

    def clear(self) -> None:
        """Nobody thinks."""
        self._sides.clear()

    def hear(self, status: PanelStatus | SourceChanged, now_ns: int, *, is_beside: bool) -> None:
        """Drop each `wait` whose keys are gone: nobody can press there and say that it is over."""
        if isinstance(status, SourceChanged) or status.is_down:
            self._away.setdefault(is_beside, now_ns)
            return
        self._away.pop(is_beside, None)
        self._sides -= status.gone & self._at(is_beside)

    @property
    def dues_ns(self) -> Iterator[int]:
        """When somebody thinks no longer because a whole panel stays away."""
        return (since + AWAY_NS for is_beside, since in self._away.items() if self._at(is_beside))

    def tick(self, now_ns: int) -> None:
        """Drop each `wait` at a panel that has been away for long."""
        for is_beside, since in self._away.items():
            if now_ns >= since + AWAY_NS:
                self._sides -= self._at(is_beside)

    def _at(self, is_beside: bool) -> set[Side]:
        return {side for side in self._sides if self._is_beside[side] is is_beside}
