"""下見: what a command would do, looked at and not done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from companion.journal import Entry
from companion.journal.replay import fact_of, followed
from companion.riichi.facts import KyokuStarted
from companion.riichi.hanchan import Hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.riichi.settlement import settle
from companion.table_loop.desk import Desk, Move, Plan, Turned, placed
from companion.table_state import KyokuChange, Preview

__all__ = ["looked_at"]

_Ends = tuple[str, tuple[int, ...]]
"""A kyoku's name and the points at its end, or so far."""


def looked_at(desk: Desk, plan: Plan | Turned) -> Preview:
    """What the plan would change, the points of every kyoku that it touches included."""
    state = desk.state
    if isinstance(plan, Turned):
        return Preview(state.seq, state.hanchan, state.last_kyoku, refused=plan.refused)
    changes = tuple(_changes(desk, plan))
    return Preview(state.seq, plan.hanchan, plan.last_kyoku, changes)


def _changes(desk: Desk, plan: Plan) -> Iterator[KyokuChange]:
    if plan.opens is not None:
        return
    if plan.move is Move.TOLD:
        old, new = _end_of(desk.state.hanchan), _end_of(plan.hanchan)
        pairs: list[tuple[_Ends | None, _Ends | None]] = (
            [(old, new)] if old and new and old[0] == new[0] else []
        )
    else:
        rules = desk.state.hanchan.rules
        numbered = (draft.numbered(seq) for seq, draft in enumerate(plan.drafts, desk.state.seq + 1))
        after = placed(desk.standing, numbered)
        pairs = list(zip_longest(_ends(desk.standing, rules), _ends(after, rules)))
    for old, new in pairs:
        if old != new:
            yield KyokuChange(*_name_and_points(old, new))


def _name_and_points(old: _Ends | None, new: _Ends | None) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """A kyoku that goes has no points after, one that comes none before."""
    name, before = old or ("", ())
    name, after = new or (name, ())
    return name, before, after


def _ends(entries: Iterable[Entry], rules: RuleSet) -> Iterator[_Ends]:
    """Every kyoku of the game with the points at its end."""
    hanchan, last_kyoku = begin(rules), None
    for entry in entries:
        fact = fact_of(entry)
        if isinstance(fact, KyokuStarted):
            yield from _newest(hanchan, last_kyoku)
        hanchan, last_kyoku = followed(hanchan, last_kyoku, fact)
    yield from _newest(hanchan, last_kyoku)


def _newest(hanchan: Hanchan, last_kyoku: Kyoku | None) -> Iterator[_Ends]:
    kyoku = last_kyoku if hanchan.kyoku is None else hanchan.kyoku
    if kyoku is not None:
        yield _end(kyoku)


def _end_of(hanchan: Hanchan) -> _Ends | None:
    return _end(hanchan.kyoku) if hanchan.kyoku is not None else None


def _end(kyoku: Kyoku) -> _Ends:
    return kyoku.name, settle(kyoku).points if kyoku.is_over else kyoku.points
