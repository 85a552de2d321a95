"""Who is thinking: a `wait` stands until its side presses again, or the keys it was pressed on are gone."""

from __future__ import annotations

from companion.evidence import SourceChanged
from firmware_bridge.signals import PanelStatus, Side

__all__ = ["Waits"]


class Waits:
    """The sides that have pressed `wait`, and at which panel. For one thread."""

    def __init__(self) -> None:
        self._sides: set[Side] = set()
        self._is_beside: dict[Side, bool] = {}
        """Whether each side pressed last at the panel beside: a side may have keys of both."""

    def __bool__(self) -> bool:
        return bool(self._sides)

    def __contains__(self, side: Side) -> bool:
        return side in self._sides

    def press(self, side: Side, *, is_beside: bool) -> None:
        """The side has pressed a key, which ends its `wait`."""
        self._sides.discard(side)
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

    def hear(self, status: PanelStatus | SourceChanged, *, is_beside: bool) -> None:
        """Drop each `wait` whose keys are gone: nobody can press there and say that it is over."""
        if isinstance(status, PanelStatus):
            self._sides -= {side for side in status.gone if self._is_beside.get(side) is is_beside}
