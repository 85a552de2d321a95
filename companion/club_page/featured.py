"""What a streamer has chosen: which table is shown, and how late. Kept in a file of the hub."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from companion.club_page.delay_line import LONGEST_S
from companion.errors import ConfigError
from companion.files import UNREADABLE, field_in, json_in, with_added, write_instead

__all__ = ["FILE", "Featured", "keep_featured", "kept_featured"]

FILE: Final = "broadcast.json"


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


def kept_featured(folder: Path, complain: Callable[[str], None] = lambda _: None) -> Featured:
    """What was chosen last. If it cannot be read, no table is shown, and everything has the longest delay.

    `complain` then hears a sentence.
    """
    try:
        return _told((folder / FILE).read_bytes())
    except FileNotFoundError:
        return Featured()
    except (OSError, *UNREADABLE) as error:
        sentence = (
            f"what was chosen for the broadcast cannot be read from {folder / FILE}: {error}; no table is "
            f"shown until one is chosen, and the damaged file is then kept as {FILE}.damaged- and the time"
        )
        complain(sentence)
        return Featured("", LONGEST_S, LONGEST_S)


def keep_featured(folder: Path, chosen: Featured) -> None:
    """Write the choice. Raises ConfigError."""
    try:
        said = with_added(asdict(chosen), folder / FILE)
        write_instead(folder / FILE, json.dumps(said).encode(), _told)
    except OSError as error:
        raise ConfigError(f"the choice cannot be kept: {error}") from error


def _told(content: bytes) -> Featured:
    """Raises one of `UNREADABLE`."""
    kept = json_in(content)
    return Featured(field_in(kept, "table", str), _delay_in(kept, "delay_s"), _delay_in(kept, "owed_s"))


def _delay_in(kept: Any, name: str) -> int:
    """Raises ValueError."""
    seconds = field_in(kept, name, int)
    if not 0 <= seconds <= LONGEST_S:
        raise ValueError(f"{name} must lie between 0 and {LONGEST_S}")
    return seconds
