"""From a frame to a sighting in eight steps: fit, shrink, glance, compare, settle, look, count, tell.

The steps themselves are in other modules; this one joins them, and remembers what they need between frames.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.camera.lens import Verdict
from vision.frame import Frame
from vision.place.missing import Missing
from vision.place.raising import camera_over, on_the_cloth
from vision.place.rectify import Locate, TableNotLocated, TablePlace, placed
from vision.place.zones import ZoneMap
from vision.settle.crops import crop_of
from vision.settle.glance import (
    WHOLE,
    Difference,
    Patch,
    SmallFrame,
    corners_after,
    difference,
    drifted,
    followed,
    moving_share,
    small_frame,
    with_surroundings_of,
)
from vision.settle.laid import Lying, are_alike, counted, put_together, zones_with
from vision.settle.patches import Look, PatchReader
from vision.settle.rest_picture import cloth_alone
from vision.settle.rests import (
    ONE_TILE,
    Moment,
    Rest,
    SecondLooks,
    Swaps,
    around,
    hides_tiles,
    is_cleared,
    rest_after,
    seen_again,
    steadied,
)
from vision.settle.settling import Glance, Patience, Settler, Step, Task
from vision.settle.sticks import Sticks, stick_places
from vision.sighting import Condition, CropTaken, EyeStatus, Message, RestTaken, Sighting, TableFollowed

SIZES: Final = (1.0, 1.2, 0.9)
"""By what factor tiles are enlarged, compared with the usual size, for each look at a change: what runs
together or falls into bits at one size is whole at another."""
DOUBTFUL = 0.97
"""If a tile is read with less confidence than this, its picture is sent too."""
MOST_CROPS = 16
"""At most this many pictures of tiles go with each sighting."""
SETTLED_SHARE = 0.4
"""After a bump the last rest is found again if no more than this share of the difference is left."""
LOST_SHARE = 0.35
"""If this much differs and the picture did not move as a whole, the table is not where it was."""


class Portraits:
    """Pictures of doubtful tiles, numbered as long as the worker lives; and of the cloth, if wanted."""

    def __init__(self) -> None:
        self._taken = 0
        self.keeps_rests = False
        """Whether the whole cloth is wanted too."""

    def of(self, now: Moment, tiles: Sequence[Lying]) -> tuple[list[Lying], list[CropTaken | RestTaken]]:
        """Take a picture of each doubtful tile that has none, and of the cloth if that is wanted.

        Answers all tiles, with the numbers of their pictures, and the pictures. There is none of the cloth
        at the first rest, when nobody knows what is in the way.
        """
        out: list[Lying] = []
        crops: list[CropTaken | RestTaken] = []
        for tile in tiles:
            if tile.crop == 0 and tile.confidence < DOUBTFUL and len(crops) < MOST_CROPS:
                self._taken += 1
                quad = np.asarray(now.place.pixels(tile.quad), np.float32)
                crops.append(CropTaken(self._taken, crop_of(now.frame.pixels, quad)))
                out.append(replace(tile, crop=self._taken))
            else:
                out.append(tile)
        if self.keeps_rests and now.changes is not None:
            crops.append(RestTaken(now.frame.at_ns, cloth_alone(now.frame.pixels, now.place, _hands(now))))
        return out, crops


class Pipeline:
    """Everything between frames and messages, for one camera."""

    def __init__(self, look: Look, locate: Locate, zones: ZoneMap, patience: Patience | None = None) -> None:
        self._reader = PatchReader(look)
        self._locate = locate
        self._zones = zones
        self._settler = Settler(patience)
        self._place: TablePlace | None = None
        self._rest: Rest | None = None
        self._before: SmallFrame | None = None
        self._patches: tuple[Patch, ...] = ()
        self._votes: list[list[Lying]] = []
        self._foreign: tuple[Patch, ...] = ()
        self._swaps, self._second, self._missing = Swaps(), SecondLooks(), Missing()
        self._said: Condition | None = None
        self.portraits, self._sticks = Portraits(), Sticks(stick_places(zones))
        self._number = self.rested_ns = 0
        """`rested_ns`: when the table last lay still and all that could be seen was read; 0 for never."""

    @property
    def looks(self) -> int:
        """How many patches of the table have been read since the start."""
        return self._reader.looks

    def feed(self, frame: Frame) -> Iterator[Message]:
        """Take one more frame, and say what there is to say about it."""
        place = self._fitting(frame)
        if isinstance(place, TableNotLocated):
            yield from self._say(frame, self._missing.condition(place.why, frame.at_ns), place.sentence)
            return
        self._missing = Missing()
        small = small_frame(frame.pixels, place)
        changes = self._sorted(difference(small.table, self._rest.small.table)) if self._rest else None
        moving = moving_share(small, self._before) if self._before else 1.0
        now = Moment(frame, place, small, changes)
        if self._rest:
            now = self._swaps.beside(self._rest, now, is_moving=self._settler.is_motion(moving))
        step = self._settler.see(_glance(now, moving))
        self._before = small
        if step.task is Task.FIND_TABLE:
            step = self._find_table(now)
            if self._place is not None and self._place != place:
                yield TableFollowed(frame.camera, frame.at_ns, on_the_cloth(self._place))
        yield from self._say(frame, step.condition, _note(step.condition))
        yield from self._do(step, now)
        if step.is_still and self._rest is not None:
            self.rested_ns = frame.at_ns

    def say_again(self) -> None:
        """After the camera was away: with the next frame, say again how the eye is doing."""
        self._said, self._before, self._missing = None, None, Missing()

    def _fitting(self, frame: Frame) -> TablePlace | TableNotLocated:
        """The table's place in a frame of this size; it is looked for if it is not known.

        If it is not found there, it stays known for pictures of the old size: a phone may be turned back.
        """
        if self._place is not None and frame.size == (self._place.width, self._place.height):
            return self._place
        known = self._place.for_size(*frame.size) if self._place else None
        place = known if isinstance(known, TablePlace) else self._locate(frame.pixels)
        if isinstance(place, TablePlace) and frame.size != (place.width, place.height):
            place = place.for_size(*frame.size)
        self._before = None
        self._settler.found_again()
        if isinstance(place, TablePlace):
            # Small pictures of another size or place cannot be compared: the whole table is looked at again.
            self._place, self._rest = place, None
        return place

    def _sorted(self, changes: Difference) -> Difference:
        """The differences, where known things that are not tiles count as being in the way, like hands."""
        known = [patch.grown(0.02) for patch in self._foreign]
        strange = tuple(patch for patch in changes.patches if any(patch.is_within(one) for one in known))
        self._foreign = tuple(one for one in self._foreign if any(one.meets(patch) for patch in strange))
        rest = tuple(patch for patch in changes.patches if patch not in strange)
        return replace(changes, patches=rest, hands=changes.hands + strange)

    def _find_table(self, now: Moment) -> Step:
        """The camera may have moved: locate the table anew, or by how the picture moved."""
        rest, changes = self._rest, now.changes
        if rest is None or changes is None:
            return Step(Task.WAIT, Condition.WATCHING)
        for place in self._places_after(now, rest):
            again = small_frame(now.frame.pixels, place)
            if difference(again.table, rest.small.table).share < SETTLED_SHARE * changes.share:
                self._place, self._before = place, again
                self._rest = replace(rest, small=with_surroundings_of(again, rest.small))
                self._settler.found_again()
                return Step(Task.WAIT, Condition.WATCHING)
        if changes.share > LOST_SHARE:
            return self._settler.lost()
        # The picture did not move as a whole: much was laid at once, and the next glance looks at it.
        return Step(Task.WAIT, Condition.WATCHING)

    def _places_after(self, now: Moment, rest: Rest) -> Iterator[TablePlace]:
        located = self._locate(now.frame.pixels)
        if isinstance(located, TablePlace) and located != now.place:
            yield located
        matrix = drifted(rest.small, now.small)
        if matrix is not None:
            moved = placed(corners_after(now.place, matrix), now.frame.size)
            if isinstance(moved, TablePlace):
                yield moved

    def _do(self, step: Step, now: Moment) -> Iterator[Message]:
        changes = now.changes
        if step.task in {Task.LOOK, Task.REST}:
            if step.patches != self._patches or step.vote == 1:
                self._votes, self._patches = [], step.patches
            known, size = _lain(self._rest), SIZES[len(self._votes) % len(SIZES)]
            read = self._reader.read(now.frame.pixels, now.place, step.patches, known, size=size)
            self._votes.append(read)
        else:
            self._votes = []
        if step.task is Task.REST:
            yield from self._rest_at(now, counted(self._votes), step.patches)
        elif step.task is Task.LOOK_UNDER:
            yield from self._look_under(step, now)
        elif step.condition is Condition.WATCHING and changes and not changes.patches and not changes.hands:
            self._follow_light(now.small)
            if self._rest and any(tile.is_hidden for tile in self._rest.tiles):
                yield from self._settle(now, (), (), ())
            elif self._rest:
                yield from self._look_again(now, self._rest.tiles)

    def _rest_at(self, now: Moment, seen: Sequence[Lying], patches: Sequence[Patch]) -> Iterator[Message]:
        """Believe what was read, unless something that is not a tile lies on tiles that were there."""
        before, hands, changes = _lain(self._rest), _hands(now), now.changes
        if self._rest:
            seen = steadied(self._rest, now, seen, patches)
        if is_cleared(before, seen, patches, hands):
            seen = [*seen, *self._reader.read(now.frame.pixels, now.place, hands)] if hands else seen
            yield from self._settle(now, seen, (*patches, *hands), ())
            return
        strange = tuple(patch for patch in patches if changes and hides_tiles(changes, patch, before, seen))
        self._foreign += strange
        free = tuple(patch for patch in patches if patch not in strange)
        yield from self._settle(now, seen, free, hands + strange)

    def _settle(
        self, now: Moment, seen: Sequence[Lying], patches: Sequence[Patch], hands: Sequence[Patch]
    ) -> Iterator[Message]:
        """Believe what was read: this becomes the last rest, and what is new is reported."""
        before, looked = _lain(self._rest), [patch.grown(ONE_TILE) for patch in patches]
        tiles = put_together(before, seen, looked, hands)
        is_new = self._number == 0 or not are_alike(before, tiles)
        self._second.is_due = True
        yield from self._tell(now, tiles, looked, is_new=is_new)

    def _tell(
        self, now: Moment, tiles: Sequence[Lying], looked: Sequence[Patch], *, is_new: bool
    ) -> Iterator[Message]:
        """Remember how the table lies now, and report it if it is new."""
        if is_new:
            tiles, crops = self.portraits.of(now, tiles)
            yield from crops
            self._number += 1
            zones = zones_with(tiles, self._zones)
            quads = [tile.quad for tile in tiles]
            sticks = self._sticks.seen(now.frame.pixels, now.place, quads, _hands(now))
            # Reported before it is remembered, so that nobody has to wait for both.
            yield Sighting(
                now.frame.camera, now.frame.at_ns, self._number, zones, sticks, camera_over(now.place)
            )
        self._rest = rest_after(self._rest, now, tiles, looked)
        self._swaps.patches = ()
        self._settler.rested(sharpness=now.small.lens.sharpness)
        self._votes, self._patches = [], ()

    def _look_again(self, now: Moment, tiles: Sequence[Lying]) -> Iterator[Message]:
        """Nothing moves and nothing is new: read one doubtful tile once more."""
        tile = self._second.next(tiles)
        if tile is not None:
            seen = self._reader.read(now.frame.pixels, now.place, [around(tile)])
            again = seen_again(tiles, tile, seen)
            if again:
                yield from self._tell(now, again, (), is_new=True)

    def _look_under(self, step: Step, now: Moment) -> Iterator[Message]:
        """What came from outside may be there to stay: believe it only if no tile is lost by that."""
        seen = self._reader.read(now.frame.pixels, now.place, step.patches)
        before, looked = _lain(self._rest), [patch.grown(ONE_TILE) for patch in step.patches]
        outside = len(put_together(before, (), looked, ()))
        if len(put_together(before, seen, looked, ())) >= len(before) > 0 or outside == len(before):
            yield from self._settle(now, seen, step.patches, ())

    def _follow_light(self, small: SmallFrame) -> None:
        """Where nothing changed, the last rest follows the light slowly."""
        if self._rest:
            table = followed(self._rest.small.table, small.table)
            self._rest = replace(self._rest, small=replace(small, table=table))

    def _say(self, frame: Frame, condition: Condition, note: str) -> Iterator[EyeStatus]:
        # A reason that changes from picture to picture is told once: pages have the same words for all.
        if condition is not self._said:
            self._said = condition
            yield EyeStatus(frame.camera, frame.at_ns, condition, note)


def _glance(now: Moment, moving: float) -> Glance:
    """What one frame shows at a glance; before the first rest, everything is new."""
    lens, changes = now.small.lens, now.changes
    if changes is None:
        return Glance(now.frame.at_ns, lens.verdict, lens.sharpness, moving, 0.0, (WHOLE,))
    return Glance(
        now.frame.at_ns,
        lens.verdict,
        lens.sharpness,
        moving,
        changes.share,
        changes.patches,
        changes.hands,
        now.swapped,
    )


_LENS_NOTES = {
    Condition.COVERED: Verdict.COVERED,
    Condition.DARK: Verdict.DARK,
    Condition.BRIGHT: Verdict.BRIGHT,
    Condition.BLURRED: Verdict.BLURRED,
}


def _hands(now: Moment) -> tuple[Patch, ...]:
    return now.changes.hands if now.changes else ()


def _lain(rest: Rest | None) -> Sequence[Lying]:
    return rest.tiles if rest else ()


def _note(condition: Condition) -> str:
    if condition in _LENS_NOTES:
        return _LENS_NOTES[condition].sentence
    return "The camera or the table was moved." if condition is Condition.MOVED else ""
