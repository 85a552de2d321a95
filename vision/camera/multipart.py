"""Parts the answer of a network camera into its JPEGs, as its boundary and its lengths say.

Bytes in, pictures out: no connection and no decoder is known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from vision.camera.picture_header import end_of_jpeg

__all__ = ["Parts"]

MOST_BYTES: Final = 32 * 1024**2
"""No picture of a camera is larger; whatever goes on for longer is not a stream of pictures."""
_TRAILING: Final = 256
"""After the boundary its line has at most this many bytes more, blanks and dashes."""
_BEGINS: Final = b"\xff\xd8\xff"
_LENGTH: Final = re.compile(rb"^content-length:[ \t]*(\d{1,9})[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_DASHED: Final = re.compile(rb"^--[^\r\n]+(?=\r?\n)", re.MULTILINE)
_HEAD_ENDS: Final = re.compile(rb"\r?\n\r?\n")


class Parts:
    """What has come of an answer, and where its next picture ends.

    Each part begins after a line with the boundary and ends before the next such line, or earlier if it says
    how long it is. Some cameras say wrong lengths, or a boundary that they do not use: after the first
    length that is too short none counts, and a dashed line before the first picture is the boundary. Without
    any boundary a picture ends with its end mark.
    """

    def __init__(self, boundary: str | None) -> None:
        self._said = _delimiter(boundary.encode("latin-1", "replace")) if boundary else b""
        self._delimiter: bytes | None = None
        """What precedes each part; empty if nothing does, None until the first picture has begun."""
        self._held = b""
        self._are_lengths_true = True
        self._sought = 0
        """No boundary begins before this place: it is sought from here on, because a Pi is slow."""
        self._has_ended_early = False
        """Whether the part before ended where its length said, so that a boundary has to follow."""

    def take(self, piece: bytes) -> Iterator[bytes]:
        """The pictures that are whole now that this piece has come."""
        self._held += piece
        while (content := self._next()) is not None:
            begin = content.find(_BEGINS)
            if begin >= 0:
                yield content[begin:]

    @property
    def is_too_much(self) -> bool:
        """Whether more has come than a picture can have, and no end of it."""
        return len(self._held) > MOST_BYTES

    def _next(self) -> bytes | None:
        """The content of the next whole part, without what stands before it; None until there is one."""
        if self._delimiter is None:
            self._delimiter = self._found_delimiter()
        if self._delimiter is None:
            return None
        return self._next_part(self._delimiter) if self._delimiter else self._next_marked()

    def _found_delimiter(self) -> bytes | None:
        first = self._held.find(_BEGINS)
        if first < 0:
            return None
        before = self._held[:first]
        if self._said and self._said in before:
            return self._said
        dashed = _DASHED.findall(before)
        return _delimiter(dashed[-1]) if dashed else b""

    def _next_part(self, delimiter: bytes) -> bytes | None:
        line = _line_of(self._held, delimiter, 0)
        if line is None:
            return None
        if self._has_ended_early and self._held[: line[0]].strip(b"\r\n-"):
            self._are_lengths_true = False
        head = _HEAD_ENDS.search(self._held, line[1] - 1)
        if head is None:
            return None
        begin = head.end()
        length = _LENGTH.search(self._held, line[1], begin) if self._are_lengths_true else None
        following = self._following(delimiter, begin)
        ends = [begin + int(length[1])] if length and int(length[1]) <= MOST_BYTES else []
        ends += [following[0]] if following else []
        end = min(ends, default=len(self._held) + 1)
        if end > len(self._held):
            return None
        content, self._held, self._sought = self._held[begin:end], self._held[end:], 0
        self._has_ended_early = following is None or end < following[0]
        return content

    def _following(self, delimiter: bytes, begin: int) -> tuple[int, int] | None:
        following = _line_of(self._held, delimiter, max(begin, self._sought))
        if following is None:
            self._sought = len(self._held) - len(delimiter) - _TRAILING
        return following

    def _next_marked(self) -> bytes | None:
        begin = self._held.find(_BEGINS)
        end = end_of_jpeg(self._held[begin:]) if begin >= 0 else None
        if end is None:
            return None
        content, self._held = self._held[begin : begin + end], self._held[begin + end :]
        return content


def _delimiter(boundary: bytes) -> bytes:
    """What precedes each part: two dashes and the boundary. Some cameras count these dashes as part of it."""
    return b"--" + boundary.strip().strip(b"-") if boundary.strip(b"- \t") else b""


def _line_of(held: bytes, delimiter: bytes, begin: int) -> tuple[int, int] | None:
    """Where the next line with the boundary begins, and where the line after it does."""
    while (at := held.find(delimiter, begin)) >= 0:
        end = held.find(b"\n", at)
        if end < 0:
            return None
        if not held[at + len(delimiter) : end].strip(b"- \t\r"):
            return at, end + 1
        begin = at + 1
    return None
