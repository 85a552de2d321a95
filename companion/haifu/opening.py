"""Opens files, folders and archives of records; the only module of this package that reads a disk.

The content of a file, hardly ever its name, says what it is: mjlog XML, tenhou.net/6 JSON or mjai
lines, plain or packed (gzip, xz, bzip2), alone or in a tar, whose members are never written to disk. A
file that cannot be read comes out as a `Record` with a failure, and the others are still read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Final

from companion.haifu import limits
from companion.haifu.archives import ArchiveBroken, is_tar, members_of
from companion.haifu.record import Fault, Format, ReadingFailure, Record
from companion.haifu.texts import printable
from companion.haifu.unpacking import unpacked_content
from companion.riichi.presets import TENHOU

_ZIP = b"PK\x03\x04"
_FOREIGN: Final = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3\x00", "a database"),
    (b"\x7fELF", "a program"),
)


def open_records(paths: Iterable[str | Path]) -> Iterator[Record]:
    """All records in files, folders (with their subfolders) and tar archives, one after another."""
    for path in map(Path, paths):
        if path.is_dir():
            for file in _files_in(path):
                yield from _open_file(file)
        else:
            yield from _open_file(path)


def read_record(content: bytes, name: str, most_bytes: int | None = None) -> Record:
    """One record from the bytes of its file, plain or packed.

    If the packing is cut off, whatever came out is read. A file that is larger than a game can be is
    not read at all; if it has too many hands, only the first ones are kept. `companion.haifu.limits` has
    the limits; `most_bytes`, if given, replaces `MOST_BYTES` for the unpacked content.
    """
    most_bytes = most_bytes or limits.MOST_BYTES
    content, fault = unpacked_content(content, most_bytes)
    if len(content) > most_bytes:
        return _too_large(name, most_bytes)
    try:
        text = _text(content)
        form = _format_of(text)
        if too_much := limits.too_much_in(text, form):
            raise _ForeignError(f"it has {too_much}, too many for one game", Fault.TOO_LARGE)
        record = _with_few_hands(_reader_of(form)(text, name))
    except _ForeignError as error:
        if fault:
            return _unreadable(name, fault, Fault.DAMAGED)
        return _unreadable(name, str(error), error.fault)
    except RecursionError:  # a value that could be parsed and is too deep for whatever looks at it next
        return _unreadable(name, "a value in it is nested too deeply", Fault.NONSENSE)
    return _cut_off(record, fault) if fault else record


def _with_few_hands(record: Record) -> Record:
    if len(record.hands) <= limits.MOST_HANDS:
        return record
    hands = record.hands[: limits.MOST_HANDS]
    message = f"it has more than {limits.MOST_HANDS} hands, too many for one game"
    failure = ReadingFailure(message, len(hands), hands[-1].facts[-1].event, Fault.TOO_LARGE)
    return replace(record, hands=hands, final=None, failure=failure)


def _reader_of(form: Format) -> Callable[[str, str], Record]:
    """The reader of a format, loaded with the first file of that format: most evenings need none."""
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


def _cut_off(record: Record, fault: str) -> Record:
    """What could be read before the packing broke off, and where that was."""
    last = record.hands[-1].facts[-1].event if record.hands else 0
    place = record.failure or ReadingFailure("", len(record.hands), last)
    return replace(record, failure=replace(place, message=fault, fault=Fault.DAMAGED))


class _ForeignError(Exception):
    """The content is not a record; the text is the sentence for a person."""

    def __init__(self, message: str, fault: Fault = Fault.FOREIGN) -> None:
        self.fault = fault
        super().__init__(message)


def _too_large(name: str, most_bytes: int) -> Record:
    message = f"it is larger than {most_bytes // 1024 // 1024} MB, too large for a record"
    return _unreadable(name, message, Fault.TOO_LARGE)


def _unreadable(name: str, message: str, fault: Fault = Fault.FOREIGN) -> Record:
    suffix = Path(name).suffix.lower()
    form = {".json": Format.TENHOU6, ".jsonl": Format.MJAI, ".mjson": Format.MJAI}.get(suffix, Format.MJLOG)
    return Record(name, form, TENHOU, (), failure=ReadingFailure(message, 0, 0, fault))


def _files_in(folder: Path) -> Iterator[Path]:
    """All files in a folder and its subfolders, by name, without hidden ones."""
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
            if is_tar(file, path.name):
                yield from _open_archive(file, name)
            else:
                yield read_record(file.read(limits.MOST_BYTES + 1), name)
    except OSError as error:
        yield _unreadable(name, f"it cannot be read ({error.strerror or error})")


def _open_archive(file: IO[bytes], name: str) -> Iterator[Record]:
    """The members one by one, as they come out of the stream."""
    try:
        for member in members_of(file):
            called = f"{name}/{printable(member.name)}"
            if member.content is None:
                yield _unreadable(called, "it is a link or a device, or has holes: it is not a plain file")
            elif len(member.content) > limits.MOST_BYTES:
                yield _too_large(called, limits.MOST_BYTES)
            else:
                yield read_record(member.content, called)
    except ArchiveBroken as error:
        yield _unreadable(name, str(error), error.fault)


def _text(content: bytes) -> str:
    """The bytes as text; if the file was cut off, without the character that was cut in half.

    Raises:
        _ForeignError: they are not the text of a record.
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
        text = content.decode()
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            raise _ForeignError(f"the text is not UTF-8 (byte {error.start + 1})", Fault.ENCODING) from None
        text = content[: error.start].decode()
    return text.removeprefix("\ufeff")


def _format_of(text: str) -> Format:
    """Which format the text is in.

    Raises:
        _ForeignError: it is in none of them.
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
