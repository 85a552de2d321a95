"""The page and its files, served from a list that is made at the start: no path of a request is opened."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, abort, request

STATIC = Path(__file__).with_name("static")
FIRST_PAGE = "index.html"

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of the page, read once."""

    content: bytes
    media_type: str
    etag: str


def load_assets(folder: Path = STATIC) -> dict[str, Asset]:
    """All files of the page by their place under `static`, such as `tiles/5p.svg`."""
    return {
        path.relative_to(folder).as_posix(): _asset(path)
        for path in sorted(folder.rglob("*"))
        if path.suffix in MEDIA_TYPES
    }


def _asset(path: Path) -> Asset:
    content = path.read_bytes()
    return Asset(content, MEDIA_TYPES[path.suffix], hashlib.sha256(content).hexdigest()[:16])


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
    answer = Response(asset.content, mimetype=asset.media_type)
    answer.set_etag(asset.etag)
    # Always asked again, and mostly answered with 304: after an update no page is half old.
    answer.headers["Cache-Control"] = "no-cache"
    answer.make_conditional(request)
    return answer
