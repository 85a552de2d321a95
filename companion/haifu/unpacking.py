"""Packed files: gzip, xz and bzip2 as streams of bytes, unpacked as they are read and never all at once."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zlib
from typing import IO, TYPE_CHECKING, Final, cast

from companion.haifu.limits import MOST_UNPACKER_BYTES

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_CHUNK: Final = 16_384
_GZIP, _XZ, _BZIP2 = b"\x1f\x8b", b"\xfd7zXZ\x00", b"BZh"
DAMAGE: Final = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, tarfile.TarError)
"""The errors, besides OSError, that reading raises if a packed file is damaged or breaks off."""


def unpacked(file: IO[bytes]) -> IO[bytes]:
    """The content without its packing, which the first bytes identify; other files as they are."""
    magic = file.read(6)
    file.seek(0)
    if magic.startswith(_GZIP):
        return cast("IO[bytes]", gzip.GzipFile(fileobj=file))
    if magic.startswith(_XZ):
        return cast("IO[bytes]", io.BufferedReader(_Xz(file)))
    if magic.startswith(_BZIP2):
        return bz2.BZ2File(file)
    return file


def unpacked_content(content: bytes, most_bytes: int) -> tuple[bytes, str]:
    """The unpacked bytes as far as the file is sound, and what is wrong with the rest or an empty text.

    It stops soon after `most_bytes`.
    """
    # One chunk at a time, so that what came out before any damage is kept.
    stream = cast("io.BufferedReader", unpacked(io.BytesIO(content)))
    blocks: list[bytes] = []
    size = 0
    try:
        while size <= most_bytes and (block := stream.read1(_CHUNK)):
            blocks.append(block)
            size += len(block)
    except (*DAMAGE, OSError) as error:
        return b"".join(blocks), f"the packed data is damaged or breaks off ({error})"
    return b"".join(blocks), ""


class _Xz(io.RawIOBase):
    """xz with a limit on memory, which `lzma.LZMAFile` does not have: a file's header may ask for 4 GiB."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._rest = b""
        self._unpacker = _xz_unpacker()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        wanted = memoryview(buffer).cast("B")
        while True:
            block = self._next(len(wanted))
            if block is None:
                return 0
            if block:
                wanted[: len(block)] = block
                return len(block)

    def _next(self, most: int) -> bytes | None:
        """Some bytes, perhaps none yet; None at the end. Raises EOFError: the file breaks off."""
        if self._unpacker.eof:
            # Files may follow one another, with zeros between them; anything else that follows is ignored.
            self._rest = self._unpacker.unused_data.lstrip(b"\0")
            while len(self._rest) < len(_XZ) and (more := self._file.read(_CHUNK)):
                self._rest = (self._rest + more).lstrip(b"\0")
            if not self._rest.startswith(_XZ):
                return None
            self._unpacker = _xz_unpacker()
        if self._unpacker.needs_input and not self._rest:
            self._rest = self._file.read(_CHUNK)
            if not self._rest:
                raise EOFError("the file ended before its end mark")
        given, self._rest = self._rest, b""
        return self._unpacker.decompress(given, most)


def _xz_unpacker() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST_UNPACKER_BYTES)
