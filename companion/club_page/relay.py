"""The featured table, as late as the streamer has chosen: followed in a thread of its own.

What it publishes is built from entries that are old enough, and from nothing else. So whatever is asked
of its board, however it is asked, nothing newer can be in the answer (decision 0037).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.club.copies import Copy
from companion.club.reading import CopiedGame, CopiesReader, GameKey
from companion.club.service import HubService, TableNow
from companion.club_page.delay_line import LONGEST_S, DelayLine, Place
from companion.club_page.featured import Featured, keep_featured, kept_featured
from companion.errors import CompanionError, ConfigError, JournalCorrupt
from companion.journal import Entry, replay
from companion.journal.codec import decode_entry, decode_rules
from companion.projections.board import Board
from companion.projections.snapshot import Snapshot, project
from companion.riichi.errors import IllegalFactError
from companion.riichi.hanchan import begin, followed
from companion.riichi.presets import TENHOU
from companion.table_state import TableState

__all__ = ["Relay", "RelayState"]

_LOOK_EVERY_S: Final = 0.25
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RelayState:
    """What the streamer sees of it."""

    table: str
    delay_s: int
    is_waiting: bool
    """Whether a table is chosen, and nothing of it can be shown yet."""
    owed_s: int
    """Seconds for which entries may still wait for a longer delay that was set when they came."""


@dataclass(frozen=True, slots=True)
class _At:
    """Which entries are shown."""

    table: str
    place: Place
    copy: tuple[int, int]
    """The newest copy, and how many removals were done in it."""
    held: int
    """How many of the entries are there: fewer where a game comes in again."""

    def goes_on_from(self, was: _At) -> bool:
        """Whether all that was shown then is still there as it was, so that only entries after it are new."""
        is_same = (self.table, self.copy, self.place.copy) == (was.table, was.copy, was.place.copy)
        return is_same and was.held == was.place.seq


@dataclass(slots=True)
class _Shown:
    """The game that is shown, as far as it is old enough."""

    key: GameKey
    state: TableState
    is_unclear: bool = False
    """The rules could not follow it to its last entry: it has to be read again."""


class Relay:
    """The delayed table of a hub, from `start` to `stop`.

    Args:
        hub: the running hub.
        folder: where the choice is kept.
        now_s: seconds of a clock that only runs forward; the time of day has no say in it.

    Raises:
        StoreDown: the club's file cannot be read.
    """

    def __init__(self, hub: HubService, folder: Path, now_s: Callable[[], float] = time.monotonic) -> None:
        self._hub, self._folder, self._now_s = hub, folder, now_s
        self._reader = CopiesReader(hub.copies_file)
        self._lock = threading.Lock()
        self._line: DelayLine[str] = DelayLine()
        self._copies: DelayLine[int] = DelayLine()
        self.complaint = ""
        """Why nobody knows what was chosen before; empty where it is known, or something was chosen since."""
        self._chosen = kept_featured(folder, self._complain)
        self._owed_until_s = now_s() + self._chosen.owed_s
        self._at: _At | None = None
        self._shown: _Shown | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="club-page-relay", daemon=True)
        self.board = Board()
        self.board.publish(_nothing())

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(5.0)
        with self._lock:
            self._reader.close()

    @property
    def state(self) -> RelayState:
        """What is chosen, and whether anything is shown. Any thread may ask."""
        with self._lock:
            left = max(0.0, self._owed_until_s - self._now_s()) if self._chosen.owed_s else 0.0
            is_waiting = bool(self._chosen.table) and self._shown is None
            return RelayState(self._chosen.table, self._chosen.delay_s, is_waiting, round(left))

    def choose(self, table: str, delay_s: int) -> None:
        """Choose the table and the delay. Raises ConfigError: nothing has changed then."""
        if table and table not in {one.id for one in self._hub.members.all}:
            raise ConfigError(f"no table is called {table}")
        if not 0 <= delay_s <= LONGEST_S:
            raise ConfigError(f"the delay is 0 to {LONGEST_S} seconds")
        with self._lock:
            self._settle()
            before = self._chosen
            chosen = Featured(table, delay_s, before.owed_s)
            is_shorter = chosen.promised_s < before.promised_s
            if is_shorter:
                chosen = replace(chosen, owed_s=max(before.owed_s, before.promised_s))
            keep_featured(self._folder, chosen)
            self._chosen, self.complaint = chosen, ""
            if is_shorter:
                self._owed_until_s = self._now_s() + chosen.owed_s
            if delay_s > before.delay_s:
                # What is shown, and what nobody has read yet, was old enough for the shorter delay alone.
                self._at = self._shown = None
                self.board.replace(_nothing())
        self.look()

    def old_enough(self, copy: int, at_least_s: float) -> Place | None:
        """How far a copy's entries are old enough for `at_least_s` and a broadcast; None where none is."""
        with self._lock:
            return self._copies.visible(copy, self._now_s(), max(at_least_s, self._chosen.promised_s))

    def look(self) -> None:
        """Note what has come, and show what has become old enough."""
        with self._lock:
            if self._stopped.is_set():
                return
            try:
                self._note(self._hub.tables, self._reader.copies())
                self._show()
            except CompanionError as error:
                _log.warning("club_page.relay_cannot_read %s", error)

    def _complain(self, sentence: str) -> None:
        self.complaint = sentence
        _log.warning("club_page.broadcast_forgotten %s", sentence)

    def _run(self) -> None:
        known: tuple[TableNow, ...] = ()
        while not self._stopped.is_set():
            known = self._hub.wait(known, _LOOK_EVERY_S)
            self.look()

    def _note(self, tables: tuple[TableNow, ...], copies: tuple[Copy, ...]) -> None:
        # The time is read after the tables: an entry may seem to have come later than it did, never earlier.
        now_s = self._now_s()
        self._settle()
        for table in tables:
            one, place = table.member.id, Place(table.copy[0], table.held)
            if place.copy:
                self._line.note(one, place, now_s, self._promised_s(is_known=self._line.knows(one)))
        for copy in copies:
            is_known = self._copies.knows(copy.id)
            place = Place(copy.id, copy.held)
            self._copies.note(copy.id, place, now_s, self._promised_s(is_known=is_known))

    def _promised_s(self, *, is_known: bool) -> int:
        """How long an entry waits that is noted now. `is_known`: its table or copy was noted before."""
        # What was there before this hub began may have come while the delay was longer.
        owed_s = 0 if is_known else self._chosen.owed_s
        return max(self._chosen.promised_s, owed_s)

    def _settle(self) -> None:
        """Once all that came under a longer delay has left, a restart need not wait for it either."""
        if self._chosen.owed_s and self._now_s() >= self._owed_until_s:
            chosen = replace(self._chosen, owed_s=0)
            with suppress(ConfigError):
                keep_featured(self._folder, chosen)
                self._chosen = chosen

    def _show(self) -> None:
        table, place = self._featured()
        if table is None or place is None:
            at, shown = None, None
        else:
            # A game that is forgotten, or comes in again without names, is read anew.
            at = _At(table.member.id, place, table.copy, min(table.held, place.seq))
            if at == self._at:
                return
            shown = self._built(at)
        if shown is not None or self._shown is not None:
            self.board.publish(_public(shown.state) if shown else _nothing())
        self._at, self._shown = at, shown

    def _featured(self) -> tuple[TableNow | None, Place | None]:
        """The chosen table, or the spare in its place once that is old enough; and how far it is shown."""
        known = {one.member.id: one for one in self._hub.tables}
        now_s, delay_s = self._now_s(), self._chosen.delay_s
        table = known.pop(self._chosen.table, None)
        place = self._line.visible(table.member.id, now_s, delay_s) if table else None
        spare = table
        while spare is not None and (spare := known.pop(spare.member.spare, None)) is not None:
            if newer := self._line.visible(spare.member.id, now_s, delay_s):
                table, place = spare, newer
        return table, place

    def _built(self, at: _At) -> _Shown | None:
        """The game at a place: what was built before goes on where only new entries have come."""
        was, shown = self._at, self._shown
        if was is not None and shown is not None and not shown.is_unclear and at.goes_on_from(was):
            news = self._reader.as_of(*at.place, shown.key, shown.state.seq)
            further = _further(shown, news) if news is not None and news.key == shown.key else None
            if further is not None:
                return further
        whole = self._reader.as_of(*at.place)
        return _from_first(whole) if whole is not None and whole.entries else None


def _further(shown: _Shown, news: CopiedGame) -> _Shown | None:
    """The game with its new entries; None where they change what was before, so that all is read again."""
    state = shown.state
    hanchan, last = state.hanchan, state.last_kyoku
    try:
        for entry in _read(news):
            if entry.fact is None or entry.before is not None:
                return None
            hanchan, last = followed(hanchan, last, entry.fact)
    except (IllegalFactError, JournalCorrupt):
        return None
    seq = news.entries[-1][0] if news.entries else state.seq
    return _Shown(shown.key, TableState(seq, state.game, hanchan, last))


def _from_first(game: CopiedGame) -> _Shown | None:
    try:
        found = replay(_read(game), decode_rules(game.key[1].rules))
    except JournalCorrupt:
        # A newer companion may write what this one does not understand.
        return None
    seq = game.entries[-1][0]
    state = TableState(seq, game.key[1].name, found.hanchan, found.last_kyoku)
    return _Shown(game.key, state, found.failure is not None)


def _read(game: CopiedGame) -> tuple[Entry, ...]:
    return tuple(decode_entry(text) for _, text in game.entries)


def _public(state: TableState) -> Snapshot:
    """What is shown: no reminders, because those are for the players and not for an audience."""
    return replace(project(state, last_kyoku=state.last_kyoku), reminders=())


def _nothing() -> Snapshot:
    return _public(TableState(0, None, begin(TENHOU)))
