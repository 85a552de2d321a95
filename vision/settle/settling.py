"""Glances go in, and what to do comes out: wait, look at what changed, or find the table again.

Pure: no picture, no clock and no tile; time comes with the glances.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from vision.camera.lens import Verdict
from vision.settle.glance import TABLE, Patch, merged_patches
from vision.sighting import Condition

__all__ = ["Glance", "Patience", "Settler", "Step", "Task"]


@dataclass(frozen=True, slots=True)
class Patience:
    """The settler's thresholds: counts of glances, seconds, and shares of the table."""

    still: int = 2
    """The table has come to rest after this many glances without motion, once `still_s` has passed too."""
    still_s: float = 0.18
    """It must also have been without motion for this many seconds: fast cameras glance often."""
    votes: int = 3
    """How many times a change is looked at before it is believed."""
    lens: int = 4
    """After this many bad pictures in a row people are told."""
    well_s: float = 1.0
    """That is over once no picture has been bad for this many seconds: exposure may pump."""
    moving: float = 0.0012
    """If more than this share of the table differs from the frame before, something is moving."""
    bumped: float = 0.012
    """If more than this share of the table differs, the camera may have moved, and not only tiles."""
    bumped_patches: int = 4
    """The same for the number of patches that differ; either is enough."""
    blurred: float = 0.3
    """Below this share of the usual sharpness the lens has lost its focus."""
    stuck_s: float = 4.0
    """What reaches in from outside is looked at after it has not moved for this many seconds: it may stay."""
    alike: float = 0.02
    """A share of the table: what reaches in has moved once one of its edges has moved by more than this."""


@dataclass(frozen=True, slots=True)
class Glance:
    """One frame as the settler sees it."""

    at_ns: int
    lens: Verdict
    sharpness: float
    moving: float
    """The share that differs from the frame before."""
    changed: float
    """The share that differs from the last rest."""
    patches: tuple[Patch, ...] = ()
    """What changed since the last rest."""
    hands: tuple[Patch, ...] = ()
    """What is in the way: what reaches in from outside, and known things that are not tiles."""
    swapped: tuple[Patch, ...] = ()
    """Tiles that may have taken the place of others, which the patches do not show."""


class Task(Enum):
    """What to do after a glance."""

    WAIT = auto()
    LOOK = auto()
    """Read the patches, and keep what is read as a vote."""
    REST = auto()
    """Read the patches for the last vote; then what was read counts."""
    FIND_TABLE = auto()
    """Find the table again: the camera may have moved."""
    LOOK_UNDER = auto()
    """Something has lain still for a long time: check whether tiles are there."""


@dataclass(frozen=True, slots=True)
class Step:
    """A task, and the patches it is about."""

    task: Task
    condition: Condition
    patches: tuple[Patch, ...] = ()
    vote: int = 0
    """Counts the looks at these patches since something moved, from 1; 0 if this is not a look."""
    is_still: bool = False
    """Nothing moves, and nothing that can be seen is left to be read; a hand may lie there, but not over the
    whole table."""


_LENS = {
    Verdict.COVERED: Condition.COVERED,
    Verdict.DARK: Condition.DARK,
    Verdict.BRIGHT: Condition.BRIGHT,
    Verdict.BLURRED: Condition.BLURRED,
}


class Settler:
    """Decides after each glance what to do; remembers just enough of the glances before."""

    def __init__(self, patience: Patience | None = None) -> None:
        self._patience = patience or Patience()
        self._still = 0
        self._moved_ns = 0
        """When something moved last."""
        self._bad = 0
        self._bad_ns = 0
        """When a picture was bad last."""
        self._votes = 0
        self._asked: tuple[Patch, ...] = ()
        self._hands: dict[Patch, int] = {}
        """What reaches in from outside, and since when it has lain as it lies now, in nanoseconds."""
        self._has_searched = False
        """The table was looked for because of what differs now, and not found elsewhere."""
        self._is_lost = False
        """The table is not where it was, and was not found."""
        self._sharpness = 0.0
        self._condition = Condition.WATCHING

    def is_motion(self, share: float) -> bool:
        """Whether something moves where this much of the table differs from the frame before."""
        return share > self._patience.moving

    def see(self, glance: Glance) -> Step:
        """Take one more glance, and say what to do."""
        bad = self._judge_lens(glance)
        if bad is not None:
            self._start_again()
            self._condition = bad if self._bad >= self._patience.lens else self._condition
            return Step(Task.WAIT, self._condition)
        self._hands = {hand: self._since_ns(hand, glance.at_ns) for hand in glance.hands}
        self._is_lost &= self._differs_much(glance)
        if self.is_motion(glance.moving):
            self._start_again()
            self._has_searched &= glance.moving <= self._patience.bumped
            self._moved_ns = glance.at_ns
            free = self._condition if self._condition not in _LENS.values() else Condition.WATCHING
            self._condition = self._condition_now(glance, free)
            if glance.hands or not glance.changed:
                # Before the first rest nobody knows what is a hand, and all of the table would be read.
                return Step(Task.WAIT, self._condition)
            return self._at_rest(glance, is_moving=True)
        self._still += 1
        self._condition = self._condition_now(glance, Condition.WATCHING)
        has_rested = glance.at_ns - self._moved_ns >= self._patience.still_s * 1e9
        return self._at_rest(glance, is_moving=self._still < self._patience.still or not has_rested)

    def rested(self, *, sharpness: float) -> None:
        """What was looked at is the last rest now; its sharpness counts towards the usual one."""
        self._votes = 0
        self._asked = ()
        self._has_searched = self._is_lost = False
        self._sharpness = sharpness if self._sharpness == 0 else 0.8 * self._sharpness + 0.2 * sharpness

    def found_again(self) -> None:
        """The table was found at another place, or is looked for anew: the glances before do not count."""
        self._start_again()
        self._has_searched = self._is_lost = False

    def lost(self) -> Step:
        """The camera moved and the table is not found: nothing is reported until it is found."""
        self._start_again()
        self._has_searched, self._is_lost = False, True
        self._condition = Condition.MOVED
        return Step(Task.WAIT, self._condition)

    def _condition_now(self, glance: Glance, free: Condition) -> Condition:
        if self._is_lost:
            return Condition.MOVED
        is_well = glance.at_ns - self._bad_ns >= self._patience.well_s * 1e9
        if self._condition in _LENS.values() and not is_well:
            return self._condition
        return Condition.HAND if glance.hands else free

    def _judge_lens(self, glance: Glance) -> Condition | None:
        condition = _LENS.get(glance.lens)
        if condition is Condition.BLURRED and self._sharpness and not self._is_blurred(glance):
            condition = None  # this camera's pictures are never sharper, and were read
        if condition is None and self._is_blurred(glance):
            condition = Condition.BLURRED
        self._bad = 0 if condition is None else self._bad + 1
        self._bad_ns = self._bad_ns if condition is None else glance.at_ns
        return condition

    def _is_blurred(self, glance: Glance) -> bool:
        return glance.sharpness < self._patience.blurred * self._sharpness

    def _start_again(self) -> None:
        self._still = self._votes = 0
        self._asked = ()

    def _since_ns(self, hand: Patch, now_ns: int) -> int:
        """Since when it has been there, wherever else something moved meanwhile."""
        near = hand.grown(self._patience.alike)
        same = (
            since_ns
            for was, since_ns in self._hands.items()
            if was.is_within(near) and hand.is_within(was.grown(self._patience.alike))
        )
        return min(same, default=now_ns)

    def _at_rest(self, glance: Glance, *, is_moving: bool) -> Step:
        """Look at what changed, even while something may still move: looks count once it has come to rest.

        What moved last was often just the hand that has left.
        """
        patches = merged_patches([*glance.patches, *glance.swapped])
        free = tuple(patch for patch in patches if not any(patch.meets(hand) for hand in glance.hands))
        if self._differs_much(glance) and not self._has_searched:
            if is_moving:
                return Step(Task.WAIT, self._condition)
            self._has_searched, self._is_lost = True, False
            return Step(Task.FIND_TABLE, self._condition, free)
        if free:
            return self._vote(free, is_moving=is_moving)
        self._votes, self._asked = 0, ()
        if not glance.hands:
            self._has_searched = False  # what differed then is gone, like a hand that changed nothing
        elif not is_moving:
            return self._wait_for_hands(glance.at_ns)
        return Step(Task.WAIT, self._condition, is_still=not is_moving)

    def _differs_much(self, glance: Glance) -> bool:
        return glance.changed > self._patience.bumped or len(glance.patches) > self._patience.bumped_patches

    def _vote(self, patches: tuple[Patch, ...], *, is_moving: bool) -> Step:
        """Look at the same patches often enough; when others join them, counting begins anew."""
        if not all(any(patch.is_within(asked) for asked in self._asked) for patch in patches):
            self._votes = 0
            self._asked = merged_patches([*self._asked, *(patch.grown(0.01) for patch in patches)])
        self._votes += 1
        is_enough = self._votes >= self._patience.votes and not is_moving
        task = Task.REST if is_enough else Task.LOOK
        return Step(task, self._condition, self._asked, self._votes, is_still=is_enough)

    def _wait_for_hands(self, now_ns: int) -> Step:
        """Look under what has long lain in one place; if it stays, again after the same time."""
        late_ns = now_ns - round(self._patience.stuck_s * 1e9)
        late = tuple(hand for hand, since_ns in self._hands.items() if since_ns <= late_ns)
        is_seen = not any(TABLE.is_within(hand) for hand in self._hands)
        if not late:
            return Step(Task.WAIT, self._condition, is_still=is_seen)
        self._hands |= dict.fromkeys(late, now_ns)
        return Step(Task.LOOK_UNDER, self._condition, late, is_still=is_seen)
