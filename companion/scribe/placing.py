"""Which fact laid which physical tile, what was read of it, and the same facts with other tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    IndicatorRevealed,
    KakanDeclared,
    KyokuFact,
    PonCalled,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import Tile
from companion.scribe.comparing import TableFit
from companion.scribe.predict import Spot, SpotKind, discard_called_into, river_spots
from companion.scribe.sights import SeenTile, TableSeen

__all__ = ["Names", "readings_of", "retold", "spots_of", "tile_at", "told_at"]

Names = Mapping[Spot, Tile | None]
Call = ChiCalled | PonCalled | DaiminkanCalled
_ONE_TILE = (Discarded, IndicatorRevealed, KakanDeclared)
_CALLS = (ChiCalled, PonCalled, DaiminkanCalled)


def tile_at(kyoku: Kyoku, spot: Spot) -> Tile | None:
    """What a spot holds, as it was told."""
    if spot.kind is SpotKind.INDICATOR:
        return kyoku.wall.indicators[spot.number]
    player = kyoku.players[spot.seat]
    if spot.kind is SpotKind.DISCARD:
        return player.discards[spot.number].tile
    return player.melds[spot.number].own[spot.at]


def told_at(kyoku: Kyoku | None, spot: Spot) -> Tile | None:
    """What a spot holds, as it was told; None also if nothing was told to lie there."""
    try:
        return None if kyoku is None else tile_at(kyoku, spot)
    except IndexError:
        return None


def readings_of(kyoku: Kyoku, fit: TableFit, seen: TableSeen) -> Iterator[tuple[Spot, SeenTile]]:
    """Every tile of the kyoku that is seen, with what is read of it."""
    for one, other in fit.indicators.pairs:
        yield Spot(SpotKind.INDICATOR, SEATS[0], one), seen.indicators[other]
    for number, seat_fit in enumerate(fit.seats):
        seat = SEATS[number]
        spots = river_spots(kyoku, seat)
        for one, other in seat_fit.river.pairs:
            yield spots[one][0], seen.seats[seat].river[other]
        for meld, _, meld_fit in seat_fit.melds:
            called = discard_called_into(kyoku, seat, meld)
            if called is not None and meld_fit.called is not None:
                yield called, meld_fit.called
            yield from _own(seat, meld, meld_fit.own)


def _own(seat: Seat, meld: int, own: Sequence[SeenTile | None]) -> Iterator[tuple[Spot, SeenTile]]:
    for at, one in enumerate(own):
        if one is not None:
            yield Spot(SpotKind.OWN, seat, meld, at), one


@dataclass(slots=True)
class _Walk:
    """Counts the discards, melds and indicators while facts go by."""

    indicators: int
    discards: list[int] = field(default_factory=lambda: [0] * 4)
    melds: list[list[tuple[type[KyokuFact], int | None]]] = field(default_factory=lambda: [[], [], [], []])
    last: Spot | None = None

    def spots(self, fact: KyokuFact) -> tuple[Spot | None, tuple[Spot, ...]]:
        """The spot of a fact's tile, and those of the player's own tiles that it lays down."""
        match fact:
            case Drawn():
                return None, ()
            case Discarded():
                self.last = Spot(SpotKind.DISCARD, fact.seat, self.discards[fact.seat])
                self.discards[fact.seat] += 1
                return self.last, ()
            case ChiCalled() | PonCalled() | DaiminkanCalled():
                return self.last, self._meld(fact)
            case AnkanDeclared():
                return None, self._laid(fact, fact.tiles, None)
            case KakanDeclared():
                return self._added(fact), ()
            case IndicatorRevealed():
                self.indicators += 1
                return Spot(SpotKind.INDICATOR, SEATS[0], self.indicators - 1), ()
            case _:
                return None, ()

    def _meld(self, fact: Call) -> tuple[Spot, ...]:
        known = [tile.kind for tile in (fact.tile, *fact.own) if tile is not None]
        return self._laid(fact, fact.own, min(known, default=None))

    def _laid(
        self, fact: Call | AnkanDeclared, own: Sequence[Tile | None], kind: int | None
    ) -> tuple[Spot, ...]:
        number = len(self.melds[fact.seat])
        self.melds[fact.seat].append((type(fact), kind))
        return tuple(Spot(SpotKind.OWN, fact.seat, number, at) for at in range(len(own)))

    def _added(self, fact: KakanDeclared) -> Spot | None:
        for number, (kind, tile) in enumerate(self.melds[fact.seat]):
            if kind is PonCalled and (fact.tile is None or tile in (None, fact.tile.kind)):
                self.melds[fact.seat][number] = (KakanDeclared, tile)
                return Spot(SpotKind.OWN, fact.seat, number, 2)
        return None


def spots_of(begun: Kyoku, facts: Sequence[KyokuFact]) -> Iterator[tuple[KyokuFact, tuple[Spot, ...]]]:
    """Every fact with the spots of all tiles that it names."""
    walk = _Walk(len(begun.wall.indicators))
    for fact in facts:
        one, own = walk.spots(fact)
        yield fact, (*(() if one is None else (one,)), *own)


def retold(begun: Kyoku, facts: Sequence[KyokuFact], names: Names) -> tuple[KyokuFact, ...]:
    """The same facts with these tiles in these spots. Whether they are then lawful is not checked."""
    if not names:
        return tuple(facts)
    walk = _Walk(len(begun.wall.indicators))
    return tuple(_renamed(fact, *walk.spots(fact), names) for fact in facts)


def _renamed(fact: KyokuFact, spot: Spot | None, own: tuple[Spot, ...], names: Names) -> KyokuFact:
    if spot is None and not own:
        return fact
    if isinstance(fact, _ONE_TILE):
        return fact if spot is None or spot not in names else replace(fact, tile=names[spot])
    if isinstance(fact, _CALLS):
        if spot not in names and not any(one in names for one in own):
            return fact
        tile = names.get(spot, fact.tile) if spot is not None else fact.tile
        tiles = tuple(names.get(one, was) for one, was in zip(own, fact.own, strict=True))
        return replace(fact, tile=tile, own=tiles)
    if isinstance(fact, AnkanDeclared):
        tiles = tuple(names.get(one, was) for one, was in zip(own, fact.tiles, strict=True))
        return fact if None in tiles else replace(fact, tiles=tiles)  # all four are named, or none
    return fact
