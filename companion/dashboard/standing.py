"""How much room a request or a connection has a claim to. Roles say what a visitor may do."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Standing"]


class Standing(IntEnum):
    """Whose connection it is: by its address until it has asked something, then by its latest request."""

    STRANGER = 0
    PAIRED = 1
    OWN = 2
