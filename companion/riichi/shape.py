"""What a hand is made of: readings, waits, and what a kan after riichi would change.

Pure counting over the 34 kinds. A hand is given by its concealed tiles alone, and their number tells
how many melds it has. What hands are worth is the business of scoring, not of this module.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from companion.riichi.reasons import Reason
from companion.riichi.ruleset import KanInRiichi
from companion.riichi.tiles import BY_KIND, COPIES, KINDS, ORPHANS, Tile, text_of


class GroupKind(StrEnum):
    """What the tiles of a group form."""

    RUN = "run"
    TRIPLET = "triplet"
    PAIR = "pair"
    SINGLE = "single"
    """One of the thirteen orphans of kokushi."""


@dataclass(frozen=True, slots=True)
class Group:
    """One part of a reading; `kind` is that of its lowest tile."""

    form: GroupKind
    kind: int

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles."""
        if self.form is GroupKind.RUN:
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * _SIZES[self.form]

    def __str__(self) -> str:
        return text_of(BY_KIND[kind] for kind in self.kinds)


_SIZES = {GroupKind.TRIPLET: 3, GroupKind.PAIR: 2, GroupKind.SINGLE: 1}

Reading = tuple[Group, ...]
"""One way to read a complete concealed hand: sets and a pair, seven pairs, or kokushi."""
Counts = tuple[int, ...]
"""How many tiles of each of the 34 kinds."""


def counts_of(tiles: Iterable[Tile]) -> Counts:
    """Count tiles by kind; a red five is a five."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile.kind] += 1
    return tuple(counts)


def without(counts: Counts, kind: int, number: int = 1) -> Counts:
    """The hand with tiles of one kind taken out."""
    return (*counts[:kind], counts[kind] - number, *counts[kind + 1 :])


def with_one(counts: Counts, kind: int) -> Counts:
    """The hand with one more tile of a kind."""
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def readings(counts: Counts) -> tuple[Reading, ...]:
    """All ways to read a complete concealed hand (2, 5, 8, 11 or 14 tiles); () if it is not complete."""
    found = _standard_readings(counts)
    if sum(counts) == 14:
        if _is_seven_pairs(counts):
            found += (tuple(Group(GroupKind.PAIR, kind) for kind in range(KINDS) if counts[kind]),)
        if is_kokushi(counts):
            found += (_kokushi_reading(counts),)
    return found


def is_complete(counts: Counts) -> bool:
    """Whether a concealed hand is sets and one pair, seven pairs, or kokushi."""
    return _is_standard(counts) or (sum(counts) == 14 and (_is_seven_pairs(counts) or is_kokushi(counts)))


def is_kokushi(counts: Counts) -> bool:
    """Whether the tiles are all thirteen orphans and one of them twice (国士無双)."""
    return (
        sum(counts) == 14
        and all(counts[kind] for kind in ORPHANS)
        and all(kind in ORPHANS for kind in range(KINDS) if counts[kind])
    )


def waits_for_kokushi(counts: Counts) -> bool:
    """Whether a concealed hand of thirteen tiles is one orphan short of kokushi."""
    return sum(counts) == 13 and any(
        is_kokushi(with_one(counts, kind)) for kind in ORPHANS if counts[kind] < COPIES
    )


def waits(counts: Counts) -> frozenset[int]:
    """The kinds that complete a concealed hand of 1, 4, 7, 10 or 13 tiles.

    Copies in melds and rivers do not matter, but a kind of which the hand holds four is never a wait.
    """
    return _waits(counts)


# A hand is asked about often while it is played, and hardly ever afterwards: no larger cache is needed.
@lru_cache(maxsize=128)
def _waits(counts: Counts) -> frozenset[int]:
    found = set(_standard_waits(counts))
    if sum(counts) == 13:
        singles = [kind for kind, count in enumerate(counts) if count == 1]
        if len(singles) == 1 and _is_seven_pairs(with_one(counts, singles[0])):
            found.add(singles[0])
        if all(kind in ORPHANS for kind in singles):
            found.update(kind for kind in ORPHANS if is_kokushi(with_one(counts, kind)))
    return frozenset(found)


def _standard_waits(counts: Counts) -> Iterable[int]:
    """The kinds that complete sets and a pair.

    Only a suit whose number of tiles is not a multiple of three can have a wait: either one suit has one
    tile left over, or two suits have two left over each.
    """
    spans = {span: sum(counts[slice(*span)]) % 3 for span in _SUIT_SPANS}
    if sorted(spans.values()) not in ([0, 0, 0, 1], [0, 0, 2, 2]):
        return
    for start, end in (span for span, rest in spans.items() if rest):
        others = (span for span in spans if span != (start, end))
        if all(_suit_readings(counts[low:high], low == 27) for low, high in others):
            yield from (
                kind
                for kind in range(start, end)
                if counts[kind] < COPIES and _suit_readings(with_one(counts, kind)[start:end], start == 27)
            )


def is_tenpai(counts: Counts) -> bool:
    """Whether one more tile can complete the hand (聴牌)."""
    return bool(_waits(counts))


def tenpai_discards(tiles: Iterable[Tile]) -> frozenset[int]:
    """The kinds whose discard leaves a hand of 2, 5, 8, 11 or 14 tiles tenpai."""
    counts = counts_of(tiles)
    return frozenset(kind for kind in range(KINDS) if counts[kind] and is_tenpai(without(counts, kind)))


@dataclass(frozen=True, slots=True)
class KanJudgement:
    """Whether a closed kan may be made in riichi, and what speaks against it."""

    reason: Reason | None
    against: tuple[Reading, ...] = ()
    """The readings of the winning hand in which the tiles are not a triplet."""
    waits_before: frozenset[int] = frozenset()
    waits_after: frozenset[int] = frozenset()


def judge_kan_in_riichi(hand: Counts, kind: int, strictness: KanInRiichi) -> KanJudgement:
    """Judge a closed kan of `kind`, whose fourth tile was just drawn, for a riichi hand.

    `hand` has the concealed tiles without the drawn one. The waits must stay the same and,
    where the house asks for it, the three tiles must be a triplet in every reading of every
    winning tile [kan, examples 1 to 4].
    """
    before = waits(hand)
    if hand[kind] != COPIES - 1:
        return KanJudgement(Reason.KAN_IN_RIICHI_NOT_DRAWN, (), before)
    if strictness is KanInRiichi.FORBIDDEN:
        return KanJudgement(Reason.KAN_IN_RIICHI_FORBIDDEN, (), before)
    after = waits(without(hand, kind, COPIES - 1))
    against = tuple(
        reading
        for wait in sorted(before)
        for reading in readings(with_one(hand, wait))
        if any(kind in group.kinds and group.form is not GroupKind.TRIPLET for group in reading)
    )
    if before != after:
        return KanJudgement(Reason.KAN_IN_RIICHI_WAITS, against, before, after)
    if against and strictness is KanInRiichi.EVERY_READING:
        return KanJudgement(Reason.KAN_IN_RIICHI_READING, against, before, after)
    return KanJudgement(None, against, before, after)


def _is_seven_pairs(counts: Counts) -> bool:
    return all(count in (0, 2) for count in counts)


def _kokushi_reading(counts: Counts) -> Reading:
    return tuple(
        Group(GroupKind.PAIR if counts[kind] == 2 else GroupKind.SINGLE, kind) for kind in sorted(ORPHANS)
    )


def _is_standard(counts: Counts) -> bool:
    pairs = 0
    for start, end in _SUIT_SPANS:
        suit = counts[start:end]
        pair_needed = sum(suit) % 3
        if pair_needed == 1:
            return False
        pairs += pair_needed == 2
        if not _suit_readings(suit, start == 27):
            return False
    return pairs == 1


def _standard_readings(counts: Counts) -> tuple[Reading, ...]:
    if sum(sum(counts[start:end]) % 3 == 2 for start, end in _SUIT_SPANS) != 1:
        return ()
    found: tuple[Reading, ...] = ((),)
    for start, end in _SUIT_SPANS:
        suits = _suit_readings(counts[start:end], start == 27)
        found = tuple(
            (*reading, *(Group(form, start + kind) for form, kind in suit))
            for reading in found
            for suit in suits
        )
    return found


_SUIT_SPANS = ((0, 9), (9, 18), (18, 27), (27, 34))


@lru_cache(maxsize=128)
def _suit_readings(suit: Counts, honours: bool) -> tuple[tuple[tuple[GroupKind, int], ...], ...]:
    """All ways to split one suit into sets, with one pair if the number of tiles calls for it."""
    rest = sum(suit) % 3
    if rest == 1:
        return ()
    if rest == 0:
        return tuple(_sets(suit, honours))
    return tuple(
        ((GroupKind.PAIR, kind), *sets)
        for kind in range(len(suit))
        if suit[kind] >= 2
        for sets in _sets(without(suit, kind, 2), honours)
    )


def _sets(suit: Counts, honours: bool) -> Iterable[tuple[tuple[GroupKind, int], ...]]:
    kind = next((kind for kind, count in enumerate(suit) if count), None)
    if kind is None:
        yield ()
        return
    if suit[kind] >= 3:
        for rest in _sets(without(suit, kind, 3), honours):
            yield ((GroupKind.TRIPLET, kind), *rest)
    if not honours and kind <= 6 and suit[kind + 1] and suit[kind + 2]:
        for rest in _sets(without(without(without(suit, kind), kind + 1), kind + 2), honours):
            yield ((GroupKind.RUN, kind), *rest)
