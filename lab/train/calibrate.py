"""How much a reader's certainty must be damped so that it is right as often as it says.

Fitted on sets that the reader has not seen.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from lab.train.real_crops import REAL
from vision.faces import FaceReader, softmax


def surprise(logits: np.ndarray, truth: np.ndarray, temperature: float) -> float:
    """The mean negative logarithm of the chance given to the truth."""
    chance = softmax((logits / temperature).astype(np.float32))
    return float(-np.log(np.maximum(chance[np.arange(len(truth)), truth], 1e-7)).mean())


def best_temperature(logits: np.ndarray, truth: np.ndarray) -> float:
    """The temperature with the least surprise."""
    steps = np.exp(np.linspace(np.log(0.3), np.log(4), 60))
    return float(min(steps, key=lambda t: surprise(logits, truth, float(t))))


def main() -> None:
    """Pool the folds: each reader answers for the set that it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folds", nargs="+", help="SET=MODEL.onnx")
    args = parser.parse_args()
    logits, truths = [], []
    for fold in args.folds:
        group, _, model = fold.partition("=")
        saved = np.load(REAL / f"{group}.npz")
        pick = np.random.default_rng(0).permutation(len(saved["pictures"]))[:1500]
        logits.append(FaceReader(Path(model)).logits(saved["pictures"][pick])[0])
        truths.append(saved["answers"][pick, 0].astype(int))
        print(f"{group}: temperature {best_temperature(logits[-1], truths[-1]):.3f}")
    print(f"together: {best_temperature(np.concatenate(logits), np.concatenate(truths)):.3f}")


if __name__ == "__main__":
    main()
