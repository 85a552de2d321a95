"""The referee over HTTP: taking a call, what was told of a table's hands, penalties given and taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from threading import Lock
from typing import Any, TypeVar

from flask import Blueprint, Response, jsonify

from companion.club.members import Members
from companion.club.reading import CopiedGame, CopiesReader, GameKey
from companion.club.referee_queue import RefereeQueue
from companion.club.scoreboard import Scores
from companion.club_page.earlier_hands import EarlierHand, earlier_hands, minutes_of_hand
from companion.club_page.minutes import LastMinutes, last_minutes
from companion.club_page.organising import FieldRefused, Fields, Organiser
from companion.club_page.unreadable import refused_where_unreadable
from companion.dashboard.asked_body import asked_body
from companion.dashboard.errors import RequestRefused
from companion.errors import CompanionError, JournalCorrupt
from companion.evenings.played import PlayedGame, played
from companion.journal import Game, GameNumber
from companion.journal.codec import decode_entry, decode_rules
from companion.projections.snapshot import plain
from companion.tournament.changes import PenaltyGiven

__all__ = ["TableRecords", "referee_routes"]

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class TableMinutes:
    """The newest game of a table, for a referee."""

    newest: LastMinutes
    earlier: tuple[EarlierHand, ...]
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class _Known:
    """What was read of a table, and up to which entry."""

    key: GameKey
    seq: int
    told: TableMinutes | None
    hands: dict[int, LastMinutes | None] = field(default_factory=dict)
    """The earlier hands that were asked for, by the entry that dealt each."""


class TableRecords:
    """The newest game of each table, as the copies have it. Any thread may use it. Raises StoreDown."""

    def __init__(self, open_reader: Callable[[], CopiesReader]) -> None:
        self._open = open_reader
        self._lock = Lock()
        self._known: dict[str, _Known] = {}

    def minutes(self, table: str) -> TableMinutes | None:
        """The newest hand of a table, and which were before it.

        None if no game was begun, or a newer companion plays there.
        """
        with self._lock:
            known = self._read(table)
            return known.told if known else None

    def earlier(self, table: str, deal: int) -> LastMinutes | None:
        """An earlier hand of the newest game, by the entry that dealt it; None if it is gone."""
        with self._lock:
            known = self._read(table)
            if known is None or known.told is None:
                return None
            if deal not in known.hands:
                known.hands[deal] = minutes_of_hand(known.told.game, deal)
            return known.hands[deal]

    def _read(self, table: str) -> _Known | None:
        reader = self._open()
        try:
            # A referee's phone asks every second, and mostly nothing has happened.
            known = self._known.get(table)
            if known is not None:
                news = reader.newest(table, known.key, known.seq)
                if news is not None and news.key == known.key and not news.entries:
                    return known
            copied = reader.newest(table)
        finally:
            reader.close()
        if copied is None:
            return None
        seq = copied.entries[-1][0] if copied.entries else 0
        known = self._known[table] = _Known(copied.key, seq, _told(copied))
        return known


def _told(copied: CopiedGame) -> TableMinutes | None:
    header = copied.key[1]
    try:
        rules, entries = decode_rules(header.rules), [decode_entry(text) for _, text in copied.entries]
    except JournalCorrupt:
        return None
    game = played(Game(GameNumber(header.number), header.name, rules, header.started), entries)
    return TableMinutes(last_minutes(entries, rules), earlier_hands(game), game)


def referee_routes(
    calls: RefereeQueue,
    members: Members,
    records: TableRecords,
    organiser: Organiser,
    scores: Callable[[], Scores],
) -> Blueprint:
    """`GET /api/referee/tables/TABLE`, `…/hands/DEAL`; `POST /api/referee/come`, `/done`, `…penalty`."""
    routes = Blueprint("referee", __name__)

    def _require_member(table: str) -> None:
        if table not in {one.id for one in members.all}:
            raise _none()

    @routes.get("/api/referee/tables/<table>")
    def minutes(table: str) -> Response:
        _require_member(table)
        with refused_where_unreadable():
            told = records.minutes(table)
        newest, earlier = (told.newest, told.earlier) if told else (None, ())
        return jsonify({"table": table, "minutes": plain(newest), "earlier": plain(earlier)})

    @routes.get("/api/referee/tables/<table>/hands/<int:deal>")
    def hand(table: str, deal: int) -> Response:
        _require_member(table)
        with refused_where_unreadable():
            told = records.earlier(table, deal)
        if told is None:
            raise _none()
        return jsonify({"table": table, "minutes": plain(told)})

    @routes.post("/api/referee/come")
    def come() -> Response:
        return _answered(calls.come)

    @routes.post("/api/referee/done")
    def done() -> Response:
        return _answered(calls.close)

    @routes.post("/api/referee/penalty")
    def penalty() -> Response:
        fields = _fields()
        return jsonify(_said(lambda: organiser.do("penalty", fields)))

    @routes.post("/api/referee/unpenalty")
    def unpenalty() -> Response:
        fields = _fields()

        def take_back() -> dict[str, Any]:
            revision = fields.whole("revision", 1)
            if revision not in {
                one.revision for one in scores().said if isinstance(one.change, PenaltyGiven)
            }:
                raise FieldRefused("revision must be that of a penalty")
            return organiser.do("undo", fields)

        return jsonify(_said(take_back))

    return routes


def _none() -> RequestRefused:
    return RequestRefused(HTTPStatus.NOT_FOUND, "not_found", "Not Found.")


def _answered(act: Callable[[str, int], bool]) -> Response:
    """Two referees may tap at once: the second one is told that it is done already."""
    fields = _fields()
    found = _said(lambda: act(fields.text("table"), fields.whole("revision", 1, 2**53)))
    return jsonify({"status": "done" if found else "over"})


def _said(act: Callable[[], _Answer]) -> _Answer:
    try:
        return act()
    except FieldRefused as refused:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_evening", f"{refused}.") from refused
    except CompanionError as refused:
        raise RequestRefused(HTTPStatus.CONFLICT, "evening_refused", f"{refused}.") from refused


def _fields() -> Fields:
    body = asked_body()
    if not isinstance(body, dict):
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_evening", "The body must be an object.")
    return Fields(body)
