"""What somebody who looks on may see of a pretend table: its camera's picture, its keys and its lamps.

A table at which people play has no window: only the commands that play by themselves make one.
"""

from __future__ import annotations

from typing import Any, Final

from companion.clock import Clock
from companion.errors import CompanionError
from companion.evidence import SourceChanged, SourceState
from companion.pretend.devices.boxes import Boxes, PlayedBoxes
from companion.pretend.devices.cameras import PaintedCamera, PretendCamera
from companion.riichi.hanchan import SIDES
from companion.table_state import TableState
from firmware_bridge.signals import Button, Side

__all__ = ["NAME", "PretendWindow"]

NAME: Final = "pretend camera"
"""The name under which pages find the window among the sources."""
KEYS: Final = tuple(button.name.lower() for button in Button)
"""The keys of a box, in the order in which they lie."""


class PretendWindow:
    """One pretend table, seen from outside. Its methods may be called by any thread."""

    def __init__(self, clock: Clock, camera: PretendCamera, boxes: Boxes) -> None:
        self._clock = clock
        self._camera = camera
        self._keys = boxes
        self._state: TableState | None = None

    @classmethod
    def for_played(cls, clock: Clock) -> PretendWindow:
        """The window of a table that plays by itself, with painted pictures and no real keys."""
        return cls(clock, PaintedCamera(clock), PlayedBoxes(clock))

    @property
    def source(self) -> SourceChanged:
        """How the window appears among the sources."""
        return SourceChanged(NAME, SourceState.UP)

    def notice(self, state: TableState) -> None:
        """The table has changed; where nobody looks this costs nothing."""
        self._state = state
        self._camera.notice(state)
        self._keys.notice(state)

    def state(self) -> dict[str, Any]:
        """Which picture there is, and the boxes of keys."""
        return {
            "number": self._camera.number,
            "missing": list(self._camera.missing),
            "keys": KEYS,
            "boxes": self._boxes(self._state) if self._state else [],
        }

    def picture(self) -> bytes | None:
        """The picture now; None where nothing was dealt yet, or nobody can take one."""
        try:
            return self._camera.jpeg()
        except CompanionError:
            return None

    def stop(self) -> None:
        """Stop the camera for good."""
        self._camera.stop()

    def _boxes(self, state: TableState) -> list[dict[str, Any]]:
        shown, touches, now_ns = self._keys.lamps(state), self._keys.touches(), self._clock.monotonic_ns()
        sides = state.hanchan.sides or SIDES[: state.hanchan.rules.players]
        boxes = []
        for side in (Side[letter] for letter in sorted(sides)):
            touch = touches.get(side)
            boxes.append(
                {
                    "side": side.name,
                    "seat": sides.index(side.name),
                    "lamp": shown[side].name.lower(),
                    "pressed": touch and touch.button.name.lower(),
                    "ago_ms": touch and (now_ns - touch.at_ns) // 1_000_000,
                }
            )
        return boxes
