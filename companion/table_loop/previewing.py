"""What a command would do, looked at and not done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.journal import Entry, Move
from companion.journal.replay import fact_of
from companion.riichi.facts import KyokuStarted
from companion.riichi.hanchan import Hanchan, begin, followed
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.riichi.settlement import settle
from companion.table_loop.desk import Desk, Plan, Turned, rules_at_start
from companion.table_loop.steps import placed
from companion.table_state import KyokuChange, Preview

__all__ = ["looked_at"]

_Ends = tuple[str, tuple[int, ...]]
"""A kyoku's name and the points at its end, or so far."""


def looked_at(desk: Desk, plan: Plan | Turned) -> Preview:
    """What the plan would change, with the points of every kyoku that it touches."""
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
        rules = rules_at_start(desk)
        numbered = (draft.numbered(seq) for seq, draft in enumerate(plan.drafts, desk.state.seq + 1))
        after = placed(desk.standing, numbered)
        pairs = list(_paired(_ends(desk.standing, rules), _ends(after, rules)))
    for old, new in pairs:
        if old != new:
            yield _change(old, new)


def _change(old: _Ends | None, new: _Ends | None) -> KyokuChange:
    """A kyoku that is removed has no points after; one that is added has none before."""
    was, before = old or ("", ())
    name, after = new or (was, ())
    return KyokuChange(name, before, after, was if was != name else "")


def _paired(old: dict[int, _Ends], new: dict[int, _Ends]) -> tuple[tuple[_Ends | None, _Ends | None], ...]:
    """The same kyoku before and after, by the numbers of their deals.

    Matched from the end: a deal that was entered again takes the place of the last one removed, so that an
    inserted deal stands before the deals that it moves.
    """
    gone, come = list(old), list(new)
    pairs: list[tuple[_Ends | None, _Ends | None]] = []
    while gone or come:
        has_gone = bool(gone) and gone[-1] not in new
        has_come = bool(come) and come[-1] not in old
        is_same = has_gone == has_come and bool(gone) and bool(come)
        was = old[gone.pop()] if is_same or has_gone else None
        now = new[come.pop()] if is_same or not has_gone else None
        pairs.append((was, now))
    return tuple(reversed(pairs))


def _ends(entries: Iterable[Entry], rules: RuleSet) -> dict[int, _Ends]:
    """Every kyoku of the game with the points at its end, by the number of its deal's entry."""
    ends: dict[int, _Ends] = {}
    dealt = 0
    hanchan, last_kyoku = begin(rules), None
    for entry in entries:
        fact = fact_of(entry)
        if isinstance(fact, KyokuStarted):
            ends |= _newest(dealt, hanchan, last_kyoku)
            dealt = entry.seq
        hanchan, last_kyoku = followed(hanchan, last_kyoku, fact)
    return ends | _newest(dealt, hanchan, last_kyoku)


def _newest(dealt: int, hanchan: Hanchan, last_kyoku: Kyoku | None) -> dict[int, _Ends]:
    kyoku = last_kyoku if hanchan.kyoku is None else hanchan.kyoku
    return {} if kyoku is None else {dealt: _end(kyoku)}


def _end_of(hanchan: Hanchan) -> _Ends | None:
    return _end(hanchan.kyoku) if hanchan.kyoku is not None else None


def _end(kyoku: Kyoku) -> _Ends:
    return kyoku.name, settle(kyoku).points if kyoku.is_over else kyoku.points
