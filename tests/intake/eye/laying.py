"""Lays a table out as people do, crooked and with gaps, and tells it as the eye would: quads in zones."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians, sin
from random import Random

from companion.evidence.sights import SeenMeld, SeenSeat, SeenTile, TableSeen
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import laid
from companion.riichi.seats import seats
from companion.riichi.tiles import Tile
from hardware.profile import Side
from vision.sighting import Sighting, TileView, ZoneView

WIDE, HIGH, TABLE = 19.0, 26.0, 700.0
RIVER_LEFT, RIVER_TOP = 270.0, 415.0
"""Where the first discard of a river begins, in millimetres, seen by its owner."""
CORNER = (690.0, 690.0)
WALL_LEFT, WALL_Y, STACKS = 190.0, 565.0, 17


@dataclass
class Mess:
    """How carelessly people lay tiles."""

    slip: float = 0.0
    """Millimetres by which a tile lies beside its place."""
    turn: float = 0.0
    """Degrees by which a tile is turned."""
    rise: float = 0.0
    """Degrees by which a whole river is turned."""
    holes: float = 0.0
    """How often room is left where a called tile lay."""
    row: tuple[int, ...] = (6, 6, 99)


@dataclass
class Layer:
    """One layout."""

    random: Random
    mess: Mess
    sides: str = "ABCD"
    stacks: int = STACKS
    """In each wall."""
    zones: dict[str, list[TileView]] = field(default_factory=dict)

    def lay(self, table: TableSeen, first_stack: int = 30) -> Sighting:
        """The whole table. The first indicator lies on this stack, counted round the table."""
        for letter, seat in zip(self.sides, table.seats, strict=True):
            side = Side[letter]
            self._river(side, seat.river)
            self._melds(side, seat)
            for at, tile in enumerate(seat.showing):
                self.put(f"showing.{letter}", tile, 80 + at * WIDE, 640)
        self._walls(table, first_stack)
        zones = tuple(ZoneView(name, tuple(self._shuffled(views))) for name, views in self.zones.items())
        return Sighting(table.camera, table.at_ns, 1, zones)

    def _shuffled(self, views: list[TileView]) -> list[TileView]:
        return self.random.sample(views, len(views))

    def _river(self, side: Side, tiles: tuple[SeenTile, ...]) -> None:
        rise = radians(self.random.uniform(-self.mess.rise, self.mess.rise))
        rows, line, at = list(self.mess.row), 0, 0
        x = 0.0
        for tile in tiles:
            if at == rows[min(line, len(rows) - 1)]:
                line, at, x = line + 1, 0, 0.0
            if self.random.random() < self.mess.holes:
                x, at = x + WIDE, at + 1
                if at == rows[min(line, len(rows) - 1)]:
                    line, at, x = line + 1, 0, 0.0
            wide = HIGH if tile.sideways else WIDE
            along, down = x + wide / 2, (line + 0.5) * HIGH
            if tile.sideways:
                down += (HIGH - WIDE) / 2
            middle = RIVER_LEFT + along * cos(rise) - down * sin(rise), RIVER_TOP + along * sin(rise) + down
            self.put(f"river.{side.name}", tile, *middle, rise)
            x, at = x + wide, at + 1

    def _melds(self, side: Side, seat: SeenSeat) -> None:
        x, y = CORNER[0], CORNER[1] - HIGH / 2
        for tile in reversed(seat.aside):
            self.put(f"melds.{side.name}", tile, x - WIDE / 2, y)
            x -= WIDE
        for meld in seat.melds:
            room = self.random.choice((0.0, 0.0, 3.0, 12.0))
            long = sum(HIGH if tile.sideways else WIDE for tile in meld.tiles)
            if x - room - long < 0.67 * TABLE:
                x, y = CORNER[0], y - HIGH - WIDE - 4
            x -= room
            for tile in reversed(meld.tiles):
                wide = HIGH if tile.sideways else WIDE
                down = (HIGH - WIDE) / 2 if tile.sideways else 0.0
                self.put(f"melds.{side.name}", tile, x - wide / 2, y + down)
                if tile.sideways and meld.added:
                    self.put(f"melds.{side.name}", meld.added, x - wide / 2, y + down - WIDE)
                x -= wide

    def _walls(self, table: TableSeen, first_stack: int) -> None:
        """The dead wall with its indicators, and a bit of the live one."""
        if not table.has_walls:
            return
        for step in range(-2 if len(self.sides) == 4 else -4, 9):
            side, stack = divmod((first_stack + step) % (4 * self.stacks), self.stacks)
            face = (
                table.indicators[step] if 0 <= step < len(table.indicators) else SeenTile(None, is_back=True)
            )
            left = WALL_LEFT + (STACKS - self.stacks) / 2 * WIDE
            self.put(f"wall.{Side(side).name}", face, left + stack * WIDE, WALL_Y)

    def put(self, zone: str, tile: SeenTile, x: float, y: float, turned: float = 0.0) -> None:
        mess, random = self.mess, self.random
        x, y = x + random.uniform(-mess.slip, mess.slip), y + random.uniform(-mess.slip, mess.slip)
        angle = turned + radians(random.uniform(-mess.turn, mess.turn)) + radians(90 if tile.sideways else 0)
        corners = []
        for dx, dy in ((-WIDE, -HIGH), (WIDE, -HIGH), (WIDE, HIGH), (-WIDE, HIGH)):
            corner = (
                (x + dx / 2 * cos(angle) - dy / 2 * sin(angle)) / TABLE,
                (y + dx / 2 * sin(angle) + dy / 2 * cos(angle)) / TABLE,
            )
            for _ in range(Side[zone[-1]].value):
                corner = (corner[1], 1 - corner[0])
            corners.append(corner)
        label = "back" if tile.is_back else "unknown" if tile.tile is None else tile.tile.text
        others = tuple((other.text, chance) for other, chance in tile.others)
        view = TileView(
            label, tile.confidence, tuple(corners), tile.sideways, others, tile.crop, tile.is_hidden
        )
        self.zones.setdefault(zone, []).append(view)


def lying(kyoku: Kyoku) -> TableSeen:
    """What an honest table shows of a kyoku."""
    return TableSeen(
        7,
        tuple(_seat(kyoku, seat) for seat in seats(kyoku.rules.players)),
        tuple(SeenTile(tile) for tile in kyoku.wall.indicators),
    )


def _seat(kyoku: Kyoku, seat: int) -> SeenSeat:
    player = kyoku.players[seat]
    melds = []
    for meld in player.melds:
        tiles = laid(meld, seat, kyoku.rules.players)
        flat = tuple(
            SeenTile(None if one.face_down else one.tile, is_back=one.face_down, sideways=one.sideways)
            for one in tiles
            if not one.on_top
        )
        added = next((SeenTile(one.tile, sideways=True) for one in tiles if one.on_top), None)
        melds.append(SeenMeld(flat, added))
    return SeenSeat(
        river=tuple(SeenTile(one.tile, sideways=one.sideways) for one in player.river),
        melds=tuple(melds),
        aside=tuple(SeenTile(Tile("4z")) for _ in range(player.kita)),
    )
