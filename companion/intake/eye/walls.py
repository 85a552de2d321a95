"""Which open faces on the walls are indicators, in their order, and what only looks like one. Pure.

Nothing is concluded here: whether an indicator is owed is for the scribe.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, islice, pairwise

from companion.intake.eye.rows import Size, Spot, edges_of, spot_of
from hardware.profile import Side
from vision.labels import BACK, UNKNOWN
from vision.sighting import TileView, ZoneView

__all__ = ["indicators", "stacks_of"]

NARROW = 0.88
"""In usual widths: the end of a wall, seen from the side, looks like a narrow face …"""
DOUBTFUL = 0.97
"""… of which the eye is not sure either. An indicator is as wide as any tile, or is read with confidence."""
LIKE_AN_END = "2s"
"""The eye may read the end of a wall as this, as wide as a face and as sure: two bars, one over the other."""
BESIDE = 1.7
"""In usual widths: so near the next tile of a wall lies …"""
ROUND_THE_CORNER = {3: 8.0, 4: 6.0}
"""… and so near the first one of the next wall; the walls of three players are shorter."""
BEFORE = {3: 4, 4: 2}
"""This many stacks lie between the first indicator and the break; indicators lie beside the others."""
BEHIND = 2
"""At least this many lie behind the last one: five indicators can be turned, and there are seven stacks."""
MANY = 8
"""More stacks than lie at either hand of any indicator."""
LOWER, FAR_LOWER = 0.05, 0.12
"""In usual heights: indicators lie in line with the tiles beside them, an end lies lower and so beside it; at
the far side of an oblique picture faces that are not two bars may be told a little more beside it."""
A_GAP = 5.5
"""In usual widths: of a wall seen aslant only every second or third back is found; what is wider is a gap."""
TAKEN_OUT = 1.4
"""In tile heights (裏ドラ): so near its own indicator a tile is laid that was taken out from under it."""


@dataclass(frozen=True, slots=True)
class _Wall:
    """What the wall before one side shows, from its owner's left hand to the right."""

    side: Side
    spots: tuple[Spot, ...]

    @property
    def backs(self) -> list[Spot]:
        return [spot for spot in self.spots if spot.view.label == BACK]

    @property
    def faces(self) -> list[Spot]:
        return [spot for spot in self.spots if spot.view.label != BACK]


@dataclass(frozen=True, slots=True)
class _Walls:
    """All that is seen of them, and how they are laid."""

    sides: tuple[_Wall, ...]
    size: Size
    players: int

    def is_an_end(self, face: Spot, side: Side) -> bool:
        """Whether what looks like a face is rather the side of the two tiles with which a wall ends.

        An indicator has tiles at both hands, though one of them may be round the corner.
        """
        view, size = face.view, self.size
        if view.confidence < DOUBTFUL and edges_of(view)[0] < NARROW * size.width:
            return True
        spots = self.sides[side.value].spots
        near = [spot for spot in spots if 0 < abs(spot.x - face.x) < BESIDE * size.width]
        steps = [spot.x - face.x for spot in near]
        is_clear = view.label != LIKE_AN_END and view.confidence >= DOUBTFUL
        if is_clear or (steps and min(steps) < 0 < max(steps)):
            return False
        most = LOWER if view.label == LIKE_AN_END else FAR_LOWER
        is_level = any(abs(spot.y - face.y) < most * size.height for spot in near)
        return not is_level or (view.label == LIKE_AN_END and not self._may_be_turned(face, side))

    def _may_be_turned(self, face: Spot, side: Side) -> bool:
        """Whether an indicator can lie there: this many stacks lie at either hand, round the corner too."""
        before, behind = (list(islice(self._from_here(face, side.value, step), MANY)) for step in (-1, 1))
        left = list(dropwhile(lambda spot: spot.view.label != BACK, before))
        is_near = 0 < len(left) <= BEFORE[self.players]
        return is_near and all(spot.view.label == BACK for spot in left) and len(behind) >= BEHIND

    def _from_here(self, face: Spot, side: int, step: int) -> Iterator[Spot]:
        """The stacks from a face on to one hand, round corners too, as long as there is no gap."""
        sides, at, last = self.sides, self.sides[side].spots.index(face), face
        while True:
            at, most = at + step, BESIDE
            if not 0 <= at < len(sides[side].spots):
                side, most = (side + step) % len(sides), ROUND_THE_CORNER[self.players]
                at = 0 if step > 0 else len(sides[side].spots) - 1
            if not sides[side].spots or _apart(last, sides[side].spots[at]) > most * self.size.width:
                return
            last = sides[side].spots[at]
            yield last


def indicators(
    zones: Sequence[ZoneView], size: Size, players: int
) -> tuple[list[TileView], list[tuple[Side, TileView]]]:
    """Open faces on the walls, from the first one on, and open faces that lie before a wall (表示牌).

    Tiles are drawn clockwise, so the dead wall goes on the other way round from where it was broken:
    each player's own wall is read from left to right, and goes on with the wall of the next player.
    """
    on: list[tuple[float, TileView]] = []
    strays: list[tuple[Side, TileView]] = []
    walls = _Walls(tuple(_wall(side, zones) for side in Side), size, players)
    for wall in walls.sides:
        faces = [spot for spot in wall.faces if not walls.is_an_end(spot, wall.side)]
        in_line = [spot for spot in faces if _is_on(spot, wall.backs, size)]
        for spot in faces:
            if spot in in_line or any(_is_under(spot, dora, size) for dora in in_line):
                on.append((wall.side.value + spot.x, spot.view))
            else:
                strays.append((wall.side, spot.view))
    return list(_from_the_first(sorted(on, key=lambda one: one[0]))), strays


def stacks_of(zones: Sequence[ZoneView], size: Size) -> float | None:
    """How many stacks long the walls are together, from end to end; None where nothing is seen of them."""
    runs = [run for side in Side for run in _runs(_wall(side, zones), A_GAP * size.width)]
    return sum(last - first + size.width for first, last in runs) / size.width if runs else None


def _runs(wall: _Wall, gap: float) -> Iterator[tuple[float, float]]:
    """Where each part of a wall begins and ends."""
    places = [spot.x for spot in wall.spots]
    ends = [at for at, (x, after) in enumerate(pairwise(places)) if after - x > gap]
    firsts, lasts = [0, *(at + 1 for at in ends)], [*ends, len(places) - 1]
    if places:
        yield from ((places[first], places[last]) for first, last in zip(firsts, lasts, strict=True))


def _wall(side: Side, zones: Sequence[ZoneView]) -> _Wall:
    views = [view for zone in zones if zone.name == f"wall.{side.name}" for view in zone.tiles]
    known = [spot_of(view, side.value) for view in views if view.label != UNKNOWN]
    return _Wall(side, tuple(sorted(known, key=lambda spot: spot.x)))


def _apart(one: Spot, other: Spot) -> float:
    """How far apart two tiles lie on the table, whosever they are."""
    (x0, y0), (x1, y1) = (
        (sum(at[0] for at in spot.view.quad) / 4, sum(at[1] for at in spot.view.quad) / 4)
        for spot in (one, other)
    )
    return math.hypot(x1 - x0, y1 - y0)


def _is_on(face: Spot, backs: Sequence[Spot], size: Size) -> bool:
    """Whether an open face lies in line with what is left of the wall; where nothing is, nobody knows."""
    if not backs:
        return True
    nearest = min(backs, key=lambda back: abs(back.x - face.x))
    return abs(nearest.y - face.y) < 0.75 * size.height


def _is_under(face: Spot, dora: Spot, size: Size) -> bool:
    """Whether a face lies right before or behind an indicator (裏ドラ): taken out from under it."""
    return abs(face.x - dora.x) < 0.6 * size.width and abs(face.y - dora.y) < TAKEN_OUT * size.height


def _from_the_first(on: list[tuple[float, TileView]]) -> Iterator[TileView]:
    """Round the table, beginning after the widest free stretch."""
    if not on:
        return
    round_again = [*on, (on[0][0] + len(Side), on[0][1])]
    gaps = [after[0] - before[0] for before, after in pairwise(round_again)]
    first = (gaps.index(max(gaps)) + 1) % len(on)
    yield from (view for _, view in [*on[first:], *on[:first]])
