"""What the eye says of a pretend table by the house's clock: never wrong, from drawn pictures, or replayed.

Pictures are 1920 x 1080 and coded as JPEGs. One picture of a moving hand is enough; a picture of a table at
rest is left out only if it would be the same as the one before and the eye has nothing left to look at.
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.snapshots import Snapshots
from companion.pretend.painting.things import Moving, Pose, Stance
from companion.pretend.people.habits import Mishap
from companion.pretend.people.mishaps import let_happen
from companion.pretend.stage.performance import film_of, lay
from companion.pretend.stage.setting import Setting
from companion.pretend.stage.strokes import LAID, Stroke
from companion.pretend.stage.table import StageTable
from companion.pretend.stage.truth import perfect_sighting
from lab.bench.stage_house import CAMERA, QuickHouse
from vision.frame import Frame
from vision.place.raising import at_faces
from vision.place.rectify import placed
from vision.place.zones import zones_of
from vision.read.detect import Eye
from vision.settle.pipeline import Pipeline
from vision.settle.settling import Patience
from vision.settle.watching import OneScale
from vision.sighting import Heartbeat, Sighting
from vision.wire import from_line

FRAME_S = 0.1
LEAVING = 0.85
"""The share of a stroke at which a picture with the hand in it is taken: one is enough.

A stroke that only draws a tile gets no such picture: the next stroke begins at once.
"""
IDLE = 5
"""Once the eye has passed over this many pictures of a table at rest, it has nothing left to look at.

After a look at such a table, two are enough.
"""
SHORT = 300
"""A heartbeat's line is shorter than this, in bytes; a sighting's line is far longer."""
RAW = Patience(still=1, still_s=0.0, votes=1)
"""The patience of an eye that believes whatever it reads first."""


class PerfectSight:
    """An eye that misreads nothing: one sighting after each stroke."""

    def __init__(self, house: QuickHouse, table: StageTable) -> None:
        self.house, self.table = house, table
        self.lying: dict[int, Pose] = {}
        self.number = 0

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        for stroke in strokes:
            self.house.wait(stroke.seconds)
            for carry in stroke.carries:
                self.lying[carry.piece] = carry.end
            for piece, pose in stroke.settles.items():
                if pose is None:
                    self.lying.pop(piece, None)
                else:
                    self.lying[piece] = pose
            self.look()

    def look(self) -> None:
        self.number += 1
        told = perfect_sighting(self.lying, self.table.tiles, number=self.number, camera=CAMERA)
        self.house.say(replace(told, at_ns=self.house.clock.monotonic_ns()))

    def rest(self, seconds: float) -> None:
        self.house.wait(seconds)

    def settle(self) -> None:
        pass

    def let_happen(self, mishap: Mishap) -> None:
        pass


@cache
def _eye() -> Eye:
    return Eye(threads=1)


class TimedLook(OneScale):
    """The eye's models; counts the processor time that they take."""

    def __init__(self, house: QuickHouse) -> None:
        super().__init__(_eye())
        self._house = house

    def __call__(self, picture, scale):
        began_s = time.process_time()
        found = super().__call__(picture, scale)
        self._house.spent.looking += time.process_time() - began_s
        return found


class RenderedSight:
    """Shows the pictures of a drawn camera to the real eye."""

    def __init__(
        self,
        house: QuickHouse,
        camera: str,
        *,
        tiles: int = 0,
        patience: Patience | None = None,
        setting: Setting | None = None,
    ):
        self.house, self.setting = house, setting or Setting()
        self.film = film_of(CAMERAS[camera], self.setting, tiles, tiles + 1)
        self.snapshots = Snapshots(self.film)
        self._patience = patience
        self.pipeline = self._shown()
        self.frames = self.sightings = 0

    def _shown(self) -> Pipeline:
        """An eye to which somebody has shown the table, by tapping the corners of the cloth."""
        place = placed(np.array(self.film.lens.tapped(self.setting.tapped_off)), (WIDTH, HEIGHT))
        return Pipeline(TimedLook(self.house), at_faces(lambda _: place), zones_of(()), self._patience)

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        for stroke in strokes:
            self.start(stroke)
            shown = 0.0
            is_draw = all(carry.end.stance is Stance.STANDING for carry in stroke.carries)
            for share in (LAID, 1.0) if is_draw else (LAID, LEAVING, 1.0):
                self.house.wait(stroke.seconds * (share - shown))
                shown = share
                if share == LAID:
                    self.finish(stroke, labels)
                elif share == LEAVING:
                    self.see(stroke.moment(share, labels))

    def start(self, stroke: Stroke) -> None:
        """The hand has taken what it carries."""
        for carry in stroke.carries:
            self.film.take(carry.piece)

    def finish(self, stroke: Stroke, labels: dict[int, str]) -> None:
        """The hand has laid it down."""
        lay(self.film, stroke, labels)

    def rest(self, seconds: float) -> None:
        """Take pictures as long as they give the eye something to do; the rest would be the same."""
        left, idle, has_looked = int(seconds / FRAME_S + 0.5), 0, False
        # Between two looks there may be a picture in which the eye looks for the table itself.
        while left and idle < (2 if has_looked else IDLE):
            looks = self.pipeline.looks
            self.house.wait(FRAME_S)
            self.see()
            left -= 1
            idle = 0 if self.pipeline.looks > looks else idle + 1
            has_looked |= not idle
        self.house.wait(left * FRAME_S)

    def settle(self) -> None:
        """Do nothing: nobody waits for the eye."""

    def let_happen(self, mishap: Mishap) -> None:
        let_happen(self, mishap)

    def dim(self, exposure: float) -> None:
        self.film.exposure = exposure

    def cover(self, is_covered: bool) -> None:
        self.film.is_covered = is_covered

    def bump(self, right: float, down: float, roll: float) -> None:
        self.film.look_from(self.film.lens.bumped(right, down, roll))

    def see(self, moving: Moving | None = None) -> None:
        spent = self.house.spent
        began_s, looked_s = time.process_time(), spent.looking
        pixels = self.snapshots.frame(moving)
        drawn_s = time.process_time()
        self.frames += 1
        frame = Frame(pixels, CAMERA, self.frames, self.house.clock.monotonic_ns())
        told = list(self.pipeline.feed(frame))
        spent.drawing += drawn_s - began_s
        spent.glancing += time.process_time() - drawn_s - (spent.looking - looked_s)
        self.sightings += sum(isinstance(message, Sighting) for message in told)
        for message in told:
            self.house.say(message)


class KeptSight:
    """Replays what was heard in an earlier run, at the same times."""

    def __init__(self, house: QuickHouse, calls: Sequence[Sequence[tuple[float, bytes]]]) -> None:
        self.house = house
        self._calls = iter(calls)

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        self._go_on()

    def rest(self, seconds: float) -> None:
        self._go_on()

    def settle(self) -> None:
        """Do nothing: nobody waits for the eye."""

    def let_happen(self, mishap: Mishap) -> None:
        self._go_on()

    def _go_on(self) -> None:
        for silent_s, line in next(self._calls):
            self.house.wait(silent_s)
            message = from_line(line) if 0 < len(line) < SHORT else None
            if isinstance(message, Heartbeat) and message.rested_ns is not None:
                self.house.rested(message.rested_ns)
            elif line:
                self.house.hear(line)


class KeepingSight:
    """Wraps another sight, and keeps what was heard at each of its calls."""

    def __init__(self, sight: RenderedSight, house: QuickHouse) -> None:
        self.sight, self.house = sight, house
        self.calls: list[list[tuple[float, bytes]]] = []

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        self.sight.perform(strokes, labels)
        self._keep()

    def rest(self, seconds: float) -> None:
        self.sight.rest(seconds)
        self._keep()

    def settle(self) -> None:
        """Do nothing: nobody waits for the eye."""

    def let_happen(self, mishap: Mishap) -> None:
        self.sight.let_happen(mishap)
        self._keep()

    def _keep(self) -> None:
        self.calls.append(self.house.told_since())


def write_reel(calls: Sequence[Sequence[tuple[float, bytes]]], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for call in calls:
            json.dump([[silent_s, line.decode()] for silent_s, line in call], file)
            file.write("\n")


def read_reel(path: Path) -> list[list[tuple[float, bytes]]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [[(silent_s, line.encode()) for silent_s, line in json.loads(call)] for call in file]
