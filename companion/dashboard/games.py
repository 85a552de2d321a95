"""Games of the journal over HTTP: the list, one game, one moment of it, files out and files in."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify, request

from companion.dashboard.bodies import MOST_RECORD_BYTES
from companion.dashboard.commands import REFUSALS, Commands
from companion.dashboard.entrance import may
from companion.dashboard.errors import RequestRefused
from companion.dashboard.looking_back import game_json, summary_json
from companion.dashboard.pages import Asset
from companion.dashboard.roles import Role
from companion.evenings.archive import Archive
from companion.evenings.exporting import EXPORTS, FormatCannotSay, exported
from companion.evenings.played import PlayedGame, state_of
from companion.evenings.words import Words
from companion.evidence import Refused
from companion.languages import ENGLISH
from companion.projections.snapshot import project, snapshot_json
from companion.shelf import ImportAsked

if TYPE_CHECKING:
    from companion.evenings.importing import ImportedGame


def games_routes(archive: Archive, commands: Commands, assets: dict[str, Asset]) -> Blueprint:
    """`GET` and `POST /api/games`, `GET /api/games/NAME`, `…/at/SEQ` and `…/export`."""
    routes = Blueprint("games", __name__)

    @routes.get("/api/games")
    def games() -> Response:
        return jsonify({"games": [summary_json(one) for one in archive.summaries()]})

    @routes.get("/api/games/<name>")
    def game(name: str) -> Response:
        return jsonify(game_json(_found(archive, name), says_who=may(Role.SCORER)))

    @routes.get("/api/games/<name>/at/<int:seq>")
    def moment(name: str, seq: int) -> Response:
        state = state_of(_found(archive, name), seq)
        if state is None:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "no_such_entry", "That game has no such entry.")
        return Response(
            snapshot_json(project(state, last_kyoku=state.last_kyoku)), mimetype="application/json"
        )

    @routes.get("/api/games/<name>/export")
    def export(name: str) -> Response:
        form = request.args.get("format", "")
        if form not in EXPORTS:
            sentence = f"format is one of {', '.join(EXPORTS)}."
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_format", sentence)
        spoken = _words(request.args.get("lang", ""), assets)
        try:
            file = exported(_found(archive, name), form, spoken, archive.zone)
        except FormatCannotSay as error:
            raise RequestRefused(
                HTTPStatus.CONFLICT, "format_cannot_say", str(error), what=error.what.value
            ) from None
        answer = Response(file.text, content_type=f"{file.media_type}; charset=utf-8")
        answer.headers["Content-Disposition"] = f'{file.disposition}; filename="{file.name}"'
        return answer

    @routes.post("/api/games")
    def take_in() -> Response:
        request.max_content_length = MOST_RECORD_BYTES
        record = _read(request.get_data(cache=False), request.args.get("name", ""))
        known = archive.game_told_by(record)
        if known is not None:
            return jsonify({"status": "known", "game": known})
        asked = ImportAsked(record.fingerprint, None, request.remote_addr or "", record.rules, record.facts)
        answer = commands.shelve(asked)
        if isinstance(answer, Refused):
            status, sentence = REFUSALS[answer.reason]
            raise RequestRefused(status, answer.reason.value, sentence)
        return jsonify({"status": "done", "seq": answer.seq, "game": archive.game_by(record.fingerprint)})

    return routes


def _words(asked: str, assets: dict[str, Asset]) -> Words:
    """The words of a language; those of English if the page does not have it."""
    # The folders in there hold what a language says in one view.
    code = asked if "/" not in asked and f"lang/{asked}.json" in assets else ENGLISH
    return Words(code, json.loads(assets[f"lang/{code}.json"].content))


def _found(archive: Archive, name: str) -> PlayedGame:
    game = archive.game(name)
    if game is None:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_such_game", "There is no game of that name.")
    return game


def _read(content: bytes, name: str) -> ImportedGame:
    from companion.evenings.apart import OthersRead, imported_apart  # most evenings import no record
    from companion.evenings.importing import RecordUnusable

    try:
        return imported_apart(content, name)
    except OthersRead as error:
        sentence = f"{str(error).capitalize()}."
        raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, "others_read", sentence) from None
    except RecordUnusable as error:
        where = {"why": error.stop.fault.value, "hand": error.stop.hand, "event": error.stop.event}
        by_rule = {} if error.stop.reason is None else {"reason": error.stop.reason.value}
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        raise RequestRefused(status, "bad_record", f"{error}.", **where, **by_rule) from None
