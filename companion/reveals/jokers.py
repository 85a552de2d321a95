"""Which tiles in the place of unread ones complete a hand. Pure counting over the 34 kinds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from companion.riichi.shape import Counts
from companion.riichi.tiles import COPIES, KINDS, ORPHANS

__all__ = ["Fill", "completions"]

Fill = tuple[int, ...]
"""The kinds that fill the places of unread tiles, in ascending order."""
_SUITS: Final = tuple((start, min(start + 9, KINDS)) for start in range(0, KINDS, 9))


@lru_cache(maxsize=20_000)
def completions(counts: Counts, unread: int) -> tuple[Fill, ...]:
    """Every choice of `unread` kinds that makes the concealed tiles a complete hand.

    >>> from companion.riichi.shape import counts_of
    >>> from companion.riichi.tiles import parse_tiles
    >>> completions(counts_of(parse_tiles("23m11z")), 1)
    ((0,), (3,))
    """
    found = set(_standard(counts, unread))
    if sum(counts) + unread == 14:
        found.update(_seven_pairs(counts, unread), _kokushi(counts, unread))
    return tuple(sorted(found))


def _standard(counts: Counts, unread: int) -> Iterator[Fill]:
    """Sets and one pair: each suit is filled by itself, and exactly one of them holds the pair."""
    suits = [(counts[start:end], end == KINDS) for start, end in _SUITS]
    spare, least = unread, []
    for suit, is_honours in suits:
        least.append(_least(suit, is_honours, spare))
        spare -= least[-1]
        if spare < 0:
            return iter(())
    ways: list[tuple[Fill, bool]] = [((), False)]
    for (start, _), (suit, is_honours), fewest in zip(_SUITS, suits, least, strict=True):
        ways = [
            ((*fill, *(start + kind for kind in more)), has_pair or is_paired)
            for fill, has_pair in ways
            for number in range(fewest, min(fewest + spare, unread - len(fill)) + 1)
            for is_paired in ((sum(suit) + number) % 3 == 2,)
            if (sum(suit) + number) % 3 != 1 and not (has_pair and is_paired)
            for more in _suit_fills(suit, is_honours, number)
        ]
    return (fill for fill, has_pair in ways if has_pair and len(fill) == unread)


@lru_cache(maxsize=50_000)
def _least(suit: Counts, is_honours: bool, most: int) -> int:
    """The fewest tiles that complete a suit; `most` + 1 if `most` are not enough."""
    numbers = (number for number in range(most + 1) if (sum(suit) + number) % 3 != 1)
    return next((number for number in numbers if _suit_fills(suit, is_honours, number)), most + 1)


@lru_cache(maxsize=50_000)
def _suit_fills(suit: Counts, is_honours: bool, number: int) -> tuple[Fill, ...]:
    """Every choice of `number` tiles that makes a suit into sets, and a pair if the count needs one."""
    needs_pair = (sum(suit) + number) % 3 == 2
    fills = {tuple(sorted(fill)) for fill in _ways(suit, is_honours, number, needs_pair)}
    return tuple(
        sorted(fill for fill in fills if all(suit[kind] + fill.count(kind) <= COPIES for kind in fill))
    )


def _ways(suit: Counts, is_honours: bool, left: int, needs_pair: bool) -> Iterator[Fill]:
    """What is added if the lowest tile goes into each group that may hold it, then the next, and so on."""
    lowest = next((kind for kind, count in enumerate(suit) if count), None)
    if lowest is None and not left:
        if not needs_pair:
            yield ()
        return
    # Once every tile of the suit has its group, further groups consist of added tiles alone.
    for kind in range(len(suit)) if lowest is None else (lowest,):
        for group in _groups(kind, is_honours, needs_pair):
            rest, added = _laid(suit, group)
            if len(added) <= left:
                more = _ways(rest, is_honours, left - len(added), needs_pair and len(group) == 3)
                yield from ((*added, *others) for others in more)


def _groups(kind: int, is_honours: bool, has_pairs: bool) -> Iterator[Fill]:
    """Every pair, triplet and run to which a tile may belong."""
    if has_pairs:
        yield (kind, kind)
    yield (kind, kind, kind)
    if not is_honours:
        yield from ((low, low + 1, low + 2) for low in range(max(0, kind - 2), min(kind, 6) + 1))


def _laid(suit: Counts, group: Fill) -> tuple[Counts, Fill]:
    """What is left when a group is taken out, and what of it was not there."""
    rest, added = list(suit), []
    for kind in group:
        if rest[kind]:
            rest[kind] -= 1
        else:
            added.append(kind)
    return tuple(rest), tuple(added)


def _seven_pairs(counts: Counts, unread: int) -> Iterator[Fill]:
    """Each lone tile gets its twin; two tiles that are left over make a pair of their own (七対子)."""
    if max(counts) > 2:
        return
    twins = tuple(kind for kind, count in enumerate(counts) if count == 1)
    pairs, rest = divmod(unread - len(twins), 2)
    if pairs < 0 or rest:
        return
    absent = [kind for kind, count in enumerate(counts) if not count]
    for kinds in combinations_with_replacement(absent, pairs):
        if len(set(kinds)) == len(kinds):
            yield tuple(sorted((*twins, *kinds, *kinds)))


def _kokushi(counts: Counts, unread: int) -> Iterator[Fill]:
    """The missing orphans, and a twin where there is none yet (国士無双)."""
    if any(count for kind, count in enumerate(counts) if kind not in ORPHANS) or max(counts) > 2:
        return
    missing = tuple(kind for kind in sorted(ORPHANS) if not counts[kind])
    doubles = sum(count == 2 for count in counts)
    if doubles == 1 and len(missing) == unread:
        yield missing
    elif doubles == 0 and len(missing) + 1 == unread:
        yield from (tuple(sorted((*missing, kind))) for kind in sorted(ORPHANS))
