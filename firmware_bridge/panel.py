"""What every panel can do, whether it is wired, plugged in, or played from a script."""

from __future__ import annotations

from typing import Protocol

from firmware_bridge.signals import Lamps, Signal

__all__ = ["Panel"]


class Panel(Protocol):
    """Presses out, lamps in.

    One thread calls `wait` again and again; any thread may call `show`. A panel that goes away is not
    an exception but a `PanelStatus`: `wait` looks for it again by itself.
    """

    @property
    def damaged_lines(self) -> int:
        """How many damaged lines, or messages that cannot be read, have come in so far."""

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        """What has happened, in order; waits at most this long for the first thing to happen."""

    def show(self, lamps: Lamps) -> None:
        """Show these lamps from now on; returns at once, and the wish survives an unplugged cable."""

    def close(self) -> None:
        """Release pins and ports. A `wait` that is under way returns nothing."""
