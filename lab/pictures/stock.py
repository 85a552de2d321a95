"""A stock of crops on disk, in chunks that training reads in any order. See `crops` for what a crop is.

    python -m lab.pictures.stock 0 40 atlas.npy

draws those of chunks 0 to 39 that are missing, with the sets of that atlas.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.atlas import CACHE, load_atlas
from lab.pictures.crops import SIDE, CropMaker

CHUNK = 8000
STOCK = CACHE / "crops"


def write_chunk(maker: CropMaker, path: Path, count: int = CHUNK) -> None:
    """Draw one chunk, and write it.

    It holds `pictures` [count, side, side, RGB] and `answers` [count, 4]: kind, red, turn, symmetric.
    """
    pictures = np.empty((count, SIDE, SIDE, 3), np.uint8)
    answers = np.empty((count, 4), np.int8)
    for number in range(count):
        crop = maker.crop()
        pictures[number] = crop.picture
        answers[number] = (crop.kind, crop.red, crop.turn, crop.symmetric)
    put_chunk(path, pictures, answers)


def put_chunk(path: Path, pictures: NDArray[np.uint8], answers: NDArray[np.int8]) -> None:
    """Write one chunk; it has its name only once it is whole, because training may be reading meanwhile."""
    part = path.with_suffix(".part.npz")
    np.savez(part, pictures=pictures, answers=answers)
    part.rename(path)


def fill(first: int, count: int, atlas: Path) -> None:
    """Write the chunks with these numbers; existing ones stay."""
    STOCK.mkdir(parents=True, exist_ok=True)
    faces = np.array(load_atlas(atlas))
    for number in range(first, first + count):
        path = STOCK / f"{number:05d}.npz"
        if not path.exists():
            write_chunk(CropMaker(faces, number), path)
            print("wrote", path, flush=True)


if __name__ == "__main__":
    os.nice(15)
    cv2.setNumThreads(1)
    fill(int(sys.argv[1]), int(sys.argv[2]), CACHE / sys.argv[3])
