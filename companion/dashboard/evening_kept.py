"""Over HTTP: whether the game on the table is kept for learning. What is kept is not known here."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final, Protocol

from flask import Blueprint, Response, jsonify

from companion.dashboard.asked_body import asked_body
from companion.dashboard.errors import RequestRefused
from companion.errors import CompanionError

__all__ = ["Keeping", "keeping_routes"]

_LONGEST: Final = 80


class Keeping(Protocol):
    """What keeps a game for learning, if everybody at the table agrees."""

    @property
    def game(self) -> str | None:
        """The game on the table; None if none is being played."""

    @property
    def kept(self) -> str:
        """Whether it is kept: `asked`, `yes`, `no`, `failed`, or `no_game`."""

    def answer(self, game: str, *, is_yes: bool) -> None:
        """Enter that everybody agrees, or that somebody does not. Raises CompanionError."""


def keeping_routes(evening: Keeping | None) -> Blueprint:
    """`GET /api/evening` and `POST /api/evening`; both answer with the state afterwards."""
    routes = Blueprint("evening", __name__)

    @routes.get("/api/evening")
    def state() -> Response:
        return jsonify(_said(_there(evening)))

    @routes.post("/api/evening")
    def answer() -> Response:
        there, (game, is_yes) = _there(evening), _answered()
        try:
            there.answer(game, is_yes=is_yes)
        except CompanionError as error:
            raise RequestRefused(HTTPStatus.CONFLICT, "not_kept", str(error)) from error
        return jsonify(_said(there))

    return routes


def _said(evening: Keeping) -> dict[str, Any]:
    return {"game": evening.game, "kept": evening.kept}


def _there(evening: Keeping | None) -> Keeping:
    if evening is None:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_evening", "This table cannot keep games for learning.")
    return evening


def _answered() -> tuple[str, bool]:
    body: Any = asked_body()
    game, keep = (body.get(name) for name in ("game", "keep")) if isinstance(body, dict) else (None, None)
    if type(game) is not str or len(game) > _LONGEST or type(keep) is not bool:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_evening", "game is a text, keep is true or false.")
    return game, keep
