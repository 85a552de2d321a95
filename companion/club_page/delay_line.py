"""Which entries are old enough to be shown: a list of when the hub had how much of each table. Pure.

The rule is stricter than "older than the delay": an entry waits for the delay that was set when it came or
for the one that is set now, whichever is longer, and entries leave in the order in which they came.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar

__all__ = ["LONGEST_S", "DelayLine", "Place"]

LONGEST_S: Final = 3_600
"""The longest delay that can be chosen."""
_CLEAR_EVERY: Final = 512
Key = TypeVar("Key")
"""By what people ask: a table, or a copy of one."""


class Place(NamedTuple):
    """How far one copy of a table's journal goes."""

    copy: int
    seq: int


@dataclass(slots=True)
class _Marks:
    """The marks of one table, in the order of time: three lists of equal length, whose times never fall."""

    places: list[Place] = field(default_factory=list)
    came_s: list[float] = field(default_factory=list)
    promised_s: list[float] = field(default_factory=list)
    """For each place: before this time it is not shown, whatever is chosen later."""


class DelayLine(Generic[Key]):
    """When the hub had which entries of each table, or copy, in seconds of a clock that only runs forward."""

    def __init__(self) -> None:
        self._marks: dict[Key, _Marks] = {}
        self._now_s = float("-inf")

    def knows(self, table: Key) -> bool:
        """Whether anything of a table was noted."""
        return table in self._marks

    def note(self, table: Key, place: Place, now_s: float, delay_s: float) -> None:
        """The hub has a table's entries up to here; they wait for at least this delay."""
        now_s = self._forward(now_s)
        marks = self._marks.setdefault(table, _Marks())
        before = marks.places[-1] if marks.places else None
        # Where a game comes in again without names, the copy is shorter for a moment.
        if before is not None and before.copy == place.copy and before.seq >= place.seq:
            return
        marks.places.append(place)
        marks.came_s.append(now_s)
        marks.promised_s.append(max([now_s + delay_s, *marks.promised_s[-1:]]))
        if len(marks.places) % _CLEAR_EVERY == 0:
            self._clear(marks, now_s)

    def visible(self, table: Key, now_s: float, delay_s: float) -> Place | None:
        """How far the entries of a table are old enough; None where none is."""
        now_s = self._forward(now_s)
        marks = self._marks.get(table)
        if marks is None:
            return None
        old = min(bisect_right(marks.promised_s, now_s), bisect_right(marks.came_s, now_s - delay_s))
        return marks.places[old - 1] if old else None

    def _forward(self, now_s: float) -> float:
        """A clock that goes back makes nothing older, and nothing younger either."""
        self._now_s = max(self._now_s, now_s)
        return self._now_s

    def _clear(self, marks: _Marks, now_s: float) -> None:
        """Let go of what stands before the oldest place that may still be asked for."""
        gone = bisect_right(marks.came_s, now_s - LONGEST_S) - 1
        if gone > 0:
            for one in (marks.places, marks.came_s, marks.promised_s):
                del one[:gone]
