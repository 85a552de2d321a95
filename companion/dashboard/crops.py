"""The picture of the tile that a question is about, for whoever answers it; it is held in memory alone."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from flask import Blueprint, Response

from companion.dashboard.errors import RequestRefused
from companion.projections.board import Board

Crops = Callable[[int], bytes | None]
"""Returns the JPEG with this number; None if there is none."""


def crop_routes(board: Board, crops: Crops) -> Blueprint:
    """`GET /api/crop/NUMBER`: only while an open question shows it."""
    routes = Blueprint("crops", __name__)

    @routes.get("/api/crop/<int:number>")
    def crop(number: int) -> Response:
        jpeg = crops(number) if _is_asked_about(board, number) else None
        if jpeg is None:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "no_such_crop", "No question shows that picture now.")
        return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})

    return routes


def _is_asked_about(board: Board, number: int) -> bool:
    shown = board.current
    return shown is not None and any(one.crop == number for one in shown.snapshot.questions)
