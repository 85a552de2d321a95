"""Keeps the process small: few heaps from the start, and freed memory goes back to the system."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Final

_M_ARENA_MAX: Final = -8
_ARENAS: Final = 2
"""Python runs one thread at a time: sixty threads do not need sixty heaps that keep what they once held."""


def hold_little() -> bool:
    """Let all threads share a few heaps; returns whether the C library can do that.

    Called once, before there are threads.
    """
    try:
        return bool(_library().mallopt(_M_ARENA_MAX, _ARENAS))
    except (AttributeError, OSError):
        return False


def give_back() -> bool:
    """Hand freed memory back to the system; returns whether the C library can do that. Takes a moment."""
    try:
        _library().malloc_trim(0)
    except (AttributeError, OSError):
        return False
    return True


@cache
def _library() -> ctypes.CDLL:
    """Raises OSError if there is no C library to ask."""
    return ctypes.CDLL(None)
