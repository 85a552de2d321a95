"""A key held at the table as a signal outside the game; this module does not know what it allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.clock import Clock
from companion.intake.lateness import is_late
from firmware_bridge.panel import Panel
from firmware_bridge.signals import HeldDown, Lamps, Signal
from hardware import Button

__all__ = ["KEY", "with_hold"]

KEY: Final = Button.KAN
"""To the game this is one press, however long it lasts."""


class _Overheard:
    """A panel that also calls `on_hold` when its key is held down."""

    def __init__(self, panel: Panel, on_hold: Callable[[], None], clock: Clock) -> None:
        self._panel = panel
        self._on_hold = on_hold
        self._clock = clock

    @property
    def damaged_lines(self) -> int:
        return self._panel.damaged_lines

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        signals = self._panel.wait(timeout_s)
        if any(self._is_held_now(signal) for signal in signals):
            self._on_hold()
        return signals

    def _is_held_now(self, signal: Signal) -> bool:
        # A key that was held while the companion was away allows nothing now.
        now_ns = self._clock.monotonic_ns()
        return isinstance(signal, HeldDown) and signal.button is KEY and not is_late(signal, now_ns)

    def show(self, lamps: Lamps) -> None:
        self._panel.show(lamps)

    def close(self) -> None:
        self._panel.close()


def with_hold(
    open_panel: Callable[[], Panel], on_hold: Callable[[], None], clock: Clock
) -> Callable[[], Panel]:
    """The same panel, which also calls `on_hold` when the key is held down."""
    return lambda: _Overheard(open_panel(), on_hold, clock)
