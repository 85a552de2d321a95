"""What a streamer has chosen: which table is shown, and how late. Kept in a file of the hub."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from companion.club_page.delay_line import LONGEST_S
from companion.errors import ConfigError
from companion.files import write_privately

__all__ = ["FILE", "Featured", "keep_featured", "kept_featured"]

FILE: Final = "broadcast.json"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Featured:
    """The choice, and what was promised before it."""

    table: str = ""
    """The table's id; empty: none is shown."""
    delay_s: int = 300
    owed_s: int = 0
    """A longer delay that was set not long ago: after a restart, everything waits for it once more."""

    @property
    def promised_s(self) -> int:
        """For how many seconds new entries wait, even if less is chosen later; 0 while no table is shown."""
        return self.delay_s if self.table else 0


def kept_featured(folder: Path) -> Featured:
    """What was chosen last. If it cannot be read, no table is shown, and everything has the longest delay."""
    try:
        kept = json.loads((folder / FILE).read_bytes())
        table, delay_s, owed_s = kept["table"], kept["delay_s"], kept["owed_s"]
        if type(table) is not str or not (_is_delay(delay_s) and _is_delay(owed_s)):
            raise ValueError("it has other fields")
    except FileNotFoundError:
        return Featured()
    except (OSError, ValueError, TypeError, LookupError, RecursionError) as error:
        _log.warning("club_page.broadcast_forgotten %s", error)
        return Featured("", LONGEST_S, LONGEST_S)
    return Featured(table, delay_s, owed_s)


def keep_featured(folder: Path, chosen: Featured) -> None:
    """Write the choice. Raises ConfigError."""
    try:
        write_privately(folder / FILE, json.dumps(asdict(chosen)).encode())
    except OSError as error:
        raise ConfigError(f"the choice cannot be kept: {error}") from error


def _is_delay(value: object) -> bool:
    return type(value) is int and 0 <= value <= LONGEST_S
