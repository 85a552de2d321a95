"""How exactly the real eye places a drawn table by its tiles when the corners were tapped a bit off.

    python -m lab.bench.plane_by_tiles --tables 6 --write

Each picture is read once; each way of tapping then places what was read.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np

from companion.intake.eye.calibrating_tiles import marks_of
from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.things import StageTile, Stance
from companion.pretend.stage import places
from companion.pretend.stage.setting import EXACTLY, Setting, TableKind, TappedOff, setting_of
from companion.pretend.stage.table import ASLANT, Neatness
from lab.bench.cameras import cameras
from tests.conftest import ROOT
from tests.figures import figures_page
from vision.camera.pictures import Picture
from vision.place.plane import PlaneFit, fitted
from vision.place.plane_doubt import doubt_of
from vision.place.raising import raised
from vision.place.rectify import SQUARE, TABLE_MM, TablePlace, placed
from vision.place.zones import zones_of
from vision.read.detect import Eye
from vision.settle.glance import WHOLE
from vision.settle.laid import Lying, zones_with
from vision.settle.patches import PatchReader
from vision.settle.watching import OneScale
from vision.sighting import Sighting

PAGE = ROOT / "docs" / "figures" / "plane.md"
HEADING = ("camera", "corners", "pictures", "before, mm", "after, mm", "after at most, mm")
FIRST = 5001
MEASURED = ("overhead", "oblique", "low")
WAYS = tuple(range(0, 360, 45))
LABELS = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
DISCARDS = 28
"""How many discards lie in the rivers: seven turns."""


def laid(seed: int, setting: Setting) -> list[StageTile]:
    """Rivers and what is left of the walls, as people lay and push them."""
    dice, neat = Random(f"plane {seed}"), Neatness()
    wall = places.broken(
        dice.randrange(4), dice.randrange(2, 13), 4, tuple(dice.gauss(0, ASLANT) for _ in "1234")
    )
    tiles = [StageTile("back", wall.wall(number)) for number in range(53 + DISCARDS, 136)]
    for side in range(4):
        before: list[bool] = []
        for _ in range(DISCARDS // 4):
            pose = places.river(side, before, sideways=False, layout=setting.layout)
            tiles.append(StageTile(dice.choice(LABELS), neat.loosely(pose, dice, 1.0)))
            before.append(False)
    return [tile if tile.pose.stance is Stance.UP else StageTile("1m", tile.pose) for tile in tiles]


def cloth(camera: str, beside=EXACTLY) -> TablePlace:
    place = placed(np.array(CAMERAS[camera].tapped(beside)), (WIDTH, HEIGHT))
    assert isinstance(place, TablePlace)
    return place


@cache
def eye() -> PatchReader:
    return PatchReader(OneScale(Eye(threads=1)))


def picture(camera: str, seed: int) -> Picture:
    """A drawn table after seven turns."""
    setting = setting_of(TableKind.USUAL, seed)
    film = Film(CAMERAS[camera], tiles=seed % 2, seed=seed, has_unit=setting.has_unit)
    for number, tile in enumerate(laid(seed, setting)):
        film.put(number, tile)
    return film.frame()


@cache
def read(camera: str, seed: int) -> list[Lying]:
    """What the eye reads on a drawn table, placed by the true corners."""
    return eye().read(picture(camera, seed), raised(cloth(camera)), [WHOLE])


def fit(camera: str, seed: int, beside) -> PlaneFit | None:
    """The plane that the same tiles give if the corners were tapped like this, or None."""
    true, tapped = raised(cloth(camera)), cloth(camera, beside)
    faces = raised(tapped)
    tiles = [
        Lying(one.label, one.confidence, faces.flat(true.pixels(one.quad))) for one in read(camera, seed)
    ]
    told = Sighting("stage", 0, 1, zones_with(tiles, zones_of(())))
    return fitted(tapped, marks_of(told, "ABCD"))


def taken(camera: str, seed: int, beside: TappedOff) -> TappedOff:
    """How far off each corner is, in shares of the side, once an offered fit is taken; else as before."""
    found = fit(camera, seed, beside)
    if found is None or doubt_of(found) is not None:
        return beside
    return tuple((float(x), float(y)) for x, y in cloth(camera).flat(np.array(found.place.corners)) - SQUARE)


def off_mm(camera: str, place: TablePlace) -> float:
    """How far the corners of a table are from the true ones, on average."""
    apart = cloth(camera).flat(np.array(place.corners)) - SQUARE
    return float(np.linalg.norm(apart, axis=1).mean() * TABLE_MM)


def lines(camera: str, tables: int) -> Iterator[tuple[str, ...]]:
    """One line for each way of tapping; each fit counts, even one that people would not be offered."""
    beside: dict[str, list[tuple[float, float]]] = {}
    for seed in range(FIRST, FIRST + tables):
        setting = setting_of(TableKind.USUAL, seed)
        ways = [("exactly tapped", EXACTLY), ("each up to 2 % off", setting.tapped_off)]
        ways += [("all 3 % off, eight ways", setting.moved(3.0, way).tapped_off) for way in WAYS]
        for name, one in ways:
            found = fit(camera, seed, one)
            after = cloth(camera, one) if found is None else found.place
            beside.setdefault(name, []).append((off_mm(camera, cloth(camera, one)), off_mm(camera, after)))
    for name, both in beside.items():
        before, after = np.array(both).T
        figures = (before.mean(), after.mean(), after.max())
        yield camera, name, str(len(both)), *(f"{one:.1f}" for one in figures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--camera", type=cameras, default=MEASURED)
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    asked = parser.parse_args()
    rows = [line for camera in asked.camera for line in lines(camera, asked.tables)]
    words = "After seven turns, tiles laid as people do: how far the four corners are from the true ones."
    camera = "" if asked.camera == MEASURED else f" --camera {','.join(asked.camera)}"
    command = f"python -m lab.bench.plane_by_tiles --tables {asked.tables}{camera} --write"
    page = figures_page("The table by its tiles", command, words, HEADING, rows)
    print(page)
    if asked.write:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
