"""Facts about what a house settles outside the play itself: dead hands, penalties, an early end, chips.

`facts` lists them with all the others; none of them is about a tile.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.seats import Seat


@dataclass(frozen=True, slots=True)
class HandDied:
    """A hand was declared dead (アガリ放棄): the player goes on drawing and discarding, and pays as noten.

    It may also be entered after an exhaustive draw, when the hands are shown.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A player pays a penalty short of chombo, and the hand goes on; the rules say who gets it.

    `points` are what the player pays in all.
    """

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The time is up (時間切れ): this hand is the last, or one more is played, as the rules say."""


@dataclass(frozen=True, slots=True)
class DealerStopped:
    """The last dealer, in first place, ends the game and does not deal again (和了やめ, 聴牌やめ)."""


@dataclass(frozen=True, slots=True)
class WallBroken:
    """The wall in front of this player was broken; a later entry replaces an earlier one (割れ目)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChipsTaken:
    """A player gets chips from `giver`, or that many from each of the others if it is None (祝儀)."""

    seat: Seat
    giver: Seat | None
    chips: int
