"""How often a tile is read right where tiles look much larger or smaller than in mid-table.

    python -m lab.scribe.far_tiles --games 30 --first 1120 --camera oblique,low --write

Games are played up to one rest, mostly after a discard; each open face of another size is then read in a
patch of its own.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

import cv2
import numpy as np

from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.people.habits import Mistakes
from companion.pretend.stage.setting import Setting
from companion.pretend.stage.strokes import Stroke
from lab.bench.cameras import cameras
from lab.bench.stage_house import QuickHouse
from lab.bench.stage_reel import RenderedSight
from lab.scribe.causes import Truth
from lab.scribe.hands import refuse_without_records
from lab.scribe.reels import Played, seed_of, watched
from lab.scribe.rendered import games
from lab.scribe.setting import Set
from lab.train.measures import wilson
from tests.conftest import ROOT
from tests.figures import Page, commit
from vision.labels import BACK, plain_of
from vision.place.raising import raised
from vision.place.rectify import TablePlace, placed
from vision.read.detect import Eye
from vision.settle.glance import Patch
from vision.settle.laid import SAME, Lying
from vision.settle.patches import PatchReader
from vision.settle.watching import OneScale

FAR, NEAR = 0.88, 1.12
"""Only tiles that look smaller or larger than these shares of the size in mid-table are read."""
HALF = 0.02
"""Half the side of the patch around a tile, as a share of the table's."""
PAGE = Page(
    ROOT / "docs" / "figures" / "far-tiles.md",
    "Tiles far from the camera and near it",
    "python -m lab.scribe.far_tiles --games 30 --first 1120 --camera oblique,low --write",
    "Recorded games at usual tables, corners up to 2 % off: open faces that look at least 12 % smaller or "
    "larger than in the middle of the table, each read in a patch of its own.",
    (
        "first game",
        "camera",
        "games",
        "tiles",
        "read right",
        "95 in 100",
        "another kind",
        "not found",
        "at commit",
    ),
    names=2,
)


class Enough(Exception):
    """The game has been played far enough."""


class StillSight(RenderedSight):
    """Follows a game without looking, up to one rest; then each far or near face is read."""

    def __init__(self, house: QuickHouse, camera: str, setting: Setting, *, tiles: int, until: int) -> None:
        super().__init__(house, camera, tiles=tiles, setting=setting)
        self.counts = Counter[str]()
        self._truth, self._left = Truth(camera, setting.tapped_off), until

    def see(self, moving: object = None) -> None:
        """Draw nothing: the table alone matters, as it lies in the end."""

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        self._truth.after(strokes, labels)
        super().perform(strokes, labels)

    def rest(self, seconds: float) -> None:
        self.house.wait(seconds)
        self._left -= 1
        if self._left <= 0:
            place = placed(np.array(self.film.lens.tapped(self.setting.tapped_off)), (WIDTH, HEIGHT))
            assert isinstance(place, TablePlace)
            reader = PatchReader(OneScale(Eye(threads=1)))
            self.counts.update(read(reader, self.snapshots.frame(None), raised(place), self._truth.seen()))
            raise Enough


def read(reader: PatchReader, pixels: np.ndarray, place: TablePlace, lying) -> Iterator[str]:
    """How each face of another size than in the middle is read: `right`, `another kind` or `not found`."""
    for label, quad in lying:
        x, y = quad.mean(axis=0)
        share = place.tile_side_at((x, y)) / place.tile_side
        if label != BACK and not FAR <= share <= NEAR:
            patch = Patch(x - HALF, y - HALF, x + HALF, y + HALF)
            yield judged(label, (x, y), reader.read(pixels, place, [patch]))


def judged(label: str, at: tuple[float, float], seen: Sequence[Lying]) -> str:
    """How one face was read, by the surest tile seen at its place; a red five counts as a plain one."""
    near = [tile for tile in seen if np.hypot(*(tile.middle - np.array(at))) < SAME]
    if not near:
        return "not found"
    surest = max(near, key=lambda tile: tile.confidence)
    return "right" if plain_of(surest.label) == plain_of(label) else "another kind"


def counts_of(played: Played, camera: str, until: int) -> Counter[str]:
    """What was read in one game."""
    seed, sights = seed_of(played), list[StillSight]()
    setting = Set().of(seed)

    def sight(house: QuickHouse) -> StillSight:
        sights.append(StillSight(house, camera, setting, tiles=seed % 2, until=until))
        return sights[0]

    with suppress(Enough):
        watched(played, sight, setting, mistakes=Mistakes.NONE, keys=False, answers=False, seed=seed)
    return sights[0].counts


def main() -> None:
    """Print one line for each camera."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--first", type=int, default=1120, help="the number of the first recorded game")
    parser.add_argument(
        "--until",
        type=int,
        default=44,
        help="at which rest the table is looked at: most follow a discard",
    )
    parser.add_argument("--camera", type=cameras, default="oblique,low", help=", ".join(CAMERAS))
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.path.name}")
    asked = parser.parse_args()
    if asked.write:
        refuse_without_records(parser)
    cv2.setNumThreads(1)
    for camera in asked.camera:
        found = Counter[str]()
        for played in games(asked.games, asked.first, 1):
            found += counts_of(played, camera, asked.until)
        tiles = max(1, found.total())
        low, high = (100 * share for share in wilson(found["right"], tiles))
        share = f"{100 * found['right'] / tiles:.1f} %"
        others = (f"{low:.1f} to {high:.1f} %", str(found["another kind"]), str(found["not found"]))
        line = (str(asked.first), camera, str(asked.games), str(found.total()), share, *others)
        print("| " + " | ".join(line) + " |", flush=True)
        if asked.write:
            PAGE.put((*line, commit()))


if __name__ == "__main__":
    main()
