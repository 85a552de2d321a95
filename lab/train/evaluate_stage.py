"""The eye on whole drawn tables with walls and standing hands: what it found, and what it took for a tile.

    python -m lab.train.evaluate_stage --pictures 12

The table is drawn as on the stage, the camera is where a guest would hold it, and there is no calibration.
The sets are drawn, so this says what is mistaken for a tile, and little about how a real set is read.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import HEIGHT, WIDTH, StageLens, aimed
from companion.pretend.painting.solids import BIT, solid_of
from companion.pretend.painting.things import Pose, StageTile, Stance
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import games_of
from companion.pretend.stage.table import StageTable
from companion.riichi.facts import KyokuStarted
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from lab.train.evaluate import share
from vision.camera.pictures import OpenedPicture
from vision.find.quads import box_overlaps, boxes_of
from vision.labels import BACK, NAMELESS, plain_of
from vision.model_files import FOLDER
from vision.read.detect import Eye, Reading, TileFinder
from vision.read.faces import FaceReader
from vision.read.reading import Look, PatientEye, annotated, is_worth_telling, save_picture

SHORT = 40
"""A hand with no more facts than this leaves too little on the table to look at."""


@dataclass(slots=True)
class Count:
    """How the lying faces were read, and what else was read as a tile."""

    found: int = 0
    of: int = 0
    right: int = 0
    named: int = 0
    sure: int = 0
    """Invented tiles that were read with a confidence of at least 0.9."""
    backs: int = 0
    backs_of_nothing: int = 0
    invented: Counter[str] = field(default_factory=Counter)

    def told(self) -> str:
        """The counts in four lines of text."""
        wrong = sum(self.invented.values())
        return (
            f"  faces found  {share((self.found, self.of))}\n"
            f"  read right   {share((self.right, self.found))}\n"
            f"  named truly  {share((self.named - wrong, self.named))}; invented surely {self.sure}; "
            f"most often {self.invented.most_common(5)}\n"
            f"  backs of nothing  {self.backs_of_nothing} of {self.backs} backs"
        )


def thrown_lens(rng: np.random.Generator) -> StageLens:
    """A camera in somebody's hand: the whole table, or one side of it."""
    elevation, azimuth = float(rng.uniform(28, 88)), float(rng.uniform(0, 360))
    target = tuple(float(v) for v in rng.uniform(-160, 160, 2))
    return aimed(elevation, azimuth, float(rng.uniform(800, 1500)), focal=1700, target=target)


def tables(seed: int, count: int) -> Iterator[tuple[dict[int, Pose], dict[int, str]]]:
    """The place and the label of every tile, somewhere in the second half of each hand of one hanchan."""
    rng = random.Random(seed)
    facts = play_hanchan(rng, TENHOU, ("A", "B", "C", "D"), see_all=True)
    game = next(games_of(facts, 2 * count))
    table = StageTable(begin(TENHOU, game.started.names), seed=seed)
    for kyoku in game.kyokus:
        # Rivers and melds should be on the table, and nothing cleared away yet.
        until = rng.randrange(len(kyoku) // 2, max(len(kyoku) // 2 + 1, len(kyoku) - 2))
        for fact in kyoku[:until]:
            table.deal(kyoku) if isinstance(fact, KyokuStarted) else table.play(fact)
        if table.poses and len(kyoku) > SHORT:
            yield dict(table.poses), dict(table.labels)
        for fact in kyoku[until:]:
            table.play(fact)


def many_tables(seed: int, count: int) -> Iterator[tuple[dict[int, Pose], dict[int, str]]]:
    """This many tables, from one hanchan after the other."""
    return islice(chain.from_iterable(tables(each, count) for each in itertools.count(seed)), count)


def photographed(film: Film, poses: dict[int, Pose], labels: dict[int, str]) -> NDArray[np.uint8]:
    """A frame of the table, RGB."""
    for piece, pose in poses.items():
        film.put(piece, StageTile(labels[piece], pose))
    return np.ascontiguousarray(film.frame()[..., ::-1])


def counted(
    count: Count, readings: list[Reading], lens: StageLens, poses: dict[int, Pose], labels: dict[int, str]
) -> None:
    """Compare: lying faces must be found, faces of standing tiles may be, and nothing else is a tile."""
    solids = [(pose.stance, solid_of(StageTile(labels[piece], pose), lens)) for piece, pose in poses.items()]
    seen = [(s, one) for s, one in solids if one.face is not None and not one.is_back and _inside(one.face)]
    boxes = boxes_of(np.array([one.face for _, one in seen], np.float32).reshape(-1, 4, 2))
    hulls = boxes_of(np.array([_box(one.hull) for _, one in solids], np.float32).reshape(-1, 4, 2))
    free = np.ones(len(seen), bool)
    count.of += sum(stance is Stance.UP for stance, _ in seen)
    for reading in readings:
        if reading.tile == BACK:
            count.backs += 1
            count.backs_of_nothing += not _within(reading.quad.mean(axis=0), hulls)
        if reading.tile in NAMELESS or not _inside(reading.quad):
            continue
        over = np.where(free, box_overlaps(boxes_of(reading.quad[None])[0], boxes), 0)
        if over.max(initial=0) < 0.4:
            count.named += 1
            count.invented[plain_of(reading.tile)] += 1
            count.sure += reading.confidence >= 0.9
            continue
        at = int(over.argmax())
        free[at] = False
        stance, one = seen[at]
        if stance is Stance.UP:
            count.named += 1
            count.found += 1
            count.right += plain_of(one.label) == plain_of(reading.tile)


def _box(hull: NDArray[np.int32]) -> NDArray[np.float32]:
    (x0, y0), (x1, y1) = hull.min(axis=0) / (1 << BIT), hull.max(axis=0) / (1 << BIT)
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def _within(point: NDArray[np.float32], boxes: NDArray[np.float32]) -> bool:
    x, y = point
    return bool(((boxes[:, 0] < x) & (x < boxes[:, 2]) & (boxes[:, 1] < y) & (y < boxes[:, 3])).any())


def _inside(quad: NDArray[np.float32]) -> bool:
    return bool(quad.min() > 4 and quad[:, 0].max() < WIDTH - 4 and quad[:, 1].max() < HEIGHT - 4)


def main() -> None:
    """Print what was found and invented."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--pictures", type=int, default=12)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--annotate", type=Path, help="a folder for what was seen")
    args = parser.parse_args()
    if args.annotate:
        args.annotate.mkdir(parents=True, exist_ok=True)
    eye = PatientEye(Eye(TileFinder(args.folder / "quads.onnx"), FaceReader(args.folder / "faces.onnx")))
    rng = np.random.default_rng(args.seed)
    counts: dict[str, Count] = {}
    for number, (poses, labels) in enumerate(many_tables(args.seed, args.pictures)):
        lens = thrown_lens(rng)
        picture = photographed(Film(lens, tiles=number % 2, seed=number), poses, labels)
        readings = [reading for reading in eye.look(picture) if is_worth_telling(reading)]
        counted(counts.setdefault(f"set {number % 2}", Count()), readings, lens, poses, labels)
        if args.annotate:
            opened = OpenedPicture(cv2.resize(picture, (WIDTH, HEIGHT)), WIDTH, HEIGHT)
            look = Look(str(number), WIDTH, HEIGHT, tuple(readings), 0.0)
            save_picture(annotated(opened, look), args.annotate / f"{number:02d}.png")
    for name, count in counts.items():
        print(f"{name}, {args.pictures} pictures in all\n{count.told()}")


if __name__ == "__main__":
    main()
