"""The players' clocks over HTTP: a table's pages hear of them, set them, and waive an overrun."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

from flask import Blueprint, Response, jsonify

from companion.dashboard.asked_body import asked_body
from companion.dashboard.errors import RequestRefused
from companion.errors import CompanionError

if TYPE_CHECKING:  # few tables play by the clock
    from companion.player_clock import ClockRules, ClocksSeen, SeatClock

__all__ = ["NO_CLOCKS", "Clocks", "ClocksTeller", "SeenClocks", "clocks_json", "clocks_routes"]

SeenClocks = Callable[[], "ClocksSeen | None"]
"""What is seen of the clocks now; None where nobody plays by the clock."""
NO_CLOCKS: Final[SeenClocks] = lambda: None  # noqa: E731 - a default that says what it means
_SETTING: Final = ("bank_s", "free_s", "again_s")


class Clocks(Protocol):
    """Whoever keeps the clocks of this table. Any thread may use it."""

    @property
    def own(self) -> ClockRules:
        """What is set at this table."""

    def seen(self) -> ClocksSeen | None:
        """What people see now; None while there is no clock."""

    def choose(self, rules: ClockRules) -> None:
        """From now on there is this clock, or none; if it is a different one, all start over.

        Raises:
            CompanionError: it cannot be kept, and nothing has changed.
        """

    def waive(self, seq: int) -> bool:
        """Waive the overrun of the discard in entry `seq`; False if nobody ran over with it."""


class ClocksTeller:
    """Tells one viewer how the clocks stand. Its page counts the seconds by itself."""

    def __init__(self, seen: SeenClocks) -> None:
        self._seen = seen
        self._told: ClocksSeen | None = None
        self._is_told = False

    def news(self) -> Iterator[str]:
        """One event at first, and whenever anything but the time has changed; else none."""
        seen = self._seen()
        if seen is not self._told or not self._is_told:
            self._told, self._is_told = seen, True
            yield f"event: clocks\ndata: {json.dumps(clocks_json(seen, time.monotonic()))}\n\n"


def clocks_json(seen: ClocksSeen | None, now_s: float) -> dict[str, Any] | None:
    """What the page needs; None where nobody plays by the clock."""
    if seen is None:
        return None
    clocks = seen.clocks
    turn = clocks.turn if clocks.turn and not clocks.is_unclear else None
    ran_s = 0.0 if seen.why else max(0.0, now_s - seen.at_s)
    return {
        **asdict(seen.rules),
        "hand": clocks.hand,
        "seats": [_seat_json(one, clocks.hand) for one in clocks.seats],
        "turn": {"seat": turn.seat, "used_s": round(turn.used_s + ran_s, 2)} if turn else None,
        "why": seen.why,
    }


def _seat_json(one: SeatClock, hand: int) -> dict[str, Any]:
    return {
        "left_s": round(one.left_s, 2),
        # Nothing more is charged in this hand.
        "is_over": one.is_over(hand),
        # The entry of the discard that ran over, while people have to know of it.
        "flag": one.flag.seq if one.flag and one.is_flagged(hand) else None,
    }


def clocks_routes(clocks: Clocks | None) -> Blueprint:
    """`GET` and `POST /api/clocks`, `POST /api/clocks/waive`; each answers with the state afterwards."""
    routes = Blueprint("clocks", __name__)

    @routes.get("/api/clocks")
    def state() -> Response:
        return _state(_there(clocks))

    @routes.post("/api/clocks")
    def choose() -> Response:
        there, rules = _there(clocks), _rules_asked()
        try:
            there.choose(rules)
        except CompanionError as refused:
            raise RequestRefused(HTTPStatus.INSUFFICIENT_STORAGE, "not_kept", f"{refused}.") from refused
        return _state(there)

    @routes.post("/api/clocks/waive")
    def waive() -> Response:
        there, body = _there(clocks), asked_body()
        if not isinstance(body, dict) or set(body) != {"flag"} or type(body["flag"]) is not int:
            _bad("The field is: flag, a whole number.")
        if not there.waive(body["flag"]):
            raise RequestRefused(HTTPStatus.CONFLICT, "no_flag", "Nobody has run over with that discard.")
        return _state(there)

    return routes


def _there(clocks: Clocks | None) -> Clocks:
    if clocks is None:
        sentence = "This table plays by itself: it has no clocks."
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_clocks", sentence)
    return clocks


def _state(clocks: Clocks) -> Response:
    seen = clocks_json(clocks.seen(), time.monotonic())
    return jsonify({"own": asdict(clocks.own), "clocks": seen})


def _rules_asked() -> ClockRules:
    from companion.player_clock import ClockRules

    body = asked_body()
    if not isinstance(body, dict) or set(body) != set(_SETTING):
        _bad(f"The fields are: {', '.join(_SETTING)}.")
    try:
        return ClockRules(**body)
    except ValueError as refused:
        _bad(f"{refused}.")


def _bad(sentence: str) -> NoReturn:
    raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_clocks", sentence)
