"""The kinds of penalty that a referee can give, and what each costs by the rules of a tournament."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from companion.riichi.ruleset import RuleSet

__all__ = ["PenaltyKind", "costs_of", "kinds_of"]


class PenaltyKind(StrEnum):
    """One kind of penalty."""

    POINTS = "points"
    WARNING = "warning"
    YELLOW_CARD = "yellow_card"
    RED_CARD = "red_card"
    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"


_MILDEST_FIRST: Final = (
    PenaltyKind.WARNING,
    PenaltyKind.YELLOW_CARD,
    PenaltyKind.DEAD_HAND,
    PenaltyKind.CHOMBO,
    PenaltyKind.RED_CARD,
    PenaltyKind.POINTS,
)


def kinds_of(rules: RuleSet) -> tuple[PenaltyKind, ...]:
    """The kinds that these rules know, the mildest first.

    >>> from companion.riichi.presets import M_LEAGUE
    >>> [kind.value for kind in kinds_of(M_LEAGUE)]
    ['yellow_card', 'dead_hand', 'chombo', 'red_card']
    """
    return tuple(kind for kind in _MILDEST_FIRST if kind in rules.penalties)


def costs_of(rules: RuleSet, kind: PenaltyKind) -> int | None:
    """How many points it takes from the total; None: the referee names them.

    >>> from companion.riichi.presets import EMA
    >>> costs_of(EMA, PenaltyKind.CHOMBO), costs_of(EMA, PenaltyKind.POINTS)
    (20000, None)
    """
    match kind:
        case PenaltyKind.CHOMBO | PenaltyKind.RED_CARD:
            return rules.chombo_points
        case PenaltyKind.POINTS:
            return None
        case _:
            return 0
