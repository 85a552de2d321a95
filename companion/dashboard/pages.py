"""The page and its files, served from a list that is made at the start: no path of a request is opened.

Texts are packed once, when they are first asked for: a tablet on a slow wireless line asks for a quarter of
the bytes, and nobody waits at the start for languages that nobody speaks.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, request

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
    """Pictures, fonts and sounds are packed already."""

    @property
    def packed(self) -> bytes | None:
        """The same for who takes gzip; None for what is packed already."""
        return _packed(self.content) if self.is_text else None


@cache
def load_assets(folder: Path = STATIC) -> dict[str, Asset]:
    """All files of the page by their place under `static`, such as `tiles/5p.svg`; read once."""
    return {
        path.relative_to(folder).as_posix(): _asset(path)
        for path in sorted(folder.rglob("*"))
        if path.suffix in MEDIA_TYPES
    }


def _asset(path: Path) -> Asset:
    content = path.read_bytes()
    etag = hashlib.sha256(content).hexdigest()[:16]
    return Asset(content, MEDIA_TYPES[path.suffix], etag, path.suffix not in PACKED_ALREADY)


@cache
def _packed(content: bytes) -> bytes:
    # Without a time of its own, the same content packs to the same bytes at every start.
    return gzip.compress(content, compresslevel=9, mtime=0)


def page_routes(assets: dict[str, Asset]) -> Blueprint:
    """`GET /` and `GET /static/…`."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def first_page() -> Response:
        return _served(assets[FIRST_PAGE])

    @routes.get("/static/<path:name>")
    def static(name: str) -> Response:
        if name not in assets:
            abort(404)
        return _served(assets[name])

    return routes


def _served(asset: Asset) -> Response:
    packed = asset.packed if _takes_gzip() else None
    answer = Response(packed or asset.content, mimetype=asset.media_type)
    # Two forms of one file are two things to a cache, so each has its own tag.
    answer.set_etag(asset.etag if packed is None else f"{asset.etag}-gzip")
    if packed is not None:
        answer.headers["Content-Encoding"] = "gzip"
    if asset.is_text:
        answer.headers["Vary"] = "Accept-Encoding"
    # Always asked again, and mostly answered with 304: after an update no page is half old.
    answer.headers["Cache-Control"] = "no-cache"
    answer.make_conditional(request)
    return answer


def _takes_gzip() -> bool:
    """Whether it was asked for by name: who says nothing, or only `*`, gets the file as it lies."""
    return any(name == "gzip" and quality > 0 for name, quality in request.accept_encodings)
