"""What kinds of kyoku are generated: how the wall is stacked, and what the pretend players are keen on."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.differential import decks

EAGERNESS = {
    "riichi": 0.9,
    "ankan": 0.85,
    "kakan": 0.85,
    "daiminkan": 0.8,
    "kita": 0.8,
    "ron": 0.45,
    "tsumo": 0.45,
    "kyuushu": 0.3,
    "pon": 0.35,
    "chi": 0.2,
}
"""How often a pretend player takes what is offered: rare things often, wins half of the time."""
SILENT = {"riichi": 0.05, "ron": 0.15, "tsumo": 0.15, "pon": 0.1, "chi": 0.1}
KANS = {"riichi": 0.05, "ron": 0.1, "tsumo": 0.1, "chi": 0.0, "pon": 0.5, "daiminkan": 0.95}
RIICHI = {"ron": 0.1, "tsumo": 0.1, "ankan": 0.7, "pon": 0.0, "chi": 0.0, "daiminkan": 0.1}
CALLS = {"pon": 0.9, "chi": 0.6}
WINS = {"ron": 0.95}


@dataclass(frozen=True, slots=True)
class Scene:
    """One kind of kyoku."""

    style: decks.Style | None
    """None: the wall is as dice give it."""
    changes: dict[str, float] = field(default_factory=dict)
    """What all players are keen on, where it is not `EAGERNESS`."""
    thrown: str = ""
    """The tile that everybody discards as soon as it is there."""

    @property
    def eagerness(self) -> dict[str, float]:
        """How often each action is taken when it is offered."""
        return EAGERNESS | self.changes


SCENES = (
    Scene(None),
    Scene(None, CALLS),
    Scene(decks.triplets, KANS),
    Scene(decks.triplets, KANS),
    Scene(decks.triplets, CALLS),
    Scene(decks.stacked_triplets, RIICHI),
    Scene(decks.stacked_triplets, RIICHI),
    Scene(decks.one_suit, RIICHI),
    Scene(decks.one_suit),
    Scene(decks.orphans),
    Scene(decks.orphans, SILENT),
    Scene(decks.mixed),
    Scene(decks.mixed, CALLS),
    Scene(decks.winds, SILENT, thrown="1z"),
    Scene(decks.runs, CALLS),
    Scene(decks.one_wait, WINS),
    Scene(decks.one_wait, SILENT),
    Scene(decks.one_wait),
    Scene(decks.nearly_done, SILENT),
    Scene(decks.nearly_done),
)


def any_scene(rng: Random) -> Scene:
    """One of them."""
    return rng.choice(SCENES)
