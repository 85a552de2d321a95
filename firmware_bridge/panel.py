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
        """How many lines of the cable have come in damaged so far; 0 where there is no cable."""

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        """What has happened, in order; waits at most this long for the first thing to happen."""

    def show(self, lamps: Lamps) -> None:
        """Want these lamps from now on; returns at once, and holds through an unplugged cable."""

    def close(self) -> None:
        """Let go of pins and ports. A `wait` that is under way comes back empty."""
