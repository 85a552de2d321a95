"""The panel of a table, as its profile describes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from companion.errors import ConfigError
from firmware_bridge.opening import open_panel
from firmware_bridge.panel import Panel
from hardware import Button, GpioWiring, SerialLink, Side
from hardware.errors import ProfileError
from hardware.loading import load_profile
from hardware.mqtt_buttons import MqttButtons
from hardware.profile import NumberPads, Wiring

__all__ = ["PanelPlan", "planned_panel"]


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """The panel of a table, before it is opened."""

    open: Callable[[], Panel]
    keys: Mapping[Side, frozenset[Button]] = field(default_factory=lambda: _whole(Side))
    """The keys of each side that has any."""


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
    return PanelPlan(lambda: open_panel(profile), _keys_of(profile.panel))


def _keys_of(wiring: Wiring) -> dict[Side, frozenset[Button]]:
    match wiring:
        case GpioWiring(keys=keys):
            return _by_side((key.side, key.button) for key in keys)
        case MqttButtons(devices=devices):
            return _by_side((device.side, word.button) for device in devices for word in device.words)
        case NumberPads(ports=ports, keys=keys):
            return _by_side((side, key.button) for side, _ in ports for key in keys)
        case SerialLink(sockets=sockets):
            return _whole(sockets)
        case _:
            return _whole(Side)


def _by_side(keys: Iterable[tuple[Side, Button]]) -> dict[Side, frozenset[Button]]:
    found: dict[Side, set[Button]] = {}
    for side, button in keys:
        found.setdefault(side, set()).add(button)
    return {side: frozenset(buttons) for side, buttons in found.items()}


def _whole(sides: Iterable[Side]) -> dict[Side, frozenset[Button]]:
    """A whole box at each of these sides."""
    return dict.fromkeys(sides, frozenset(Button))
