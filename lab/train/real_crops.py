"""Real labelled faces cut out of the photographs, kept on disk by physical set.

The finder says where the face itself is, because many labels are boxes around slanted tiles. The corners of a
label serve only where nothing was found and they are the face's own.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lab.pictures.atlas import CACHE
from lab.pictures.crops import SYMMETRIC
from lab.train.photographs import Photograph, load_photographs
from vision.find.cuts import cut_out
from vision.find.quads import box_overlaps, boxes_of
from vision.find.wide import Finder
from vision.labels import KINDS, plain_of

REAL = CACHE / "real"
JITTERS = 2
"""How many times each face is cut out, each time a little elsewhere."""
REDS_UNSURE = frozenset({"redtable"})
"""Sets whose red fives are labelled as plain ones: nothing about redness is learnt from them."""


def faces_of(photograph: Photograph, finder: Finder) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Each labelled tile with its face's corners; slanted tiles that were not found are left out."""
    found = finder.find(photograph.read()).quads
    boxes = boxes_of(photograph.quads)
    for number, tile in enumerate(photograph.tiles):
        overlaps = box_overlaps(boxes[number], boxes_of(found)) if len(found) else np.zeros(1)
        if overlaps.max() >= 0.55:
            yield tile, found[int(overlaps.argmax())]
        elif photograph.upright:
            yield tile, photograph.quads[number]


def shaken(quad: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The same corners as another run of a finder might give them."""
    middle = quad.mean(axis=0)
    reach = float(np.abs(quad - middle).max())
    grown = (quad - middle) * (1 + rng.normal(0.01, 0.04, 2)) + middle
    moved = grown + rng.normal(0, 0.03, 2) * reach + rng.normal(0, 0.015, (4, 2)) * reach
    return np.asarray(moved, np.float32)


def cut_real(finder: Finder, groups: list[str]) -> None:
    """Write the crops of some physical sets."""
    REAL.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(11)
    for group in groups:
        pictures, answers = [], []
        for photograph in [p for p in load_photographs() if p.group == group]:
            picture = photograph.read()
            for tile, quad in faces_of(photograph, finder):
                kind = plain_of(tile)
                red = int(tile[0] == "0") if tile[0] in "05" and tile[1] != "z" else -1
                red = -1 if group in REDS_UNSURE else red
                quads = np.stack([shaken(quad, rng) for _ in range(JITTERS)])
                pictures.extend(cut_out(picture, quads))
                # Which way up they lie was not labelled.
                answers.extend([(KINDS.index(kind), red, -1, kind in SYMMETRIC)] * JITTERS)
        np.savez(REAL / f"{group}.npz", pictures=np.array(pictures), answers=np.array(answers, np.int8))
        print(group, len(pictures), "crops")


def load_real_crops(sets: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """Crops and answers (kind, red, turn, symmetric) of some sets; smaller sets repeat up to four times."""
    parts = [np.load(REAL / f"{name}.npz") for name in sets]
    most = max(len(part["pictures"]) for part in parts)
    rng = np.random.default_rng(5)
    picks = [np.arange(len(p["pictures"])) for p in parts]
    picks = [np.concatenate([i, rng.choice(i, max(0, min(most, 4 * len(i)) - len(i)))]) for i in picks]
    pictures = np.concatenate([p["pictures"][i] for p, i in zip(parts, picks, strict=True)])
    answers = np.concatenate([p["answers"][i] for p, i in zip(parts, picks, strict=True)])
    return pictures, answers
