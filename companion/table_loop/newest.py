"""What the newest tap told, and in one word what an undo would take back. Pure."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from companion.journal import Entry
from companion.riichi import facts as f
from companion.riichi import house_facts as h
from companion.riichi import tea_facts as t
from companion.table_state import Undoes

__all__ = ["last_tap", "undoes"]

_IN_ORDER: Final[tuple[type[f.Fact], ...]] = (
    *(f.Won, f.Chombo, f.Ryuukyoku, f.RiichiDeclared, f.AnkanDeclared, f.KakanDeclared, f.DaiminkanCalled),
    *(h.HandDied, h.PenaltyGiven, h.TimeCalled, h.DealerStopped, h.ChipsTaken),
    h.WallBroken,
    *(f.PonCalled, f.ChiCalled, f.KitaDeclared, f.KyokuStarted, f.HanchanEnded, f.HanchanStarted),
    *(f.Discarded, f.IndicatorRevealed),
    *(t.GamePaused, t.GameResumed, t.PlayerSubstituted, t.PlayerRenamed, t.PlayerLeft, t.PlayerReturned),
    *(t.SeatsChanged, t.RulesChanged, t.PointsSet),
)
"""One tap may tell several facts: the first of these kinds is what people meant by it."""


def last_tap(standing: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """All facts of the newest command; if the newest fact has no command, that fact alone."""
    if not standing:
        return ()
    last = standing[-1]
    if last.command_id is None:
        return (last,)
    return tuple(takewhile(lambda entry: _are_of_one_tap(entry, last), reversed(standing)))[::-1]


def undoes(told: tuple[Entry, ...], *, is_correction: bool = False) -> Undoes | None:
    """In a word, what an undo takes back if it takes back these facts; None if there are none.

    `is_correction`: whether they have replaced others. A call that has replaced another call does not
    count as one: it is named like any call.
    """
    if is_correction:
        return Undoes("Correction", None)
    found = [entry.fact for entry in told if isinstance(entry.fact, _IN_ORDER)]
    if not found:
        return Undoes("", None) if told else None
    fact = min(found, key=lambda one: _IN_ORDER.index(type(one)))
    return Undoes(type(fact).__name__, getattr(fact, "seat", None))


def _are_of_one_tap(entry: Entry, other: Entry) -> bool:
    """Whether one command told both at one moment; for an inserted entry the moment decides."""
    is_told_anew = entry.before is not None or other.before is not None
    return entry.at == other.at and (entry.command_id == other.command_id or is_told_anew)
