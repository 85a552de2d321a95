"""May I kan in riichi? Nobody but the player who asks learns the hand, or the answer, or that it was asked.

The tiles are in the body of one request and in its answer. They reach no command, no journal, no
snapshot and no log.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, jsonify

from companion.dashboard.asked_body import asked_body
from companion.dashboard.commands import Commands
from companion.dashboard.errors import RequestRefused
from companion.dashboard.fields import Body, bad
from companion.dashboard.round_told import NOWHERE, SeenRound
from companion.riichi.kan_question import KanQuestionError, may_kan_in_riichi
from companion.riichi.ruleset import RuleSet

__all__ = ["kan_routes"]

_FIELDS: Final = frozenset({"hand", "draw"})


def kan_routes(commands: Commands, seen_round: SeenRound = NOWHERE) -> Blueprint:
    """`POST /api/kan-in-riichi`; in a tournament everybody decides alone, and it is not answered."""
    routes = Blueprint("kan", __name__)

    @routes.post("/api/kan-in-riichi")
    def kan_in_riichi() -> Response:
        if seen_round() is not None:
            raise RequestRefused(
                HTTPStatus.CONFLICT, "in_a_tournament", "In a tournament each player has to judge this alone."
            )
        return jsonify(_answered(asked_body(), commands.table.hanchan.rules))

    return routes


def _answered(asked: Any, rules: RuleSet) -> dict[str, Any]:
    """What the command line answers, but without its sentence, and each reading as a list of groups."""
    if not isinstance(asked, dict) or set(asked) != _FIELDS:
        bad(f"The question has the fields {' and '.join(sorted(_FIELDS))}.")
    body = Body(asked)
    hand, drawn = body.seen_tiles("hand"), body.tile("draw")
    if drawn is None:
        bad("draw is the tile just drawn.")
    try:
        answer = may_kan_in_riichi(hand, drawn, rules)
    except KanQuestionError as error:
        reason = error.reason.value
        raise RequestRefused(HTTPStatus.CONFLICT, "refused", str(error), reason=reason) from None
    return {
        "allowed": answer.is_allowed,
        "reason": answer.reason and answer.reason.value,
        "readings": [[str(group) for group in reading] for reading in answer.readings],
        "waits": [tile.text for tile in answer.waits],
        "waits_after": [tile.text for tile in answer.waits_after],
    }
