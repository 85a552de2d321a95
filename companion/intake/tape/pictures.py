"""Writes the small pictures of an evening to the disk, in a thread of its own, and never too many.

When there is no more room for pictures, the oldest of the evening are deleted; when the disk itself is nearly
full, no more are kept, because games matter more.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import shutil
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.errors import SourceStuck
from companion.files import write_privately
from companion.intake.tape.again import ROOM
from companion.keeping.evenings_kept import parts_of
from vision.sighting import RestTaken

__all__ = ["FOLDER", "MOST_BYTES", "RestPictures", "pictures_in"]

FOLDER: Final = "rests"
MOST_BYTES: Final = 400_000_000
"""The most bytes of all pictures of an evening: about ten thousand rests."""
LEAST_FREE: Final = 300_000_000
"""Bytes of the disk that stay free for games."""
_WAITING: Final = 50
_log = logging.getLogger(__name__)


def pictures_in(part: Path) -> list[Path]:
    """The pictures of a part, the oldest first; other computers leave files of their own beside them."""
    found = [path for path in (part / FOLDER).glob("*.jpg") if path.stem.isdecimal()]
    return sorted(found, key=lambda one: int(one.stem))


class RestPictures:
    """Keeps pictures until it is closed; `fail` is told one sentence when the disk takes no more.

    Raises:
        OSError: the pictures that are there already cannot be counted.
    """

    def __init__(
        self,
        evening: Path,
        fail: Callable[[str], None],
        *,
        most_bytes: int = MOST_BYTES,
        free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
    ) -> None:
        self._evening, self._fail, self._most_bytes, self._free = evening, fail, most_bytes, free
        self._lock = threading.Lock()
        """Held while a picture is being written."""
        self._part: Path | None = None
        self._is_seen = False
        """Whether an eye looks at the table: then there are pictures to keep."""
        self._kept: deque[tuple[Path, int]] = deque()
        self._bytes = 0
        for part in parts_of(evening):
            for path in pictures_in(part):
                self._count(path, path.stat().st_size)
        self._waiting: queue.Queue[tuple[Path, RestTaken] | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._run, name="evening", daemon=True)
        self._thread.start()

    def require_room(self) -> None:
        """Raises OSError where the disk has no room for what comes in, or is gone.

        A folder that somebody has deleted is made anew on the disk of the one around it.
        """
        folder = self._evening if self._evening.exists() else self._evening.parent
        if self._free(folder) < ROOM + (LEAST_FREE if self._is_seen else 0):
            raise OSError("the disk is nearly full")

    def begin(self, part: Path) -> None:
        """Keep pictures in this part from now on; this waits for no disk."""
        self._part = part

    def end(self) -> None:
        """Keep no more pictures in that part, not even those that are waiting; this waits for no disk."""
        self._part = None

    def settle(self, timeout_s: float = 5.0) -> None:
        """Wait until the picture that is being written is there. Raises SourceStuck."""
        if not self._lock.acquire(timeout=timeout_s):
            raise SourceStuck(f"a picture was not written within {timeout_s:g} seconds")
        self._lock.release()

    def take(self, rest: RestTaken) -> None:
        """Keep a picture, if a part is being kept; never waits, and drops pictures if too many come."""
        part, self._is_seen = self._part, True
        if part is not None and not self._waiting.full():
            self._waiting.put((part, rest))

    def close(self) -> None:
        """Write what is waiting, and end; a disk that does not answer is not waited for long."""
        with contextlib.suppress(queue.Full):
            self._waiting.put(None, timeout=5.0)
        self._thread.join(5.0)

    def _run(self) -> None:
        while (one := self._waiting.get()) is not None:
            with self._lock:
                if one[0] != self._part:
                    continue
                try:
                    self._write(*one)
                except OSError as error:
                    self._part = None
                    failed = f"The evening can no longer be kept: {error.strerror or error}."
                else:
                    continue
            _log.warning("evening.ended %s", failed)
            self._fail(failed)

    def _write(self, part: Path, rest: RestTaken) -> None:
        (part / FOLDER).mkdir(mode=0o700, exist_ok=True)
        if self._free(part) < LEAST_FREE:
            raise OSError("the disk is nearly full")
        if self._bytes + len(rest.jpeg) > self._most_bytes:
            self._let_go_of_deleted()
        while self._kept and self._bytes + len(rest.jpeg) > self._most_bytes:
            oldest, size = self._kept.popleft()
            self._bytes -= size
            oldest.unlink(missing_ok=True)
        path = part / FOLDER / f"{rest.at_ns}.jpg"
        write_privately(path, rest.jpeg)
        self._count(path, len(rest.jpeg))

    def _let_go_of_deleted(self) -> None:
        """Count no picture of a part that was deleted since. Raises OSError."""
        there = set(parts_of(self._evening))
        self._kept = deque(one for one in self._kept if one[0].parents[1] in there)
        self._bytes = sum(size for _, size in self._kept)

    def _count(self, path: Path, size: int) -> None:
        self._kept.append((path, size))
        self._bytes += size
