"""How the tables of a run are set up, by the command line: `usual`, `plain`, or with corners tapped wrong.

With `+pale2`, backs have the third of the pale colours, whatever the dice say. With `+tiles`, people have
accepted the fit to the tiles of the previous hand, if one was offered.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass, replace

from companion.pretend.stage.setting import Setting, TableKind, setting_of
from lab.bench.plane_by_tiles import taken

__all__ = ["Set", "set_of"]


@dataclass(frozen=True)
class Set:
    """Tables of a kind; if `moved` is given, all corners are tapped that far from where they are."""

    kind: TableKind = TableKind.USUAL
    moved: tuple[float, float] | None = None
    """Per cent of the table's side, and the direction in degrees: 0 is to the right, 90 downward."""
    by_tiles: bool = False
    """Whether people have accepted the fit to the tiles of the previous hand."""
    pale: int | None = None
    """Which of the pale backs all tables have; None where the seed decides."""

    def of(self, seed: int) -> Setting:
        """The table of one game, by its seed."""
        found = setting_of(self.kind, seed)
        found = found if self.pale is None else replace(found, pale=self.pale)
        return found if self.moved is None else found.moved(*self.moved)

    def before(self, camera: str, seed: int) -> Setting:
        """The table in front of a camera, whose picture of the previous hand decides on the fit."""
        found = self.of(seed)
        return replace(found, tapped_off=taken(camera, seed, found.tapped_off)) if self.by_tiles else found

    def __str__(self) -> str:
        """What the command line says, in a form that fits the name of a file."""
        moved = "" if self.moved is None else "_{:g}_{:g}".format(*self.moved)
        pale = "" if self.pale is None else f"_pale{self.pale}"
        return self.kind.value + moved + pale + ("_tiles" if self.by_tiles else "")


def set_of(text: str) -> Set:
    """The tables that a text names: `usual` or `plain`, perhaps with more: `usual:3@45+pale2+tiles`.

    Raises:
        argparse.ArgumentTypeError: the text names none.
    """
    found = re.fullmatch(r"(usual|plain)(?::([\d.]+)@([\d.]+))?(\+pale([0-3]))?(\+tiles)?", text)
    if found is None:
        raise argparse.ArgumentTypeError("give usual or plain, perhaps with more: usual:3@45+pale2+tiles")
    kind, percent, degrees, _, pale, tiles = found.groups()
    moved = None if percent is None else (float(percent), float(degrees))
    return Set(TableKind(kind), moved, tiles is not None, None if pale is None else int(pale))
