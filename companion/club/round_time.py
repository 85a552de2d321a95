"""The time by which the clock of a round counts, for the hub and for every command beside it.

A time server or a person may set the hub's wall clock while people play. So when a round begins, a small file
notes how many seconds after the machine's start that was, and the round goes by the clock that counts these.
The file lies beside the organiser's decisions and is none of them.

When the machine is started again, these seconds begin anew. So the running hub also notes now and then how
far the round is, and what the wall clock says: that clock then tells for how long the machine was off. If it
has gone back since, or forward by more than a day, nobody knows for how long, and nothing is added.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.clock import Clock, SystemClock
from companion.files import UNREADABLE, json_in, write_instead
from companion.logs import boot_id
from companion.tournament.state import Tournament

__all__ = ["FILE", "RoundTime"]

FILE: Final = "round-time.json"
_LONGEST_S: Final = 24 * 3600.0
"""No round takes longer, and no machine is off for longer in the middle of one."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Far:
    """How far a round was when the hub last noted it."""

    begun: float
    now_s: float
    wall_s: float


_FAR: Final = ("begun", "now_s", "wall_s")


@dataclass(frozen=True, slots=True)
class _Noted:
    """What the file holds."""

    boot: str = "unknown"
    begun: dict[str, float] = field(default_factory=dict)
    """By round: the seconds since the machine's start at which it began."""
    far: _Far | None = None

    def since_boot(self) -> dict[str, float]:
        """The rounds that were noted since the machine's start; none where nobody can say."""
        return self.begun if self.boot == boot_id() != "unknown" else {}


class RoundTime:
    """What time it is for a round, in seconds since 1970. Any thread and any process may ask."""

    def __init__(self, folder: Path, clock: Clock | None = None) -> None:
        self._file, self._clock = folder / FILE, clock or SystemClock()

    def wall_s(self) -> float:
        """The time of day, which may jump at any moment."""
        return self._clock.utc_now().timestamp()

    def now_s(self, tournament: Tournament) -> float:
        """The time for the newest round; the time of day where nothing is noted of it."""
        begun, noted = _begun(tournament), self._noted()
        if begun is None:
            return self.wall_s()
        then_s = noted.since_boot().get(repr(begun))
        if then_s is not None:
            return begun + self._since_boot_s() - then_s
        if noted.far is None or noted.far.begun != begun:
            return self.wall_s()
        away_s = self.wall_s() - noted.far.wall_s
        return noted.far.now_s + (away_s if 0 < away_s < _LONGEST_S else 0.0)

    def note(self, tournament: Tournament) -> None:
        """Note that the newest round has begun just now; those before stay noted, as this may be undone."""
        begun = _begun(tournament)
        if begun is None:
            return
        self._keep(begun, self.wall_s())

    def far(self, tournament: Tournament) -> None:
        """Note how far the newest round is: a hub does so when it starts, and now and then.

        After a day it stops: a hub may run for weeks after the last round, and a card wears out.
        """
        begun, now_s = _begun(tournament), self.now_s(tournament)
        if begun is not None and now_s - begun < _LONGEST_S:
            self._keep(begun, now_s)

    def _keep(self, begun: float, now_s: float) -> None:
        then_s = self._since_boot_s() - (now_s - begun)
        noted = {
            "boot": boot_id(),
            "begun": self._noted().since_boot() | {repr(begun): then_s},
            "far": {"begun": begun, "now_s": now_s, "wall_s": self.wall_s()},
        }
        try:
            write_instead(self._file, json.dumps(noted).encode(), _told)
        except OSError as error:
            # The round goes on; it only goes by the wall clock.
            _log.warning("club.round_time_not_kept %s", error)

    def _noted(self) -> _Noted:
        try:
            return _told(self._file.read_bytes())
        except FileNotFoundError:
            return _Noted()
        except (OSError, *UNREADABLE) as error:
            _log.warning("club.round_time_forgotten file=%s %s", self._file, error)
            return _Noted()

    def _since_boot_s(self) -> float:
        return self._clock.since_boot_ns() / 1e9


def _told(content: bytes) -> _Noted:
    """Raises one of `UNREADABLE`."""
    told = json_in(content)
    begun = {str(begun): float(then_s) for begun, then_s in told["begun"].items()}
    far = told.get("far")  # not in files that an older hub has written
    return _Noted(str(told["boot"]), begun, None if far is None else _Far(*(float(far[one]) for one in _FAR)))


def _begun(tournament: Tournament) -> float | None:
    clock = tournament.current.clock if tournament.current else None
    return clock.begun if clock else None
