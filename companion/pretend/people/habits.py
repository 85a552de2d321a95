"""What people at a rehearsal do wrong, and how often; all of it drawn from seeded generators. Pure."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from companion.pretend.stage.table import Neatness

__all__ = ["Habits", "Mishap", "Mistakes", "Slip", "habits_of"]


class Mistakes(StrEnum):
    """How careful people are."""

    NONE = "none"
    HUMAN = "human"
    CARELESS = "careless"


class Slip(StrEnum):
    """One thing that a person does wrong."""

    LATE_PRESS = "late_press"
    """The key comes after the tiles were moved."""
    MISSING_PRESS = "missing_press"
    WRONG_KEY = "wrong_key"
    """Another key first, then the right one."""
    TAKEN_BACK = "taken_back"
    """A tile is laid in the river and taken back at once; then another is discarded."""
    TWO_STEPS = "two_steps"
    """A meld is left half laid for a while."""
    HAND_STAYS = "hand_stays"
    """Somebody's hand is still over the table when the next tile is moved."""
    LATE_FLIP = "late_flip"
    """The indicator is flipped after the next discard."""
    NO_STICK = "no_stick"


class Mishap(StrEnum):
    """Something that happens to the camera."""

    BUMP = "bump"
    DIM = "dim"
    COVER = "cover"


@dataclass(frozen=True, slots=True)
class Habits:
    """How often each thing happens when it could."""

    slips: tuple[tuple[Slip, float], ...] = ()
    mishaps: tuple[tuple[Mishap, float], ...] = ()
    """How often each happens to the camera after a discard."""
    neat: Neatness = field(default_factory=Neatness)

    def makes(self, slip: Slip, rng: random.Random) -> bool:
        """Whether this slip happens now."""
        return rng.random() < dict(self.slips).get(slip, 0.0)

    def mishap(self, rng: random.Random) -> Mishap | None:
        """What happens to the camera now, if anything."""
        return next((mishap for mishap, chance in self.mishaps if rng.random() < chance), None)


_SLIPS: tuple[tuple[Slip, float], ...] = (
    (Slip.LATE_PRESS, 0.1),
    (Slip.MISSING_PRESS, 0.06),
    (Slip.WRONG_KEY, 0.03),
    (Slip.TAKEN_BACK, 0.012),
    (Slip.TWO_STEPS, 0.15),
    (Slip.HAND_STAYS, 0.08),
    (Slip.LATE_FLIP, 0.15),
    (Slip.NO_STICK, 0.05),
)
_MISHAPS: tuple[tuple[Mishap, float], ...] = (
    (Mishap.BUMP, 0.002),
    (Mishap.DIM, 0.002),
    (Mishap.COVER, 0.003),
)


def habits_of(mistakes: Mistakes) -> Habits:
    """What such people do wrong; careless ones do it three times as often."""
    match mistakes:
        case Mistakes.NONE:
            return Habits()
        case Mistakes.HUMAN:
            return Habits(_SLIPS, _MISHAPS, Neatness(shift=1.4, turn=0.055, row=8))
        case Mistakes.CARELESS:
            neat = Neatness(shift=1.8, turn=0.07, row=9)
            return Habits(tuple(_often(_SLIPS)), tuple(_often(_MISHAPS)), neat)


_Kind = TypeVar("_Kind")


def _often(chances: Iterable[tuple[_Kind, float]]) -> Iterable[tuple[_Kind, float]]:
    return ((kind, min(0.6, 3 * chance)) for kind, chance in chances)
