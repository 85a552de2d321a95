"""Whose a request or a connection is, as far as room for it is concerned. Roles say what a visitor may do."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Standing"]


class Standing(IntEnum):
    """Whose connection it is: by its address until it has asked something, then by what it asked with."""

    STRANGER = 0
    PAIRED = 1
    OWN = 2
