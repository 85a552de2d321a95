"""What the hub tells each table of a tournament: its plan and its clock, whenever they change.

Pure: the caller passes in the clock. The broker keeps the newest plan and clock for a table that
comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.club.round_kept import CLOCK, PLAN
from companion.tournament.at_table import clock_for, encode_told, plan_for
from companion.tournament.state import Tournament

__all__ = ["Announcer"]


class Announcer:
    """Remembers what each table was told. One thread uses it.

    Args:
        session: tells this start of the hub from others.
    """

    def __init__(self, session: str) -> None:
        self._session = session
        self._told: dict[str, tuple[str, int, int]] = {}

    def forget(self, table: str) -> None:
        """Forget what a table was told: it has come back, and is told everything again."""
        self._told.pop(table, None)

    def due(
        self, tournament: Tournament, event: str, companions: tuple[str, ...], now_s: Callable[[], float]
    ) -> Iterator[tuple[str, str, bytes]]:
        """The messages that tables have not had yet: companion, last word of the topic, and payload."""
        numbers = {companion: table for table, companion in tournament.companions.items()}
        for companion in companions:
            table = numbers.get(companion, 0) if event else 0
            state = (event if table else "", tournament.revision if table else 0, table)
            if self._told.get(companion) == state:
                continue
            self._told[companion] = state
            if table:
                plan = replace(plan_for(tournament, event, table), session=self._session)
                yield companion, PLAN, encode_told(plan)
                clock = clock_for(tournament, event, table, now_s())
                said = encode_told(replace(clock, session=self._session)) if clock else b""
                yield companion, CLOCK, said
            else:
                # It may still hold the plan of a tournament that this hub does not know.
                yield companion, PLAN, b""
                yield companion, CLOCK, b""
