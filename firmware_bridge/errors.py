"""What can go wrong between a finger and a `Press`; where people can do something, the message says what."""

from __future__ import annotations

__all__ = [
    "FrameCorrupt",
    "PanelAmbiguous",
    "PanelDisconnected",
    "PanelError",
    "PanelNotOpened",
    "PanelProtocolMismatch",
    "PhoneRefused",
    "PinUnavailable",
]


class PanelError(Exception):
    """Something is wrong with the panel."""


class PanelDisconnected(PanelError, ConnectionError):
    """The panel is not there, cannot be opened, or went away."""


class PanelAmbiguous(PanelError, LookupError):
    """Several panels are plugged in and the profile does not say which one is this table's."""


class PanelNotOpened(PanelError, OSError):
    """The panel is plugged in, but we may not open it, or another program holds it."""


class FrameCorrupt(PanelError, ValueError):
    """A line was damaged on its way; it is counted and dropped. One about a key is sent again."""


class PanelProtocolMismatch(PanelError, RuntimeError):
    """What is on the port does not speak the panel's language, or is a panel of another version or size."""


class PinUnavailable(PanelError, OSError):
    """A pin of the header cannot be used: it is taken or missing, or we may not use it."""


class PhoneRefused(PanelError, ValueError):
    """A phone cannot serve as the keys of that side, or no longer does; `code` says why."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code
