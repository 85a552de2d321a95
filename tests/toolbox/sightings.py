"""The sighting of an eye that misses nothing and misreads nothing."""

from companion.evidence.sights import SeenMeld, SeenSeat, SeenTile, TableSeen
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import LaidTile, Meld, laid
from companion.riichi.seats import Seat
from companion.riichi.tiles import NORTH


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
