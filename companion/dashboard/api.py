"""The JSON answers: the newest snapshot, commands, previews, values, and whether the server is alive."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion import evidence
from companion.dashboard.asked_body import asked_body
from companion.dashboard.commands import (
    OF_THE_PACE,
    REFUSALS,
    Command,
    Commands,
    read_command,
    read_preview,
    read_previews,
)
from companion.dashboard.entrance import require
from companion.dashboard.errors import RequestRefused
from companion.dashboard.roles import COMMANDS
from companion.dashboard.stream import newest, polled
from companion.dashboard.valuing import read_hand, valued
from companion.evidence import Done, Refused
from companion.projections.board import Board
from companion.projections.preview_view import preview_view
from companion.projections.snapshot import plain
from companion.riichi.ruleset import RuleSet


def api_routes(board: Board, commands: Commands, beside: Callable[[], dict[str, Any]]) -> Blueprint:
    """`GET /api/snapshot`, `POST` to `/api/commands`, `/api/preview` and `/api/value`, `GET /healthz`.

    A page that polls hears `beside` with each snapshot: what the stream says in events of their own.
    """
    routes = Blueprint("api", __name__)

    @routes.get("/api/snapshot")
    def snapshot() -> Response:
        return polled(newest(board).text, beside())

    @routes.post("/api/commands")
    def command() -> Response:
        asked = read_command(
            asked_body(), request.remote_addr or "", commands.house, partial(_rules, commands)
        )
        require(COMMANDS[asked.kind])
        _check_control(board, asked)
        answer = commands.submit(asked)
        if isinstance(answer, Refused):
            raise _refusal(answer, _seq(board))
        return jsonify({"status": "done", "seq": answer.seq, **_overruled(answer)})

    @routes.post("/api/preview")
    def preview() -> Response:
        body, reading = asked_body(), (commands.house, partial(_rules, commands))
        if isinstance(body, list):
            each = [_previewed(commands, asked) for asked in read_previews(body, *reading)]
            return jsonify({"previews": each})
        return jsonify(_previewed(commands, read_preview(body, *reading)))

    @routes.post("/api/value")
    def value() -> Response:
        return jsonify(plain(valued(commands.table.hanchan, read_hand(asked_body()))))

    @routes.get("/healthz")
    def healthz() -> Response:
        return jsonify({"status": "ok", "seq": _seq(board), "streams": board.reader_count})

    return routes


def _previewed(commands: Commands, asked: evidence.Command) -> dict[str, Any]:
    seen = commands.preview(asked)
    refused = _refusal(seen.refused, seen.seq) if seen.refused else None
    return {**plain(preview_view(seen)), "refused": refused.answer if refused else None}


def _rules(commands: Commands) -> RuleSet:
    """The rules of the next hand: those chosen for it, or else the game's."""
    hanchan = commands.table.hanchan
    return hanchan.next_rules or hanchan.rules


def _overruled(done: Done) -> dict[str, Any]:
    """Whose call or win no longer counts; empty if everything entered still counts."""
    names = {"ChiCalled": "chi", "PonCalled": "pon", "DaiminkanCalled": "daiminkan", "Won": "ron"}
    found = [
        {"seat": getattr(fact, "seat", None), "action": names[type(fact).__name__]} for fact in done.overruled
    ]
    return {"overruled": found} if found else {}


def _refusal(refused: Refused, seq: int) -> RequestRefused:
    """Why it was not done: the rule's own sentence where a rule is the reason."""
    status, sentence = REFUSALS[refused.reason]
    reason = refused.because
    more: dict[str, int | str] = {} if refused.entry is None else {"entry": refused.entry}
    if reason is not None:
        more |= {"reason": reason.value, "waivable": reason.is_waivable}
    return RequestRefused(status, refused.reason.value, refused.sentence or sentence, seq=seq, **more)


def _seq(board: Board) -> int:
    return board.current.snapshot.seq if board.current else 0


def _check_control(board: Board, asked: Command) -> None:
    """Only a pretend table or a record has a pace that a page can change."""
    if asked.kind in OF_THE_PACE and newest(board).snapshot.control is None:
        raise RequestRefused(
            HTTPStatus.CONFLICT, "no_control", "People play here; there is no speed.", seq=_seq(board)
        )
