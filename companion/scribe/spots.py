"""Which physical tile lies where: each spot's name, its tile, and facts told again with other tiles.

A tile keeps its spot when it is called away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

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
from companion.riichi.melds import MeldKind
from companion.riichi.player import RiverTile
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import Tile


class SpotKind(StrEnum):
    """How a tile came to lie open."""

    DISCARD = "discard"
    OWN = "own"
    """Laid from the player's own hand into a meld; the tile added to a pon comes last."""
    INDICATOR = "indicator"


class Spot(NamedTuple):
    """One physical tile by how it came to lie open: it keeps this name when it is called away."""

    kind: SpotKind
    seat: Seat
    number: int
    """Which discard or meld of the seat, or which indicator, from 0."""
    at: int = 0
    """Which of the meld's own tiles, from 0."""


def river_spots(kyoku: Kyoku, seat: Seat) -> tuple[tuple[Spot, RiverTile], ...]:
    """What lies in a river now, each tile with its name."""
    return tuple(
        (Spot(SpotKind.DISCARD, seat, number), discard)
        for number, discard in enumerate(kyoku.players[seat].discards)
        if discard.called_by is None
    )


def last_discard(kyoku: Kyoku) -> Spot | None:
    """The newest discard of all, as long as nothing has followed it."""
    offer = kyoku.last_discard
    if offer is None:
        return None
    return Spot(SpotKind.DISCARD, offer.seat, len(kyoku.players[offer.seat].discards) - 1)


def discard_called_into(kyoku: Kyoku, owner: Seat, number: int) -> Spot | None:
    """Which discard lies in a meld; None for a closed kan, and where nobody followed the turns."""
    melds = kyoku.players[owner].melds
    giver = melds[number].giver
    if giver is None or melds[number].kind is MeldKind.ANKAN or kyoku.gap is not None:
        return None
    before = sum(meld.giver == giver for meld in melds[:number])
    taken = [at for at, tile in enumerate(kyoku.players[giver].discards) if tile.called_by == owner]
    return Spot(SpotKind.DISCARD, giver, taken[before]) if before < len(taken) else None


Names = Mapping[Spot, Tile | None]
"""New tiles for some spots; None leaves a spot open."""


def tile_at(kyoku: Kyoku, spot: Spot) -> Tile | None:
    """What a spot holds, as it was told; None also if nothing was told to lie there."""
    try:
        if spot.kind is SpotKind.INDICATOR:
            return kyoku.wall.indicators[spot.number]
        player = kyoku.players[spot.seat]
        if spot.kind is SpotKind.DISCARD:
            return player.discards[spot.number].tile
        return player.melds[spot.number].own[spot.at]
    except IndexError:
        return None


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
