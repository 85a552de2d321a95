"""How the process holds its memory: few heaps from the start, and what lies about goes back."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Final

_M_ARENA_MAX: Final = -8
_ARENAS: Final = 2
"""Python runs one thread at a time: sixty need no heap each, and each would keep what it once held."""


def hold_little() -> bool:
    """Let all threads share a few heaps; whether the C library knows of such a thing.

    Called once, before there are threads.
    """
    try:
        return bool(_library().mallopt(_M_ARENA_MAX, _ARENAS))
    except (AttributeError, OSError):
        return False


def give_back() -> bool:
    """Hand freed memory back to the system; whether the C library knows of such a thing. Takes a blink."""
    try:
        _library().malloc_trim(0)
    except (AttributeError, OSError):
        return False
    return True


@cache
def _library() -> ctypes.CDLL:
    """Raises OSError where there is none to ask."""
    return ctypes.CDLL(None)
