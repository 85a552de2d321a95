"""What is told of a kyoku: its facts, the spots of their tiles, and the same facts with other tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    CALLS,
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    IndicatorRevealed,
    KakanDeclared,
    KyokuFact,
    PonCalled,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import SEATS, Seat
from companion.riichi.spots import Spot, SpotKind, last_discard
from companion.riichi.tiles import Tile

Names = Mapping[Spot, Tile | None]
"""New tiles for some spots; None leaves a spot open."""


def _laid(before: Kyoku, fact: KyokuFact, after: Kyoku) -> tuple[Spot, ...]:
    """The spots of all tiles that a fact names, a called one first, by the tables before and after it."""
    match fact:
        case Discarded(seat=seat):
            return (Spot(SpotKind.DISCARD, seat, len(after.players[seat].discards) - 1),)
        case ChiCalled(seat=seat) | PonCalled(seat=seat) | DaiminkanCalled(seat=seat):
            taken = last_discard(before)
            return (*(() if taken is None else (taken,)), *_newest_meld(after, seat))
        case AnkanDeclared(seat=seat):
            return _newest_meld(after, seat)
        case KakanDeclared(seat=seat):
            # Where nobody told the pon, the kan is one more meld, and none of its tiles has a spot.
            melds = enumerate(zip(before.players[seat].melds, after.players[seat].melds, strict=False))
            return tuple(Spot(SpotKind.OWN, seat, at, 2) for at, (was, now) in melds if was is not now)
        case IndicatorRevealed():
            return (Spot(SpotKind.INDICATOR, SEATS[0], len(after.wall.indicators) - 1),)
        case _:
            return ()


def _newest_meld(kyoku: Kyoku, seat: Seat) -> tuple[Spot, ...]:
    melds = kyoku.players[seat].melds
    return tuple(Spot(SpotKind.OWN, seat, len(melds) - 1, at) for at in range(len(melds[-1].own)))


def renamed(fact: KyokuFact, spots: Sequence[Spot], names: Names) -> KyokuFact:
    """The same fact with these tiles in its spots. Whether it is then lawful is not checked."""
    if names.keys().isdisjoint(spots):
        return fact
    if isinstance(fact, AnkanDeclared):
        tiles = tuple(names.get(one, was) for one, was in zip(spots, fact.tiles, strict=True))
        return fact if None in tiles else replace(fact, tiles=tiles)  # all four are named, or none
    if isinstance(fact, CALLS):
        own = spots[-len(fact.own) :]
        tile = names.get(spots[0], fact.tile) if len(spots) > len(own) else fact.tile
        tiles = tuple(names.get(one, was) for one, was in zip(own, fact.own, strict=True))
        return replace(fact, tile=tile, own=tiles)
    if isinstance(fact, (Discarded, IndicatorRevealed, KakanDeclared)):
        return replace(fact, tile=names[spots[0]])
    return fact


def alike(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items two sequences share from the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    parted = (at for at, (this, that) in pairs if this is not that and this != that)
    return next(parted, min(len(one), len(other)))


@dataclass(frozen=True)
class Telling:
    """What is told of a kyoku, with the tables before, between and after its facts."""

    tables: tuple[Kyoku, ...] = ()
    """One more than there are facts; none before the first evidence."""
    facts: tuple[KyokuFact, ...] = ()

    @property
    def begun(self) -> Kyoku:
        """The table right after the deal."""
        return self.tables[0]

    @property
    def kyoku(self) -> Kyoku:
        """The table after all facts."""
        return self.tables[-1]

    @cached_property
    def spots(self) -> tuple[tuple[Spot, ...], ...]:
        """For every fact the spots of all tiles that it names."""
        return tuple(map(_laid, self.tables, self.facts, self.tables[1:]))

    @cached_property
    def standing(self) -> Mapping[Spot, None]:
        """The tiles that were ever laid, in the order of the facts."""
        return dict.fromkeys(spot for spots in self.spots for spot in spots)

    def shared(self, facts: Sequence[KyokuFact]) -> int:
        """How many facts these share with it from the beginning."""
        return alike(self.facts, facts)

    def then(self, facts: Sequence[KyokuFact]) -> Telling:
        """The telling that goes on with these facts; raises IllegalFactError where the rules refuse one."""
        after = accumulate(facts, apply, initial=self.kyoku)
        return Telling((*self.tables[:-1], *after), (*self.facts, *facts))

    def instead(self, facts: Sequence[KyokuFact]) -> Telling:
        """The same kyoku told with these facts; raises IllegalFactError where the rules refuse one."""
        shared = self.shared(facts)
        return Telling(self.tables[: shared + 1], self.facts[:shared]).then(facts[shared:])

    def if_lawful(self, facts: Sequence[KyokuFact]) -> Telling | None:
        """The same kyoku told with these facts; None if the rules refuse one."""
        try:
            return self.instead(facts)
        except IllegalFactError:
            return None

    def retold(self, names: Names) -> tuple[KyokuFact, ...]:
        """The same facts with these tiles in these spots. Whether they are then lawful is not checked."""
        if not names:
            return self.facts
        return tuple(renamed(fact, spots, names) for fact, spots in zip(self.facts, self.spots, strict=True))

    def with_names(self, names: Names) -> Telling | None:
        """The same kyoku told with these tiles in these spots; None if the rules refuse one."""
        return self.if_lawful(self.retold(names))
