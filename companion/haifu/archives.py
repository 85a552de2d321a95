"""Tar archives, packed or not, read as a stream: nothing is written to disk, and the size is limited."""

from __future__ import annotations

import os
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, cast

from companion.haifu import limits
from companion.haifu.record import Fault
from companion.haifu.unpacking import DAMAGE, unpacked

__all__ = ["ArchiveBroken", "Member", "is_tar", "members_of"]

_BLOCK: Final = 512
_STEP: Final = 65_536


class ArchiveBroken(Exception):
    """The archive cannot be read any further; the text is the sentence for a person."""

    def __init__(self, message: str, fault: Fault = Fault.DAMAGED) -> None:
        self.fault = fault
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive."""

    name: str
    content: bytes | None
    """At most `MOST_BYTES` and one more, which shows that it is too large; None if not a plain file."""


def is_tar(file: IO[bytes], name: str) -> bool:
    """Whether the file is an archive; afterwards the file is at its beginning again."""
    try:
        head = unpacked(file).read(_BLOCK)
    except (*DAMAGE, OSError):
        head = b""
    file.seek(0)
    return head[257:262] == b"ustar" or (len(head) == _BLOCK and ".tar" in name and b"\x00" in head)


def members_of(file: IO[bytes]) -> Iterator[Member]:
    """The files of an archive, without hidden ones, as they come out of the stream.

    Raises:
        ArchiveBroken: it breaks off, is damaged, or is larger than any archive of games.
    """
    count = 0
    stream = _Stream(unpacked(file), _size_of(file))
    try:
        with tarfile.open(fileobj=cast("IO[bytes]", stream), mode="r|") as archive:
            for member in archive:
                count += 1
                if count > limits.MOST_MEMBERS:
                    raise _too_large(f"more than {limits.MOST_MEMBERS:,} members")
                stream.expect(member.size)
                if not member.isdir() and not Path(member.name).name.startswith("."):
                    yield Member(member.name, _content(archive, member))
        if not stream.has_end_mark():
            raise ArchiveBroken(f"the archive breaks off after {count} members: it has no end mark")
    except (*DAMAGE, OSError) as error:
        raise ArchiveBroken(
            f"the archive is damaged or breaks off after {count} members ({error})"
        ) from error


def _size_of(file: IO[bytes]) -> int:
    return os.fstat(file.fileno()).st_size


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes | None:
    if not member.isreg() or member.issparse():
        return None
    content = archive.extractfile(member)
    return b"" if content is None else content.read(limits.MOST_BYTES + 1)


def _too_large(why: str) -> ArchiveBroken:
    return ArchiveBroken(f"the archive is too large for games: {why}", Fault.TOO_LARGE)


class _Stream:
    """What an archive is read from: it counts the bytes that come out and remembers the last of them."""

    def __init__(self, file: IO[bytes], packed_size: int) -> None:
        self._file = file
        self._most = min(
            limits.MOST_ARCHIVE_BYTES, max(limits.ALWAYS_ALLOWED, packed_size * limits.MOST_TIMES)
        )
        self._total = 0
        self._due = limits.MOST_HEAD_BYTES
        self._last = b""

    def expect(self, size: int) -> None:
        """A member of that size comes now, and then a head; reading more bytes than that is an error."""
        self._due = size + limits.MOST_HEAD_BYTES

    def read(self, size: int = _BLOCK) -> bytes:
        """The next bytes. Raises ArchiveBroken: there are more than an archive of games can have."""
        block = self._file.read(size)
        self._total += len(block)
        self._due -= len(block)
        if self._total > self._most:
            raise _too_large(f"more than {self._most // 1024 // 1024} MB unpacked")
        if self._due < 0:
            raise _too_large(f"more than {limits.MOST_HEAD_BYTES // 1024} kB between two members")
        self._last = (self._last + block)[-_BLOCK:]
        return block

    def has_end_mark(self) -> bool:
        """Whether blocks of zeros close the archive, as they must."""
        while self.read(_STEP):
            self._due = _STEP
        return self._last == bytes(_BLOCK)
