"""What the eye reads of the pretend table at each rest: right, wrong, missing, extra, in another zone.

    python -m lab.bench.stage_sight --seed 3 --hands 1 --camera oblique

The pipeline is fed frame by frame in one process; nothing is skipped, so figures do not depend on speed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator

import cv2
import numpy as np

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.things import TABLE, Moving, Stance
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import games_of
from companion.pretend.stage.performance import lay
from companion.pretend.stage.strokes import Stroke
from companion.pretend.stage.table import StageTable
from companion.pretend.stage.truth import perfect_sighting
from companion.riichi.facts import KyokuEnded, KyokuStarted
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from vision.frame import Frame
from vision.place.raising import raised
from vision.place.rectify import TableNotLocated, placed
from vision.place.zones import zones_of
from vision.read.detect import Eye
from vision.settle.pipeline import Pipeline
from vision.settle.watching import OneScale
from vision.sighting import EyeStatus, Sighting

NEAR = 0.55 * 19 / TABLE
"""A tile counts as seen if it is seen this near to where it lies, in shares of the table's side."""


class Watcher:
    """The eye, and what it said last."""

    def __init__(self, film: Film, quality: int, *, is_raised: bool = True) -> None:
        self.film, self.quality = film, quality
        cloth = placed(np.array(film.lens.corners(0.0)), (WIDTH, HEIGHT))
        assert not isinstance(cloth, TableNotLocated), "the corners are those of a table"
        self.place = raised(cloth) if is_raised else cloth
        self.pipeline = Pipeline(OneScale(Eye(threads=1)), lambda _: self.place, zones_of(()))
        self.sighting: Sighting | None = None
        self.states: Counter[str] = Counter()
        self.frames = 0
        self.spent = {"drawn": 0.0, "coded": 0.0, "seen": 0.0}

    def see(self, moving: Moving | None = None) -> bool:
        """Show the eye one more frame; return True if it reports a new sighting."""
        begin_s = time.perf_counter()
        picture = self.film.frame(moving)
        drawn_s = time.perf_counter()
        if self.quality:
            packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
            picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        coded_s = time.perf_counter()
        self.frames += 1
        seen = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)
        frame = Frame(seen, "stage", self.frames, self.frames * 10**8)
        is_new = False
        for message in self.pipeline.feed(frame):
            if isinstance(message, Sighting):
                self.sighting, is_new = message, True
            elif isinstance(message, EyeStatus):
                self.states[message.condition.value] += 1
        self.spent["drawn"] += drawn_s - begin_s
        self.spent["coded"] += coded_s - drawn_s
        self.spent["seen"] += time.perf_counter() - coded_s
        return is_new


def perform(watcher: Watcher, table: StageTable, stroke: Stroke, rest: int) -> None:
    """Play a stroke in front of the eye, then show it the table at rest for `rest` frames."""
    film = watcher.film
    for carry in stroke.carries:
        film.take(carry.piece)
    for share in (0.25, 0.55, 0.85):
        if share > 0.72:
            lay(film, stroke, table.labels)
        watcher.see(stroke.moment(share, table.labels))
    for _ in range(rest):
        watcher.see()


def compared(watcher: Watcher, table: StageTable) -> Counter[str]:
    """Count where the last sighting agrees with what lies there. Only faces: backs are not counted."""
    truth = perfect_sighting(table.poses, table.tiles)
    lens, place = watcher.film.lens, watcher.place
    count: Counter[str] = Counter()
    assert watcher.sighting is not None, "the eye has looked"
    seen = [
        (zone.name, tile, np.mean(tile.quad, axis=0))
        for zone in watcher.sighting.zones
        for tile in zone.tiles
    ]
    used: set[int] = set()
    for zone in truth.zones:
        for tile in zone.tiles:
            if tile.label == "back":
                continue
            flat = np.mean(tile.quad, axis=0)
            level = _level(table, flat)
            point = np.array([[*((flat - 0.5) * TABLE), level]])
            here = place.flat(lens.pixels(point))[0]
            near = [
                k for k, (_, _, at) in enumerate(seen) if k not in used and np.linalg.norm(at - here) < NEAR
            ]
            if not near:
                count["missing"] += 1
                count[f"missing {zone.name}"] += 1
                continue
            used.add(near[0])
            name, view, _ = seen[near[0]]
            count["faces"] += 1
            right = view.label == tile.label
            count["right" if right else f"wrong {tile.label} as {view.label}"] += 1
            count["wrong"] += not right
            count["another zone"] += name != zone.name
            if name != zone.name:
                count[f"{zone.name} in {name}"] += 1
            count["turned wrong"] += right and name == zone.name and view.sideways != tile.sideways
    for k, (name, view, _) in enumerate(seen):
        if k not in used and view.label != "back":
            count["extra"] += 1
            count[f"extra {view.label} in {name}"] += 1
    return count


def _level(table: StageTable, flat: np.ndarray) -> float:
    point = (flat - 0.5) * TABLE
    return next(
        pose.z + 16
        for pose in table.poses.values()
        if pose.stance is Stance.UP and np.hypot(pose.x - point[0], pose.y - point[1]) < 0.5
    )


def rests(watcher: Watcher, table: StageTable, kyokus, rest: int) -> Iterator[Counter[str]]:
    """Play each fact in front of the eye, and yield the counts of what the eye got right and wrong."""
    for kyoku in kyokus:
        for fact in kyoku:
            strokes = table.deal(kyoku) if isinstance(fact, KyokuStarted) else table.play(fact)
            for stroke in strokes:
                perform(watcher, table, stroke, rest)
            if strokes and not isinstance(fact, KyokuEnded) and watcher.sighting is not None:
                yield compared(watcher, table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--hands", type=int, default=1)
    parser.add_argument("--camera", choices=sorted(CAMERAS), default="overhead")
    parser.add_argument("--tiles", type=int, default=0)
    parser.add_argument("--rest", type=int, default=9)
    parser.add_argument("--quality", type=int, default=88)
    parser.add_argument("--cloth", action="store_true", help="as if tiles were flat")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    facts = play_hanchan(random.Random(asked.seed), TENHOU, ("A", "B", "C", "D"), see_all=True)
    game = next(games_of(facts, asked.hands))
    watcher = Watcher(
        Film(CAMERAS[asked.camera], tiles=asked.tiles), asked.quality, is_raised=not asked.cloth
    )
    table = StageTable(begin(TENHOU, game.started.names))
    total: Counter[str] = Counter()
    perfect = 0
    each = list(rests(watcher, table, game.kyokus, asked.rest))
    for count in each:
        total += count
        perfect += not (count["wrong"] or count["missing"] or count["extra"] or count["another zone"])
    print(f"{asked.camera}: {len(each)} rests, {perfect} wholly right, {watcher.frames} frames")
    for name, number in total.most_common(40):
        print(f"{number:8} {name}")
    print(dict(watcher.states), {k: f"{1000 * v / watcher.frames:.1f} ms" for k, v in watcher.spent.items()})
    print("looks", watcher.pipeline.looks)


if __name__ == "__main__":
    main()
