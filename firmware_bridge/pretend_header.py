"""A Raspberry Pi's header that is a program: the small build on mock pins; `press` presses its keys."""

from __future__ import annotations

import threading

from gpiozero.pins.mock import MockFactory

from firmware_bridge.gpio_panel import GpioPanel
from firmware_bridge.signals import Button, Side
from hardware import GpioWiring

__all__ = ["PretendHeader"]

HELD_S = 0.06


class PretendHeader:
    """Keys and lamps as the profile wires them, without a Raspberry Pi."""

    def __init__(self, wiring: GpioWiring) -> None:
        self._wiring = wiring
        self._factory = MockFactory()
        self._pins = {(key.side, key.button): key.pin for key in wiring.keys}
        self._wait = threading.Event()

    def open(self) -> GpioPanel:
        """Open the panel on these pins."""
        return GpioPanel(self._wiring, factory=self._factory)

    def has(self, side: Side, button: Button) -> bool:
        """Whether there is such a key."""
        return (side, button) in self._pins

    def press(self, side: Side, button: Button, held_s: float = HELD_S) -> None:
        """Press a key, hold it for `held_s` seconds, and let it go."""
        pin = self._factory.pin(self._pins[side, button])
        pin.drive_low()
        self._wait.wait(held_s)
        pin.drive_high()

    def close(self) -> None:
        """End a press that is under way; later ones are not held."""
        self._wait.set()
