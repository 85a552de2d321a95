"""Opens files, folders and archives of records; the only place of this room that reads a disk.

What a file is, its content says, never its name: mjlog XML, tenhou.net/6 JSON or mjai lines, plain
or packed (gzip, xz, bzip2), alone or in a tar, whose members are read and never laid on the disk. A
file that cannot be read comes out as a `Record` with a failure, so that the others are still read.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import tarfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Final, cast

from companion.haifu.record import Fault, Format, ReadingFailure, Record
from companion.haifu.texts import printable
from companion.riichi.presets import TENHOU

MOST_BYTES: Final = 64 * 1024 * 1024
"""A file larger than this, unpacked, is no record."""

_BLOCK: Final = 512
_CHUNK: Final = 16_384
_GZIP, _XZ, _BZIP2, _ZIP = b"\x1f\x8b", b"\xfd7zXZ\x00", b"BZh", b"PK\x03\x04"
_DAMAGE = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, tarfile.TarError)
_FOREIGN: Final = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3\x00", "a database"),
    (b"\x7fELF", "a program"),
)


def open_records(paths: Iterable[str | Path]) -> Iterator[Record]:
    """All records in files, folders (with all that is in them) and tar archives, one after another."""
    for path in map(Path, paths):
        if path.is_dir():
            for file in _files_in(path):
                yield from _open_file(file)
        else:
            yield from _open_file(path)


def read_record(content: bytes, name: str) -> Record:
    """One record from the bytes of its file, plain or packed. Of a packing that breaks off, what came out."""
    content, fault = _unpacked_content(content)
    if len(content) > MOST_BYTES:
        return _too_large(name)
    try:
        text = _text(content)
        record = _reader_of(_format_of(text))(text, name)
    except _ForeignError as error:
        if fault:
            return _unreadable(name, fault, Fault.DAMAGED)
        return _unreadable(name, str(error), error.fault)
    return _cut_off(record, fault) if fault else record


def _reader_of(form: Format) -> Callable[[str, str], Record]:
    """What reads a format. It is loaded with the first file of that format: most evenings see none."""
    match form:
        case Format.MJLOG:
            from companion.haifu.mjlog import read_mjlog

            return read_mjlog
        case Format.TENHOU6:
            from companion.haifu.tenhou6 import read_tenhou6

            return read_tenhou6
        case Format.MJAI:
            from companion.haifu.mjai import read_mjai

            return read_mjai


def _unpacked_content(content: bytes) -> tuple[bytes, str]:
    """The bytes without their packing, as far as it is whole, and what is wrong with the rest."""
    # One chunk at a time, and not more at once than came out: what was whole is kept.
    unpacked = cast("io.BufferedReader", _unpacked(io.BytesIO(content)))
    blocks: list[bytes] = []
    size = 0
    try:
        while size <= MOST_BYTES and (block := unpacked.read1(_CHUNK)):
            blocks.append(block)
            size += len(block)
    except (*_DAMAGE, OSError) as error:
        return b"".join(blocks), f"the packed data is damaged or breaks off ({error})"
    return b"".join(blocks), ""


def _cut_off(record: Record, fault: str) -> Record:
    """What could be read before the packing broke off, and where that was."""
    last = record.hands[-1].facts[-1].event if record.hands else 0
    place = record.failure or ReadingFailure("", len(record.hands), last)
    return replace(record, failure=replace(place, message=fault, fault=Fault.DAMAGED))


class _ForeignError(Exception):
    """The content is no record; the text is the sentence for a person."""

    def __init__(self, message: str, fault: Fault = Fault.FOREIGN) -> None:
        self.fault = fault
        super().__init__(message)


def _too_large(name: str) -> Record:
    message = f"it is larger than {MOST_BYTES // 1024 // 1024} MB, too large for a record"
    return _unreadable(name, message, Fault.TOO_LARGE)


def _unreadable(name: str, message: str, fault: Fault = Fault.FOREIGN) -> Record:
    suffix = Path(name).suffix.lower()
    form = {".json": Format.TENHOU6, ".jsonl": Format.MJAI, ".mjson": Format.MJAI}.get(suffix, Format.MJLOG)
    return Record(name, form, TENHOU, (), failure=ReadingFailure(message, 0, 0, fault))


def _files_in(folder: Path) -> Iterator[Path]:
    """All files below a folder, by name; hidden ones are nobody's records."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(place, name) for name in sorted(files) if not name.startswith("."))


def _open_file(path: Path) -> Iterator[Record]:
    name = printable(str(path))
    try:
        if not path.is_file():
            yield _unreadable(name, "it is not a file" if path.exists() else "there is no such file")
            return
        with path.open("rb") as file:
            if _is_tar(file, path.name):
                yield from _open_archive(file, name)
            else:
                yield read_record(file.read(MOST_BYTES + 1), name)
    except OSError as error:
        yield _unreadable(name, f"it cannot be read ({error.strerror or error})")


def _unpacked(file: IO[bytes]) -> IO[bytes]:
    """The content without its packing, which its first bytes tell."""
    magic = file.read(6)
    file.seek(0)
    if magic.startswith(_GZIP):
        return cast("IO[bytes]", gzip.GzipFile(fileobj=file))
    if magic.startswith(_XZ):
        return lzma.LZMAFile(file)
    if magic.startswith(_BZIP2):
        return bz2.BZ2File(file)
    return file


def _is_tar(file: IO[bytes], name: str) -> bool:
    try:
        head = _unpacked(file).read(_BLOCK)
    except (*_DAMAGE, OSError):
        head = b""
    file.seek(0)
    return head[257:262] == b"ustar" or (len(head) == _BLOCK and ".tar" in name and b"\x00" in head)


class _Stream:
    """What an archive is read from; it remembers how that ends."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._last = b""

    def read(self, size: int = _BLOCK) -> bytes:
        """The next bytes."""
        block = self._file.read(size)
        self._last = (self._last + block)[-_BLOCK:]
        return block

    def has_end_mark(self) -> bool:
        """Whether blocks of zeros close the archive, as they must."""
        for _ in range(MOST_BYTES // 65_536):
            if not self.read(65_536):
                break
        return self._last == bytes(_BLOCK)


def _open_archive(file: IO[bytes], name: str) -> Iterator[Record]:
    """The members one by one, as they come out of the stream."""
    members = 0
    stream = _Stream(_unpacked(file))
    try:
        with tarfile.open(fileobj=cast("IO[bytes]", stream), mode="r|") as archive:
            for member in archive:
                members += 1
                yield from _open_member(archive, member, f"{name}/{printable(member.name)}")
        if not stream.has_end_mark():
            message = f"the archive breaks off after {members} members: it has no end mark"
            yield _unreadable(name, message, Fault.DAMAGED)
    except (*_DAMAGE, OSError) as error:
        message = f"the archive is damaged or breaks off after {members} members ({error})"
        yield _unreadable(name, message, Fault.DAMAGED)


def _open_member(archive: tarfile.TarFile, member: tarfile.TarInfo, name: str) -> Iterator[Record]:
    if member.isdir() or Path(member.name).name.startswith("."):
        return
    if not member.isreg():
        yield _unreadable(name, "it is a link or a device, not a file")
    elif member.size > MOST_BYTES:
        yield _too_large(name)
    else:
        content = archive.extractfile(member)
        yield read_record(b"" if content is None else content.read(), name)


def _text(content: bytes) -> str:
    """The bytes as text; of a file that was cut off, without the letter that the cut went through.

    Raises:
        _ForeignError: they are none.
    """
    if not content.strip():
        raise _ForeignError("the file is empty", Fault.EMPTY)
    if content.startswith(_ZIP):
        raise _ForeignError("it is a ZIP archive; unpack it first", Fault.ARCHIVE)
    for magic, what in _FOREIGN:
        if content.startswith(magic):
            raise _ForeignError(f"it is {what}, not a record")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _ForeignError("the text is UTF-16; records are UTF-8", Fault.ENCODING)
    if content[257:262] == b"ustar":
        raise _ForeignError("an archive within an archive is not opened", Fault.ARCHIVE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return content[: error.start].decode("utf-8-sig")
        raise _ForeignError(f"the text is not UTF-8 (byte {error.start + 1})", Fault.ENCODING) from None


def _format_of(text: str) -> Format:
    """Which format the text is in.

    Raises:
        _ForeignError: it is in none.
    """
    start = text[:4_096].lstrip()
    if re.match(r"<!doctype html|<html", start, re.IGNORECASE):
        raise _ForeignError("it is a web page, not a record")
    if start.startswith("<"):
        return Format.MJLOG
    if re.match(r"https?://[^\s]+#json=", start):
        return Format.TENHOU6
    if not start.startswith(("{", "[")):
        raise _ForeignError("it is neither mjlog XML, tenhou.net/6 JSON nor mjai lines")
    first_line = text.lstrip().split("\n", 1)[0]
    is_mjai = re.search(r'"type"\s*:\s*"', first_line if start.startswith("{") else start)
    if is_mjai:
        return Format.MJAI
    if '"log"' in text:
        return Format.TENHOU6
    raise _ForeignError("it is JSON, but neither a tenhou.net/6 record nor mjai lines")
