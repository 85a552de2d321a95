"""Whose time is up at which table: a table says so when it changes; the hub keeps it only while it runs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.tournament.flags import TableFlags, decode_flags, encode_flags
from companion.tournament.told import ToldRefused

if TYPE_CHECKING:  # few tables play by the clock
    from companion.player_clock import ClocksSeen

__all__ = ["RaisedFlags", "SaidFlags"]

_log = logging.getLogger(__name__)


class SaidFlags:
    """What a table has said of its flags on this connection. The link's thread uses it."""

    def __init__(self) -> None:
        self.look: Callable[[], ClocksSeen | None] = lambda: None
        """What is seen of the clocks now; None where nobody plays by one. A table with clocks sets it."""
        self._said: TableFlags | None = None

    def connected(self) -> None:
        """Begin again on a new connection: what the broker kept may be from another evening."""
        self._said = None

    def due(self) -> bytes | None:
        """What has to be said now; None where nothing has changed."""
        seen = self.look()
        now = TableFlags()
        if seen is not None:
            clocks = seen.clocks
            flagged = (seat for seat, one in enumerate(clocks.seats) if one.is_flagged(clocks.hand))
            now = TableFlags(tuple(flagged))
        if now == self._said:
            return None
        self._said = now
        return encode_flags(now)


class RaisedFlags:
    """What each table said last. The hub's thread calls `hear`; any thread may ask."""

    def __init__(self) -> None:
        self._raised: Mapping[str, tuple[int, ...]] = {}

    def of(self, table: str) -> tuple[int, ...]:
        """The seats of a table whose time is up."""
        return self._raised.get(table, ())

    def hear(self, table: str, payload: bytes) -> None:
        """Take in what a table says; what cannot be read is only logged."""
        try:
            told = decode_flags(payload)
        except ToldRefused as refused:
            _log.warning("club.flags_refused table=%s %s", table, refused)
            return
        self._raised = {**self._raised, table: told.seats}
