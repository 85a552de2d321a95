"""What a lawful kyoku makes visible on the table, and which physical tile lies where.

A story is believed as far as the table that it would make is the table that is seen.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import LaidTile, Meld, MeldKind, laid
from companion.riichi.player import RiverTile
from companion.riichi.seats import Seat
from companion.riichi.tiles import NORTH
from companion.scribe.sights import SeenMeld, SeenSeat, SeenTile, TableSeen

__all__ = ["Spot", "SpotKind", "discard_called_into", "river_spots", "visible"]


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


def discard_called_into(kyoku: Kyoku, owner: Seat, number: int) -> Spot | None:
    """Which discard lies in a meld; None for a closed kan, and where nobody followed the turns."""
    melds = kyoku.players[owner].melds
    giver = melds[number].giver
    if giver is None or melds[number].kind is MeldKind.ANKAN or kyoku.gap is not None:
        return None
    before = sum(meld.giver == giver for meld in melds[:number])
    taken = [at for at, tile in enumerate(kyoku.players[giver].discards) if tile.called_by == owner]
    return Spot(SpotKind.DISCARD, giver, taken[before]) if before < len(taken) else None
