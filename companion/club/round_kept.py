"""The tournament as one table knows it: kept on its disk, so that it survives a restart even without the hub.

Any thread may ask; the link alone changes it.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.files import json_in, write_privately
from companion.tournament.at_table import (
    KeptClock,
    RoundSeen,
    TableClock,
    TablePlan,
    decode_told,
    encode_told,
    is_older,
    seen_round,
)

__all__ = ["FILE", "LEAVES", "KeptRound"]

FILE: Final = "round.json"
PLAN: Final = "plan"
CLOCK: Final = "clock"
LEAVES: Final = (PLAN, CLOCK)
_KEPT_EVERY_S: Final = 30.0
_LONGEST_ABSENCE_S: Final = 24 * 3600.0
"""After this long it is another day, and what was planned is over; a hub that is there says it again."""
_log = logging.getLogger(__name__)


class KeptRound:
    """What the hub has said of the plan and the time, and how far the clock has run since.

    Args:
        folder: where the table keeps what belongs to its club.
        club: which club that is; what another one said is forgotten.
        now_s: monotonic seconds.
        wall_s: seconds since 1970, by a clock that may be wrong; asked only about how long a restart took.
    """

    def __init__(
        self, folder: Path, club: str, now_s: Callable[[], float], wall_s: Callable[[], float] = time.time
    ) -> None:
        self._file, self._club, self._now_s, self._wall_s = folder / FILE, club, now_s, wall_s
        self._lock = threading.Lock()
        self._plan: TablePlan | None = None
        self._clock: KeptClock | None = None
        self._kept_at = now_s()
        self._read()

    @property
    def plan(self) -> TablePlan | None:
        """The newest plan; None where the table is in no tournament."""
        return self._plan

    @property
    def clock(self) -> KeptClock | None:
        """The clock of the round; None before the first."""
        return self._clock

    def seen(self) -> RoundSeen | None:
        """What the people at the table see now; None where the table is in no tournament."""
        with self._lock:
            return seen_round(self._plan, self._clock, self._now_s())

    def take(self, leaf: str, payload: bytes) -> None:
        """Take what the hub has said; what is older than what is known changes nothing.

        Raises ToldRefused where it cannot be read.
        """
        with self._lock:
            before = self._state()
            if not payload:
                # The hub has put the tournament aside, or, for the clock alone, no round has begun.
                self._plan, self._clock = (None, None) if leaf == PLAN else (self._plan, None)
            elif leaf == PLAN:
                told = decode_told(TablePlan, payload)
                if self._plan is None or not is_older(told, self._plan):
                    self._plan = told
            else:
                self._heard(decode_told(TableClock, payload))
            if self._state() != before:
                self._keep()

    def waited(self) -> None:
        """Save the clock now and then while it runs."""
        if self._clock is None or not self._clock.told.is_running:
            return
        if self._now_s() - self._kept_at >= _KEPT_EVERY_S:
            with self._lock:
                self._keep()

    def _state(self) -> tuple[object, ...]:
        """What is worth a write to the disk; that time passes is not."""
        told = self._clock.told if self._clock else None
        return self._plan, told and replace(told, elapsed_ms=0)

    def _heard(self, told: TableClock) -> None:
        now = self._now_s()
        self._clock = self._clock.heard(told, now) if self._clock else KeptClock.begun(told, now)

    def _keep(self) -> None:
        self._kept_at = self._now_s()
        clock = self._clock
        kept = {
            "club": self._club,
            "plan": _packed(self._plan),
            "clock": _packed(clock.told if clock else None),
            "elapsed_s": clock.elapsed(self._kept_at) if clock else 0.0,
            "wall_s": self._wall_s(),
        }
        try:
            write_privately(self._file, json.dumps(kept).encode())
        except OSError as error:
            # The table plays on; after a restart the hub says it again.
            _log.warning("club.round_not_kept %s", error)

    def _read(self) -> None:
        try:
            kept = json_in(self._file.read_bytes())
            # A wall clock that went back, or is not set yet, adds no time.
            away = max(0.0, self._wall_s() - float(kept["wall_s"]))
            if kept["club"] != self._club or away > _LONGEST_ABSENCE_S:
                return
            plan, clock = (kept[name].encode() for name in ("plan", "clock"))
            self._plan = decode_told(TablePlan, plan) if plan else None
            if clock:
                told = decode_told(TableClock, clock)
                ran = away if told.is_running else 0.0
                since = KeptClock.begun(told, self._now_s())
                self._clock = since.moved(float(kept["elapsed_s"]) + ran, self._now_s())
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
            _log.warning("club.round_forgotten %s", error)


def _packed(told: TablePlan | TableClock | None) -> str:
    return encode_told(told).decode() if told else ""
