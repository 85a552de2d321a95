"""Crops for the reader, cut where the finder finds something on drawn tables: faces, and false finds.

    python -m lab.train.found_crops 300 10000 10400

writes chunk 300 of the stock from tables 10,000 to 10,399; a fourth word names the file of a finder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.crops import SYMMETRIC
from lab.pictures.faces import FACES
from lab.pictures.scenes import SCENES
from lab.pictures.stock import STOCK, put_chunk
from lab.train.real_crops import shaken
from vision.find.cuts import cut_out
from vision.find.finder import MODEL, Found, TileFinder, peaks
from vision.find.quads import box_overlaps, boxes_of
from vision.labels import BACK, KINDS, UNKNOWN

LEAST_HEAT = 0.12
"""Low enough that the reader also learns from finds that the eye would not report."""
PLAINLY, A_LITTLE = 0.6, 0.1
"""A face with more than the first share visible is named; with less than the second, it counts as hidden."""
SMALLEST = 9.0
"""A find whose shortest side is less than this, in pixels, is left out."""
BLANK, PALE = 20.0, 0.3
"""A crop with less contrast (of 255) and less colour than this might be a white dragon."""

Answer = tuple[int, int, int, bool]
"""Kind, red, turn, symmetric: as in the stock."""


def answer_of(name: int, turn: int) -> Answer:
    """The right answer for a face of the generator, or for a back."""
    if name < 0:
        return KINDS.index(BACK), -1, -1, False
    face = FACES[name]
    if face.startswith("stranger"):
        return KINDS.index(UNKNOWN), -1, -1, False
    kind = face.replace("0", "5")
    red = int(face[0] == "0") if face[0] in "05" and face[1] != "z" else -1
    return KINDS.index(kind), red, turn, kind in SYMMETRIC


def first_corner(found: NDArray[np.float32], true: NDArray[np.float32]) -> int:
    """Which corner of a found quad is the tile's own upper left."""
    apart = [np.abs(np.roll(found, -k, axis=0) - true).sum() for k in range(4)]
    return int(np.argmin(apart))


def answers(found: Found, table: dict[str, NDArray]) -> Iterator[tuple[NDArray[np.float32], Answer]]:
    """Each find with what it is, but for tiny ones, those half on a tile, and those on a tile half hidden."""
    boxes = boxes_of(table["quad"])
    for quad in found.quads:
        over = box_overlaps(boxes_of(quad[None])[0], boxes) if len(boxes) else np.zeros(1)
        over = np.where(table["visible"] > A_LITTLE, over, 0) if len(boxes) else over
        at = int(over.argmax())
        tall = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())
        if tall < SMALLEST:
            continue
        if over[at] > 0.6 and table["visible"][at] > PLAINLY and table["slant"][at] > 0.3:
            yield quad, answer_of(int(table["name"][at]), first_corner(quad, table["quad"][at]))
        elif over[at] < 0.15:
            yield quad, (KINDS.index(UNKNOWN), -1, -1, False)


def found_in(path: Path, finder: TileFinder, rng: np.random.Generator) -> Iterator[tuple[NDArray, Answer]]:
    """Crops of one drawn table, which the finder sees at a random scale."""
    picture = np.ascontiguousarray(cv2.imread(str(path))[..., ::-1])
    with np.load(path.with_suffix(".npz")) as saved:
        table = {key: saved[key] for key in ("name", "quad", "visible", "slant")}
    scale = float(rng.choice([0.75, 1.0, 1.5]))
    maps = finder.maps(np.asarray(cv2.resize(picture, None, fx=scale, fy=scale), np.uint8))
    found = peaks(maps, LEAST_HEAT)
    found = Found(found.quads / np.float32(scale), found.scores, found.backs)
    for quad, answer in answers(found, table):
        crop = cut_out(picture, shaken(quad, rng)[None])[0]
        # The side of a tile looks like a white dragon: only its surroundings tell, which no crop shows.
        if answer[0] != KINDS.index(UNKNOWN) or not is_blank(crop):
            yield crop, answer


def is_blank(crop: NDArray[np.uint8]) -> bool:
    """Whether a crop shows nothing but a pale surface."""
    middle = crop[6:-6, 6:-6].reshape(-1, 3).astype(np.float32)
    mean = middle.mean(axis=0)
    return bool(middle.std(axis=0).mean() < BLANK and np.ptp(mean) < PALE * max(1.0, mean.max()))


def main() -> None:
    """Write one chunk."""
    chunk, first, last = (int(word) for word in sys.argv[1:4])
    finder = TileFinder(Path(sys.argv[4]) if len(sys.argv) > 4 else MODEL, threads=1)
    rng = np.random.default_rng(chunk)
    crops = [
        crop
        for number in range(first, last)
        if (path := SCENES / f"{number:06d}.png").exists()
        for crop in found_in(path, finder, rng)
    ]
    if not crops:
        raise SystemExit(f"There are no tables {first} to {last - 1}, or nothing was found on them.")
    STOCK.mkdir(parents=True, exist_ok=True)
    pictures = np.array([picture for picture, _ in crops], np.uint8)
    put_chunk(STOCK / f"{chunk:05d}.npz", pictures, np.array([answer for _, answer in crops], np.int8))
    strange = sum(answer[0] == KINDS.index(UNKNOWN) for _, answer in crops)
    print(f"chunk {chunk}: {len(crops)} crops, {strange} of them of no tile or a strange one")


if __name__ == "__main__":
    os.nice(15)
    cv2.setNumThreads(1)
    main()
