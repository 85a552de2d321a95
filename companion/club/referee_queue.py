"""The hub's queue of calls for the referee: on its disk before a table hears of it, longest wait first."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from cattrs.errors import BaseValidationError

from companion.errors import ConfigError
from companion.files import UNREADABLE, json_in, write_instead
from companion.journal.strict import common_converter, sentences
from companion.tournament.referee import QUEUE, CallStanding, CallState, TableCall, decode_call, encode_call
from companion.tournament.told import ToldRefused, require_numbers

__all__ = ["FILE", "Call", "RefereeQueue"]

FILE: Final = "calls.json"
_JUMP_S: Final = 60.0
"""A wall clock that is this far off was set; less is not worth telling."""
_LONGEST_MS: Final = 12 * 3_600 * 1_000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Call:
    """One table's newest call; it is kept when it is over, so that a late message never opens it again."""

    table: str
    revision: int
    is_open: bool
    since: float = 0.0
    """When it was called, in seconds since 1970 by the hub's clock."""
    seat: int | None = None
    taken: float | None = None
    """When a referee took it; None while it waits."""


class RefereeQueue:
    """Who waits for the referee. Any thread may use it. Raises ConfigError where the disk refuses.

    Args:
        folder: the hub's.
        wall_s: seconds since 1970, to show when somebody called; it may be set while people wait.
        now_s: monotonic seconds, by which the waits are compared.
        tables: those of the club, until `due` is told of others.
    """

    def __init__(
        self,
        folder: Path,
        wall_s: Callable[[], float] = time.time,
        now_s: Callable[[], float] = time.monotonic,
        tables: Iterable[str] = (),
    ) -> None:
        self._file, self._wall_s, self._now_s = folder / FILE, wall_s, now_s
        self._lock = threading.Lock()
        self._told: dict[str, CallStanding] = {}
        self._calls: dict[str, Call] = {}
        self._began: dict[str, float] = {}
        """When each table's newest call was made, by the monotonic clock."""
        self._tables = tuple(tables)
        self.complaint = ""
        """Why the calls of before are not known; empty where they are, or a newer one was kept."""
        self._read()

    @property
    def open(self) -> tuple[Call, ...]:
        """The calls that are not over, of tables that belong to the club: the longest wait first."""
        with self._lock:
            return self._open()

    def hear(self, table: str, payload: bytes) -> None:
        """As `take`, but what cannot be read or kept is only logged: the table will say it again."""
        try:
            self.take(table, payload)
        except (ToldRefused, ConfigError) as refused:
            _log.warning("club.call_refused table=%s %s", table, refused)

    def take(self, table: str, payload: bytes) -> None:
        """Take in what a table wants. Raises ToldRefused, ConfigError; then nothing was changed."""
        told = decode_call(TableCall, payload)
        with self._lock:
            known = self._calls.get(table)
            self._told.pop(table, None)  # it asks, so it is answered
            if known is not None and told.revision <= known.revision:
                return
            waited = min(told.waited_ms, _LONGEST_MS) / 1_000
            self._keep(Call(table, told.revision, told.is_wanted, self._wall_s() - waited, told.seat))
            self._began[table] = self._now_s() - waited

    def come(self, table: str, revision: int) -> bool:
        """Note that a referee takes a call; False if it is over or taken already."""
        with self._lock:
            call = self._called(table, revision)
            if call is None or call.taken is not None:
                return False
            self._keep(replace(call, taken=self._wall_s()))
            return True

    def close(self, table: str, revision: int) -> bool:
        """Note that a referee has answered a call; False if it was over already."""
        with self._lock:
            call = self._called(table, revision)
            if call is None:
                return False
            self._keep(replace(call, is_open=False))
            return True

    def is_there(self, table: str) -> None:
        """Note that a table is back: it is told again how its call stands."""
        with self._lock:
            self._told.pop(table, None)

    def due(self, tables: tuple[str, ...]) -> Iterator[tuple[str, str, bytes]]:
        """What each table that ever called has not heard yet: table, last word of the topic, payload."""
        with self._lock:
            self._tables = tables
            self._follow_the_wall()
            places = {one.table: at for at, one in enumerate(self._waiting(), 1)}
            called = (self._calls[table] for table in tables if table in self._calls)
            news = [(call.table, _standing(call, places)) for call in called]
            fresh = [(table, now) for table, now in news if self._told.get(table) != now]
            self._told.update(fresh)
        for table, now in fresh:
            yield table, QUEUE, encode_call(now)

    def _open(self) -> tuple[Call, ...]:
        found = (one for one in self._calls.values() if one.is_open and one.table in self._tables)
        return tuple(sorted(found, key=lambda one: (self._began[one.table], one.since, one.table)))

    def _follow_the_wall(self) -> None:
        """If the wall clock was set meanwhile, say when each call was made by the clock as it is now."""
        offset = self._wall_s() - self._now_s()
        made = {table: offset + began_s for table, began_s in self._began.items()}
        jumped = {
            table: replace(call, since=made[table])
            for table, call in self._calls.items()
            if call.is_open and abs(made[table] - call.since) > _JUMP_S
        }
        if jumped:
            self._calls |= jumped
            # On the disk, too: after a restart nothing else says how long they have waited.
            with suppress(ConfigError):
                self._keep(next(iter(jumped.values())))

    def _waited(self, call: Call) -> float:
        """How long ago the call was made, by the wall clock: 0 to 12 hours."""
        return min(max(0.0, self._wall_s() - call.since), _LONGEST_MS / 1_000)

    def _waiting(self) -> tuple[Call, ...]:
        return tuple(one for one in self._open() if one.taken is None)

    def _called(self, table: str, revision: int) -> Call | None:
        call = self._calls.get(table)
        return call if call is not None and call.is_open and call.revision == revision else None

    def _keep(self, call: Call) -> None:
        calls = {**self._calls, call.table: call}
        try:
            write_instead(self._file, json.dumps([asdict(one) for one in calls.values()]).encode(), _calls_in)
        except OSError as error:
            raise ConfigError(f"a call for the referee cannot be kept: {error}") from error
        self._calls, self.complaint = calls, ""

    def _read(self) -> None:
        try:
            told = _calls_in(self._file.read_bytes())
            self._began = {one.table: self._now_s() - self._waited(one) for one in told}
            self._calls = {one.table: one for one in told}
        except FileNotFoundError:
            return
        except (OSError, *UNREADABLE) as error:
            self.complaint = (
                f"the calls for the referee cannot be read from {self._file}: {error}; tables that are here "
                f"call again by themselves; the damaged file is then kept as {FILE}.damaged- and the time"
            )
            _log.warning("club.calls_forgotten %s", error)


def _calls_in(content: bytes) -> tuple[Call, ...]:
    """Raises one of `UNREADABLE`."""
    try:
        told = common_converter().structure(json_in(content), tuple[Call, ...])
    except BaseValidationError as error:
        raise ValueError(sentences(error)) from error
    require_numbers(*(one.revision for one in told))
    return told


def _standing(call: Call, places: dict[str, int]) -> CallStanding:
    if not call.is_open:
        return CallStanding(call.revision, CallState.NONE)
    if call.taken is not None:
        return CallStanding(call.revision, CallState.COMING)
    return CallStanding(call.revision, CallState.WAITING, places[call.table])
