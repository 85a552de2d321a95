"""The tournament in a running hub: it reads its file and the copies, works out scores, and tells the tables.

A broken tournament never stops the hub from copying: the page shows a complaint and the last good scores.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.clock import Clock, SystemClock
from companion.club.announcing import Announcer
from companion.club.copies import Copies, StoreDown
from companion.club.round_time import RoundTime
from companion.club.scoreboard import NO_SCORES, Scoreboard, Scores
from companion.club.tournament_file import earlier
from companion.errors import CompanionError

__all__ = ["RunningTournament"]

_LOOK_EVERY_S: Final = 0.25
_NOTE_EVERY_S: Final = 30.0


class RunningTournament:
    """Used by the hub's thread; `scores`, `complaint`, `is_read` and `now_s` by any."""

    def __init__(self, folder: Path, copies: Copies, clock: Clock | None = None) -> None:
        self._folder, self._copies, self._clock = folder, copies, clock or SystemClock()
        self._time = RoundTime(folder, self._clock)
        self._board: Scoreboard | None = None
        self._announcer = Announcer(secrets.token_hex(8))
        self._look_at = self._note_at = 0.0
        self._has_any = False
        """Whether this club has, or ever had, a tournament: if not, its tables are told nothing."""
        self._is_read = False
        self.scores: Scores = NO_SCORES
        self.complaint = ""
        """Why the tournament cannot be read; empty where it can."""

    @property
    def is_read(self) -> bool:
        """Whether the file was looked at; before that nobody knows whether there is a tournament."""
        return self._is_read

    def now_s(self) -> float:
        """The time by which the clock of the round counts, in seconds since 1970."""
        return self._time.now_s(self.scores.tournament)

    def is_there(self, table: str) -> None:
        """Note that a table is back: it is told everything again."""
        self._announcer.forget(table)

    def due(self, companions: tuple[str, ...]) -> Iterator[tuple[str, str, bytes]]:
        """Look, and say what each table has not heard: companion, last word of the topic, payload."""
        self._look()
        scores = self.scores
        if not self._has_any:
            return
        yield from self._announcer.due(scores.tournament, scores.event, companions, self.now_s)

    def _look(self) -> None:
        since_boot_s = self._clock.since_boot_ns() / 1e9
        if since_boot_s < self._look_at:
            return
        self._look_at = since_boot_s + _LOOK_EVERY_S
        try:
            self._board = self._board or Scoreboard(self._folder, self._copies)
            has_news = self._board.look()
            self.complaint = ""
        except StoreDown:
            raise
        except CompanionError as error:
            self.complaint = f"the tournament cannot be followed: {error}"
            self._is_read = True
            return
        self._has_any = bool(self._board.scores.event or earlier(self._folder))
        if has_news:
            self.scores = self._board.scores
        self._note(since_boot_s)
        # Last: whoever sees that it is read finds the scores in place.
        self._is_read = True

    def _note(self, since_boot_s: float) -> None:
        """Note now and then how far the round is, for a machine that is started again in the middle of it."""
        round_ = self.scores.tournament.current
        if since_boot_s >= self._note_at and round_ and round_.clock and round_.clock.is_running:
            self._note_at = since_boot_s + _NOTE_EVERY_S
            self._time.far(self.scores.tournament)
