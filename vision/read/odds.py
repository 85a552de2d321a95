"""Chances and evidence: how one becomes the other. Pure."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.labels import BACK, READINGS

__all__ = ["BEHIND", "WHITE", "against", "between", "for_back", "logit", "moved", "with_evidence"]

Array = NDArray[np.float32]

WHITE, BEHIND = READINGS.index("5z"), READINGS.index(BACK)
_FLOOR: Final = 1e-5


def logit(chance: Array) -> Array:
    """The logarithm of the odds, in nats; certainty is not infinite."""
    kept = np.clip(chance, _FLOOR, 1 - _FLOOR)
    return np.asarray(np.log(kept / (1 - kept)), np.float32)


def with_evidence(chances: Array, said: Array) -> Array:
    """The chances [n, m] after evidence [n, m] in nats was added; rows sum to 1."""
    logs = np.log(chances + _FLOOR) + said
    high = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(high / high.sum(axis=1, keepdims=True), np.float32)


def between(chances: Array, one: int, other: int, said: Array) -> Array:
    """Evidence [n, m] that moves the odds of column `one` against `other` by `said` nats [n].

    What both have together stays the same, so that no third reading gains or loses by it.
    """
    out = np.zeros_like(chances)
    either = chances[:, one] + chances[:, other] + 2 * _FLOOR
    before = against(chances, one, other)
    now = (1 + np.tanh((before + said) / 2)) / 2
    out[:, one] = np.log(np.maximum(now, _FLOOR) * either / (chances[:, one] + _FLOOR))
    out[:, other] = np.log(np.maximum(1 - now, _FLOOR) * either / (chances[:, other] + _FLOOR))
    return out


def against(chances: Array, one: int, other: int) -> Array:
    """The log-odds [n] of one reading against another; neither is ever ruled out."""
    return np.asarray(np.log((chances[:, one] + _FLOOR) / (chances[:, other] + _FLOOR)), np.float32)


def for_back(chances: Array, said: Array) -> Array:
    """Evidence [n, m] for backs against white dragons, of `said` nats [n]."""
    return between(chances, BEHIND, WHITE, said)


def moved(before: Array, after: Array) -> Array:
    """Evidence [n, m] that turns some chances into others."""
    return np.asarray(np.log((after + _FLOOR) / (before + _FLOOR)), np.float32)
