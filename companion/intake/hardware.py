"""The panel of a table, as its profile describes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import ConfigError
from firmware_bridge.opening import open_panel
from firmware_bridge.panel import Panel
from hardware import Button, GpioWiring, Profile, Side
from hardware.errors import ProfileError
from hardware.loading import load_profile

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
    return PanelPlan(lambda: open_panel(profile), _without_tsumo(profile))


def _without_tsumo(profile: Profile) -> frozenset[Side]:
    if not isinstance(profile.panel, GpioWiring):
        return frozenset()
    return frozenset(Side) - {key.side for key in profile.panel.keys if key.button is Button.TSUMO}
