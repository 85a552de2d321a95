"""Real labelled faces cut out of the photographs, kept on disk by physical set.

Cutting needs boxes or found quads.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lab.pictures.atlas import CACHE


def load_real_crops(sets: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """Crops and answers (kind, red, turn, symmetric) of some physical sets, each set weighing the same."""
    parts = [np.load(CACHE / "real" / f"{name}.npz") for name in sets]
    most = max(len(part["pictures"]) for part in parts)
    rng = np.random.default_rng(5)
    picks = [np.arange(len(p["pictures"])) for p in parts]
    picks = [np.concatenate([i, rng.choice(i, max(0, min(most, 4 * len(i)) - len(i)))]) for i in picks]
    pictures = np.concatenate([p["pictures"][i] for p, i in zip(parts, picks, strict=True)])
    answers = np.concatenate([p["answers"][i] for p, i in zip(parts, picks, strict=True)])
    return pictures, answers
