"""How large a picture is, and whether its file is whole, read from its bytes: nothing is decoded here."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers in a JPEG that are followed by its size."""
_JPEG_SEQUENTIAL = frozenset({0xC0, 0xC1})
"""Those of JPEGs that tell the whole picture row by row, not coarsely at first."""
_JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers that have no data after them."""
_JPEG_SCAN = 0xDA
"""The marker before the pixels; thumbnails, which have end marks of their own, lie before it."""
_UNREADABLE = (struct.error, ValueError, IndexError)
"""What comes of bytes that break off or make no sense."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of itself before it is decoded."""

    kind: str
    width: int
    height: int

    @property
    def pixels(self) -> int:
        """How many pixels there are."""
        return self.width * self.height


def kind_of(content: bytes) -> str:
    """The kind of a picture by its first bytes; empty if it is not known here."""
    return next((kind for kind, (begins, _) in _KINDS.items() if re.match(begins, content, re.DOTALL)), "")


def header_of(content: bytes) -> Header | None:
    """The kind and size of a picture; None if its kind is not known here, or its size cannot be read."""
    kind = kind_of(content)
    if not kind:
        return None
    _, size_of = _KINDS[kind]
    try:
        return Header(kind, *size_of(content))
    except _UNREADABLE:
        return None


def lacks_end(content: bytes, kind: str) -> bool:
    """Whether a JPEG or PNG has no end mark; other kinds never lack theirs.

    Something may follow the end mark: a phone keeps a short film there.
    """
    if kind == "JPEG":
        return end_of_jpeg(content) is None
    if kind == "PNG":
        return b"\0\0\0\0IEND" not in content
    return False


def end_of_jpeg(content: bytes) -> int | None:
    """How many bytes the JPEG has with which these bytes begin; None if its end mark is not among them."""
    try:
        pixels = next(at for mark, at in _jpeg_parts(content) if mark == _JPEG_SCAN)
    except _UNREADABLE:
        return None
    end = content.find(b"\xff\xd9", pixels)
    return end + 2 if end >= 0 else None


def has_one_scan(content: bytes) -> bool:
    """Whether a JPEG is told in one go, as those of cameras are, and not first coarsely or in one colour."""
    sizes = b""
    try:
        for mark, at in _jpeg_parts(content):
            if mark in _JPEG_SIZES:
                sizes = content[at + 8 : at + 9] if mark in _JPEG_SEQUENTIAL else b""
            if mark == _JPEG_SCAN:
                return sizes == content[at + 3 : at + 4] != b""
    except _UNREADABLE:
        return False
    return False


def _png(content: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", content, 16)
    return width, height


def _gif(content: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", content, 6)
    return width, height


def _bmp(content: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<ii", content, 18)
    return abs(width), abs(height)


def _pnm(content: bytes) -> tuple[int, int]:
    bare = re.sub(rb"#[^\n]*\n", b" ", content[:1000])
    numbers = bare.split(maxsplit=3)[1:3]
    return int(numbers[0]), int(numbers[1])


def _webp(content: bytes) -> tuple[int, int]:
    form = content[12:16]
    if form == b"VP8X":
        return _three(content, 24) + 1, _three(content, 27) + 1
    if form == b"VP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", content, 26)
    return width & 0x3FFF, height & 0x3FFF


def _three(content: bytes, at: int) -> int:
    low, high = struct.unpack_from("<HB", content, at)
    return int(low) | int(high) << 16


def _jpeg(content: bytes) -> tuple[int, int]:
    at = next(at for mark, at in _jpeg_parts(content) if mark in _JPEG_SIZES)
    height, width = struct.unpack_from(">HH", content, at + 4)
    return width, height


def _jpeg_parts(content: bytes) -> Iterator[tuple[int, int]]:
    """The marker of each part of a JPEG, and where it is; at the end of the bytes one of `_UNREADABLE`."""
    at = 2
    while True:
        at = content.index(b"\xff", at)
        while content[at] == 0xFF:
            at += 1
        mark = content[at]
        yield mark, at
        if mark not in _JPEG_BARE:
            (length,) = struct.unpack_from(">H", content, at + 1)
            at += length
        at += 1


def _tiff(content: bytes) -> tuple[int, int]:
    order = "<" if content[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", content, 4)
    (count,) = struct.unpack_from(order + "H", content, at)
    found: dict[int, int] = {}
    for number in range(count):
        place = at + 2 + 12 * number
        tag, form = struct.unpack_from(order + "HH", content, place)
        (found[tag],) = struct.unpack_from(order + ("H" if form == 3 else "I"), content, place + 8)
    if 256 not in found or 257 not in found:
        raise ValueError("a TIFF without a size")
    return found[256], found[257]


_KINDS = {
    "JPEG": (rb"\xff\xd8\xff", _jpeg),
    "PNG": (rb"\x89PNG\r\n\x1a\n", _png),
    "GIF": (rb"GIF8[79]a", _gif),
    "BMP": (rb"BM", _bmp),
    "WebP": (rb"RIFF....WEBP", _webp),
    "TIFF": (rb"II\*\x00|MM\x00\*", _tiff),
    "PNM": (rb"P[1-6]\s", _pnm),
}
"""How each kind begins, and what reads its size."""
