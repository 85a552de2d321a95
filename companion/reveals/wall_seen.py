"""Whether the wall on the table is as long as the screen says. Pure; nothing is concluded from it.

Only a wall that was all in view at the beginning of the kyoku is compared: where a camera does not see all
of it, or hardly any of its backs, its length says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.evidence.sights import TableSeen
from companion.reveals.numbers import WALL_AGREES, WALL_DIFFERS, WALL_EARLY, WALL_OTHER_RESTS
from companion.riichi.kyoku import Kyoku
from companion.scribe.policy import ENOUGH_RESTS

__all__ = ["WallWatch", "watched"]


@dataclass(frozen=True, slots=True)
class WallWatch:
    """What is remembered of the wall between two looks."""

    agreed: int = 0
    """At how many rests early in the hand it was as long as it should be."""
    differed: int = 0
    """At how many rests in a row since then it was not."""

    @property
    def differs(self) -> bool:
        """Whether people should be told."""
        return self.agreed >= ENOUGH_RESTS and self.differed >= WALL_OTHER_RESTS


def watched(watch: WallWatch, kyoku: Kyoku, seen: TableSeen) -> WallWatch:
    """The watch after one more look; unchanged once a hand lies open or the kyoku is over.

    Walls change then. It also stays unchanged where the wall is not seen or empty. Where it is not counted,
    because nobody follows the turns, it does not differ.
    """
    live = kyoku.wall.live
    if live is None:
        return replace(watch, differed=0)
    if seen.stacks is None or not live or kyoku.is_over or any(seat.showing for seat in seen.seats):
        return watch
    apart = abs(seen.stacks - (live + kyoku.rules.dead_wall) / 2)
    if apart < WALL_AGREES:
        is_early = live >= kyoku.rules.live_tiles - WALL_EARLY
        return WallWatch(watch.agreed + is_early)
    return replace(watch, differed=watch.differed + 1) if apart >= WALL_DIFFERS else watch
