"""家の事実: facts of what a house settles beside the play itself: dead hands, penalties, an early end, chips.

They belong to `facts` like all others and are listed there; nothing here knows a tile.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.seats import Seat


@dataclass(frozen=True, slots=True)
class HandDied:
    """アガリ放棄 A hand was declared dead: the player goes on drawing and discarding, and pays as noten.

    It may be said after an exhaustive draw too, when the hands are shown.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """罰符 A player pays a penalty short of chombo, and the hand goes on; whom it goes to, the rules say."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """時間切れ The time is up: this hand is the last, or one more is played, as the rules say."""


@dataclass(frozen=True, slots=True)
class DealerStopped:
    """和了やめ, 聴牌やめ The last dealer, who is first, ends the game and does not deal again."""


@dataclass(frozen=True, slots=True)
class WallBroken:
    """割れ目 Before this player the wall was broken; said again, the last word holds."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChipsTaken:
    """祝儀 A player gets chips from another, or as many from each of the others where `giver` is None."""

    seat: Seat
    giver: Seat | None
    chips: int
