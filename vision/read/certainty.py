"""How sure the eye may claim to be: damps chances by what tests on unseen tile sets have shown. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Certainty:
    """How chances are damped at the end; the default changes nothing."""

    temperature: float = 1.0
    """Above 1 everything is less sure than it seemed, below 1 surer."""
    doubt: float = 0.0
    """The share that is spread over all readings: an unknown set may draw a face as no known set does."""


def as_certain(chances: Array, certainty: Certainty) -> Array:
    """The chances [n, readings] as they are reported; the likeliest reading stays the likeliest."""
    if certainty == Certainty() or not len(chances):
        return chances
    tempered = np.power(np.maximum(chances, 1e-9), 1 / certainty.temperature)
    tempered /= tempered.sum(axis=1, keepdims=True)
    spread = certainty.doubt / chances.shape[1]
    return np.asarray(tempered * (1 - certainty.doubt) + spread, np.float32)
