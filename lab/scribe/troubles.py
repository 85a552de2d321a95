"""What happens to the drawn camera while people play on: it is covered, in the dark, unplugged or knocked.

Nothing is judged here. The mistakes of the people themselves are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from random import Random
from typing import Final

from companion.pretend.painting.things import Moving
from companion.pretend.stage.setting import Setting
from companion.pretend.stage.strokes import Stroke
from lab.bench.stage_house import CAMERA, QuickHouse
from lab.bench.stage_reel import RenderedSight
from vision.settle.settling import Patience
from vision.sighting import Condition, EyeStatus

__all__ = ["Trouble", "TroubledSight"]

EACH_STROKE: Final = 0.08
"""The chance, after each movement of a hand, that something happens to the camera."""
LEAST_S: Final = 0.5
"""The shortest trouble, and how often a rest checks whether one is over."""
A_BEAT_NS: Final = 500_000_000
"""The house hears of rests at most this often."""
DARK: Final = 0.1
"""The share of the usual light that is left in the dark."""
LITTLE, FAR = (9.0, -6.0, 0.006), (70.0, 45.0, 0.05)
"""Pixels right and down, and radians: the eye can follow the first move, but not the second."""


class Trouble(Enum):
    """What can happen to the camera."""

    COVERED = auto()
    DARK = auto()
    UNPLUGGED = auto()
    KNOCKED = auto()
    """It hangs a little askew; afterwards somebody straightens it."""
    MOVED = auto()
    """It looks elsewhere, until somebody shows it the table again."""


class TroubledSight(RenderedSight):
    """The real eye behind a camera that is in trouble for up to `most_s` seconds at a time."""

    def __init__(
        self,
        house: QuickHouse,
        camera: str,
        *,
        tiles: int,
        most_s: float,
        random: Random,
        patience: Patience | None = None,
        setting: Setting | None = None,
    ) -> None:
        super().__init__(house, camera, tiles=tiles, patience=patience, setting=setting)
        self._most_s, self._random = most_s, random
        self._trouble: Trouble | None = None
        self._until_ns = self._rested_ns = 0
        self._hung = (self.film.lens, self.film.lens.bumped(*FAR))
        """How the camera hangs now, and how it hangs after the next move."""

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        """People play on, whatever happens to the camera."""
        for stroke in strokes:
            self._may_pass()
            super().perform((stroke,), labels)
            if self._trouble is None and self._random.random() < EACH_STROKE:
                self._begin(self._random.choice(list(Trouble)))

    def rest(self, seconds: float) -> None:
        """Rest; a trouble may end meanwhile."""
        left = seconds
        while left > 0:
            self._may_pass()
            part = min(LEAST_S, left)
            super().rest(part)
            left -= part

    def see(self, moving: Moving | None = None) -> None:
        """Show the eye a picture, unless the camera is unplugged."""
        if self._trouble is not Trouble.UNPLUGGED:
            super().see(moving)
        rested_ns = self.pipeline.rested_ns
        if rested_ns - self._rested_ns >= A_BEAT_NS:
            self._rested_ns = rested_ns
            self.house.rested(rested_ns)

    def _begin(self, trouble: Trouble) -> None:
        now_ns = self.house.clock.monotonic_ns()
        self._trouble = trouble
        self._until_ns = now_ns + round(self._random.uniform(LEAST_S, self._most_s) * 1e9)
        match trouble:
            case Trouble.COVERED:
                self.cover(True)
            case Trouble.DARK:
                self.dim(DARK)
            case Trouble.UNPLUGGED:
                self.house.say(EyeStatus(CAMERA, now_ns, Condition.NO_CAMERA, "It was unplugged."))
            case Trouble.KNOCKED:
                self.bump(*LITTLE)
            case Trouble.MOVED:
                self._hung = self._hung[::-1]
                self.film.look_from(self._hung[0])

    def _may_pass(self) -> None:
        if self._trouble is None or self.house.clock.monotonic_ns() < self._until_ns:
            return
        trouble, self._trouble = self._trouble, None
        match trouble:
            case Trouble.COVERED:
                self.cover(False)
            case Trouble.DARK:
                self.dim(1.0)
            case Trouble.UNPLUGGED:
                self.pipeline.say_again()
            case Trouble.KNOCKED:
                self.film.look_from(self._hung[0])
            case Trouble.MOVED:
                self.pipeline = self._shown()
