"""What happens to the camera of a rehearsal, step by step, until people go on."""

from __future__ import annotations

from typing import Protocol

from companion.pretend.people.habits import Mishap

__all__ = ["FilmedStage", "let_happen"]

PASSED_S = 1.5
"""How long everybody waits afterwards."""


class FilmedStage(Protocol):
    """A stage in front of a camera."""

    def rest(self, seconds: float) -> None:
        """Nobody moves for this many seconds of people's time."""

    def dim(self, exposure: float) -> None:
        """Somebody turns the lamp down, or up again."""

    def cover(self, is_covered: bool) -> None:
        """Somebody's sleeve covers the lens, or no longer does."""

    def bump(self, right: float, down: float, roll: float) -> None:
        """Somebody knocks against the camera; it stays where it ends up."""


def let_happen(stage: FilmedStage, mishap: Mishap) -> None:
    """Let it happen; returns when people go on. A camera that was bumped stays as it is."""
    match mishap:
        case Mishap.BUMP:
            stage.bump(9.0, -6.0, 0.006)
        case Mishap.DIM:
            stage.dim(0.45)
            stage.rest(4.0)
            stage.dim(1.0)
        case Mishap.COVER:
            stage.cover(True)
            stage.rest(2.5)
            stage.cover(False)
    stage.rest(PASSED_S)
