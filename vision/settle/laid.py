"""Tiles as they lie on the flat table: gives readings their places, counts votes, merges old and new.

No picture is looked at here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hardware.profile import Side
from vision.labels import BACK, BLANK, UNKNOWN, UNNAMED, at_table
from vision.place.plane import FEWEST
from vision.place.rectify import TABLE_MM, TILE_MM, TablePlace
from vision.place.zones import Purpose, ZoneMap
from vision.read.detect import Reading
from vision.settle.glance import Patch
from vision.sighting import Quad, TileView, ZoneView
from vision.weights import MUCH_LARGER, MUCH_SMALLER

SAME = 0.65 * TILE_MM[0] / TABLE_MM
"""Two readings nearer than this are of one tile, or of two halves of one that is seen from the side."""
FLAT_AREA = TILE_MM[0] * TILE_MM[1] / TABLE_MM**2
LARGEST_AREA = 2.2
"""In tiles: the most that a lying tile seems to cover while nobody knows how large this table's tiles are; a
standing one does not fit."""
LONGEST = 2.2
"""The longer side of a lying tile is less than this times its shorter one."""
NEARLY_SQUARE = 0.12
"""A share: if the sides of an outline differ by less, they do not say which is the long one. Of 300 tiles in
drawn pictures, the sides of 299 differed by more."""
NO_WAY_UP = frozenset({BLANK, BACK, UNKNOWN})
"""Labels whose tiles look the same however they are turned."""
BESIDE = 1.1 * TILE_MM[1] / TABLE_MM
"""The middles of two tiles in a row are nearer than this, also where one of them is turned."""
RIM = 1.04
"""In widths of the cloth, how far from its opposite edge the table's rim begins, if corners are exact."""


def area_of(quad: NDArray[np.float64]) -> float:
    """The area of a quad."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return float(abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay))) / 2


@dataclass(frozen=True, eq=False)
class Lying:
    """One tile on the flat table; another one that reads alike is still another one."""

    label: str
    confidence: float
    quad: NDArray[np.float64]
    """[4, 2], flat, clockwise from its own upper left."""
    alternatives: tuple[tuple[str, float], ...] = ()
    crop: int = 0
    """The number under which its picture was sent; 0 if none was."""
    is_hidden: bool = False
    """Something covers it now; this is how it was last seen."""

    @cached_property
    def middle(self) -> NDArray[np.float64]:
        """Where it lies; computed once, because it is asked for at each rest, for every other tile."""
        return np.asarray(self.quad.mean(axis=0), np.float64)

    @cached_property
    def corners(self) -> Quad:
        """Its quad as it is reported."""
        a, b, c, d = ((float(x), float(y)) for x, y in np.clip(self.quad, -0.5, 1.5))
        return a, b, c, d

    @property
    def area(self) -> float:
        """How much of the table it covers, in tiles."""
        return area_of(self.quad) / FLAT_AREA

    def is_in(self, patches: Iterable[Patch]) -> bool:
        """Whether its middle lies in one of some patches."""
        x, y = self.middle
        return any(patch.holds(x, y) for patch in patches)

    def lies_flat(self, usual: float | None = None) -> bool:
        """Whether it has the size and form of a tile on a table whose tiles seem to cover `usual` tiles.

        A standing tile has not; where the usual size is known, nor have two tiles that are found as one.
        """
        sides = np.linalg.norm(np.roll(self.quad, -1, axis=0) - self.quad, axis=1)
        one, other = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
        long, short = max(one, other), max(1e-9, min(one, other))
        least = MUCH_SMALLER * min(1.0, usual or 1.0)
        most = LARGEST_AREA if usual is None else MUCH_LARGER * max(1.0, usual)
        return bool(least < one * other / FLAT_AREA < most and long / short < LONGEST)

    def is_across(self, side: Side) -> bool:
        """Whether its long edges run along the edge of that side, not away from it.

        Where its outline does not tell them apart, the way its face is turned does.
        """
        (x0, y0), (x1, y1), (x2, y2) = self.quad[:3].tolist()
        top, flank = (x1 - x0, y1 - y0), (x2 - x1, y2 - y1)
        wide, high = math.hypot(*top), math.hypot(*flank)
        is_turned = self.label not in NO_WAY_UP and abs(wide - high) < NEARLY_SQUARE * high
        across, down = flank if is_turned or high > wide else top
        return bool((abs(across) > abs(down)) == (side in {Side.A, Side.C}))


def lying(readings: Sequence[Reading], place: TablePlace, corner: tuple[int, int] = (0, 0)) -> list[Lying]:
    """The readings of a part of a frame, on the flat table; `corner` is the part's first pixel."""
    quads = np.array([reading.quad for reading in readings], np.float32).reshape(-1, 4, 2)
    flat = place.flat(quads + np.array(corner, np.float32)).reshape(-1, 4, 2)
    return [
        Lying(at_table(reading.tile), reading.confidence, quad, _others(reading))
        for reading, quad in zip(readings, flat, strict=True)
    ]


def _others(reading: Reading) -> tuple[tuple[str, float], ...]:
    others: dict[str, float] = {}
    for label, chance in reading.alternatives:
        told = at_table(label)
        if told != at_table(reading.tile):
            others[told] = others.get(told, 0.0) + chance
    return tuple(others.items())


def counted(votes: Sequence[Sequence[Lying]]) -> list[Lying]:
    """The tiles that more than half of several looks at one rest saw.

    Where edges of tiles overlap, each look sees the middles a little elsewhere: a tile is counted with
    the nearest one of the looks before, and two of one look never with the same.
    """
    groups: list[list[Lying]] = []
    for look in map(_once, votes):
        pairs = dict(_nearest_first(_apart(look, [group[0] for group in groups])))
        for at, group in pairs.items():
            groups[group].append(look[at])
        groups += [[tile] for at, tile in enumerate(look) if at not in pairs]
    return [_elected(group) for group in groups if 2 * len(group) > len(votes)]


def _nearest_first(apart: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """Which of n tiles is which of m, by how far they are apart [n, m]; the nearest pair is told first."""
    free = apart.copy()
    while free.size and free.min() < SAME:
        row, column = divmod(int(free.argmin()), free.shape[1])
        yield row, column
        free[row], free[:, column] = np.inf, np.inf


def _once(look: Sequence[Lying]) -> list[Lying]:
    """Tiles without duplicates: patches overlap, and of a tile seen in two the surer counts."""
    order = sorted(look, key=lambda tile: -tile.confidence)
    first = [int(of_tile.argmax()) for of_tile in _near(order, order)]
    return [tile for number, tile in enumerate(order) if first[number] == number]


def _elected(group: Sequence[Lying]) -> Lying:
    """One tile from several looks at it: the geometric mean of their chances, never surer than the surest.

    The looks show the same tile under the same light, so they are not independent witnesses.
    """
    named = [{**dict(tile.alternatives), tile.label: tile.confidence} for tile in group]
    labels = sorted({label for chances in named for label in chances})
    means = {
        label: math.prod(max(chances.get(label, 0), UNNAMED) for chances in named) ** (1 / len(group))
        for label in labels
    }
    whole = sum(means.values())
    order = sorted(labels, key=lambda label: -means[label])
    surest = max(group, key=lambda tile: (tile.label == order[0], tile.confidence))
    most = max(chances.get(order[0], 0) for chances in named)
    others = tuple((label, means[label] / whole) for label in order[1:4] if means[label] > UNNAMED)
    return replace(surest, label=order[0], confidence=min(most, means[order[0]] / whole), alternatives=others)


def put_together(
    before: Iterable[Lying], seen: Iterable[Lying], looked: Sequence[Patch], hands: Sequence[Patch]
) -> list[Lying]:
    """What lies there now: as seen where the eye looked; as before elsewhere, and under hands.

    One place has one tile, also where several looks at parts of the table, which may overlap, come together.
    """
    kept = [tile for tile in before if not tile.is_in(looked) or tile.is_in(hands)]
    kept = [_hidden(tile, is_hidden=tile.is_in(hands)) for tile in kept]
    new = _once([tile for tile in seen if tile.is_in(looked) and not tile.is_in(hands)])
    is_old = _near(new, kept)
    return kept + [tile for tile, old in zip(new, is_old, strict=True) if not old.any()]


def _hidden(tile: Lying, *, is_hidden: bool) -> Lying:
    """The tile, hidden or not; if nothing changes it is the same object, which keeps what it has computed."""
    return tile if tile.is_hidden == is_hidden else replace(tile, is_hidden=is_hidden)


def _near(some: Sequence[Lying], many: Sequence[Lying]) -> NDArray[np.bool_]:
    """Which of n tiles lie at the same place as which of m others [n, m]."""
    return _apart(some, many) < SAME


def _apart(some: Sequence[Lying], many: Sequence[Lying]) -> NDArray[np.float64]:
    """How far the middles of n tiles are from those of m others [n, m]."""
    here, there = (
        np.array([tile.middle for tile in tiles], np.float64).reshape(-1, 2) for tiles in (some, many)
    )
    return np.asarray(np.hypot(*(here[:, None] - there[None]).transpose(2, 0, 1)), np.float64)


def those_lying(tiles: Iterable[Lying]) -> list[Lying]:
    """Those that lie on the table, not standing ones, and no letters that were taken for tiles.

    Corners that were tapped far beside the table make all tiles seem smaller, and none of them a letter.
    """
    tiles = list(tiles)
    # Tops of standing tiles are read as white dragons, a whole row of them.
    faces = [tile.area for tile in tiles if tile.label not in NO_WAY_UP]
    usual = float(np.median(faces)) if len(faces) >= FEWEST else None
    return [tile for tile in tiles if tile.lies_flat(usual)]


def zones_with(tiles: Iterable[Lying], zones: ZoneMap) -> tuple[ZoneView, ...]:
    """Every zone with its tiles; what lies in none, or does not lie, is left out."""
    held: dict[str, list[TileView]] = {name: [] for name in zones.names}
    down = those_lying(tiles)
    faces = [tile for tile in down if tile.label not in {BACK, UNKNOWN}]
    for tile in down:
        zone = zones.home_of(tile.middle)
        if zone is None:
            continue
        if zone.name.startswith(Purpose.SHOWING) and tile.label in {BACK, UNKNOWN}:
            continue  # a hand that nobody shows
        if tile.label in {BACK, UNKNOWN} and _is_on_rim(tile) and not _continues_row(tile, faces):
            continue  # wood is sometimes taken for backs, and hardly ever for faces
        is_across = zone.side is not None and tile.is_across(zone.side)
        held[zone.name].append(
            TileView(
                tile.label,
                tile.confidence,
                tile.corners,
                is_across,
                tile.alternatives,
                tile.crop,
                tile.is_hidden,
            )
        )
    return tuple(ZoneView(name, tuple(sorted(views, key=_order))) for name, views in held.items())


def _is_on_rim(tile: Lying) -> bool:
    return _out(tile) > RIM - 0.5


def _continues_row(tile: Lying, faces: Sequence[Lying]) -> bool:
    """Whether it continues a row of faces that lie as far out, as the backs of a concealed kan do."""
    row = [face for face in faces if abs(_out(face) - _out(tile)) < SAME]
    return bool((_apart([tile], row) < BESIDE).any())


def _out(tile: Lying) -> float:
    """How far from the middle of the table it lies, along the axis on which it is farther off."""
    x, y = tile.middle.tolist()
    return float(max(abs(x - 0.5), abs(y - 0.5)))


def _order(tile: TileView) -> tuple[float, float]:
    x, y = (sum(values) / 4 for values in zip(*tile.quad, strict=True))
    return round(y, 3), x


def are_alike(before: Sequence[Lying], now: Sequence[Lying]) -> bool:
    """Whether two rests have the same tiles at the same places."""
    if len(before) != len(now):
        return False
    looks = [np.array([f"{tile.label} {tile.is_hidden}" for tile in tiles]) for tiles in (now, before)]
    is_same = _near(now, before) & (looks[0][:, None] == looks[1][None])
    return bool(is_same.any(axis=1).all())
