"""Tells flowers and seasons from the tiles of riichi: one more answer of the reader, from its embeddings.

Its numbers lie in a file of their own, so that the reader stays the same and sets shown to it stay valid.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.errors import ModelMismatch

__all__ = ["FILE", "Flowers", "reader_mark"]

Array = NDArray[np.float32]

FILE = "flowers.npz"
"""Beside the reader that it was learnt with."""
_NEVER = np.float32(-30)


class Flowers:
    """A small net: 96 numbers of a face go in; what comes out is how much speaks for a flower."""

    def __init__(self, reader: Path) -> None:
        """Open the file beside a reader's; without one, nothing is a flower.

        Raises:
            ModelMismatch: the file is damaged, or was learnt with another reader.
        """
        path = reader.with_name(FILE)
        self._layers: tuple[Array, ...] | None = None
        if not path.exists():
            return
        try:
            with np.load(io.BytesIO(path.read_bytes())) as held:
                mark = str(held["reader"])
                self._layers = tuple(held[name].astype(np.float32) for name in ("w1", "b1", "w2", "b2"))
        except Exception as error:  # a damaged archive raises errors of many kinds
            raise ModelMismatch(f"The model {path} cannot be read: it is damaged.") from error
        if mark != reader_mark(reader):
            raise ModelMismatch(f"The model {path} was learnt with a reader other than {reader}.")

    def logits(self, embeddings: Array) -> Array:
        """How much speaks for a flower [n, 1], beside the reader's logits of kinds; n embeddings [n, 96]."""
        if self._layers is None:
            return np.full((len(embeddings), 1), _NEVER, np.float32)
        first, shift, second, last = self._layers
        return np.asarray(np.maximum(embeddings @ first + shift, 0) @ second + last, np.float32)


def reader_mark(reader: Path) -> str:
    """A short hash of a reader's file."""
    return hashlib.sha256(reader.read_bytes()).hexdigest()[:16]
