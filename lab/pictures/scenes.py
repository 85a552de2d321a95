"""Whole pictures for the finder of tiles: a layout, a camera, a set, a light; and a stock of them on disk.

    python -m lab.pictures.scenes 20000 450 atlas.npy 1

draws those of tables 20,000 to 20,449 that are missing, with the sets of that atlas. The last word is the
share of tables that are hard for the finder (`HARD` if it is left out).
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.atlas import CACHE, load_atlas
from lab.pictures.camera import Camera, random_camera
from lab.pictures.hard_tables import pale_back, random_hard_table
from lab.pictures.layouts import Table, random_layout
from lab.pictures.light import graded, lit, sampled
from lab.pictures.render import Seen, paint, random_look
from lab.pictures.style import Rng
from lab.pictures.textures import back_colour

SIZE = 512
SCENES = CACHE / "scenes"
Tiles = dict[str, NDArray[np.generic]]
"""The tiles of a table: `name` as in `Seen`, `quad`, `visible` and `slant`, each a row for a tile; `side`,
the narrow sides as in `Painter`."""
HARD = 0.3
"""The share of tables that are hard for the finder."""
PALE = 0.35
"""The share of the hard tables whose tiles have pale backs."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and what is to be found in it."""

    picture: NDArray[np.uint8]
    seen: list[Seen]
    sides: list[NDArray[np.float32]]
    """As in `Painter`."""


def random_scene(rng: Rng, atlas: NDArray[np.uint8], size: int = SIZE, hard: float = HARD) -> Scene:
    """One more picture; `hard` is the share of tables that are hard for the finder."""
    is_hard = rng.random() < hard
    table, camera, pixels = _hard_view(rng, size) if is_hard else _usual_view(rng, size)
    if camera.eye[2] < table.size.height * 2.5:
        return random_scene(rng, atlas, size, hard)
    faces = np.array(atlas[int(rng.integers(len(atlas)))])
    colour = pale_back(rng) if is_hard and rng.random() < PALE else back_colour(rng)
    flat, seen, sides = paint(rng, camera, size, table.tiles, table.size, random_look(rng, faces, colour))
    return Scene(sampled(graded(lit(flat, rng), rng), rng, softness=min(1.0, pixels / 42)), seen, sides)


def _usual_view(rng: Rng, size: int) -> tuple[Table, Camera, float]:
    table, spread, whole = random_layout(rng)
    pixels = float(np.exp(rng.uniform(np.log(15), np.log(34 if whole else 95))))
    return table, random_camera(rng, size, pixels, table.size.height, spread), pixels


def _hard_view(rng: Rng, size: int) -> tuple[Table, Camera, float]:
    one = random_hard_table(rng)
    tall, aim = one.table.size.height, one.aim
    pixels = float(np.exp(rng.uniform(*np.log(aim.pixels))))
    spread = aim.spread * tall
    camera = random_camera(rng, size, pixels, tall, spread, elevations=aim.elevations, views=aim.views)
    return one.table, camera, pixels


def fill(first: int, count: int, atlas: NDArray[np.uint8], hard: float = HARD) -> None:
    """Write the scenes with these numbers; existing ones stay."""
    SCENES.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        path = SCENES / f"{number:06d}.png"
        if is_drawn(path):
            continue
        scene = random_scene(np.random.default_rng([number, 4]), atlas, hard=hard)
        seen = scene.seen
        tiles: Tiles = {
            "name": np.array([s.name for s in seen], np.int16),
            "quad": np.array([s.quad for s in seen], np.float32).reshape(-1, 4, 2),
            "visible": np.array([s.visible for s in seen], np.float32),
            "slant": np.array([s.slant for s in seen], np.float32),
            "side": np.array(scene.sides, np.float32).reshape(-1, 4, 2),
        }
        put(path, scene.picture[..., ::-1], tiles)


def is_drawn(path: Path) -> bool:
    """Whether this table is there, with all that tables have now: older ones lack the narrow sides."""
    answers = path.with_suffix(".npz")
    if not (path.exists() and answers.exists()):
        return False
    with np.load(answers) as saved:
        return "side" in saved


def put(path: Path, picture: NDArray[np.uint8], tiles: Tiles) -> None:
    """Write one table (BGR) that is not there yet, whole or not at all: training may be reading meanwhile."""
    if not is_drawn(path):
        np.savez(path.with_suffix(".npz"), **tiles)
        part = path.with_suffix(".part.png")
        cv2.imwrite(str(part), picture)
        part.rename(path)


if __name__ == "__main__":
    os.nice(15)
    cv2.setNumThreads(1)
    hard_share = float(sys.argv[4]) if len(sys.argv) > 4 else HARD
    fill(int(sys.argv[1]), int(sys.argv[2]), load_atlas(CACHE / Path(sys.argv[3])), hard_share)
