"""The keys of a pretend table, pressed through the real panel code: a serial line or pins."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from threading import Event, Thread
from typing import Protocol

from companion.errors import ConfigError
from companion.intake.hardware import PanelPlan
from firmware_bridge.errors import PanelError
from firmware_bridge.opening import open_panel
from firmware_bridge.signals import Button, Side
from hardware import GpioWiring, Profile, SerialLink
from hardware.extras import to_install
from hardware.loading import load_profile

__all__ = ["PanelKind", "StageKeys", "open_keys"]

SMALL_BUILD = "pi5-gpio"
HELD_S = 0.45
"""How long a key is held while another is pressed with it."""


class PanelKind(StrEnum):
    """Which keys a pretend table has."""

    NONE = "none"
    SERIAL = "serial"
    """The full build, on a pseudo-terminal."""
    GPIO = "gpio"
    """The small build, on mock pins: five keys a side."""


class StageKeys(Protocol):
    """Keys, and the panel that reads them."""

    @property
    def plan(self) -> PanelPlan | None:
        """What the companion opens; None for a table without keys."""

    def has(self, key: str) -> bool:
        """Whether the boxes have a key with this label."""

    def press(self, side: int, key: str) -> None:
        """Press a key of side 0 to 3 and let it go; `wait+kan` is `kan` while `wait` is held."""

    def close(self) -> None:
        """Pull the cable."""


class NoKeys:
    """A table without keys."""

    plan = None

    def has(self, key: str) -> bool:
        """Always False."""
        return False

    def press(self, side: int, key: str) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing: there is no cable."""


class SerialKeys:
    """Eight keys a side on a hub that speaks the serial protocol."""

    def __init__(self) -> None:
        from firmware_bridge.pretend_device import PretendDevice

        self._device = PretendDevice()
        profile = Profile("pretend", SerialLink(port=self._device.port))
        self.plan = PanelPlan(lambda: open_panel(profile))

    def has(self, key: str) -> bool:
        """Always True: the boxes have every key."""
        return True

    def press(self, side: int, key: str) -> None:
        """Press it and let it go."""
        _press(lambda name, **how: self._device.press(Side(side), Button[name.upper()], **how), key)

    def close(self) -> None:
        """Pull the cable."""
        self._device.close()


class GpioKeys:
    """Five keys a side on the header of a simulated Raspberry Pi."""

    def __init__(self) -> None:
        from firmware_bridge.pretend_header import PretendHeader

        wiring = load_profile(SMALL_BUILD).panel
        if not isinstance(wiring, GpioWiring):
            raise ConfigError(f"the profile {SMALL_BUILD} has no keys on pins")
        self._header = PretendHeader(wiring)
        has = self._header.has
        keys = {side: frozenset(button for button in Button if has(side, button)) for side in Side}
        self.plan = PanelPlan(self._header.open, keys)

    def has(self, key: str) -> bool:
        """Whether side A has it; `tsumo` always counts, as `ron` stands for it on a player's own turn."""
        return key == "tsumo" or self._header.has(Side.A, Button[key.upper()])

    def press(self, side: int, key: str) -> None:
        """Press it and let it go."""
        if "+" in key and not all(self.has(one) for one in key.split("+")):
            return
        _press(lambda name, **how: self._press(Side(side), Button[name.upper()], **how), key)

    def _press(self, side: Side, button: Button, **how: float) -> None:
        if not self._header.has(side, button) and button is Button.TSUMO:
            button = Button.RON
        with suppress(KeyError):  # the small build lacks some keys
            self._header.press(side, button, **how)

    def close(self) -> None:
        """Close the simulated header."""
        self._header.close()


def _press(finger: Callable[..., None], keys: str) -> None:
    """Press one key, or, for `wait+kan`, one while another is held by a separate finger."""
    *held, key = keys.split("+")
    others = [Thread(target=finger, args=(name,), kwargs={"held_s": HELD_S}, daemon=True) for name in held]
    for other in others:
        other.start()
    if others:
        Event().wait(HELD_S / 3)
    finger(key)
    for other in others:
        other.join()


def open_keys(kind: PanelKind) -> StageKeys:
    """The keys of a pretend table.

    Raises:
        ConfigError: a library for them is missing, or they cannot be opened; the sentence says what to do.
    """
    try:
        match kind:
            case PanelKind.NONE:
                return NoKeys()
            case PanelKind.SERIAL:
                return SerialKeys()
            case PanelKind.GPIO:
                return GpioKeys()
    except (ModuleNotFoundError, PanelError) as error:
        raise ConfigError(f"these keys cannot be used ({error}); type: {to_install('panel')}") from error
