"""A Pi's header on gpiozero's mock pins, whose clock the test turns."""

from __future__ import annotations

import pytest
from gpiozero.pins import mock

from firmware_bridge.gpio_panel import GpioPanel
from firmware_bridge.signals import Button, Side, Signal
from hardware import GpioWiring

__all__ = ["Header"]


class Header:
    """The small build, with fingers on its keys."""

    def __init__(self, wiring: GpioWiring, patch: pytest.MonkeyPatch) -> None:
        self._now_us = 100_000_000
        patch.setattr(mock, "monotonic", lambda: self._now_us / 1_000_000)
        self.factory = mock.MockFactory()
        self.panel = GpioPanel(wiring, factory=self.factory)
        self._keys = {(key.side, key.button): key.pin for key in wiring.keys}
        self._lamps = {lamp.side: lamp.pin for lamp in wiring.lamps}

    @property
    def now_ns(self) -> int:
        return self._now_us * 1_000

    def pass_ms(self, ms: int) -> list[Signal]:
        """Let time pass, a millisecond at a time, and take what the panel says meanwhile."""
        signals: list[Signal] = []
        for _ in range(ms):
            self._now_us += 1_000
            signals += self.panel.wait(0)
        return signals

    def pass_us(self, us: int) -> None:
        """Let time pass without looking at the panel."""
        self._now_us += us

    def touch(self, side: Side, button: Button) -> None:
        self.factory.pin(self._keys[side, button]).drive_low()

    def leave(self, side: Side, button: Button) -> None:
        self.factory.pin(self._keys[side, button]).drive_high()

    def is_lit(self, side: Side) -> bool:
        return bool(self.factory.pin(self._lamps[side]).state)
