"""Who may do what at a club's hub. What has no role here is the host's."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.dashboard.roles import Role

__all__ = ["ROUTES"]

_S, _W, _R, _H = Role.STRANGER, Role.SPECTATOR, Role.SCORER, Role.HOST
"""`_R` is a referee: at a table this role keeps the score."""

ROUTES: Final[Mapping[str, Role]] = MappingProxyType(
    {
        # The page itself says nothing about anybody, and whoever wants to be let in needs it.
        "GET /": _S,
        "GET /static/<path:name>": _S,
        "GET /healthz": _S,
        "GET /api/snapshot": _W,
        "GET /api/stream": _W,
        # What lets a table in is for whoever may let one in.
        "GET /api/join": _H,
        "POST /api/tables/rename": _H,
        "POST /api/tables/remove": _H,
        "POST /api/tables/spare": _H,
        # Who plays where and how it stands is for everybody; changing it is not.
        "POST /api/evening/<name>": _H,
        # The river of a hand being played could help a player to cheat: it is for referees.
        "GET /api/referee/tables/<table>": _R,
        "GET /api/referee/tables/<table>/hands/<int:deal>": _R,
        "POST /api/referee/come": _R,
        "POST /api/referee/done": _R,
        "POST /api/referee/penalty": _R,
        "POST /api/referee/unpenalty": _R,
        # Hands that are over, a minute later.
        "GET /api/replay": _W,
        "GET /api/replay/<table>/<int:number>/<int:hand>": _W,
        "GET /api/replay/<table>/<int:number>/at/<int:seq>": _W,
        # Which table is filmed, and how late.
        "GET /api/broadcast": _H,
        "POST /api/broadcast": _H,
        "GET /api/papers/standings.csv": _W,
        "GET /api/papers/standings.html": _W,
        "GET /api/papers/plan.csv": _W,
        "GET /api/season": _W,
        "GET /api/papers/season.csv": _W,
        "GET /api/me": _S,
        "POST /api/pairing": _S,
        "POST /api/pairing/claim": _S,
        "POST /api/pairing/leave": _S,
        "POST /api/pairing/code": _H,
        "GET /api/pairing/addresses": _H,
        "GET /api/devices": _H,
        "POST /api/devices/revoke": _H,
        "POST /api/devices/forget": _H,
    }
)
