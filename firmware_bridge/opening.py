"""Opens whatever panel a profile describes; the libraries for it are only loaded when needed."""

from __future__ import annotations

from typing import assert_never

from firmware_bridge.errors import PanelError
from firmware_bridge.panel import Panel
from firmware_bridge.scripted_panel import ScriptedPanel
from hardware import GpioWiring, NumberPads, Profile, SerialLink

__all__ = ["open_panel"]


def open_panel(profile: Profile) -> Panel:
    """The panel of this profile; a table without keys gets one that never says anything.

    Raises:
        PanelError: a library is missing, or a pin cannot be had. A serial panel that is not
            plugged in is no error: it is waited for.
    """
    wiring = profile.panel
    try:
        match wiring:
            case None:
                return ScriptedPanel()
            case SerialLink():
                from firmware_bridge.serial_panel import SerialPanel

                return SerialPanel(wiring)
            case GpioWiring():
                from firmware_bridge.gpio_panel import GpioPanel

                return GpioPanel(wiring)
            case NumberPads():
                from firmware_bridge.pads_panel import PadsPanel

                return PadsPanel(wiring)
            case _:
                assert_never(wiring)
    except ModuleNotFoundError as error:
        raise PanelError(
            f"the library {error.name} is missing; run pip install 'riichi-table-companion[panel]'"
        ) from error
