"""How many copies of each tile the set has, and how many nobody has seen; red fives are counted apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import perm
from typing import Final

from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import BY_KIND, COPIES, KINDS, Tile, kinds_in_play, red_of

__all__ = ["copies_in_set", "copies_left", "faces_of_kind", "quad", "share_of_ways"]

_IN_PLAY: Final = {players: frozenset(kinds_in_play(players)) for players in (3, 4)}


@cache
def faces_of_kind(kind: int) -> tuple[Tile, ...]:
    """The plain tile of a kind, and the red one where a set may have one.

    >>> faces_of_kind(4), faces_of_kind(27)
    ((Tile('5m'), Tile('0m')), (Tile('1z'),))
    """
    plain = BY_KIND[kind]
    return (plain, red_of(plain)) if kind < 27 and plain.rank == 5 else (plain,)


def copies_in_set(rules: RuleSet, tile: Tile) -> int:
    """How many of this tile the set has, plain and red fives counted apart; 0 if it is not in the set."""
    if tile.kind not in _IN_PLAY[rules.players]:
        return 0
    reds = rules.red_fives[tile.kind // 9] if len(faces_of_kind(tile.kind)) > 1 else 0
    return reds if tile.is_red else COPIES - reds


def quad(tile: Tile | None, rules: RuleSet) -> tuple[Tile | None, ...]:
    """All four copies of a tile's kind, its red ones first; four unknown ones for a tile that nobody saw.

    >>> from companion.riichi.presets import TENHOU
    >>> quad(Tile("5p"), TENHOU)
    (Tile('0p'), Tile('5p'), Tile('5p'), Tile('5p'))
    """
    if tile is None:
        return (None,) * COPIES
    plain, *red = faces_of_kind(tile.kind)
    reds = copies_in_set(rules, red[0]) if red else 0
    return (*red * reds, *(plain,) * (COPIES - reds))


def copies_left(kyoku: Kyoku, tile: Tile, but: Iterable[Tile | None] = ()) -> int:
    """How many of this tile nobody has seen yet; the tiles of `but` are taken as unseen."""
    kind, here = tile.kind, [one for one in but if one is not None and one.kind == tile.kind]
    seen = kyoku.seen[kind] - len(here)
    reds_seen = 0
    if len(faces_of_kind(kind)) > 1:
        reds_seen = kyoku.seen[KINDS + kind // 9] - sum(one.is_red for one in here)
    of_this = reds_seen if tile.is_red else seen - reds_seen
    return max(0, min(copies_in_set(kyoku.rules, tile) - of_this, COPIES - seen))


def share_of_ways(kyoku: Kyoku, tiles: Sequence[Tile], but: Sequence[Tile | None]) -> float:
    """How readily these tiles can be taken from those left, from 0 to 1.

    It is 1 for the choice of red fives that can be taken in the most ways; tiles without fives give 1 or 0.
    """
    share = 1.0
    for kind in dict.fromkeys(tile.kind for tile in tiles):
        number, red = _counts(tiles, kind)
        plain, *reds = faces_of_kind(kind)
        left = copies_left(kyoku, plain, but)
        if not reds:
            share *= left >= number
            continue
        left_red = copies_left(kyoku, reds[0], but)
        ways = perm(left, number - red) * perm(left_red, red)
        most = max(perm(left, number - one) * perm(left_red, one) for one in range(number + 1))
        share *= ways / most if ways else 0.0
    return share


def _counts(tiles: Sequence[Tile], kind: int) -> tuple[int, int]:
    """How many of these tiles are of a kind, and how many of those are red."""
    alike = [tile.is_red for tile in tiles if tile.kind == kind]
    return len(alike), sum(alike)
