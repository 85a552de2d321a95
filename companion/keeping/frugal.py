"""倹約: how the process holds its memory. Called once, before there are threads."""

from __future__ import annotations

import ctypes
from typing import Final

_M_ARENA_MAX: Final = -8
_ARENAS: Final = 2
"""Python runs one thread at a time: sixty need no heap each, and each would keep what it once held."""


def hold_little() -> bool:
    """Let all threads share a few heaps; whether the C library knows of such a thing."""
    try:
        return bool(ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS))
    except (AttributeError, OSError):
        return False
