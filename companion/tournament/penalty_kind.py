"""What a referee can give."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["PenaltyKind"]


class PenaltyKind(StrEnum):
    """What a referee gives."""

    POINTS = "points"
    WARNING = "warning"
    YELLOW_CARD = "yellow_card"
    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"
