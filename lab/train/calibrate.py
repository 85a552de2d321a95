"""How much to damp the eye's certainty, so that it is right as often as it says on sets that it never saw.

    python -m lab.train.calibrate japanese_tray=lab/.cache/unseen/japanese_tray redtable=lab/.cache/drawn

Each folder holds models that have not seen that set. What is printed for a set was fitted on the others; what
is written (`--write`) was fitted on all of them together.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray

from lab.train.measures import Tally, gap, tally
from lab.train.photographs import load_photographs
from vision.labels import READINGS
from vision.read.certainty import Certainty, as_certain
from vision.read.detect import Eye, TileFinder
from vision.read.faces import FaceReader

TEMPERATURES = np.exp(np.linspace(np.log(0.5), np.log(2.5), 33))
DOUBTS = (0.0, 0.002, 0.004, 0.006, 0.008, 0.01, 0.013, 0.016, 0.02, 0.025)


@dataclass(frozen=True, slots=True)
class Told:
    """How the found tiles of one set were read, before any damping."""

    chances: NDArray[np.float32]
    """The chances of the likeliest reading and at most three alternatives, the others 0: [n, readings]."""
    right: NDArray[np.bool_]

    def error(self, certainty: Certainty) -> float:
        """The calibration error with this damping."""
        sure = as_certain(self.chances, certainty).max(axis=1)
        return gap(sure, self.right)

    def surprise(self, certainty: Certainty) -> float:
        """The mean negative logarithm of the chance that was given to being right, or to being wrong."""
        sure = np.clip(as_certain(self.chances, certainty).max(axis=1), 1e-6, 1 - 1e-6)
        return float(-np.log(np.where(self.right, sure, 1 - sure)).mean())


def told_of(group: str, folder: Path, every: int) -> Told:
    """Look at a set with models that have not seen it.

    Raises:
        SystemExit: there are no photographs of it.
    """
    photographs = [p for p in load_photographs() if p.group == group][::every]
    if not photographs:
        raise SystemExit(f"There are no labelled photographs of {group}, so nothing can be fitted to it.")
    reader = FaceReader(folder / "faces.onnx")
    reader.certainty = Certainty()
    eye = Eye(TileFinder(folder / "quads.onnx"), reader)
    found = Tally()
    for photograph in photographs:
        tally(photograph, eye.look(photograph.read()), found)
    chances = np.zeros((len(found.judged), len(READINGS)), np.float32)
    for row, judged in zip(chances, found.judged, strict=True):
        for tile, chance in ((judged.read, judged.confidence), *judged.alternatives):
            row[READINGS.index(tile)] = chance
    return Told(chances, np.array([judged.is_right for judged in found.judged]))


def fitted(many: list[Told]) -> Certainty:
    """The damping with the least surprise; each fold weighs the same."""
    choices = [Certainty(float(t), doubt) for t in TEMPERATURES for doubt in DOUBTS]
    return min(choices, key=lambda certainty: sum(told.surprise(certainty) for told in many))


def write(certainty: Certainty, path: Path) -> None:
    """Write a damping into the metadata of a model of the reader."""
    model = onnx.load(str(path))
    kept = {entry.key: entry.value for entry in model.metadata_props}
    kept |= {"certainty": f"{certainty.temperature:.4f}", "doubt": f"{certainty.doubt:.4f}"}
    onnx.helper.set_model_props(model, kept)
    onnx.save(model, str(path))


def main() -> None:
    """Fit on all sets but one, for each; then on all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folds", nargs="+", help="SET=FOLDER of models that have not seen it")
    parser.add_argument("--every", type=int, default=1, help="look at every n-th photograph only")
    parser.add_argument("--write", type=Path, help="the reader into which to write what was fitted on all")
    args = parser.parse_args()
    if len({fold.partition("=")[0] for fold in args.folds}) < 2:
        parser.error("name at least two sets: what is printed for each is fitted on the others")
    told = {}
    for fold in args.folds:
        group, _, folder = fold.partition("=")
        told[fold] = (group, told_of(group, Path(folder), args.every))
    for fold, (group, one) in told.items():
        others = fitted([other for name, other in told.values() if name != group])
        print(f"{fold}: {len(one.right)} tiles, {100 * one.right.mean():.1f} % right")
        print(f"   ECE {100 * one.error(Certainty()):.2f} %, {100 * one.error(others):.2f} % with {others}")
    together = fitted([one for _, one in told.values()])
    print(f"together: {together}")
    if args.write:
        write(together, args.write)


if __name__ == "__main__":
    main()
