"""How one pretend player differs from the others."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """A player's style; each number is between 0 and 1."""

    boldness: float = 0.5
    """How readily a hand one step from tenpai is played against riichi."""
    calling: float = 0.5
    """How readily a hand is opened."""
    kans: float = 0.9
    """How readily a kan is made."""
    dama: float = 0.1
    """How often riichi is put off for a turn (黙聴)."""


def random_style(rng: random.Random) -> Style:
    """A random style."""
    return Style(
        boldness=rng.uniform(0.2, 0.8),
        calling=rng.uniform(0.1, 0.9),
        kans=rng.uniform(0.8, 1.0),
        dama=rng.uniform(0.0, 0.25),
    )
