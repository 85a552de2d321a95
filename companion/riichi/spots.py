"""Which physical tile lies where: how it came to lie open is its name, which it keeps when it is called."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.player import RiverTile
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile

__all__ = ["Spot", "SpotKind", "discard_called_into", "last_discard", "river_spots", "tile_at"]


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
