"""Calling the referee of a club by `wait`, held alone for two seconds; held again, it withdraws the call.

Only the side that has called withdraws its call by key: two players who quarrel may both hold the key.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, Protocol

from companion.clock import Clock
from companion.errors import CompanionError
from companion.intake.panel.listener import Listener, Reply, seat_at
from companion.intake.panel.outcomes import Ask, News, Trouble
from companion.riichi.seats import Seat
from companion.table_state import TableState
from firmware_bridge.signals import Button, HeldDown, Side

if TYPE_CHECKING:  # few tables are in a club
    from companion.tournament.referee import CallSeen

__all__ = ["KEY", "Referee", "RefereeKey"]

KEY: Final = Button.WAIT
_log = logging.getLogger(__name__)


class Referee(Protocol):
    """The way to the referee of this table's club. Any thread may use it."""

    def called(self) -> CallSeen | None:
        """How this table's call stands; None where it belongs to no club."""

    def call(self, *, is_wanted: bool, seat: int | None) -> None:
        """Call the referee, or withdraw the call. Raises CompanionError where it cannot be kept."""


class RefereeKey:
    """What holding the key does, at any side. For one thread."""

    def __init__(self, referee: Referee | None, listener: Listener, clock: Clock) -> None:
        self._referee, self._listener, self._clock = referee, listener, clock
        self._made: tuple[Side, int] | None = None
        """The side that called last by key, and the number of its call.

        A call has no seat while nobody has said who sits at which side: the side then tells whose it is.
        """

    def held(self, held: HeldDown, state: TableState) -> None:
        """Call, or withdraw the call; lamp and page then show what was done."""
        listener, now_ns = self._listener, self._clock.monotonic_ns()
        if held.button is not KEY or not listener.chords.is_alone(held):
            return
        seat = seat_at(state.hanchan.sides, held.side)
        if state.hanchan.sides and seat is None:
            listener.refuse(held.side, Trouble.NOT_SEATED, now_ns)
            return
        said = self._turned(held.side, seat)
        if isinstance(said, Trouble):
            listener.refuse(held.side, said, now_ns)
            return
        question = listener.questions.get(held.side)
        if question is not None and question.ask is Ask.UNDO:
            # The same finger has raised it on its way here.
            del listener.questions[held.side]
        listener.replies[held.side] = Reply(said, now_ns)

    def _turned(self, side: Side, seat: Seat | None) -> News | Trouble:
        seen = self._referee.called() if self._referee is not None else None
        if self._referee is None or seen is None:
            return Trouble.NO_CLUB
        is_own = (side, seen.number) == self._made if seen.seat is None else seat == seen.seat
        if seen.is_wanted and not is_own:
            return News.REFEREE_CALLED_BEFORE
        try:
            self._referee.call(is_wanted=not seen.is_wanted, seat=seat)
        except CompanionError as error:
            _log.warning("press.no_referee %s", error)
            return Trouble.NOT_DONE
        now = self._referee.called()
        self._made = None if now is None else (side, now.number)
        return News.REFEREE_WITHDRAWN if seen.is_wanted else News.REFEREE_CALLED
