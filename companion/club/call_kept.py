"""A table's call for the referee: kept in a file, sent until the hub knows it, closed by the hub's answer."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.errors import ConfigError
from companion.files import UNREADABLE, field_in, json_in, write_instead
from companion.tournament.referee import (
    CallSeen,
    CallStanding,
    CallState,
    TableCall,
    decode_call,
    encode_call,
)

__all__ = ["FILE", "KeptCall"]

FILE: Final = "call.json"
SAY_AGAIN_S: Final = 3.0
"""How long to wait for an answer before the call is sent again."""
_LONGEST_S: Final = 12 * 3_600
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Kept:
    call: TableCall
    at_s: float
    """When the call was made, by the wall clock."""


class KeptCall:
    """Whether this table wants the referee, kept across restarts. Any thread may use it.

    Args:
        folder: where the table's membership is.
        now_s: monotonic seconds.
        wall_s: seconds since 1970; tells after a restart how long ago the call was made, and
            makes each call's number greater than the last one's.
    """

    def __init__(
        self, folder: Path, now_s: Callable[[], float], wall_s: Callable[[], float] = time.time
    ) -> None:
        self._file, self._now_s, self._wall_s = folder / FILE, now_s, wall_s
        self._lock = threading.Lock()
        self._standing: CallStanding | None = None
        self._said_at: float | None = None
        self._kept = _Kept(TableCall(0, is_wanted=False), 0.0)
        self._read()
        self._called_at = now_s() - self._away_s()

    def seen(self) -> CallSeen:
        """What the people at the table see now."""
        with self._lock:
            call, standing = self._kept.call, self._standing
            if not call.is_wanted:
                return CallSeen(CallState.NONE)
            if standing is None or standing.revision != call.revision:
                return CallSeen(CallState.UNSENT, 0, call.seat, call.revision)
            return CallSeen(standing.state, standing.place, call.seat, call.revision)

    def want(self, *, is_wanted: bool, seat: int | None = None) -> None:
        """Call the referee, or withdraw the call. Calling twice makes one call. Raises ConfigError."""
        with self._lock:
            now = self._kept.call
            if now.is_wanted == is_wanted:
                return
            # The wall clock keeps the number growing even if this file came from an older backup.
            newest = max(now.revision, self._standing.revision if self._standing else 0)
            number = max(newest + 1, int(self._wall_s() * 1_000))
            self._keep(_Kept(TableCall(number, is_wanted, seat), self._wall_s()))
            self._called_at, self._said_at = self._now_s(), None

    def take(self, payload: bytes) -> None:
        """Take what the hub has said of the call. Raises ToldRefused."""
        told = decode_call(CallStanding, payload) if payload else CallStanding(0, CallState.NONE)
        with self._lock:
            self._standing = told
            call = self._kept.call
            try:
                if told.revision > call.revision and call.revision:
                    # This table was restored from an older copy, but what it wants now is still the newest.
                    self._keep(replace(self._kept, call=replace(call, revision=told.revision + 1)))
                    self._said_at = None
                elif told.revision == call.revision and call.is_wanted and told.state is CallState.NONE:
                    self._keep(replace(self._kept, call=replace(call, is_wanted=False)))
            except ConfigError as error:
                _log.warning("club.call_not_kept %s", error)

    def connected(self) -> None:
        """Begin again on a new connection: the hub may have lost everything."""
        with self._lock:
            self._said_at, self._standing = None, None

    def due(self) -> bytes | None:
        """What has to be said now; None where the hub knows everything, or was told just now."""
        with self._lock:
            call, standing, now = self._kept.call, self._standing, self._now_s()
            if standing is not None and standing.revision == call.revision:
                return None
            if not call.is_wanted and (standing is None or not call.revision):
                return None  # nobody is called; if the file was lost, a referee closes the hub's call
            if self._said_at is not None and now - self._said_at < SAY_AGAIN_S:
                return None
            self._said_at = now
            waited = int(max(0.0, now - self._called_at) * 1_000) if call.is_wanted else 0
            return encode_call(replace(call, waited_ms=waited))

    def _keep(self, kept: _Kept) -> None:
        text = json.dumps({"call": encode_call(kept.call).decode(), "at_s": kept.at_s})
        try:
            write_instead(self._file, text.encode(), _told)
        except OSError as error:
            raise ConfigError(f"the call cannot be kept: {error}") from error
        self._kept = kept

    def _away_s(self) -> float:
        """How long ago the call was made, by the wall clock; 0 if that is negative, or 12 hours or more."""
        away = self._wall_s() - self._kept.at_s
        return away if 0 < away < _LONGEST_S else 0.0

    def _read(self) -> None:
        try:
            self._kept = _told(self._file.read_bytes())
        except FileNotFoundError:
            return
        except (OSError, *UNREADABLE) as error:
            _log.warning("club.call_forgotten file=%s %s", self._file, error)


def _told(content: bytes) -> _Kept:
    """Raises one of `UNREADABLE`."""
    kept = json_in(content)
    call = decode_call(TableCall, field_in(kept, "call", str).encode())
    return _Kept(call, float(field_in(kept, "at_s", float)))
