"""The page and its files, served from a list that is made at the start: no path of a request is opened."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, abort, request

from companion.dashboard.assets import FIRST_PAGE, STATIC, Asset, load_assets
from companion.dashboard.release import WORKER, Release

__all__ = ["STATIC", "Asset", "hub_page_routes", "load_assets", "overlay_page_routes", "page_routes"]

CAMERA_PAGE: Final = "camera.html"
HUB_PAGE: Final = "club.html"
KEYS_PAGE: Final = "keys.html"
_ASK_AGAIN: Final = "no-cache"
"""The browser asks again each time, and is mostly answered with 304."""
_FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For addresses with the release's name in them: what they answer never changes."""


def page_routes(assets: dict[str, Asset], release: Release) -> Blueprint:
    """`GET /`, `/camera`, `/keys`, `/worker.js` and `/static/…`, with the release's name or without."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def first_page() -> Response:
        return _served(release.files[FIRST_PAGE], _ASK_AGAIN)

    @routes.get(f"/{WORKER}")
    def worker() -> Response:
        return _served(release.files[WORKER], _ASK_AGAIN)

    @routes.get("/camera")
    def camera_page() -> Response:
        return _served(release.files[CAMERA_PAGE], _ASK_AGAIN)

    @routes.get("/keys")
    def keys_page() -> Response:
        return _served(release.files[KEYS_PAGE], _ASK_AGAIN)

    _add_files(routes, assets, release)
    return routes


def hub_page_routes(assets: dict[str, Asset], release: Release) -> Blueprint:
    """`GET /` and `/static/…` for a club's hub, which has a first page of its own."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def first_page() -> Response:
        return _served(release.files[HUB_PAGE], _ASK_AGAIN)

    _add_files(routes, assets, release)
    return routes


def overlay_page_routes(assets: dict[str, Asset], release: Release) -> Blueprint:
    """`GET /` and `/static/…` where a table is only shown: the page for a television, or the overlay."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def first_page() -> Response:
        # A page with buttons would ask for what is not answered there.
        if not {"overlay", "watch"} & set(request.args):
            return Response(status=HTTPStatus.FOUND, headers={"Location": "/?overlay=1"})
        return _served(release.files[FIRST_PAGE], _ASK_AGAIN)

    _add_files(routes, assets, release)
    return routes


def _add_files(routes: Blueprint, assets: dict[str, Asset], release: Release) -> None:
    @routes.get("/static/<path:name>")
    def static(name: str) -> Response:
        asset = release.at(name)
        if asset is not None:
            return _served(asset, _FOR_GOOD)
        if name not in assets:
            abort(404)
        return _served(assets[name], _ASK_AGAIN)


def _served(asset: Asset, keeping: str) -> Response:
    packed = asset.packed if _takes_gzip() else None
    answer = Response(packed or asset.content, mimetype=asset.media_type)
    # Two forms of one file are two things to a cache, so each has its own tag.
    answer.set_etag(asset.etag if packed is None else f"{asset.etag}-gzip")
    if packed is not None:
        answer.headers["Content-Encoding"] = "gzip"
    if asset.is_text:
        answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = keeping
    answer.make_conditional(request)
    return answer


def _takes_gzip() -> bool:
    """Whether the browser names gzip: one that says nothing, or only `*`, gets the file uncompressed."""
    return any(name == "gzip" and quality > 0 for name, quality in request.accept_encodings)
