"""The referee over HTTP: taking a call, a table's last minutes, penalties given and taken back."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from threading import Lock

from flask import Blueprint, Response, jsonify

from companion.club.members import Members
from companion.club.reading import CopiesReader, GameKey
from companion.club.referee_queue import RefereeQueue
from companion.club.scoreboard import Scores
from companion.club_page.minutes import LastMinutes, last_minutes
from companion.club_page.organising import FieldRefused, Fields, Organiser
from companion.dashboard.asked_body import asked_body
from companion.dashboard.errors import RequestRefused
from companion.errors import CompanionError, JournalCorrupt
from companion.journal.codec import decode_entry, decode_rules
from companion.projections.snapshot import plain
from companion.tournament.changes import PenaltyGiven

__all__ = ["TableRecords", "referee_routes"]


class TableRecords:
    """The newest game of each table, as it stands in the copies. Any thread may use it. Raises StoreDown."""

    def __init__(self, open_reader: Callable[[], CopiesReader]) -> None:
        self._open = open_reader
        self._lock = Lock()
        self._known: dict[str, tuple[GameKey, int, LastMinutes | None]] = {}

    def minutes(self, table: str) -> LastMinutes | None:
        """The last minutes of a table; None if nothing was played, or a newer companion plays there."""
        # A referee's phone asks every second, and mostly nothing has happened.
        with self._lock:
            reader = self._open()
            try:
                return self._read(reader, table)
            finally:
                reader.close()

    def _read(self, reader: CopiesReader, table: str) -> LastMinutes | None:
        key, seq, known = self._known.get(table, (None, 0, None))
        news = reader.newest(table, key, seq)
        if news is not None and news.key == key and not news.entries:
            return known
        game = reader.newest(table)
        if game is None:
            return None
        try:
            entries = [decode_entry(text) for _, text in game.entries]
            told = last_minutes(entries, decode_rules(game.key[1].rules))
        except JournalCorrupt:
            told = None
        self._known[table] = (game.key, game.entries[-1][0] if game.entries else 0, told)
        return told


def referee_routes(
    calls: RefereeQueue,
    members: Members,
    records: TableRecords,
    organiser: Organiser,
    scores: Callable[[], Scores],
) -> Blueprint:
    """`GET /api/referee/tables/…`; `POST /api/referee/come`, `/done`, `/penalty`, `/unpenalty`."""
    routes = Blueprint("referee", __name__)

    @routes.get("/api/referee/tables/<table>")
    def minutes(table: str) -> Response:
        if table not in {one.id for one in members.all}:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "not_found", "Not Found.")
        return jsonify({"table": table, "minutes": plain(records.minutes(table))})

    @routes.post("/api/referee/come")
    def come() -> Response:
        return _answered(calls.come)

    @routes.post("/api/referee/done")
    def done() -> Response:
        return _answered(calls.close)

    @routes.post("/api/referee/penalty")
    def penalty() -> Response:
        fields = _fields()
        return _said(lambda: organiser.do("penalty", fields))

    @routes.post("/api/referee/unpenalty")
    def unpenalty() -> Response:
        fields = _fields()

        def take_back() -> None:
            revision = fields.whole("revision", 1)
            if revision not in {
                one.revision for one in scores().said if isinstance(one.change, PenaltyGiven)
            }:
                raise FieldRefused("revision must be that of a penalty")
            organiser.do("undo", fields)

        return _said(take_back)

    return routes


def _answered(act: Callable[[str, int], bool]) -> Response:
    """Two referees may tap at once: the second one is told that it is done already."""
    fields = _fields()
    found = False

    def do() -> None:
        nonlocal found
        found = act(fields.text("table"), fields.whole("revision", 1, 2**53))

    _said(do)
    return jsonify({"status": "done" if found else "over"})


def _said(act: Callable[[], None]) -> Response:
    try:
        act()
    except FieldRefused as refused:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_evening", f"{refused}.") from refused
    except CompanionError as refused:
        raise RequestRefused(HTTPStatus.CONFLICT, "evening_refused", f"{refused}.") from refused
    return jsonify({"status": "done"})


def _fields() -> Fields:
    body = asked_body()
    if not isinstance(body, dict):
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_evening", "The body must be an object.")
    return Fields(body)
