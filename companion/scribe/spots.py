"""Which physical tile lies where: each spot's name, its tile, and facts told again with other tiles.

A lawful kyoku makes a table visible (`visible`); a story is believed as far as that is the table that is
seen. A tile keeps its spot when it is called away. Two tellings are compared by who did what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

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
    RiichiAccepted,
    RinshanDrawn,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import LaidTile, Meld, MeldKind, laid
from companion.riichi.player import RiverTile
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import NORTH, Tile
from companion.scribe.sights import SeenMeld, SeenSeat, SeenTile, TableSeen

__all__ = [
    "UNSEEN_FACTS",
    "Names",
    "Spot",
    "SpotKind",
    "Wording",
    "discard_called_into",
    "last_discard",
    "outline",
    "put_in_words",
    "retold",
    "river_spots",
    "spots_of",
    "tile_at",
    "told_at",
    "visible",
]

UNSEEN_FACTS: Final = (Drawn, RinshanDrawn, RiichiAccepted)
"""Facts that nobody sees: they follow from what is seen."""


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


def visible(kyoku: Kyoku, at_ns: int = 0) -> TableSeen:
    """What everybody can see on the table: rivers without called tiles, melds as they lie, indicators."""
    players = kyoku.rules.players
    return TableSeen(
        at_ns,
        tuple(_seat(kyoku, Seat(seat), players) for seat in range(players)),
        tuple(SeenTile(tile) for tile in kyoku.wall.indicators),
    )


def _seat(kyoku: Kyoku, seat: Seat, players: int) -> SeenSeat:
    player = kyoku.players[seat]
    return SeenSeat(
        river=tuple(SeenTile(tile.tile, sideways=tile.sideways) for tile in player.river),
        melds=tuple(_meld(meld, seat, players) for meld in player.melds),
        aside=(SeenTile(NORTH),) * player.kita,
    )


def _meld(meld: Meld, owner: Seat, players: int) -> SeenMeld:
    tiles = laid(meld, owner, players)
    added = next((_face(tile) for tile in tiles if tile.on_top), None)
    return SeenMeld(tuple(_face(tile) for tile in tiles if not tile.on_top), added)


def _face(tile: LaidTile) -> SeenTile:
    if tile.face_down:
        return SeenTile(None, is_back=True)
    return SeenTile(tile.tile, sideways=tile.sideways)


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


def told_at(kyoku: Kyoku, spot: Spot) -> Tile | None:
    """What a spot holds, as it was told; None also if nothing was told to lie there."""
    try:
        return tile_at(kyoku, spot)
    except IndexError:
        return None


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


Wording = tuple[tuple[type[KyokuFact], int | None, Tile | None], ...]
"""Who did what with which tile; None for any tile."""


def outline(facts: Sequence[KyokuFact]) -> tuple[tuple[type[KyokuFact], int | None], ...]:
    """Who did what, without tiles, flips and what nobody sees: stories of one outline differ in those."""
    left_out = (*UNSEEN_FACTS, IndicatorRevealed)
    return tuple(
        (type(fact), getattr(fact, "seat", None)) for fact in facts if not isinstance(fact, left_out)
    )


def put_in_words(facts: Sequence[KyokuFact], told: int = 0) -> Wording:
    """Who did what with which tile; of the first `told` facts the tile does not matter."""
    return tuple(
        (type(fact), getattr(fact, "seat", None), getattr(fact, "tile", None) if at >= told else None)
        for at, fact in enumerate(facts)
        if not isinstance(fact, (*UNSEEN_FACTS, IndicatorRevealed))
    )
