"""Writes a tape: whoever tells it something never waits, and a tape that is cut is good up to the cut.

It is one gzip file, flushed after each burst of lines, so that everything heard so far can be unpacked.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from companion.errors import SourceStuck
from companion.intake.tape.events import Ended, Ending, Head, Heard, Line, TapeError
from companion.intake.tape.lines import write_head, write_line
from companion.intake.tape.privacy import nameless

__all__ = ["MOST_BYTES", "TapeWriter", "begin_tape", "open_tape"]

MOST_BYTES: Final = 64_000_000
"""The most bytes of the packed file: many evenings. Then the tape ends, and the game goes on."""
MOST_UNFLUSHED: Final = 65_536
"""How many bytes of a burst, before packing, may be lost when a tape is cut."""
_GZIP: Final = 31
_log = logging.getLogger(__name__)


def open_tape(path: Path) -> IO[bytes]:
    """A new file that only this account may read.

    Raises:
        TapeError: the file is there already, or cannot be made; the sentence says which.
    """
    try:
        return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except FileExistsError as error:
        raise TapeError(f"{path} is there already and was not overwritten") from error
    except OSError as error:
        raise TapeError(f"{path} cannot be written: {error.strerror or error}") from error


def begin_tape(path: Path, head: Head, fail: Callable[[str], None], gone: Callable[[], None]) -> TapeWriter:
    """A new tape, whose first line is on the disk. Nothing is left where it cannot be written.

    Raises:
        TapeError: the file is there already, or cannot be made or written; the sentence says which.
    """
    file = open_tape(path)
    try:
        return TapeWriter(file, head, fail, gone)
    except OSError as error:
        _close(file)
        path.unlink(missing_ok=True)
        raise TapeError(f"{path} cannot be written: {error.strerror or error}") from error


class _Deleted(OSError):
    """Somebody has deleted the tape."""


class TapeWriter:
    """Writes lines in a thread of its own; `hear` may be called from any thread and never waits.

    `fail` is told one sentence when the disk refuses or the tape is full, and `gone` is called when somebody
    has deleted it: nothing is written from then on.

    Raises:
        OSError: the first line cannot be written.
    """

    def __init__(
        self,
        file: IO[bytes],
        head: Head,
        fail: Callable[[str], None] = lambda _: None,
        gone: Callable[[], None] = lambda: None,
        *,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._file = file
        self._with_names = head.has_names
        self._fail, self._gone = fail, gone
        self._most_bytes = most_bytes
        self._packer = zlib.compressobj(wbits=_GZIP)
        self._bytes = 0
        self._unflushed = 0
        self._is_over = threading.Event()
        self.is_full = False
        """Whether it has ended because nothing more may be written on it."""
        self._heard: queue.SimpleQueue[Line | None] = queue.SimpleQueue()
        self._write(write_head(head), flush=True)
        self._thread = threading.Thread(target=self._run, name="tape", daemon=True)
        self._thread.start()

    def hear(self, at_ns: int, heard: Heard) -> None:
        """Add what was heard; after the end of the tape nothing is added."""
        if not self._is_over.is_set():
            self._heard.put(Line(at_ns, heard))

    def end(self, at_ns: int = 0) -> None:
        """Let it write what is waiting, and the last line; this does not wait for the disk."""
        self.hear(at_ns, Ended(Ending.STOPPED))
        self._heard.put(None)

    def close(self, at_ns: int = 0, timeout_s: float = 5.0) -> None:
        """Write what is waiting, and the last line. Raises SourceStuck where the disk does not answer."""
        self.end(at_ns)
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            raise SourceStuck(f"the tape was not written within {timeout_s:g} seconds")

    def _run(self) -> None:
        try:
            while (line := self._heard.get()) is not None:
                if not self._is_over.is_set():
                    self._take(line)
            if not self._is_over.is_set():
                self._end()
        except _Deleted:
            self._is_over.set()
            _log.warning("tape.deleted")
            self._gone()
        except OSError as error:
            self._give_up(f"The tape can no longer be written: {error.strerror or error}.")
        finally:
            _close(self._file)

    def _take(self, line: Line) -> None:
        """Write one line, and flush if nothing else is waiting. Raises OSError."""
        try:
            text = write_line(Line(line.at_ns, nameless(line.heard, with_names=self._with_names)))
        except Exception:  # noqa: BLE001 - see below
            # A bug costs one line of the tape, noted in the log, and not the evening.
            _log.exception("tape.line_failed")
            return
        if self._bytes + len(text) > self._most_bytes:
            self._write(write_line(Line(line.at_ns, Ended(Ending.FULL))))
            self._end()
            self.is_full = True
            self._give_up("The tape is full and has ended.")
            return
        self._unflushed += len(text)
        self._write(text, flush=self._heard.empty() or self._unflushed > MOST_UNFLUSHED)

    def _write(self, text: bytes, *, flush: bool = False) -> None:
        packed = self._packer.compress(text)
        if flush:
            self._unflushed = 0
            packed += self._packer.flush(zlib.Z_SYNC_FLUSH)
        self._bytes += len(packed)
        self._file.write(packed)
        if flush:
            self._file.flush()
            if _is_deleted(self._file):
                raise _Deleted("it was deleted")

    def _end(self) -> None:
        self._file.write(self._packer.flush(zlib.Z_FINISH))
        self._file.flush()
        self._is_over.set()

    def _give_up(self, sentence: str) -> None:
        self._is_over.set()
        _log.warning("tape.ended %s", sentence)
        self._fail(sentence)


def _is_deleted(file: IO[bytes]) -> bool:
    """Whether a file that can still be written has no name any longer: nobody would find it."""
    try:
        return os.fstat(file.fileno()).st_nlink == 0
    except OSError:
        return False  # not a file on a disk


def _close(file: IO[bytes]) -> None:
    """Close a file; what could not be written is tried once more and may be refused again."""
    with contextlib.suppress(OSError):
        file.close()
