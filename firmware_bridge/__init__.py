"""Turns the keys of a table into `Press` values, and lights its lamps. Knows no mahjong beyond key labels."""

from firmware_bridge.errors import (
    FrameCorrupt,
    PanelAmbiguous,
    PanelDisconnected,
    PanelError,
    PanelForbidden,
    PanelInUse,
    PanelNotOpened,
    PanelProtocolMismatch,
    PanelWithoutFirmware,
    PhoneRefused,
    PinUnavailable,
)
from firmware_bridge.opening import open_panel
from firmware_bridge.panel import Panel
from firmware_bridge.scripted_panel import ScriptedPanel
from firmware_bridge.signals import (
    Button,
    Condition,
    HeldDown,
    Lamp,
    Lamps,
    LongPress,
    PanelStatus,
    Press,
    Side,
    Signal,
    Stuck,
)

__all__ = [
    "Button",
    "Condition",
    "FrameCorrupt",
    "HeldDown",
    "Lamp",
    "Lamps",
    "LongPress",
    "Panel",
    "PanelAmbiguous",
    "PanelDisconnected",
    "PanelError",
    "PanelForbidden",
    "PanelInUse",
    "PanelNotOpened",
    "PanelProtocolMismatch",
    "PanelStatus",
    "PanelWithoutFirmware",
    "PhoneRefused",
    "PinUnavailable",
    "Press",
    "ScriptedPanel",
    "Side",
    "Signal",
    "Stuck",
    "open_panel",
]
