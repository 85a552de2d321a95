"""Enrolment measured: a crop of each face of an unseen set is shown, the rest of the set is read.

The crops are those that `real_crops` cut. What is shown is thrown several times.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.train.evaluate import share
from lab.train.real_crops import JITTERS, REAL
from vision.enrol import TileSet, enrolled
from vision.faces import FaceReader
from vision.labels import KINDS, READINGS, plain_of

THROWS = 5


def right(chances: NDArray[np.float32], truth: NDArray[np.int64]) -> int:
    """How many kinds are right, red fives taken as their plain kind."""
    read = [KINDS.index(plain_of(READINGS[int(k)])) for k in chances.argmax(axis=1)]
    return int((np.array(read) == truth).sum())


def shown(truth: NDArray[np.int64], rng: np.random.Generator, count: int) -> NDArray[np.int64]:
    """Some crops of each face; of the several cuts of one tile the first is taken."""
    firsts = np.arange(0, len(truth), JITTERS)
    picks = [rng.choice(firsts[truth[firsts] == kind], count) for kind in np.unique(truth)]
    return np.concatenate(picks)


def measure(
    reader: FaceReader, group: str, count: int, trust: float, sharpness: float
) -> tuple[int, int, int]:
    """Right without, right with enrolment, and all, over some throws."""
    saved = np.load(REAL / f"{group}.npz")
    truth = saved["answers"][:, 0].astype(np.int64)
    answers = reader.read(saved["pictures"])
    before = after = every = 0
    for throw in range(THROWS):
        picked = shown(truth, np.random.default_rng(throw), count)
        near = picked[:, None] // JITTERS == np.arange(len(truth))[None] // JITTERS
        rest = ~near.any(axis=0)
        plain = enrolled([KINDS[truth[k]] for k in picked], answers.embeddings[picked])
        tile_set = TileSet(plain.names, plain.prototypes, trust, sharpness)
        before += right(answers.readings[rest], truth[rest])
        after += right(tile_set.sharpened(answers.readings[rest], answers.embeddings[rest]), truth[rest])
        every += int(rest.sum())
    return before, after, every


def main() -> None:
    """Print what enrolment gains for a reader and a set that it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folds", nargs="+", help="SET=MODEL.onnx")
    parser.add_argument(
        "--trust", type=float, nargs="*", default=[TileSet.__dataclass_fields__["trust"].default]
    )
    parser.add_argument(
        "--sharpness", type=float, nargs="*", default=[TileSet.__dataclass_fields__["sharpness"].default]
    )
    args = parser.parse_args()
    for fold in args.folds:
        group, _, model = fold.partition("=")
        for trust in args.trust:
            for sharpness in args.sharpness:
                for count in (1, 4):
                    before, after, every = measure(FaceReader(Path(model)), group, count, trust, sharpness)
                    print(f"{group:14} {count} a face, trust {trust}, sharpness {sharpness}")
                    print(f"   without {share((before, every))}\n   with    {share((after, every))}")


if __name__ == "__main__":
    main()
