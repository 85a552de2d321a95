"""Whether the companion can do its work now, and if not, why: one value, for pages and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LEAST_FREE_BYTES: Final = 16 * 1024 * 1024
"""The journal of an evening needs less than one megabyte; below this, somebody should make room."""
LONGEST_WITHOUT_PROOF_S: Final = 120.0


@dataclass(frozen=True, slots=True)
class Seen:
    """What the table and the pages say: `seq` is the newest entry, `streams` how many pages are watching."""

    seq: int
    streams: int
    sources: Mapping[str, str]
    """The state of each source by its name."""
    is_shown: bool = True
    """Whether there is a table to look at."""
    dropped: int = 0
    """Snapshots that slow pages missed since the start."""
    damaged: int = 0
    """Damaged lines, or messages that cannot be read, from the panel since the start."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """How it stands, with a code for each thing that is not as it should be.

    `loops` says how many seconds ago each loop last moved; `silent` names those that have not for too long.
    """

    seen: Seen
    disk_free_bytes: int
    write_probe_age_s: float
    loops: Mapping[str, float]
    clock_is_set: bool
    silent: tuple[str, ...] = ()
    journal_is_there: bool = True
    """Whether the journal's file still lies under its name."""

    @property
    def lacks(self) -> tuple[str, ...]:
        """What keeps it from working, as codes; a clock that is not set does not keep it from that."""
        found = {
            "no_table": not self.seen.is_shown,
            "journal_down": self.seen.sources.get("journal") == "down" or not self.journal_is_there,
            "disk_low": self.disk_free_bytes < LEAST_FREE_BYTES,
            "disk_unproved": self.write_probe_age_s > LONGEST_WITHOUT_PROOF_S,
            "loop_silent": bool(self.silent),
        }
        return tuple(code for code, holds in found.items() if holds)

    @property
    def is_ready(self) -> bool:
        """Whether nothing is lacking."""
        return not self.lacks
