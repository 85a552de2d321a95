"""補牌: which tiles in the place of unread ones complete a hand. Pure counting over the 34 kinds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from companion.riichi.shape import Counts
from companion.riichi.tiles import COPIES, KINDS, ORPHANS

__all__ = ["Fill", "completions"]

Fill = tuple[int, ...]
"""Kinds that are put in the place of unread tiles, in order."""
_SUITS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))


@lru_cache(maxsize=20_000)
def completions(counts: Counts, unread: int) -> tuple[Fill, ...]:
    """Every choice of so many kinds that makes the concealed tiles a complete hand.

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
    """How many tiles a suit lacks at least; one more than `most` where that many are not enough."""
    numbers = (number for number in range(most + 1) if (sum(suit) + number) % 3 != 1)
    return next((number for number in numbers if _suit_fills(suit, is_honours, number)), most + 1)


@lru_cache(maxsize=50_000)
def _suit_fills(suit: Counts, is_honours: bool, number: int) -> tuple[Fill, ...]:
    return tuple(
        fill
        for fill in combinations_with_replacement(range(len(suit)), number)
        if _is_readable(_with(suit, fill), is_honours)
    )


def _with(suit: Counts, fill: Fill) -> Counts:
    filled = list(suit)
    for kind in fill:
        filled[kind] += 1
    return tuple(filled)


@lru_cache(maxsize=50_000)
def _is_readable(suit: Counts, is_honours: bool) -> bool:
    """Whether one suit is sets, and a pair where its number asks for one."""
    if max(suit) > COPIES:
        return False
    if sum(suit) % 3 == 0:
        return _is_sets(suit, is_honours)
    pairs = (kind for kind, count in enumerate(suit) if count >= 2)
    return any(_is_sets(_less(suit, (kind, kind)), is_honours) for kind in pairs)


@lru_cache(maxsize=50_000)
def _is_sets(suit: Counts, is_honours: bool) -> bool:
    kind = next((kind for kind, count in enumerate(suit) if count), None)
    if kind is None:
        return True
    if suit[kind] >= 3 and _is_sets(_less(suit, (kind,) * 3), is_honours):
        return True
    begins_run = not is_honours and kind <= 6 and suit[kind + 1] and suit[kind + 2]
    return bool(begins_run) and _is_sets(_less(suit, (kind, kind + 1, kind + 2)), is_honours)


def _less(suit: Counts, kinds: Fill) -> Counts:
    left = list(suit)
    for kind in kinds:
        left[kind] -= 1
    return tuple(left)


def _seven_pairs(counts: Counts, unread: int) -> Iterator[Fill]:
    """七対子 Each lone tile gets its twin; two tiles that are left over make a pair of their own."""
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
    """国士無双 The missing orphans, and a twin where there is none yet."""
    if any(count for kind, count in enumerate(counts) if kind not in ORPHANS) or max(counts) > 2:
        return
    missing = tuple(kind for kind in sorted(ORPHANS) if not counts[kind])
    doubles = sum(count == 2 for count in counts)
    if doubles == 1 and len(missing) == unread:
        yield missing
    elif doubles == 0 and len(missing) + 1 == unread:
        yield from (tuple(sorted((*missing, kind))) for kind in ORPHANS)
