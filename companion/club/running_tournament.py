"""The tournament in a running hub: it reads its file and the copies, works out scores, and tells the tables.

A broken tournament never stops the hub from copying: the page shows a complaint and the last good scores.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion.clock import Clock, SystemClock
from companion.club.announcing import Announcer
from companion.club.copies import Copies, StoreDown
from companion.club.scoreboard import NO_SCORES, Scoreboard, Scores
from companion.club.tournament_file import TournamentFile, earlier
from companion.errors import CompanionError
from companion.tournament.changes import Change, ClockPaused, ClockResumed
from companion.tournament.state import Tournament

__all__ = ["RunningTournament"]

_LOOK_EVERY_S: Final = 0.25
_JUMP_S: Final = 5.0
"""The two clocks of a machine drift apart by less between two looks: otherwise somebody has set one."""


class _Moment(NamedTuple):
    wall_s: float
    since_boot_s: float


class RunningTournament:
    """Used by the hub's thread; `scores`, `complaint`, `is_read` and `wait` by any."""

    def __init__(self, folder: Path, copies: Copies, clock: Clock | None = None) -> None:
        self._folder, self._copies, self._clock = folder, copies, clock or SystemClock()
        self._board: Scoreboard | None = None
        self._announcer = Announcer()
        self._latest = 0.0
        self._look_at = 0.0
        self._looked_at = self._now()
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
        self._latest = max(self._latest, self._now().wall_s)
        scores = self.scores
        if not self._has_any:
            return
        yield from self._announcer.due(scores.tournament, scores.event, companions, self._latest)

    def _look(self) -> None:
        now = self._now()
        if now.since_boot_s < self._look_at:
            return
        self._look_at = now.since_boot_s + _LOOK_EVERY_S
        try:
            self._board = self._board or Scoreboard(self._folder, self._copies)
            self._pass_over_jump(self._board.file, now)
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

    def _now(self) -> _Moment:
        return _Moment(self._clock.utc_now().timestamp(), self._clock.since_boot_ns() / 1e9)

    def _pass_over_jump(self, file: TournamentFile, now: _Moment) -> None:
        """Let the round's clock stand still for the time by which the wall clock was put forward.

        A machine without a clock of its own has the right time only once it reaches a time server.
        """
        before = self._looked_at
        without_jump = before.wall_s + now.since_boot_s - before.since_boot_s
        if now.wall_s - without_jump > _JUMP_S:
            file.decide(lambda tournament: _pause(tournament, without_jump, now.wall_s))
        self._looked_at = now


def _pause(tournament: Tournament, first: float, last: float) -> tuple[Change, ...]:
    """A pause between two moments; nothing where the clock did not run at the first of them."""
    clock = tournament.current.clock if tournament.current else None
    ran = clock is not None and clock.is_running and clock.begun <= first
    return (ClockPaused(first), ClockResumed(last)) if ran else ()
