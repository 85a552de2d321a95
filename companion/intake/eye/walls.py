"""Which open faces on the walls are indicators, in their order, and which only look like one. Pure.

Nothing is concluded here: the scribe knows whether one is owed, and so whether a doubtful blank may be it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, islice, pairwise

from companion.intake.eye.blanks import against_a_dragon, may_be_a_back
from companion.intake.eye.rows import Size, Spot, edges_of, seen_from, spot_of
from hardware.profile import Side
from vision.labels import BACK, UNKNOWN
from vision.sighting import TileView, ZoneView

__all__ = ["indicators", "stacks_of"]

NARROW = 0.88
"""In tile widths: a face narrower than this may be the end of a wall, seen from the side."""
DOUBTFUL = 0.97
"""The eye reads the end of a wall with less confidence than this; it reads an indicator with more, or the
indicator is as wide as any tile."""
LIKE_AN_END = "2s"
"""What the eye may take the end of a wall for, surely and at full width: one bar above another."""
BESIDE = 1.7
"""In tile widths: how far the next tile of a wall may be."""
TOUCHING = 1.25
"""In tile widths: tiles of a wall that are nearer to each other than this leave no gap between them."""
ROUND_THE_CORNER = {3: 8.0, 4: 6.0}
"""In tile widths, by players: how far the first tile of the next wall may be, round the corner."""
BEFORE = {3: 4, 4: 2}
"""By players: how many stacks at most lie between the break and the first indicator."""
BEHIND = 2
"""About this many stacks lie beyond the last indicator: four players have four beyond the first, and each
kan turns one more and adds half a stack. Three with a dead wall of fourteen may have fewer."""
MANY = 8
"""More stacks than need to be counted on either side of an indicator."""
LOWER, FAR_LOWER = 0.05, 0.12
"""In tile heights: indicators are in line with the tiles beside them, while the end of a wall appears lower.
In an oblique picture, faces other than two bars may be out of line by up to the second value."""
A_GAP = 5.5
"""In tile widths: only every second or third back of a slanting wall is found; anything wider is a gap."""
TAKEN_OUT = 1.4
"""In tile heights: how far from its indicator a tile is laid that was taken from under it (裏ドラ)."""


_Face = tuple[Side, Spot]
"""An open tile on the wall before a side."""


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
    """Everything that is seen of the walls, with the size of a tile and the number of players."""

    sides: tuple[_Wall, ...]
    size: Size
    players: int
    over: tuple[float, float] | None
    """The point of the flat table over which the camera hangs, if that is known."""

    def is_an_end(self, face: Spot, side: Side) -> bool:
        """Whether what looks like a face is really the side of the two tiles at the end of a wall.

        An indicator has tiles on both sides, though one of them may be round the corner.
        """
        view, size, spots = face.view, self.size, self.sides[side.value].spots
        near = [spot for spot in spots if 0 < abs(spot.x - face.x) < BESIDE * size.width]
        steps = [spot.x - face.x for spot in near]
        touching = [step for step in steps if abs(step) < TOUCHING * size.width]
        is_between = bool(touching) and min(touching) < 0 < max(touching)
        if is_between or not self._could_be_seen(face, side, steps):
            return False
        if view.confidence < DOUBTFUL and edges_of(view)[0] < NARROW * size.width:
            return True
        is_clear = view.label != LIKE_AN_END and view.confidence >= DOUBTFUL
        if is_clear or (steps and min(steps) < 0 < max(steps)):
            return False
        most = LOWER if view.label == LIKE_AN_END else FAR_LOWER
        is_level = any(abs(spot.y - face.y) < most * size.height for spot in near)
        return not is_level or (view.label == LIKE_AN_END and not self._may_be_turned(face, side))

    def _could_be_seen(self, face: Spot, side: Side, steps: Sequence[float]) -> bool:
        """Whether the camera would see a wall that ended here: an end is seen from beyond it."""
        if self.over is None or not steps or min(steps) < 0 < max(steps):
            return True
        beyond = seen_from(self.over, side.value)[0] - face.x
        return beyond * steps[0] < 0

    def _may_be_turned(self, face: Spot, side: Side) -> bool:
        """Whether an indicator can lie there, by the number of stacks on either side, round corners too."""
        before, behind = (list(islice(self._from_here(face, side.value, step), MANY)) for step in (-1, 1))
        left = list(dropwhile(lambda spot: spot.view.label != BACK, before))
        is_near = 0 < len(left) <= BEFORE[self.players]
        return is_near and all(spot.view.label == BACK for spot in left) and len(behind) >= BEHIND

    def is_beside(self, face: _Face, others: Sequence[_Face]) -> bool:
        """Whether it lies on the stack before or after one of the others, round a corner perhaps."""
        return any(
            face[1] == next(self._from_here(other, side.value, step), None)
            for side, other in others
            for step in (-1, 1)
        )

    def _from_here(self, face: Spot, side: int, step: int) -> Iterator[Spot]:
        """The stacks to one side of a face, round corners too, up to the first gap."""
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
    zones: Sequence[ZoneView], size: Size, players: int, over: tuple[float, float] | None = None
) -> tuple[list[tuple[float, list[TileView]]], list[tuple[Side, TileView]]]:
    """The open faces on the walls, from the first indicator (表示牌) on, and those in front of a wall.

    A blank beside an indicator may be another one or a back: then they are given once more with it, and with
    the cost of that in nats.

    Tiles are drawn clockwise, so the dead wall runs the other way round from the break: each player's own
    wall is read from left to right, and continues with the wall of the next player. `over` is the point of
    the flat table over which the camera hangs, if that is known.
    """
    on: list[_Face] = []
    strays: list[tuple[Side, TileView]] = []
    walls = _Walls(tuple(_wall(side, zones) for side in Side), size, players, over)
    for wall in walls.sides:
        faces = [spot for spot in wall.faces if not walls.is_an_end(spot, wall.side)]
        in_line = [spot for spot in faces if _is_on(spot, wall.backs, size)]
        for spot in faces:
            if spot in in_line or any(_is_under(spot, dora, size) for dora in in_line):
                on.append((wall.side, spot))
            else:
                strays.append((wall.side, spot.view))
    # One lies open in every hand: where nothing surer does, even a doubtful blank may be it.
    surely = [face for face in on if not may_be_a_back(face[1].view)] or on
    doubtful = [face for face in on if face not in surely and walls.is_beside(face, surely)]
    ways = [(0.0, surely), *((against_a_dragon(face[1].view), [*surely, face]) for face in doubtful)]
    return [(cost, [*_from_the_first(faces)]) for cost, faces in ways], strays


def stacks_of(zones: Sequence[ZoneView], size: Size) -> float | None:
    """The length of all walls together, in stacks; None where nothing is seen of them."""
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
    """How far apart two tiles are on the table, whichever walls they are in."""
    (x0, y0), (x1, y1) = (
        (sum(at[0] for at in spot.view.quad) / 4, sum(at[1] for at in spot.view.quad) / 4)
        for spot in (one, other)
    )
    return math.hypot(x1 - x0, y1 - y0)


def _is_on(face: Spot, backs: Sequence[Spot], size: Size) -> bool:
    """Whether an open face is in line with the rest of its wall; true where nothing of that is left."""
    if not backs:
        return True
    nearest = min(backs, key=lambda back: abs(back.x - face.x))
    return abs(nearest.y - face.y) < 0.75 * size.height


def _is_under(face: Spot, dora: Spot, size: Size) -> bool:
    """Whether a face lies just in front of or behind an indicator: taken from under it (裏ドラ)."""
    return abs(face.x - dora.x) < 0.6 * size.width and abs(face.y - dora.y) < TAKEN_OUT * size.height


def _from_the_first(faces: Sequence[_Face]) -> Iterator[TileView]:
    """The faces in order round the table, beginning after the widest gap."""
    if not faces:
        return
    on = sorted(((side.value + spot.x, spot.view) for side, spot in faces), key=lambda one: one[0])
    round_again = [*on, (on[0][0] + len(Side), on[0][1])]
    gaps = [after[0] - before[0] for before, after in pairwise(round_again)]
    first = (gaps.index(max(gaps)) + 1) % len(on)
    yield from (view for _, view in [*on[first:], *on[:first]])
