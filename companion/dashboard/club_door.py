"""Over HTTP: whether this table belongs to a club, joining one by its code, and leaving it.

How that is done is not known here: whoever wires the companion passes in the door.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Protocol

from flask import Blueprint, Response, jsonify

from companion.dashboard.asked_texts import asked_texts
from companion.dashboard.errors import RequestRefused
from companion.dashboard.referee_told import add_referee_call
from companion.errors import CompanionError

if TYPE_CHECKING:  # few tables are in a club
    from companion.tournament.referee import CallSeen

__all__ = ["ClubDoor", "ClubRefused", "ClubState", "club_door_routes"]


@dataclass(frozen=True, slots=True)
class ClubState:
    """The club that this table belongs to, and what its hub has so far."""

    name: str
    """The table's name in the club."""
    hub: str
    """The hub's address."""
    is_reached: bool
    """Whether the hub answers now."""
    behind: int
    """How many entries the hub does not have yet, as far as it has said."""
    spare: str = ""
    """The spare that goes on in the place of this table; empty if none does."""


class ClubRefused(CompanionError, ValueError):
    """The table could not join or leave the club. `code` is stable, and the sentence is English."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


class ClubDoor(Protocol):
    """Lets this table join a club, and leave it. Any thread may use it."""

    def state(self) -> ClubState | None:
        """The club as it is now; None where this table belongs to no club."""

    def join(self, code: str) -> None:
        """Join with the code on the hub's screen. Takes seconds if nobody answers. Raises ClubRefused."""

    def leave(self) -> None:
        """Leave the club. Raises ClubRefused."""

    def called(self) -> CallSeen | None:
        """How this table's call for the referee stands; None where it belongs to no club."""

    def call(self, *, is_wanted: bool, seat: int | None) -> None:
        """Call the referee, or withdraw the call. Raises CompanionError where it cannot be kept."""


def club_door_routes(door: ClubDoor | None) -> Blueprint:
    """`GET /api/membership`, `POST /api/membership/join` and `/leave`, `POST /api/referee`."""
    routes = Blueprint("club_door", __name__)
    add_referee_call(routes, door)

    @routes.get("/api/membership")
    def state() -> Response:
        return _state(_there(door))

    @routes.post("/api/membership/join")
    def join() -> Response:
        (code,) = asked_texts("bad_membership", "code")
        there = _there(door)
        try:
            there.join(code)
        except ClubRefused as refused:
            raise _refusal(refused) from refused
        return _state(there)

    @routes.post("/api/membership/leave")
    def leave() -> Response:
        asked_texts("bad_membership")
        there = _there(door)
        try:
            there.leave()
        except ClubRefused as refused:
            raise _refusal(refused) from refused
        return _state(there)

    return routes


def _there(door: ClubDoor | None) -> ClubDoor:
    if door is None:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_club", "This table cannot belong to a club.")
    return door


def _state(door: ClubDoor) -> Response:
    found = door.state()
    return jsonify({"club": asdict(found) if found else None})


def _refusal(refused: ClubRefused) -> RequestRefused:
    return RequestRefused(HTTPStatus.CONFLICT, refused.code, f"{refused}.")
