"""The time by which the clock of a round counts, for the hub and for every command beside it.

A time server or a person may set the hub's wall clock while people play. So when a round begins, a small file
notes how many seconds after the machine's start that was, and the round goes by the clock that counts these.
The file lies beside the organiser's decisions and is none of them.

Once the machine was started again, nobody can compare the two, and the wall clock counts: a round during
which it was put forward has then lost that time, and one during which it was put back gets it once more.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Final

from companion.clock import Clock, SystemClock
from companion.files import UNREADABLE, json_in, write_instead
from companion.logs import boot_id
from companion.tournament.state import Tournament

__all__ = ["FILE", "RoundTime"]

FILE: Final = "round-time.json"
_log = logging.getLogger(__name__)


class RoundTime:
    """What time it is for a round, in seconds since 1970. Any thread and any process may ask."""

    def __init__(self, folder: Path, clock: Clock | None = None) -> None:
        self._file, self._clock = folder / FILE, clock or SystemClock()

    def wall_s(self) -> float:
        """The time of day, which may jump at any moment."""
        return self._clock.utc_now().timestamp()

    def now_s(self, tournament: Tournament) -> float:
        """The time for the newest round; the time of day where nothing is noted since the machine's start."""
        begun = _begun(tournament)
        noted = self._noted().get(repr(begun))
        return self.wall_s() if noted is None or begun is None else begun + self._since_boot_s() - noted

    def note(self, tournament: Tournament) -> None:
        """Note that the newest round has begun just now; those before stay noted, as this may be undone."""
        begun = _begun(tournament)
        if begun is None:
            return
        then_s = self._since_boot_s() - (self.wall_s() - begun)
        noted = {"boot": boot_id(), "begun": self._noted() | {repr(begun): then_s}}
        try:
            write_instead(self._file, json.dumps(noted).encode(), _told)
        except OSError as error:
            # The round has begun; it only goes by the wall clock.
            _log.warning("club.round_time_not_kept %s", error)

    def _noted(self) -> dict[str, float]:
        """The seconds since the machine's start at which each round began; none where nobody can say."""
        try:
            boot, begun = _told(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, *UNREADABLE) as error:
            _log.warning("club.round_time_forgotten %s", error)
            return {}
        return begun if boot == boot_id() != "unknown" else {}

    def _since_boot_s(self) -> float:
        return self._clock.since_boot_ns() / 1e9


def _told(content: bytes) -> tuple[str, dict[str, float]]:
    """Which start of the machine it was, and what was noted since. Raises one of `UNREADABLE`."""
    told = json_in(content)
    return str(told["boot"]), {str(begun): float(then_s) for begun, then_s in told["begun"].items()}


def _begun(tournament: Tournament) -> float | None:
    clock = tournament.current.clock if tournament.current else None
    return clock.begun if clock else None
