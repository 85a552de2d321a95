"""Opens whatever panel a profile describes; the libraries for it are only loaded when needed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from firmware_bridge.errors import PanelError
from firmware_bridge.panel import Panel
from firmware_bridge.scripted_panel import ScriptedPanel
from hardware import Profile
from hardware.profile import Wiring
from hardware.wiring import transport_of

__all__ = ["open_panel"]


def open_panel(profile: Profile) -> Panel:
    """The panel of this profile; a table without keys gets one on which nothing is ever pressed.

    Raises:
        PanelError: a library is missing, or a pin, a password or a certificate cannot be used. A panel
            that is not plugged in is waited for, and so is a broker that does not answer.
    """
    if profile.panel is None:
        return ScriptedPanel(says="this table has no keys")
    module, _, name = transport_of(profile.panel).panel.partition(":")
    try:
        opens: Callable[[Wiring], Panel] = getattr(import_module(f"firmware_bridge.{module}"), name)
        return opens(profile.panel)
    except ModuleNotFoundError as error:
        # Pages show it: it names no place of this machine.
        raise PanelError(
            f"the library {error.name} is missing; companion doctor says how to install it"
        ) from error
