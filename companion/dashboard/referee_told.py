"""A club's referee: a table's pages call the referee, withdraw the call, and show what became of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, jsonify

from companion.dashboard.asked_body import asked_body
from companion.dashboard.errors import RequestRefused
from companion.errors import CompanionError

if TYPE_CHECKING:  # few tables are in a club
    from companion.dashboard.club_door import ClubDoor
    from companion.tournament.referee import CallSeen

__all__ = ["NOBODY", "CallTeller", "SeenCall", "add_referee_call", "call_json"]

SeenCall = Callable[[], "CallSeen | None"]
"""How this table's call for the referee stands; None where the table belongs to no club."""
NOBODY: Final[SeenCall] = lambda: None  # noqa: E731 - a default that says what it means


class CallTeller:
    """Tells one viewer how the call stands."""

    def __init__(self, seen: SeenCall) -> None:
        self._seen = seen
        self._told: CallSeen | None = None
        self._is_told = False

    def news(self) -> Iterator[str]:
        """One event at first, and whenever something has changed; else none."""
        seen = self._seen()
        if seen != self._told or not self._is_told:
            self._told, self._is_told = seen, True
            yield f"event: referee\ndata: {json.dumps(call_json(seen))}\n\n"


def call_json(seen: CallSeen | None) -> dict[str, Any] | None:
    """What the page needs; None where the table belongs to no club."""
    return {"state": seen.state.value, "place": seen.place, "seat": seen.seat} if seen else None


def add_referee_call(routes: Blueprint, door: ClubDoor | None) -> None:
    """`POST /api/referee`: whether the referee is wanted, and which seat calls, if anybody said."""

    @routes.post("/api/referee")
    def call() -> Response:
        wanted, seat = _asked()
        if door is None or door.called() is None:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "no_club", "This table belongs to no club.")
        try:
            door.call(is_wanted=wanted, seat=seat)
        except CompanionError as refused:
            raise RequestRefused(HTTPStatus.CONFLICT, "not_kept", f"{refused}.") from refused
        return jsonify({"call": call_json(door.called())})


def _asked() -> tuple[bool, int | None]:
    body = asked_body()
    if not isinstance(body, dict) or set(body) != {"wanted", "seat"}:
        raise _bad("The fields are: wanted, seat.")
    wanted, seat = body["wanted"], body["seat"]
    if type(wanted) is not bool or not (seat is None or (type(seat) is int and 0 <= seat <= 3)):
        raise _bad("wanted is true or false, and seat a seat from 0 to 3, or null.")
    return wanted, seat


def _bad(sentence: str) -> RequestRefused:
    return RequestRefused(HTTPStatus.BAD_REQUEST, "bad_call", sentence)
