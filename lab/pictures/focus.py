"""Chunks of the stock with some faces drawn anew and shown often: those that a reader mixes up.

    python -m lab.pictures.focus 400 3 --atlas atlas.npy --first 600 --anew 6z 8p 6p --often 6z 6z 8p 1z 3z

All other faces stay as they are in the atlas, so that few have to be drawn.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.atlas import CACHE, load_atlas
from lab.pictures.crops import CropMaker
from lab.pictures.faces import FACES, draw_face
from lab.pictures.running_hand import BOWL, RUNNING
from lab.pictures.stock import STOCK, write_chunk
from lab.pictures.style import Style, random_style

COUNT = 6000
RUN_TOGETHER = 0.6
"""The share of sets with a printed 發 or 西 that get a brushed one instead."""


def brushed(style: Style) -> Style:
    """The style, with 發 and 西 in a running hand in more sets than usual."""
    rng = np.random.default_rng([style.seed, 8])
    if rng.random() < RUN_TOGETHER and len(style.prosperity) == 1:
        style = replace(style, prosperity=RUNNING)
    return replace(style, west=BOWL) if rng.random() < RUN_TOGETHER else style


def drawn_anew(atlas: NDArray[np.uint8], first: int, faces: list[str]) -> NDArray[np.uint8]:
    """The atlas, with some faces replaced by those of newly drawn sets."""
    out = np.array(atlas)
    for number, one_set in enumerate(out):
        style = brushed(random_style(first + number))
        for face in faces:
            one_set[FACES.index(face)] = draw_face(style, face)
    return out


def main() -> None:
    """Write some chunks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("chunk", type=int, help="the number of the first chunk")
    parser.add_argument("count", type=int)
    parser.add_argument("--atlas", default="atlas.npy")
    parser.add_argument("--first", type=int, required=True, help="the seed of the first set that is drawn")
    parser.add_argument("--anew", nargs="+", required=True, choices=FACES)
    parser.add_argument("--often", nargs="+", required=True, choices=FACES)
    args = parser.parse_args()
    os.nice(15)
    cv2.setNumThreads(1)
    STOCK.mkdir(parents=True, exist_ok=True)
    atlas = drawn_anew(load_atlas(CACHE / args.atlas), args.first, args.anew)
    for number in range(args.chunk, args.chunk + args.count):
        write_chunk(CropMaker(atlas, number, args.often), STOCK / f"{number:05d}.npz", COUNT)
        print("wrote chunk", number, flush=True)


if __name__ == "__main__":
    main()
