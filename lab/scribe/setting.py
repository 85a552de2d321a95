"""How the tables of a run are set, from the command line: `usual`, `plain`, or with corners tapped wrong."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass

from companion.intake.stage.setting import Setting, TableKind, setting_of

__all__ = ["Set", "set_of"]


@dataclass(frozen=True)
class Set:
    """Tables of a kind; if `moved` is given, all corners are tapped that far from where they are."""

    kind: TableKind = TableKind.USUAL
    moved: tuple[float, float] | None = None
    """Per cent of the table's side, and the direction in degrees: 0 is to the right, 90 downward."""

    def of(self, seed: int) -> Setting:
        """The table of one game."""
        found = setting_of(self.kind, seed)
        return found if self.moved is None else found.moved(*self.moved)

    def __str__(self) -> str:
        """What the command line says, in a form that fits the name of a file."""
        return self.kind.value + ("" if self.moved is None else "_{:g}_{:g}".format(*self.moved))


def set_of(text: str) -> Set:
    """`usual`, `plain`, or one of them with per cent and degrees of the moved corners: `usual:3@45`."""
    found = re.fullmatch(r"(usual|plain)(?::([\d.]+)@([\d.]+))?", text)
    if found is None:
        raise argparse.ArgumentTypeError("usual, plain, or one with moved corners, such as usual:3@45")
    kind, percent, degrees = found.groups()
    return Set(TableKind(kind), None if percent is None else (float(percent), float(degrees)))
