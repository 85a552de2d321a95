"""The tournament in a running hub: it reads its file and the copies, works out scores, and tells the tables.

A broken tournament never stops the hub from copying: the page shows a complaint and the last good scores.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.club.announcing import Announcer
from companion.club.copies import Copies, StoreDown
from companion.club.scoreboard import NO_SCORES, Scoreboard, Scores
from companion.club.tournament_file import earlier
from companion.errors import CompanionError

__all__ = ["RunningTournament"]

_LOOK_EVERY_S: Final = 0.25


class RunningTournament:
    """Used by the hub's thread; `scores`, `complaint`, `is_read` and `wait` by any."""

    def __init__(self, folder: Path, copies: Copies, wall_s: Callable[[], float] = time.time) -> None:
        self._folder, self._copies, self._wall_s = folder, copies, wall_s
        self._board: Scoreboard | None = None
        self._announcer = Announcer()
        self._latest = 0.0
        self._look_at = 0.0
        self._has_any = False
        """Whether this club has, or ever had, a tournament: if not, its tables are told nothing."""
        self._is_read = False
        self._news = threading.Condition()
        self.scores: Scores = NO_SCORES
        self.complaint = ""
        """Why the tournament cannot be read; empty where it can."""

    @property
    def is_read(self) -> bool:
        """Whether its file was looked at; before that nobody knows whether there is a tournament."""
        return self._is_read

    def wait(self, known: Scores, timeout_s: float) -> Scores:
        """The scores, as soon as they differ from the known ones, or when the time is over."""
        with self._news:
            self._news.wait_for(lambda: self.scores is not known, timeout_s)
        return self.scores

    def is_there(self, table: str) -> None:
        """Note that a table is back: it is told everything again."""
        self._announcer.forget(table)

    def due(self, companions: tuple[str, ...]) -> Iterator[tuple[str, str, bytes]]:
        """Look, and say what each table has not heard: companion, last word of the topic, payload."""
        self._look()
        # Within one run the hub's clock only goes forward, whatever the clock of the machine does.
        self._latest = max(self._latest, self._wall_s())
        scores = self.scores
        if not self._has_any:
            return
        yield from self._announcer.due(scores.tournament, scores.event, companions, self._latest)

    def _look(self) -> None:
        now = time.monotonic()
        if now < self._look_at:
            return
        self._look_at = now + _LOOK_EVERY_S
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
            with self._news:
                self.scores = self._board.scores
                self._news.notify_all()
        # Last: whoever sees that it is read finds the scores in place.
        self._is_read = True
