"""What the facts of one hand pay by the rules, for writers whose formats need the amounts.

If the rules do not allow what a record tells, or a value is not known, the record's own payments are used.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.haifu.record import RecordedHand
from companion.riichi.apply import apply, start
from companion.riichi.errors import RiichiError
from companion.riichi.facts import KyokuFact, KyokuStarted, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat
from companion.riichi.settlement import Payment, PaymentReason, liable_for, settle

Deltas = tuple[int, ...]
_OF_A_HAND = (PaymentReason.HAND, PaymentReason.PAO)


@dataclass(frozen=True, slots=True)
class Paid:
    """The points paid at the end of a hand. None where nobody knows."""

    deltas: Deltas | None = None
    by_win: tuple[Deltas | None, ...] = ()
    """For each win in the order of the facts, with honba and sticks; the record's own are in the first."""
    of_hands: tuple[int | None, ...] = ()
    """For each win, what the hand itself pays, without honba and sticks."""
    liable: tuple[Seat | None, ...] = ()
    """For each win, who was liable for it (包)."""
    points: tuple[int, ...] | None = None


def paid(hand: RecordedHand, rules: RuleSet) -> Paid:
    """What the hand pays: by the rules if they allow it and all values are known, else by the record."""
    wins = tuple(placed.fact for placed in hand.facts if isinstance(placed.fact, Won))
    kyoku = followed(hand, rules)
    if kyoku is None or any(win.value is None for win in wins):
        claimed = hand.claim.deltas
        by_win = tuple(claimed if place == 0 else None for place in range(len(wins)))
        unknown = (None,) * len(wins)
        return Paid(claimed, by_win, unknown, unknown, hand.claim.points)
    settlement = settle(kyoku)
    players = rules.players
    return Paid(
        deltas=_deltas(settlement.payments, players),
        by_win=tuple(
            _deltas(tuple(p for p in settlement.payments if p.payee == win.seat), players) for win in wins
        ),
        of_hands=tuple(
            sum(p.points for p in settlement.payments if p.payee == win.seat and p.reason in _OF_A_HAND)
            for win in wins
        ),
        liable=tuple(liable_for(kyoku, win) for win in wins),
        points=settlement.points,
    )


def _deltas(payments: tuple[Payment, ...], players: int) -> Deltas:
    moved = [0] * players
    for payment in payments:
        moved[payment.payee] += payment.points
        if payment.payer is not None:
            moved[payment.payer] -= payment.points
    return tuple(moved)


def followed(hand: RecordedHand, rules: RuleSet) -> Kyoku | None:
    """The hand after its last fact; None if the rules do not allow a fact, or it is not over."""
    kyoku: Kyoku | None = None
    try:
        for placed in hand.facts:
            fact = placed.fact
            if isinstance(fact, KyokuStarted):
                kyoku = start(fact, rules)
            elif kyoku is not None and isinstance(fact, KyokuFact):
                kyoku = apply(kyoku, fact)
    except RiichiError:
        return None
    return kyoku if kyoku is not None and kyoku.is_over else None
