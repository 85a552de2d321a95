"""The panel of a table, as its profile describes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import ConfigError
from firmware_bridge.opening import open_panel
from firmware_bridge.panel import Panel
from hardware import Button, GpioWiring, Side
from hardware.errors import ProfileError
from hardware.loading import load_profile
from hardware.mqtt_buttons import MqttButtons
from hardware.profile import Wiring

__all__ = ["PanelPlan", "planned_panel"]


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """The panel of a table, before it is opened."""

    open: Callable[[], Panel]
    without_tsumo: frozenset[Side] = frozenset()
    """The sides whose box has no key for tsumo."""


def planned_panel(profile_name: str) -> PanelPlan | None:
    """The panel that a profile describes, by its name or its file; None for a table without keys.

    Raises:
        ConfigError: there is no such profile, or a mistake in it; the message names the place.
    """
    try:
        profile = load_profile(profile_name)
    except ProfileError as error:
        raise ConfigError(str(error)) from error
    if profile.panel is None:
        return None
    return PanelPlan(lambda: open_panel(profile), _without_tsumo(profile.panel))


def _without_tsumo(wiring: Wiring) -> frozenset[Side]:
    match wiring:
        case GpioWiring(keys=keys):
            keys_of_sides = [(key.side, key.button) for key in keys]
        case MqttButtons(devices=devices):
            keys_of_sides = [(device.side, word.button) for device in devices for word in device.words]
        case _:  # every box, and every number pad, has all eight keys
            return frozenset()
    return frozenset(Side) - {side for side, button in keys_of_sides if button is Button.TSUMO}
