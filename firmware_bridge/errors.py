"""What can go wrong between a finger and a `Press`; where people can do something, the message says what."""

from __future__ import annotations

from typing import ClassVar

from firmware_bridge.signals import Condition

__all__ = [
    "FrameCorrupt",
    "PanelAmbiguous",
    "PanelDisconnected",
    "PanelError",
    "PanelForbidden",
    "PanelInUse",
    "PanelNotOpened",
    "PanelProtocolMismatch",
    "PanelWithoutFirmware",
    "PhoneRefused",
    "PinUnavailable",
]


class PanelError(Exception):
    """Something is wrong with the panel."""

    condition: ClassVar[Condition] = Condition.FAILED
    """How the panel is, as far as this says it."""


class PanelDisconnected(PanelError, ConnectionError):
    """The panel is not there, or went away."""

    condition = Condition.DISCONNECTED


class PanelAmbiguous(PanelError, LookupError):
    """A panel is plugged in, or several are, and the profile does not say that it is this table's."""

    condition = Condition.WHICH_PANEL


class PanelNotOpened(PanelError, OSError):
    """Something is plugged in, but it cannot be opened."""

    condition = Condition.NOT_OPENED


class PanelForbidden(PanelNotOpened, PermissionError):
    """Something is plugged in, but this user may not open it."""

    condition = Condition.NOT_ALLOWED


class PanelInUse(PanelNotOpened, BlockingIOError):
    """Something is plugged in, but another program holds it."""

    condition = Condition.IN_USE


class FrameCorrupt(PanelError, ValueError):
    """A line was damaged on its way; it is counted and dropped. One about a key is sent again."""


class PanelProtocolMismatch(PanelError, RuntimeError):
    """What is on the port does not speak the panel's language, or is a panel of another version or size."""

    condition = Condition.MISMATCH


class PanelWithoutFirmware(PanelProtocolMismatch):
    """A board is plugged in that does not answer as a panel: its firmware seems to be missing."""

    condition = Condition.NO_FIRMWARE


class PinUnavailable(PanelError, OSError):
    """A pin of the header cannot be used: it is taken or missing, or we may not use it."""

    condition = Condition.PINS


class PhoneRefused(PanelError, ValueError):
    """A phone cannot serve as the keys of that side, or no longer does; `code` says why."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code
