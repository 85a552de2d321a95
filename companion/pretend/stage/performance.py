"""The stage in real time: hands move in front of a camera that keeps taking pictures and streams them.

One thread takes pictures; `perform` is called in another, and waits until the hands are gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError, ConfigError
from companion.pretend.painting.things import Moving, StageTile
from companion.pretend.stage.setting import Setting, TableKind, setting_of
from companion.pretend.stage.strokes import LAID, Stroke
from vision.extra import missing_libraries, what_to_install

if TYPE_CHECKING:
    from companion.pretend.painting.film import Film
    from companion.pretend.painting.lens import StageLens

__all__ = ["CAMERAS", "Performance", "StageClosed", "Staging", "film_of", "lay"]

CAMERAS = ("overhead", "oblique", "low")
RATE = 10.0
"""Pictures a second: as many as are asked of any camera."""
HURRIED_RATE = 25.0
"""The most pictures a second where people are in a hurry: they wait less time, but for as many pictures."""
_SEEDS = 2**32
"""Seeds for light and cloth are taken modulo this, because their generator takes none below zero."""
LEAST_PATIENCE_S, MOST_PATIENCE_S = 2.0, 60.0
"""Between these lies the longest wait of hurried players for the eye; it begins with the larger one."""


class StageClosed(CompanionError, RuntimeError):
    """Play has ended: the stage is being closed."""


@dataclass(frozen=True, slots=True)
class Staging:
    """How a stage is set."""

    camera: str = "overhead"
    speed: float = 1.0
    seed: int = 1
    table: TableKind = TableKind.USUAL

    @property
    def setting(self) -> Setting:
        """The table of this seed."""
        return setting_of(self.table, self.seed)


@dataclass(frozen=True, slots=True)
class _Act:
    """What is happening in front of the camera now."""

    stroke: Stroke
    labels: dict[int, str]
    began: float
    seconds: float


class Performance:
    """The stage in front of its camera; `told` returns a value that changes whenever the page does.

    Raises:
        ConfigError: the libraries that make pictures are not installed.
    """

    def __init__(self, staging: Staging, *, told: Callable[[], object] = lambda: None) -> None:
        if missing_libraries():
            raise ConfigError(what_to_install())
        from companion.pretend.painting.lens import CAMERAS as LENSES
        from companion.pretend.painting.stream import PictureStream

        self._speed = staging.speed
        self._told = told
        self._told_before: object = None
        self._patience_s = MOST_PATIENCE_S
        self._setting = staging.setting
        self._film = film_of(LENSES[staging.camera], self._setting, staging.seed % 2, staging.seed % _SEEDS)
        self._usual_lens = self._film.lens
        self.stream = PictureStream()
        self._guard = threading.Lock()
        self._act: _Act | None = None
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._take_pictures, name="stage camera", daemon=True)
        self.frames = 0
        """Pictures taken so far."""
        self.laid: list[int] = []
        """When each stroke had laid down what it carried, in nanoseconds of the monotonic clock."""

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Where somebody taps the corners of the playing field, in pixels."""
        return self._usual_lens.tapped(self._setting.tapped_off)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures."""
        from companion.pretend.painting.lens import HEIGHT, WIDTH

        return WIDTH, HEIGHT

    def keep_place(self, path: Path) -> None:
        """Write down where the table is, as if somebody had tapped its corners."""
        from vision.place.calibration import Calibration, write_calibration

        write_calibration(Calibration("camera", self.corners, *self.size), path)

    def start(self) -> None:
        """Switch the camera on."""
        self._thread.start()

    def close(self) -> None:
        """Switch the camera off."""
        self._is_stopped.set()
        if self._thread.ident is not None:
            self._thread.join()
        self.stream.close()

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        """Let hands do this, one stroke after the other. Raises StageClosed."""
        self._told_before = self._told()
        for stroke in strokes:
            self._perform(stroke, labels)

    def rest(self, seconds: float) -> None:
        """Nobody moves. Raises StageClosed."""
        if self._is_stopped.wait(seconds / self._speed):
            raise StageClosed("the stage is being closed")

    def settle(self) -> None:
        """If players are in a hurry, wait until what was laid last has changed the page.

        The longest wait depends on how long the eye took the time before, on this machine.
        """
        if self._speed <= 1 or not self.laid:
            return
        until = time.monotonic() + self._patience_s
        while (
            self._told() == self._told_before and time.monotonic() < until and not self._is_stopped.is_set()
        ):
            self._is_stopped.wait(0.02)
        took_s = (time.monotonic_ns() - self.laid[-1]) / 1e9
        self._patience_s = max(LEAST_PATIENCE_S, 4 * min(took_s, MOST_PATIENCE_S / 4))
        self._told_before = self._told()

    def dim(self, exposure: float) -> None:
        """Somebody turns the lamp down, or up again."""
        with self._guard:
            self._film.exposure = exposure

    def cover(self, is_covered: bool) -> None:
        """Somebody's sleeve covers the lens, or no longer does."""
        with self._guard:
            self._film.is_covered = is_covered

    def bump(self, right: float, down: float, roll: float) -> None:
        """Somebody knocks against the camera; it stays where it ends up."""
        with self._guard:
            self._film.look_from(self._film.lens.bumped(right, down, roll))

    def _perform(self, stroke: Stroke, labels: dict[int, str]) -> None:
        seconds = stroke.seconds / self._speed
        if self._is_stopped.is_set():
            raise StageClosed("the stage is being closed")
        with self._guard:
            for carry in stroke.carries:
                self._film.take(carry.piece)
            self._act = _Act(stroke, labels, time.monotonic(), seconds)
        self._is_stopped.wait(seconds * LAID)
        with self._guard:
            lay(self._film, stroke, labels)
        self.laid.append(time.monotonic_ns())
        self._is_stopped.wait(seconds * (1 - LAID))
        with self._guard:
            self._act = None

    def _take_pictures(self) -> None:
        from companion.pretend.painting.film import StillReel

        reel = StillReel(self._film)
        rate = min(HURRIED_RATE, RATE * max(1.0, self._speed))
        due = time.monotonic()
        while not self._is_stopped.is_set():
            with self._guard:
                jpeg = reel.jpeg(self._moving())
            self.frames += 1
            self.stream.put(jpeg)
            # A camera that is late takes its next picture at once, and does not make up for the lost ones.
            due = max(due + 1 / rate, time.monotonic())
            self._is_stopped.wait(max(0.0, due - time.monotonic()))

    def _moving(self) -> Moving | None:
        act = self._act
        if act is None:
            return None
        share = (time.monotonic() - act.began) / act.seconds if act.seconds else 1.0
        return act.stroke.moment(min(1.0, share), act.labels)


def film_of(lens: StageLens, setting: Setting, tiles: int, seed: int) -> Film:
    """The film of a table with this setting."""
    from companion.pretend.painting.film import Film
    from companion.pretend.painting.painter import PALE

    back = None if setting.pale is None else PALE[setting.pale]
    return Film(lens, tiles=tiles, seed=seed, back=back, has_unit=setting.has_unit)


def lay(film: Film, stroke: Stroke, labels: dict[int, str]) -> None:
    """Put everything where a stroke has laid it."""
    for carry in stroke.carries:
        film.put(carry.piece, StageTile(labels[carry.piece], carry.end))
    for piece, pose in stroke.settles.items():
        if pose is None:
            film.take(piece)
        else:
            film.put(piece, StageTile(labels[piece], pose))
    if stroke.takes_sticks:
        film.clear_sticks()
    for side, stick in stroke.sticks:
        film.put_stick(side, stick)
