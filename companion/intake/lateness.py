"""Whether a key was pressed too long ago to mean anything now."""

from __future__ import annotations

from typing import Final

from firmware_bridge.signals import Signal

__all__ = ["LATE_NS", "is_late"]

LATE_NS: Final = 2_000_000_000
"""How old a press may be when it arrives, in nanoseconds. Older ones come after a pulled cable, or were made
while the companion was away; the table has moved on since."""


def is_late(signal: Signal, now_ns: int) -> bool:
    """Whether this happened more than two seconds ago.

    >>> from firmware_bridge.signals import Button, Press, Side
    >>> press = Press(Side.A, Button.PON, at_ns=0, seq=1)
    >>> is_late(press, 1_900_000_000), is_late(press, 2_100_000_000)
    (False, True)
    """
    return now_ns - signal.at_ns > LATE_NS
