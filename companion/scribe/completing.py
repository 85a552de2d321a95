"""What must have happened before a fact although nobody told it: a draw, a stick, a replacement tile.

Nothing is guessed: only what the rules leave no choice about is added. Whether the fact itself is
lawful is for `companion.riichi` to say.
"""

from __future__ import annotations

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

__all__ = ["before_own_turn", "completed"]


def completed(kyoku: Kyoku, fact: KyokuFact) -> tuple[KyokuFact, ...]:
    """The fact, and before it what must have happened unseen. Where nothing is missing, the fact alone."""
    return (*_unseen_before(kyoku, fact), fact)


def _unseen_before(kyoku: Kyoku, fact: KyokuFact) -> tuple[KyokuFact, ...]:
    match fact:
        case Discarded() | RiichiDeclared() | AnkanDeclared() | KakanDeclared() | KitaDeclared():
            return before_own_turn(kyoku, fact.seat)
        case Won(by=WinBy.TSUMO):
            return before_own_turn(kyoku, fact.seat)
        case Ryuukyoku(kind=RyuukyokuKind.KYUUSHU_KYUUHAI):
            return before_own_turn(kyoku, kyoku.turn if fact.by is None else fact.by)
        case Drawn() | ChiCalled() | PonCalled() | DaiminkanCalled() | PlayUnfollowed():
            return _stick_due(kyoku)
        case Ryuukyoku(kind=RyuukyokuKind.SANCHAHOU):
            return ()  # the riichi discard was won on, so it has not passed
        case Ryuukyoku():
            return _stick_due(kyoku)
        case IndicatorRevealed() if _waits_for_the_discard(kyoku):
            return (RinshanDrawn(kyoku.turn),)
        case _:
            return ()


def before_own_turn(kyoku: Kyoku, seat: Seat) -> tuple[KyokuFact, ...]:
    """What brings the seat to its turn, if it is the seat that moves next: the tile it must have drawn."""
    if seat != kyoku.turn:
        return ()
    if kyoku.phase is Phase.TO_REPLACE:
        return (RinshanDrawn(seat),)
    if kyoku.phase is Phase.TO_DRAW:
        return (*_stick_due(kyoku), Drawn(seat))
    return ()


def _stick_due(kyoku: Kyoku) -> tuple[KyokuFact, ...]:
    """The stick of a riichi whose discard has passed (立直棒); empty if none is due."""
    offer = kyoku.last_discard
    riichi = kyoku.players[offer.seat].riichi if offer else None
    if offer is None or riichi is None or riichi.is_accepted:
        return ()
    return (RiichiAccepted(offer.seat),)


def _waits_for_the_discard(kyoku: Kyoku) -> bool:
    """Whether the indicator is due only with the discard: then the replacement tile was drawn before."""
    return kyoku.phase is Phase.TO_REPLACE and kyoku.wall.owed_now <= 0 < kyoku.wall.owed_later
