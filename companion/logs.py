"""The companion's log: plain lines for people at a terminal, JSON lines for everything else.

A JSON line has the wall clock for people, the monotonic clock and the boot for the order, and the number
of the table's newest entry. Players' names and secrets do not belong in any line.
"""

from __future__ import annotations

import json
import logging
import logging.handlers
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import Final, TextIO

from companion.clock import utc_text
from companion.files import give_folder_to_owner, give_to_owner

MOST_BYTES: Final = 1_000_000
"""The size limit of a log file, in bytes; only the file and the one before it are kept."""
FILE: Final = "companion.jsonl"
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def __init__(self, seq: Callable[[], int] = lambda: 0) -> None:
        super().__init__()
        self._seq = seq

    def format(self, record: logging.LogRecord) -> str:
        """The JSON line of a log record."""
        line: dict[str, object] = {
            "at": utc_text(datetime.fromtimestamp(record.created, UTC)),
            "monotonic": round(time.monotonic(), 6),
            "boot": boot_id(),
            "seq": self._seq(),
            "level": record.levelname.lower(),
            "from": record.name,
            "thread": record.threadName,
            "said": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True)


class PlainLines(logging.Formatter):
    """For people at a terminal: the time of day, and what was said."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%H:%M:%S")


class LinesOnDisk(logging.handlers.RotatingFileHandler):
    """Keeps the newest lines in a file. A disk that refuses them does not disturb the table."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8", delay=True)

    def _open(self) -> TextIOWrapper:
        opened = super()._open()
        with suppress(OSError):
            give_to_owner(opened.fileno(), Path(self.baseFilename).parent)
        return opened

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Ignore it: a line that cannot be kept is lost."""


@cache
def boot_id() -> str:
    """The id of this boot, or `unknown`: monotonic times of different boots cannot be compared."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return "unknown"


def set_up_logs(
    folder: Path | None, seq: Callable[[], int] = lambda: 0, stream: TextIO | None = None
) -> None:
    """Log to standard error (warnings; everything where this is a service), and everything to the folder.

    Without a folder, or where it cannot be made, there is only standard error.
    """
    stream = stream or sys.stderr
    said = logging.StreamHandler(stream)
    said.setFormatter(PlainLines() if stream.isatty() else JsonLines(seq))
    said.setLevel(logging.INFO if is_service() else logging.WARNING)
    handlers: list[logging.Handler] = [said]
    if folder is not None and _is_made(folder):
        kept = LinesOnDisk(folder / FILE)
        kept.setFormatter(JsonLines(seq))
        handlers.append(kept)
    logging.basicConfig(level=logging.INFO, handlers=handlers, force=True)
    # Ordinary requests are not news; those that fail are counted and answered.
    logging.getLogger("waitress").setLevel(logging.ERROR)


def is_service() -> bool:
    """Whether systemd started this process; systemd's journal then keeps what is logged."""
    return "INVOCATION_ID" in os.environ or "NOTIFY_SOCKET" in os.environ


def last_lines(folder: Path, most: int) -> list[str]:
    """At most this many of the newest lines that were kept, the newest last."""
    lines: list[str] = []
    for path in (folder / f"{FILE}.1", folder / FILE):
        if path.exists():
            lines += path.read_text(encoding="utf-8", errors="replace").splitlines()
    return lines[-most:]


def _is_made(folder: Path) -> bool:
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        if is_new:
            give_folder_to_owner(folder)
    except OSError:
        return False
    return True
