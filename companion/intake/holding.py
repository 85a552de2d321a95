"""長押し: a key held at the table as a sign that is no move of the game; what it allows is not known here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from firmware_bridge.panel import Panel
from firmware_bridge.signals import HeldDown, Lamps, Signal
from hardware import Button

__all__ = ["KEY", "with_hold"]

KEY: Final = Button.KAN
"""The game has no use for it held down."""


class _Overheard:
    """A panel whose held key somebody else hears too."""

    def __init__(self, panel: Panel, on_hold: Callable[[], None]) -> None:
        self._panel = panel
        self._on_hold = on_hold

    @property
    def damaged_lines(self) -> int:
        return self._panel.damaged_lines

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        signals = self._panel.wait(timeout_s)
        if any(isinstance(signal, HeldDown) and signal.button is KEY for signal in signals):
            self._on_hold()
        return signals

    def show(self, lamps: Lamps) -> None:
        self._panel.show(lamps)

    def close(self) -> None:
        self._panel.close()


def with_hold(open_panel: Callable[[], Panel], on_hold: Callable[[], None]) -> Callable[[], Panel]:
    """The same panel, which also says when the key is held down."""
    return lambda: _Overheard(open_panel(), on_hold)
