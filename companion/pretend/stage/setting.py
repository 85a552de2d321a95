"""How a stage is set: which table, which tiles, and where its corners were tapped. Pure.

One seed decides everything, so that the same evening can be repeated.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import StrEnum
from math import cos, radians, sin

from companion.pretend.stage.places import AUTOMATIC, PLAIN, Layout

__all__ = ["Setting", "TableKind", "setting_of"]

TappedOff = tuple[tuple[float, float], ...]

TAPPED = 0.02
"""How far off a corner a finger may tap, as a fraction of the table's side."""
AUTOMATIC_SHARE, PALE_SHARE = 0.75, 0.3
"""The share of tables with a centre unit, and that of tile sets with pale backs."""
PALES = 4
"""How many pale backs there are to choose from; `painting.painter` has their colours."""
EXACTLY: TappedOff = ((0.0, 0.0),) * 4


class TableKind(StrEnum):
    """What kind of table is set."""

    USUAL = "usual"
    """As in clubs and homes: most are automatic, and corners are tapped by a finger in a hurry."""
    PLAIN = "plain"
    """A cloth with nothing on it, coloured backs, and corners tapped exactly."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One table in front of its camera."""

    layout: Layout = PLAIN
    has_unit: bool = False
    """Whether there is a centre unit in the middle, as on an automatic table (全自動卓)."""
    pale: int | None = None
    """Which of the pale backs its tiles have; None for coloured ones."""
    tapped_off: TappedOff = EXACTLY
    """How far off each corner somebody tapped, as fractions of the table's side."""

    def moved(self, percent: float, degrees: float) -> Setting:
        """The same, with all corners tapped off by `percent` of the side; 0 degrees is right, 90 down."""
        right, down = (percent / 100 * f(radians(degrees)) for f in (cos, sin))
        return replace(self, tapped_off=((right, down),) * 4)


def setting_of(kind: TableKind, seed: int) -> Setting:
    """How the table of an evening is set."""
    if kind is TableKind.PLAIN:
        return Setting()
    dice = random.Random(f"setting {seed}")
    is_automatic, is_pale = dice.random() < AUTOMATIC_SHARE, dice.random() < PALE_SHARE
    pale = dice.randrange(PALES) if is_pale else None
    beside = tuple((dice.uniform(-TAPPED, TAPPED), dice.uniform(-TAPPED, TAPPED)) for _ in range(4))
    return Setting(AUTOMATIC if is_automatic else PLAIN, is_automatic, pale, beside)
