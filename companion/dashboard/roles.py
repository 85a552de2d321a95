"""Who may do what.

Every route and every kind of command has its role here; one that is missing belongs to the host. A device
that is not paired only watches; at a private table it may not even do that. Nothing here knows
how a device proves who it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Final

from companion.dashboard.commands import CommandKind

__all__ = ["COMMANDS", "ROUTES", "Role", "role_for", "role_named"]


class Role(IntEnum):
    """What a device may do; each may do what those before it may."""

    STRANGER = 0
    """At a private table, somebody who has not been let in."""
    SPECTATOR = 1
    """Only watches."""
    SCORER = 2
    """Enters what happens, and corrects it."""
    HOST = 3
    """Lets devices in and removes them; removes games and names from the journal."""

    @property
    def word(self) -> str:
        """Its name in an answer."""
        return self.name.lower()


_S, _W, _K, _H = Role.STRANGER, Role.SPECTATOR, Role.SCORER, Role.HOST

ROUTES: Final[Mapping[str, Role]] = MappingProxyType(
    {
        # The page itself says nothing about the table, and a person who wants to be let in needs it.
        "GET /": _S,
        "GET /worker.js": _S,
        "GET /static/<path:name>": _S,
        "GET /healthz": _S,
        "GET /readyz": _W,
        "GET /metrics": _W,
        "GET /api/snapshot": _W,
        "GET /api/stream": _W,
        "GET /api/history": _W,
        "GET /api/players": _W,
        "GET /api/statistics": _W,
        "GET /api/club": _W,
        "GET /api/rules": _W,
        "GET /api/games": _W,
        "GET /api/games/<name>": _W,
        "GET /api/games/<name>/at/<int:seq>": _W,
        "GET /api/games/<name>/export": _W,
        # For a pretend table only: where people play, these routes answer 404.
        "GET /api/pretend": _W,
        "GET /api/pretend/picture": _W,
        # The next two write nothing, but they cost the table's time.
        "POST /api/preview": _K,
        "POST /api/value": _K,
        # About one's own hand: only players who keep the score ask it; a spectator has no hand.
        "POST /api/kan-in-riichi": _K,
        "POST /api/commands": _K,
        # The picture of a tile is for whoever says what it is.
        "GET /api/crop/<int:number>": _K,
        "POST /api/games": _K,
        "GET /api/trust": _K,
        "POST /api/trust": _K,
        # Whether the evening is kept for learning: whoever keeps the score asks the people at the table.
        "GET /api/evening": _K,
        "POST /api/evening": _K,
        # Pictures of the room: for scorers, and among them only for the one who is setting the eye up.
        "GET /api/eye": _K,
        "GET /api/eye/picture": _K,
        "POST /api/eye/<name>": _K,
        # A photograph may have twelve million bytes in all: only a host may send that much.
        "POST /api/eye/photo": _H,
        # A hand that was won or is over; for whoever would otherwise type it.
        "POST /api/hand-photo": _K,
        # A phone as the camera: its page says nothing, and pictures come from whoever keeps the score.
        "GET /camera": _S,
        "GET /api/phone": _K,
        "POST /api/phone/picture": _K,
        "POST /api/phone/leave": _K,
        # A phone as the keys of a seat: a press is a tap, so whoever may tap may press.
        "GET /keys": _S,
        "GET /api/keys": _K,
        "POST /api/keys/sit": _K,
        "POST /api/keys/edges": _K,
        "POST /api/keys/beat": _K,
        "POST /api/keys/leave": _K,
        # Where the table's own keys are, and which of their places are empty.
        "GET /api/key-sides": _K,
        "POST /api/key-sides": _K,
        "GET /api/me": _S,
        "POST /api/pairing": _S,
        "POST /api/pairing/claim": _S,
        "POST /api/pairing/leave": _S,
        "POST /api/pairing/code": _H,
        "GET /api/pairing/addresses": _H,
        "GET /api/devices": _H,
        "POST /api/devices/revoke": _H,
        "POST /api/devices/forget": _H,
        # Whoever keeps the score calls the referee of the club, and withdraws the call.
        "POST /api/referee": _K,
        # Whoever keeps the score agrees with the others on a clock, and waives an overrun.
        "GET /api/clocks": _W,
        "POST /api/clocks": _K,
        "POST /api/clocks/waive": _K,
        # A table that joins sends its games with names elsewhere.
        "GET /api/membership": _H,
        "POST /api/membership/join": _H,
        "POST /api/membership/leave": _H,
    }
)

COMMANDS: Final[Mapping[CommandKind, Role]] = MappingProxyType(
    {
        CommandKind.UNDO: _K,
        CommandKind.REDO: _K,
        CommandKind.PAUSE: _K,
        CommandKind.RESUME: _K,
        CommandKind.SPEED: _K,
        CommandKind.WAIVE: _K,
        CommandKind.START: _K,
        CommandKind.DEAL: _K,
        CommandKind.TAP: _K,
        CommandKind.TELL: _K,
        CommandKind.SAY: _K,
        CommandKind.RULES: _K,
        CommandKind.DEPTH: _K,
        CommandKind.CORRECT: _K,
        CommandKind.INSERT_HAND: _K,
        CommandKind.FINISH: _K,
        CommandKind.SEEN: _K,
        CommandKind.ANSWER: _K,
        # What is removed from the journal does not come back.
        CommandKind.FORGET_GAME: _H,
        CommandKind.ANONYMISE: _H,
    }
)


def role_for(method: str, rule: str, routes: Mapping[str, Role] = ROUTES) -> Role:
    """The lowest role that may send this request; a route that is not listed belongs to the host.

    >>> role_for("HEAD", "/api/snapshot").word, role_for("POST", "/of/tomorrow").word
    ('spectator', 'host')
    """
    if method == "OPTIONS":  # answered by the web server itself: which methods a route has
        return Role.STRANGER
    return routes.get(f"{'GET' if method == 'HEAD' else method} {rule}", Role.HOST)


def role_named(word: object) -> Role | None:
    """The role that a device can be paired for, by its name in an answer.

    >>> role_named("scorer"), role_named("stranger")
    (<Role.SCORER: 2>, None)
    """
    return next((role for role in (_W, _K, _H) if role.word == word), None)
