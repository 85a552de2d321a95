"""Many tile sets drawn once and kept on disk in one array, so that pictures can be made quickly.

    python -m lab.pictures.atlas 1 500 atlas.npy

draws the sets of 500 seeds, from seed 1 on, and then all `art_sets`, into lab/.cache/atlas.npy.
"""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.pictures.art import art_sets
from lab.pictures.faces import FACES, draw_face
from lab.pictures.style import random_style

CACHE = Path("lab/.cache")


def one_set(seed: int) -> NDArray[np.uint8]:
    """All faces of the tile set of a seed."""
    style = random_style(seed)
    return np.stack([draw_face(style, face) for face in FACES])


def build_atlas(first: int, count: int, path: Path, *, processes: int = 1) -> None:
    """Write an atlas whole or not at all: the sets of `count` seeds from `first` on, then all `art_sets`."""
    with multiprocessing.Pool(processes) as pool:
        drawn = list(pool.imap(one_set, range(first, first + count), chunksize=4))
    atlas = np.stack(drawn + list(art_sets()))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part.npy")
    np.save(part, atlas)
    part.rename(path)


def load_atlas(path: Path = CACHE / "atlas.npy") -> NDArray[np.uint8]:
    """The array [set, face, height, width, RGB]; read from disk as it is needed."""
    return np.load(path, mmap_mode="r")


if __name__ == "__main__":
    import sys

    build_atlas(int(sys.argv[1]), int(sys.argv[2]), CACHE / sys.argv[3], processes=2)
