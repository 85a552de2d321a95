"""What people mean, read from a POST body: checked before it is believed, as facts are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, get_args

from cattrs.errors import BaseValidationError

from companion.dashboard.fields import bad, is_of_a_table
from companion.evidence.intentions import (
    AsItIs,
    DealWas,
    HandForgotten,
    Intention,
    Result,
    ResultWas,
    Win,
)
from companion.journal.intended import intention_converter
from companion.journal.strict import sentences
from companion.person_names import as_entered
from companion.riichi.facts import Fact, KyokuStarted, WinBy, Won
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tea_facts import PlayerRenamed, PlayerSubstituted

__all__ = ["read_intention"]

MOST_WINNERS: Final = 3
MOST_ENTRIES: Final = 1_000
_FACTS: Final = get_args(AsItIs)


def read_intention(value: Any, name: str) -> Intention:
    """The intention in the field `name`. Raises RequestRefused."""
    try:
        what: Intention = intention_converter().structure(value, Intention)  # type: ignore[arg-type]
    except (BaseValidationError, ValueError, TypeError, LookupError, AttributeError) as failure:
        bad(f"{name} cannot be read: {sentences(failure)}."[:400])
    result = what.result if isinstance(what, ResultWas | HandForgotten) else what
    if isinstance(result, Win) and not 0 < len(result.winners) <= MOST_WINNERS:
        bad(f"{name} has one to {MOST_WINNERS} winners.")
    if len(getattr(what, "entries", ())) > MOST_ENTRIES or not all(map(is_of_a_table, _facts_like(what))):
        bad(f"{name} says something that no table has, or words that are too long.")
    if isinstance(what, PlayerSubstituted | PlayerRenamed):
        return replace(what, name=as_entered(what.name))
    return what


def _facts_like(what: Intention | Result) -> Iterator[Fact]:
    """Facts with the same numbers and texts, which can be checked as facts are."""
    match what:
        case ResultWas(result) | HandForgotten(result):
            yield from _facts_like(result)
        case Win(winners):
            for one in winners:
                yield Won(one.seat, WinBy.TSUMO, one.seat, ura=one.ura, value=one.value)
        case DealWas():
            honba, sticks = what.honba or 0, what.kyoutaku or 0
            yield KyokuStarted(Wind.EAST, SEATS[0], honba, sticks, what.points or ())
        case _ if isinstance(what, _FACTS):
            yield what
