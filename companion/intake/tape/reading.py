"""Reads a tape from its file, line by line, up to its end or to where it was cut."""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Final

from companion.intake.tape.events import Ended, Ending, Head, Line, TapeError
from companion.intake.tape.lines import read_head, read_line
from companion.plurals import counted

__all__ = ["MOST_UNPACKED", "Tape", "read_tape"]

MOST_LINE: Final = 4_000_000
"""In bytes: no line of a tape is longer."""
MOST_UNPACKED: Final = 4_000_000_000
"""The most bytes that a tape may unpack to; a small file that unpacks to more was made to do harm."""
_CHUNK: Final = 65_536
_GZIP: Final = 31


class Tape:
    """One tape. `lines` may be read through once; then `ended` says how it ended."""

    def __init__(self, head: Head, texts: Generator[bytes, None, None], breaks: _Breaks) -> None:
        self.head = head
        self.ended = ""
        """One sentence where the tape does not end as it should; empty for a complete one."""
        self._texts = texts
        self._breaks = breaks

    def lines(self) -> Iterator[Line]:
        """What was heard, in order, as far as it can be read."""
        number, last = 1, None
        with closing(self._texts):
            for text in self._texts:
                number += 1
                try:
                    line = read_line(text)
                except TapeError as error:
                    self.ended = f"It can be read up to line {number - 1}: {error}."
                    return
                last = line.heard
                if isinstance(last, Ended):
                    break
                yield line
        self.ended = self._how(last, number)

    def _how(self, last: object, number: int) -> str:
        if isinstance(last, Ended):
            return "It was full before the evening ended." if last.why is Ending.FULL else ""
        return self._breaks.why or f"It breaks off after {counted(number, 'line')}."


class _Breaks:
    """Why unpacking had to stop, if it did."""

    def __init__(self) -> None:
        self.why = ""


def read_tape(path: Path, *, called: str = "") -> Tape:
    """Open a tape; its file is read while its lines are.

    Raises:
        TapeError: it is not a tape, is of another form, or cannot be opened. The sentence names it by
            `called`, or by its path where that is empty.
    """
    called = called or str(path)
    breaks = _Breaks()
    try:
        texts = _texts(path.open("rb"), breaks)
    except OSError as error:
        raise TapeError(f"{called} cannot be read: {error.strerror or error}") from error
    try:
        first = next(texts, b"")
        if not first:
            raise TapeError("its beginning is damaged or cannot be read" if breaks.why else "it is empty")
        return Tape(read_head(first), texts, breaks)
    except (OSError, TapeError) as error:
        texts.close()
        raise TapeError(f"{called} is not a tape that can be read: {error}") from error


def _texts(file: IO[bytes], breaks: _Breaks) -> Generator[bytes, None, None]:
    """Complete lines, as they are unpacked; what is left of a cut line is dropped."""
    rest = b""
    with file:
        for block in _unpacked(file, breaks):
            *whole, rest = (rest + block).split(b"\n")
            yield from (line for line in whole if line)
            if len(rest) > MOST_LINE:
                breaks.why = "It has a line that is too long."
                return


def _unpacked(file: IO[bytes], breaks: _Breaks) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(wbits=_GZIP)
    size = 0
    while chunk := _read(file, breaks):
        waiting = chunk
        while waiting:
            try:
                block = unpacker.decompress(waiting, _CHUNK)
            except zlib.error:
                breaks.why = "Its packing is damaged, and it can be read up to there."
                return
            waiting = unpacker.unconsumed_tail
            size += len(block)
            if size > MOST_UNPACKED:
                breaks.why = "It unpacks to more than any tape holds."
                return
            yield block
            if unpacker.eof:
                return


def _read(file: IO[bytes], breaks: _Breaks) -> bytes:
    try:
        return file.read(_CHUNK)
    except OSError as error:
        breaks.why = f"The disk cannot read it any further: {error.strerror or error}."
        return b""
