"""How the tables of a run are set, as it is asked for: `usual`, `plain`, or with corners beside the truth."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass

from companion.intake.stage.setting import Setting, TableKind, setting_of

__all__ = ["Set", "set_of"]


@dataclass(frozen=True)
class Set:
    """Tables of a kind; where a way is given, all corners are tapped so far beside the truth."""

    kind: TableKind = TableKind.USUAL
    moved: tuple[float, float] | None = None
    """By so many per cent of the table's side, in a direction in degrees: 0 to the right, 90 downward."""

    def of(self, seed: int) -> Setting:
        """The table of one game."""
        found = setting_of(self.kind, seed)
        return found if self.moved is None else found.moved(*self.moved)

    def __str__(self) -> str:
        """As it is asked for, and fit for the name of a file."""
        return self.kind.value + ("" if self.moved is None else "_{:g}_{:g}".format(*self.moved))


def set_of(text: str) -> Set:
    """`usual`, `plain`, or one of them with the way that the corners were moved: `usual:3@45`."""
    found = re.fullmatch(r"(usual|plain)(?::([\d.]+)@([\d.]+))?", text)
    if found is None:
        raise argparse.ArgumentTypeError("usual, plain, or such as usual:3@45")
    kind, percent, degrees = found.groups()
    return Set(TableKind(kind), None if percent is None else (float(percent), float(degrees)))
