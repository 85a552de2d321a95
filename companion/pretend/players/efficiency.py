"""How far a hand is from winning and which tiles bring it nearer; pure counting, cached where it is slow."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mahjong.shanten import Shanten

from companion.riichi import shape
from companion.riichi.ruleset import HAND_TILES
from companion.riichi.shape import Counts
from companion.riichi.tiles import COPIES, KINDS, ORPHANS

COMPLETE = Shanten.AGARI_STATE
TENPAI = Shanten.TENPAI_STATE
_KOKUSHI_IN_SIGHT = 7
"""How many kinds of orphans it takes; with fewer, seven pairs are always nearer than kokushi."""
_PAIRS = 7


@lru_cache(maxsize=512)  # counts come up again within one hand, but hardly ever in a later one
def shanten(counts: Counts) -> int:
    """How many tiles the concealed hand is from tenpai; -1 where it is complete (向聴)."""
    return Shanten.calculate_shanten(counts)


@lru_cache(maxsize=64)
def useful_kinds(counts: Counts) -> frozenset[int]:
    """The kinds that bring a hand of 13 tiles (10, 7, 4, 1) one step nearer (有効牌)."""
    now = shanten(counts)
    if now == TENPAI:
        return shape.waits(counts)
    return frozenset(
        kind
        for kind in _near(counts)
        if counts[kind] < COPIES and shanten(shape.with_one(counts, kind)) < now
    )


def _near(counts: Counts) -> Iterable[int]:
    """The kinds among which all useful ones are: mostly those of the hand and up to two ranks away.

    Any kind may help a hand on its way to seven pairs that holds fewer than seven kinds, or one whose four
    copies of a kind cannot all be used. Any orphan may help kokushi.
    """
    held = {kind for kind in range(KINDS) if counts[kind]}
    is_whole = sum(counts) == HAND_TILES
    if max(counts) == COPIES or (is_whole and len(held) < _PAIRS):
        return range(KINDS)
    near = set(held)
    for kind in [kind for kind in held if kind < 27]:
        near.update(k for k in range(kind - 2, kind + 3) if 0 <= k < 27 and k // 9 == kind // 9)
    is_kokushi_in_sight = is_whole and len(held & ORPHANS) >= _KOKUSHI_IN_SIGHT
    return near | ORPHANS if is_kokushi_in_sight else near


def left(kinds: Iterable[int], visible: Counts) -> int:
    """How many tiles of these kinds a player does not see yet."""
    return sum(COPIES - visible[kind] for kind in kinds)
