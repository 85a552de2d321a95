"""The kinds of penalty that a referee can give."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["PenaltyKind"]


class PenaltyKind(StrEnum):
    """One kind of penalty."""

    POINTS = "points"
    WARNING = "warning"
    YELLOW_CARD = "yellow_card"
    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"
