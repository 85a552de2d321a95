"""Who did what: the form in which two lists of facts are compared, without what nobody sees.

An indicator is flipped before a discard or after it, and nobody sees which: flips are only counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.riichi.facts import IndicatorRevealed, KyokuFact, RiichiDeclared
from companion.riichi.tiles import Tile
from companion.riichi.unseen import UNSEEN_FACTS

__all__ = ["Outline", "Wording", "flips", "outline", "outline_without_riichi", "put_in_words"]

Wording = tuple[tuple[type[KyokuFact], int | None, Tile | None], ...]
"""Who did what with which tile; None for any tile."""


Outline = tuple[tuple[type[KyokuFact], int | None], ...]
"""Who did what, without the tiles."""


_LEFT_OUT: Final = (*UNSEEN_FACTS, IndicatorRevealed)


def outline(facts: Sequence[KyokuFact]) -> Outline:
    """Who did what, without tiles, flips and what nobody sees: stories of one outline differ in those."""
    return tuple((kind, seat) for kind, seat, _ in put_in_words(facts, len(facts)))


def outline_without_riichi(facts: Sequence[KyokuFact]) -> Outline:
    """Who did what, without riichi (立直): how a discard lies is decided separately."""
    return tuple(one for one in outline(facts) if one[0] is not RiichiDeclared)


def put_in_words(facts: Sequence[KyokuFact], told: int = 0) -> Wording:
    """Who did what with which tile; of the first `told` facts the tile does not matter."""
    return tuple(
        (type(fact), getattr(fact, "seat", None), getattr(fact, "tile", None) if at >= told else None)
        for at, fact in enumerate(facts)
        if not isinstance(fact, _LEFT_OUT)
    )


def flips(facts: Sequence[KyokuFact]) -> int:
    """How many indicators were turned."""
    return sum(isinstance(fact, IndicatorRevealed) for fact in facts)
