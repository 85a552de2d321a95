"""Finds of a picture that was never taken, as the checks of the eye get them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.find.finder import Found
from vision.labels import READINGS
from vision.read.candidates import Candidates
from vision.read.checks import finder_and_reader
from vision.read.familiar import Familiar


def chances(**given: float) -> np.ndarray:
    """The chances of one find; a name that begins with a digit has a line before it: `_5z`."""
    out = np.full(len(READINGS), 1e-5, np.float32)
    for name, value in given.items():
        out[READINGS.index(name.lstrip("_"))] = value
    return out / out.sum()


def named(names: Sequence[str], sure: Sequence[float] | float = 0.95) -> np.ndarray:
    """The chances of finds that are read as these, each this confidently; the rest is anybody's guess."""
    out = np.zeros((len(names), len(READINGS)), np.float32)
    out[:] = ((1 - np.broadcast_to(sure, len(names))) / (len(READINGS) - 1))[:, None]
    for row, name, chance in zip(out, names, np.broadcast_to(sure, len(names)), strict=True):
        row[READINGS.index(name)] = chance
    return out


def seen(
    read: np.ndarray,
    *,
    quads: np.ndarray | None = None,
    scores: Sequence[float] | float = 0.9,
    crops: np.ndarray | None = None,
    embeddings: np.ndarray | None = None,
    backs: bool = False,
    is_photograph: bool = True,
) -> Candidates:
    """Candidates that are read so."""
    count = len(read)
    far_apart = np.arange(count, dtype=np.float32)[:, None, None] * 1000
    found = Found(
        np.zeros((count, 4, 2), np.float32) + far_apart if quads is None else quads,
        np.broadcast_to(np.asarray(scores, np.float32), count).copy(),
        np.full(count, backs, np.bool_),
    )
    cuts = (np.full((count, 48, 48, 3), 220, np.uint8) if crops is None else crops,)
    looks = np.zeros((count, 96), np.float32) if embeddings is None else embeddings
    return Candidates(found, cuts, looks, read, Familiar(), is_photograph)


def there(candidates: Candidates, *checks) -> list[bool]:
    """Which are tiles by the word of finder and reader, and by these checks."""
    for check in (finder_and_reader, *checks):
        candidates = candidates.after(check)
    return candidates.are_there.tolist()
