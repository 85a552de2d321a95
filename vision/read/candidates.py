"""What may be tiles in one picture, and what is believed of each so far.

A check looks at the candidates and returns evidence; `Candidates.after` adds it up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.find.finder import Found
from vision.labels import BACK, BLANK, READINGS, UNKNOWN
from vision.read.familiar import Familiar
from vision.read.odds import with_evidence

__all__ = ["BLANK", "Candidates", "Check", "Evidence"]

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]

_FACELESS = (BLANK, BACK, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a check has to say of n candidates, in nats; 0 where it has nothing to say."""

    what: Array | None = None
    """[n, readings]: how much it speaks for each reading, compared with the other readings."""
    there: Array | None = None
    """[n]: how much it speaks for a tile being there at all."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """n finds of one picture."""

    found: Found
    cuts: tuple[Picture, ...]
    """Each find, cut out [n, 48, 48, 3]: once, or also where a second look saw it."""
    embeddings: Array
    """[n, 96], what the faces look like."""
    chances: Array
    """[n, readings], the chance of each reading; each row sums to 1."""
    table: Familiar
    """What is known of the table's own tiles; of a single photograph, what it shows itself."""
    is_photograph: bool = False
    """Whether it is a single picture, of which nobody knows how large tiles are."""
    there: Array | float = 0.0
    """[n], the log-odds that it is a tile at all."""

    @property
    def names(self) -> NDArray[np.str_]:
        """The likeliest reading of each."""
        return np.asarray(np.array(READINGS)[self.chances.argmax(axis=1)], np.str_)

    @property
    def sure(self) -> Array:
        """The chance of the likeliest reading of each."""
        return np.asarray(self.chances.max(axis=1), np.float32)

    @property
    def are_there(self) -> Mask:
        """Which are more likely tiles than not."""
        return np.asarray(np.broadcast_to(self.there, len(self.chances)) > 0, np.bool_)

    @property
    def have_faces(self) -> Mask:
        """Which are likely tiles, read as something that is drawn on a tile."""
        return np.asarray(self.are_there & ~np.isin(self.names, _FACELESS), np.bool_)

    def after(self, check: Check) -> Candidates:
        """The same candidates, once the evidence of a check has been added."""
        if not len(self.chances):
            return self
        said = check(self)
        chances = self.chances if said.what is None else with_evidence(self.chances, said.what)
        there = self.there if said.there is None else self.there + said.there
        return replace(self, chances=chances, there=np.asarray(there, np.float32))


Check = Callable[[Candidates], Evidence]
