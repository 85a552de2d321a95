"""How sure the eye may say it is: chances damped as sets that it had not seen taught. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Certainty:
    """What is done to chances at last; by itself nothing."""

    temperature: float = 1.0
    """Above 1 everything is less sure than it seemed, below 1 surer."""
    doubt: float = 0.0
    """The share that any other reading keeps: a strange set may write a face as no known one does."""


def as_certain(chances: Array, certainty: Certainty) -> Array:
    """The chances [n, readings] as they are told; which is likeliest stays so."""
    if certainty == Certainty() or not len(chances):
        return chances
    tempered = np.power(np.maximum(chances, 1e-9), 1 / certainty.temperature)
    tempered /= tempered.sum(axis=1, keepdims=True)
    spread = certainty.doubt / chances.shape[1]
    return np.asarray(tempered * (1 - certainty.doubt) + spread, np.float32)
