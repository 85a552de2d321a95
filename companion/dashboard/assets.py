"""The files of the page, read once into memory, with their kinds and tags.

Texts are compressed once, when they are first asked for: a tablet on a slow wireless line gets a quarter of
the bytes, and the start does not wait for languages that nobody here speaks.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from companion.languages import ENGLISH, languages, with_english

__all__ = ["FIRST_PAGE", "MEDIA_TYPES", "STATIC", "Asset", "asset_of", "load_assets"]

STATIC = Path(__file__).with_name("static")
FIRST_PAGE = "index.html"

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


PACKED_ALREADY = frozenset({".mp3", ".png", ".woff2"})


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of the page, read once."""

    content: bytes
    media_type: str
    etag: str
    is_text: bool
    """Whether it is worth compressing: PNG pictures, fonts and sounds are compressed already."""

    @property
    def packed(self) -> bytes | None:
        """The content as gzip; None for what is compressed already."""
        return _packed(self.content) if self.is_text else None


def load_assets(folder: Path = STATIC) -> dict[str, Asset]:
    """All files of the page by their place under `static`, such as `tiles/5p.svg`; read once."""
    return _read(folder)


# Not around `load_assets`: a cache takes a call that names the folder, and one that does not, for two.
@cache
def _read(folder: Path) -> dict[str, Asset]:
    files = {
        path.relative_to(folder).as_posix(): asset_of(path.name, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.suffix in MEDIA_TYPES
    }
    return files | _with_english(files)


def _with_english(files: dict[str, Asset]) -> dict[str, Asset]:
    """The word lists that lack words, or are missing for a view, filled up with English."""
    lists = [PurePosixPath(name) for name in files if PurePosixPath(name).name == f"{ENGLISH}.json"]
    return {
        str(at): asset_of(at.name, _completed(files.get(str(at)), files[str(english)]))
        for english in lists
        for language in languages()
        for at in (english.with_name(f"{language.code}.json"),)
        if language.is_partial or str(at) not in files
    }


def _completed(own: Asset | None, english: Asset) -> bytes:
    words = with_english(json.loads(own.content) if own else {}, json.loads(english.content))
    return json.dumps(words, ensure_ascii=False).encode()


def asset_of(name: str, content: bytes) -> Asset:
    """A file with this content; the end of its name gives its media type."""
    suffix = PurePosixPath(name).suffix
    etag = hashlib.sha256(content).hexdigest()[:16]
    return Asset(content, MEDIA_TYPES[suffix], etag, suffix not in PACKED_ALREADY)


@cache
def _packed(content: bytes) -> bytes:
    # Without a timestamp, the same content gives the same bytes at every start.
    return gzip.compress(content, compresslevel=9, mtime=0)
