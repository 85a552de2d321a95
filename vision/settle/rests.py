"""The table as it was at its last rest, compared with what is seen now. No message is made here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.labels import BACK, UNKNOWN
from vision.place.rectify import TABLE_MM, TILE_MM, TablePlace
from vision.settle.glance import WHOLE, Difference, Patch, SmallFrame
from vision.settle.laid import SAME, Lying
from vision.settle.swapped import are_swapped, flat_picture, with_patches
from vision.weights import CONFIDENT

__all__ = [
    "ONE_TILE", "Moment", "Rest", "SecondLooks", "Swaps", "around", "hides_tiles", "is_cleared", "rest_after",
    "seen_again", "steadied",
]  # fmt: skip

Picture = NDArray[np.uint8]

ONE_TILE = TILE_MM[1] / TABLE_MM
"""The length of a tile, as a share of the table's side."""
MANY_FACES, CLEARED_SHARE = 10, 0.4
"""Where at least this many faces lay and less than this share of them is left, the table was cleared."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The table as it was at its last rest."""

    small: SmallFrame
    tiles: tuple[Lying, ...]
    flat: Picture
    """The table from above, fine enough to tell one face from another."""


@dataclass(frozen=True)
class Moment:
    """A frame with all that a glance at it gave."""

    frame: Frame
    place: TablePlace
    small: SmallFrame
    changes: Difference | None
    """What differs from the last rest; None if there was none."""
    swapped: tuple[Patch, ...] = ()
    """Boxes around tiles that look different from those at the last rest."""

    @cached_property
    def flat(self) -> Picture:
        """The table from above; most frames are never asked for it."""
        return flat_picture(self.frame.pixels, self.place)


def hides_tiles(changes: Difference, patch: Patch, before: Sequence[Lying], seen: Sequence[Lying]) -> bool:
    """Whether tiles are missing in a patch where far more has changed than tiles can account for."""
    around = patch.grown(ONE_TILE)
    old = sum(around.holds(*tile.middle) for tile in before)
    new = sum(around.holds(*tile.middle) for tile in seen)
    return new < old and changes.tiles_in(patch) > 2.0 * (old + new) + 2.0


def is_cleared(
    before: Sequence[Lying], seen: Sequence[Lying], patches: Sequence[Patch], hands: Sequence[Patch] = ()
) -> bool:
    """Whether most faces are gone from the table: then people put them away, and nothing hides them.

    Faces in what seems to be a hand do not count: where a long meld was taken away, the change looks like
    one. Nor do things that nobody can name: many of them are edges and sides that nobody puts away.
    """
    looked, covered = ([patch.grown(ONE_TILE) for patch in some] for some in (patches, hands))
    faces = [tile for tile in before if tile.label not in {BACK, UNKNOWN} and not tile.is_in(covered)]
    left = sum(not tile.is_in(looked) for tile in faces)
    left += sum(tile.label not in {BACK, UNKNOWN} for tile in seen)
    return len(faces) >= MANY_FACES and left < CLEARED_SHARE * len(faces)


def swapped(rest: Rest, now: Moment, changes: Difference) -> tuple[Patch, ...]:
    """A box around each known tile that is in view and now looks like another one."""
    elsewhere = [patch.grown(ONE_TILE) for patch in (*changes.patches, *changes.hands)]
    in_view = [tile for tile in rest.tiles if not tile.is_hidden and not tile.is_in(elsewhere)]
    if not in_view:
        return ()
    middles = np.array([tile.middle for tile in in_view])
    is_other = are_swapped(rest.flat, now.flat, middles)
    return tuple(around(tile) for tile, other in zip(in_view, is_other, strict=True) if other)


class Swaps:
    """Which tiles of the last rest now look like others; compared once, when motion has ended."""

    def __init__(self) -> None:
        self.patches: tuple[Patch, ...] = ()
        """A box around each of them, until it is read."""
        self._has_moved = False

    def beside(self, rest: Rest, now: Moment, *, is_moving: bool) -> Moment:
        """The moment with the swaps, which a glance does not see."""
        if now.changes is None:
            return now
        if self._has_moved and not is_moving:
            self.patches = swapped(rest, now, now.changes)
        self._has_moved = is_moving
        return replace(now, swapped=self.patches)


class SecondLooks:
    """Which doubtful tile is read again: one after each rest, and the same one less and less often."""

    def __init__(self) -> None:
        self.is_due = False
        self._rests: dict[tuple[float, float], tuple[int, int]] = {}
        """For each place: for how many rests its tile has been doubtful, and at which it is read again."""

    def next(self, tiles: Iterable[Lying]) -> Lying | None:
        """The doubtful tile whose turn it is; each waits for twice as many rests as the last time."""
        if not self.is_due:
            return None
        self.is_due = False
        doubtful = {
            _place(tile): tile for tile in tiles if tile.confidence < CONFIDENT and not tile.is_hidden
        }
        before = {place: self._rests.get(place, (0, 1)) for place in doubtful}
        self._rests = {place: (rests + 1, due) for place, (rests, due) in before.items()}
        late = [place for place, (rests, due) in self._rests.items() if rests >= due]
        if not late:
            return None
        place = max(late, key=lambda one: self._rests[one][0] - self._rests[one][1])
        rests, _ = self._rests[place]
        self._rests[place] = rests, 2 * rests
        return doubtful[place]


def seen_again(tiles: Sequence[Lying], tile: Lying, seen: Iterable[Lying]) -> list[Lying]:
    """All tiles, one of them as it is read now; an empty list where that says nothing new."""
    for one in seen:
        is_there = bool(np.hypot(*(one.middle - tile.middle)) < SAME)
        if is_there and (one.label != tile.label or one.confidence > tile.confidence):
            return [one if other is tile else other for other in tiles]
    return []


def _place(tile: Lying) -> tuple[float, float]:
    x, y = tile.middle
    return round(float(x), 3), round(float(y), 3)


def steadied(rest: Rest, now: Moment, seen: Sequence[Lying], patches: Sequence[Patch]) -> list[Lying]:
    """What was seen; a tile that looks as before keeps its reading, unless the new one is surer.

    Sometimes only half of a sideways tile at a far corner is found. And a tile that looks different but is
    not found has something on it: had it gone, a glance would show it.
    """
    looked = [patch.grown(ONE_TILE) for patch in patches]
    inside = [tile for tile in rest.tiles if not tile.is_hidden and tile.is_in(looked)]
    middles = np.array([tile.middle for tile in inside]).reshape(-1, 2)
    is_other = are_swapped(rest.flat, now.flat, middles)
    out = list(seen)
    for tile, is_changed in zip(inside, is_other, strict=True):
        near = [one for one in out if np.hypot(*(one.middle - tile.middle)) < SAME]
        if is_changed:
            stays = not near and now.changes is not None and not now.changes.tiles_in(around(tile))
        else:
            stays = all(one.confidence <= tile.confidence for one in near)
        if stays:
            out = [one for one in out if one not in near] + [tile]
    return out


def around(tile: Lying) -> Patch:
    """The upright box in which a tile lies."""
    low, high = tile.quad.min(axis=0), tile.quad.max(axis=0)
    return Patch(float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def rest_after(rest: Rest | None, now: Moment, tiles: Sequence[Lying], looked: Sequence[Patch]) -> Rest:
    """The table as it lies now: its pictures are new where it was looked at and stay elsewhere."""
    if rest is None:
        return Rest(now.small, tuple(tiles), now.flat)
    return Rest(_patched(rest, now, looked), tuple(tiles), with_patches(rest.flat, now.flat, looked))


def _patched(rest: Rest, now: Moment, looked: Sequence[Patch]) -> SmallFrame:
    """The picture of the last rest, renewed where the table was looked at."""
    small = now.small
    side = small.table.shape[-1]
    table = rest.small.table.copy()
    steps = np.arange(side) / side * (WHOLE.x1 - WHOLE.x0) + WHOLE.x0
    # In the light of the last rest, so that the two parts of the picture fit together.
    light = np.median(small.table[:, ::4, ::4] - rest.small.table[:, ::4, ::4], axis=(1, 2)).astype(np.int16)
    for patch in looked:
        rows = (steps >= patch.y0) & (steps <= patch.y1)
        columns = (steps >= patch.x0) & (steps <= patch.x1)
        for table_plane, now_plane, brighter in zip(table, small.table, light, strict=True):
            table_plane[np.ix_(rows, columns)] = now_plane[np.ix_(rows, columns)] - brighter
    return replace(small, table=table)
