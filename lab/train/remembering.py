"""A finder and a reader that remember their answers, so that trials on one picture share their work."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.find.finder import TileFinder
from vision.read.faces import FaceReader

Array = NDArray[np.float32]
Picture = NDArray[np.uint8]


class RememberingFinder(TileFinder):
    """Remembers what it saw in straightened patches; a picture that comes alone is looked at anew."""

    _known: dict[bytes, tuple[Array, ...]] | None = None

    def maps_of(self, pictures: Picture) -> Array:
        """The model's answers."""
        if len(pictures) == 1:
            return super().maps_of(pictures)
        self._known = self._known or {}
        ask = super().maps_of
        return remembered(self._known, pictures, lambda new: (ask(new),))[0]

    def forget(self) -> None:
        """Forget everything: the next picture is another one."""
        self._known = {}


class RememberingReader(FaceReader):
    """Remembers what it read on each crop."""

    _known: dict[bytes, tuple[Array, ...]] | None = None

    def logits(self, crops: Picture) -> tuple[Array, Array, Array, Array]:
        """The model's raw answers."""
        self._known = self._known or {}
        kind, red, turn, embedding = remembered(self._known, crops, super().logits)
        return kind, red, turn, embedding

    def forget(self) -> None:
        """Forget everything: the next picture is another one."""
        self._known = {}


def remembered(
    known: dict[bytes, tuple[Array, ...]], pictures: Picture, ask: Callable[[Picture], tuple[Array, ...]]
) -> tuple[Array, ...]:
    """The answers for n pictures; only those that are new are asked for."""
    keys = [picture.tobytes() for picture in pictures]
    new = {key: number for number, key in enumerate(keys) if key not in known}
    if new:
        answers = ask(np.ascontiguousarray(pictures[list(new.values())]))
        for at, key in enumerate(new):
            known[key] = tuple(answer[at] for answer in answers)
    return tuple(np.stack(each) for each in zip(*(known[key] for key in keys), strict=True))
