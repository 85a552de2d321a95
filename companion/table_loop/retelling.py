"""Replaces a fact that was told without its value or tile once it is told in full."""

from __future__ import annotations

from companion.evidence import CorrectAsked, TellAsked
from companion.riichi.facts import Fact, IndicatorRevealed, KyokuStarted, Won
from companion.riichi.kyoku import Kyoku
from companion.table_loop.desk import Desk

__all__ = ["retold"]


def retold(desk: Desk, asked: TellAsked) -> CorrectAsked | None:
    """The correction that replaces the incomplete fact by the fuller one; None if it is a new fact."""
    kyoku = desk.state.hanchan.kyoku
    if kyoku is None or len(asked.facts) != 1:
        return None
    emptier = _emptier(kyoku, asked.facts[0])
    if emptier is None:
        return None
    for entry in reversed(desk.standing):
        if isinstance(entry.fact, KyokuStarted):
            return None
        if entry.fact == emptier:
            place = entry.seq
            return CorrectAsked(asked.command_id, asked.expected_seq, asked.by, (place,), asked.facts, place)
    return None


def _emptier(kyoku: Kyoku, fact: Fact) -> Fact | None:
    """The fact on the table that this one completes."""
    if isinstance(fact, Won):
        won = (win for win in kyoku.wins if (win.seat, win.by, win.giver) == (fact.seat, fact.by, fact.giver))
        return next((win for win in won if win.value is None), None)
    wall = kyoku.wall
    if isinstance(fact, IndicatorRevealed) and wall.owed_now <= 0 and wall.owed_later <= 0:
        return IndicatorRevealed(None) if fact.tile is not None and None in wall.indicators else None
    return None
