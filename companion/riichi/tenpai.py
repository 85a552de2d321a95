"""Which hands the house calls tenpai, at a riichi and when hands are shown (聴牌)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.riichi import shape
from companion.riichi.melds import Meld
from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import COPIES, Tile


def counts_as_tenpai(hand: shape.Counts, melds: Iterable[Meld], rules: RuleSet) -> bool:
    """Whether a concealed waiting hand beside these melds is tenpai in this house.

    Some houses require a wait of which the player does not hold all four copies.
    """
    waits = shape.waits(hand)
    if rules.four_copies_tenpai:
        return bool(waits)
    laid = shape.counts_of(tile for meld in melds for tile in meld.tiles if tile)
    return any(hand[kind] + laid[kind] < COPIES for kind in waits)


def has_tenpai_discard(hand: Iterable[Tile], melds: Iterable[Meld], rules: RuleSet) -> bool:
    """Whether some discard leaves the hand tenpai in this house."""
    tiles, laid = tuple(hand), tuple(melds)
    kinds = shape.tenpai_discards(tiles)
    if rules.four_copies_tenpai:
        return bool(kinds)
    counts = shape.counts_of(tiles)
    return any(counts_as_tenpai(shape.without(counts, kind), laid, rules) for kind in kinds)
