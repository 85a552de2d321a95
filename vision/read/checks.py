"""The checks of the eye, in order: each looks at the candidates of a picture and returns evidence.

A new kind of evidence is a function like these, and a place in `PHOTOGRAPH`, in `WATCHED`, or in both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.labels import BACK, BLANK, READINGS, UNKNOWN
from vision.read.alike import by_likeness, white_again, without_pale_backs
from vision.read.candidates import Candidates, Check, Evidence
from vision.read.impostors import bits_of_tiles, in_shade, odd_sizes, round_things, signs
from vision.read.odds import BEHIND, for_back, logit, moved
from vision.read.walls import amid_backs, by_rows, in_walls
from vision.weights import FOUND, LIKELY, SIDE, STRANGERS

__all__ = ["PHOTOGRAPH", "WATCHED", "Checks"]

_UNNAMED: Final = READINGS.index(UNKNOWN)


def backs(seen: Candidates) -> Evidence:
    """The finder knows backs by their surroundings, and is heard like the reader."""
    said = np.zeros_like(seen.chances)
    said[:, BEHIND] = logit(np.where(seen.found.backs, seen.found.scores, 0.02))
    return Evidence(what=said)


def strangers(seen: Candidates) -> Evidence:
    """Where the finder is sure, a thing that nobody can name is more likely a badly seen tile."""
    said = np.zeros_like(seen.chances)
    said[:, _UNNAMED] = -STRANGERS * np.maximum(0, logit(seen.found.scores))
    return Evidence(what=said)


def alike(seen: Candidates) -> Evidence:
    """What looks like a sure face of the same picture is probably the same tile."""
    return Evidence(what=by_likeness(seen.chances, seen.embeddings))


def other_hues(seen: Candidates) -> Evidence:
    """A blank is more likely a back than a white dragon if its hue differs from that of the sure faces."""
    return Evidence(what=moved(seen.chances, without_pale_backs(seen.chances, seen.cuts[0])))


def same_hues(seen: Candidates) -> Evidence:
    """A bare blank is more likely a white dragon if it has the hue of the sure faces."""
    return Evidence(what=moved(seen.chances, white_again(seen.chances, seen.cuts[0])))


def materials(seen: Candidates) -> Evidence:
    """White dragons are made like faces, and backs like backs.

    What the finder takes for a face, and the material shows to be a back, is a pale back: of it the finder
    may be less sure.
    """
    said, surely = seen.table.materials.says(seen.chances, seen.cuts[0], seen.found.scores, by_rows(seen))
    pale = surely & ~seen.found.backs
    return Evidence(for_back(seen.chances, said), there=np.where(pale, SIDE, 0).astype(np.float32))


def known_faces(seen: Candidates) -> Evidence:
    """A doubtful face is compared with sure ones that this table showed before."""
    return Evidence(what=seen.table.says_of_kinds(seen.chances, seen.embeddings))


def known_paints(seen: Candidates) -> Evidence:
    """A five that may be red is compared with the paints that this table showed before."""
    return Evidence(what=seen.table.says_of_fives(seen.chances, seen.cuts[0]))


def finder_and_reader(seen: Candidates) -> Evidence:
    """Where the finder is in doubt, the reader has to be sure.

    A blank can hardly be read: however sure the reader is, the finder must be fairly sure, too.
    """
    least = np.minimum(FOUND, FOUND**2 / seen.sure)
    least = np.where(seen.names == BLANK, np.maximum(LIKELY * FOUND, least), least)
    # A box looks as plain as a back, so for backs the finder's word alone counts.
    needed = np.where(seen.names == BACK, 0, logit(np.asarray(least, np.float32)))
    return Evidence(there=np.asarray(logit(seen.found.scores) - needed, np.float32))


@dataclass(frozen=True, slots=True)
class Checks:
    """What is asked of each find: first what it is, then whether it is a tile at all."""

    by_finder: tuple[Check, ...]
    """What it is, by the finder, by the hue of blanks, and by the rows in which blanks lie."""
    by_picture: tuple[Check, ...]
    """What the other faces of the picture say; if the house has shown its tiles, those are asked instead."""
    by_table: tuple[Check, ...]
    """What the table's own tiles say of it."""
    there: tuple[Check, ...]
    """Whether it is a tile at all."""
    is_photograph: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all, in order."""
        lists = (self.by_finder, self.by_picture, self.by_table, self.there)
        return tuple(check.__name__ for some in lists for check in some)

    def without(self, name: str) -> Checks:
        """The same checks without one of them, to see what that one is worth."""

        def others(some: tuple[Check, ...]) -> tuple[Check, ...]:
            return tuple(check for check in some if check.__name__ != name)

        return replace(
            self,
            by_finder=others(self.by_finder),
            by_picture=others(self.by_picture),
            by_table=others(self.by_table),
            there=others(self.there),
        )


PHOTOGRAPH: Final = Checks(
    by_finder=(backs, strangers, other_hues, same_hues, in_walls),
    by_picture=(alike,),
    by_table=(materials,),
    there=(finder_and_reader, round_things, signs, odd_sizes, in_shade, bits_of_tiles, amid_backs),
    is_photograph=True,
)
"""For a single picture: it alone says how large tiles are, and what they are made of."""
WATCHED: Final = Checks(
    by_finder=(backs, strangers, other_hues, in_walls),
    by_picture=(alike,),
    by_table=(materials, known_faces, known_paints),
    there=(finder_and_reader, round_things, signs, odd_sizes, in_shade, bits_of_tiles, amid_backs),
)
"""For a table that is watched."""
