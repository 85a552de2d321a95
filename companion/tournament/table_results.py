"""The result of one table in one round, as a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.tournament.doubts import Doubt

__all__ = ["ResultState", "SeatResult", "TableResult"]


class ResultState(StrEnum):
    """How far a table of a round has come."""

    WAITING = "waiting"
    """No hand has ended there yet."""
    RUNNING = "running"
    FINISHED = "finished"
    TYPED = "typed"
    """The organiser has typed the points."""
    UNCLEAR = "unclear"
    """Nobody can say what counts; a doubt says why."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat of a table."""

    seat: int
    """0 is the seat that began as east."""
    player: int | None
    """Whose score it is; None: nobody knows."""
    name: str
    """At this seat: as the organiser says, else the table (not for typed points), else the plan; or empty."""
    is_by_plan: bool
    """The organiser has not said who sits here, and `player` and `name` are those of the plan.

    Typed points go by the plan even where the table names other people.
    """
    points: int
    place: int
    score: float
    """With uma, oka and what the table's own penalties took, in thousands."""
    is_settled: bool = field(default=False, compare=False)
    """The organiser has said who sits here. Results that differ only in this are equal."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of one table in one round."""

    round: int
    table: int
    state: ResultState
    seats: tuple[SeatResult, ...] = ()
    """By seat; empty before the first hand ends, and where it is unclear."""
    hands: int = 0
    """How many hands have ended."""
    doubts: tuple[Doubt, ...] = ()
    game: tuple[str, int] | None = None
    """The companion and the number of its game; None if there is none, or the result is typed or unclear."""

    @property
    def is_final(self) -> bool:
        """Whether the table has ended its game, or its points were typed."""
        return self.state in (ResultState.FINISHED, ResultState.TYPED)
