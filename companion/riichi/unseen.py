"""What must have happened unseen before each fact: a draw, a stick, a replacement tile.

Nothing is guessed: only what the rules leave no choice about is added. Whether the fact itself is lawful is
for `apply` to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final

from companion.riichi.apply import apply
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    PlayFollowed,
    PlayUnfollowed,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.seats import Seat

__all__ = ["UNSEEN_FACTS", "all_completed", "completed", "stick_due"]

UNSEEN_FACTS: Final = (Drawn, RinshanDrawn, RiichiAccepted)
"""Facts that nobody sees: they follow from what is seen."""


def all_completed(kyoku: Kyoku, facts: Iterable[KyokuFact]) -> tuple[KyokuFact, ...]:
    """The facts, and before each of them what must have happened unseen.

    Raises:
        IllegalFactError: the table forbids one of them; it says which.
    """
    told: list[KyokuFact] = []
    for fact in facts:
        lawful = completed(kyoku, fact)
        kyoku = reduce(apply, lawful, kyoku)
        told += lawful
    return tuple(told)


def completed(kyoku: Kyoku, fact: KyokuFact) -> tuple[KyokuFact, ...]:
    """The fact, and before it what must have happened unseen. Where nothing is missing, the fact alone."""
    return (*_unseen_before(kyoku, fact), fact)


def _unseen_before(kyoku: Kyoku, fact: KyokuFact) -> tuple[KyokuFact, ...]:
    match fact:
        case Discarded() | RiichiDeclared() | AnkanDeclared() | KakanDeclared() | KitaDeclared():
            return _before_own_turn(kyoku, fact.seat)
        case Won(by=WinBy.TSUMO):
            return _before_own_turn(kyoku, fact.seat)
        case Won() if kyoku.phase is Phase.UNFOLLOWED:
            return tuple(stick for stick in stick_due(kyoku) if stick.seat != fact.giver)
        case Ryuukyoku(kind=RyuukyokuKind.KYUUSHU_KYUUHAI):
            return _before_own_turn(kyoku, kyoku.turn if fact.by is None else fact.by)
        case Drawn() | ChiCalled() | PonCalled() | DaiminkanCalled() | PlayUnfollowed() | PlayFollowed():
            return stick_due(kyoku)
        case Ryuukyoku(kind=RyuukyokuKind.SANCHAHOU):
            return ()  # the riichi discard was won on, so it has not passed
        case Ryuukyoku():
            return stick_due(kyoku)
        case IndicatorRevealed() if _waits_for_the_discard(kyoku):
            return (RinshanDrawn(kyoku.turn),)
        case _:
            return ()


def _before_own_turn(kyoku: Kyoku, seat: Seat) -> tuple[KyokuFact, ...]:
    """What brings the seat to its turn, if it is the seat that moves next: the tile it must have drawn."""
    if kyoku.phase is Phase.UNFOLLOWED:
        return stick_due(kyoku)
    if seat != kyoku.turn:
        return ()
    if kyoku.phase is Phase.TO_REPLACE:
        return (RinshanDrawn(seat),)
    if kyoku.phase is Phase.TO_DRAW:
        return (*stick_due(kyoku), Drawn(seat))
    return ()


def stick_due(kyoku: Kyoku) -> tuple[RiichiAccepted, ...]:
    """The stick of a riichi whose discard has passed (立直棒); empty if none is due.

    Where nobody follows the turns, that is every riichi whose stick does not lie there.
    """
    if kyoku.phase is Phase.UNFOLLOWED:
        said = ((Seat(seat), player.riichi) for seat, player in enumerate(kyoku.players))
        return tuple(RiichiAccepted(seat) for seat, one in said if one and not one.is_accepted)
    offer = kyoku.last_discard
    riichi = kyoku.players[offer.seat].riichi if offer else None
    if offer is None or riichi is None or riichi.is_accepted:
        return ()
    return (RiichiAccepted(offer.seat),)


def _waits_for_the_discard(kyoku: Kyoku) -> bool:
    """Whether the indicator is due only with the discard: then the replacement tile was drawn before."""
    return kyoku.phase is Phase.TO_REPLACE and kyoku.wall.owed_now <= 0 < kyoku.wall.owed_later
