"""What the facts of one hand pay by the rules, for formats that have the amounts.

If the rules do not allow what a record tells, or a value is not known, the record's own payments are used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from companion.haifu.record import RecordedHand
from companion.riichi.apply import apply, start
from companion.riichi.errors import RiichiError
from companion.riichi.facts import Fact, KyokuFact, KyokuStarted, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, seats
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


def with_liable(hand: RecordedHand, rules: RuleSet, told: Sequence[Seat | None]) -> RecordedHand:
    """The hand in which whoever the record calls liable for a win is named, where the melds do not say so.

    `told` has a seat or None for each win. Of two liable players a record may have only the first: its
    payments say who the other one is. Without payments that agree nobody is named.
    """
    if not any(seat is not None for seat in told) or paid(hand, rules).deltas == hand.claim.deltas:
        return hand
    wins = [at for at, placed in enumerate(hand.facts) if isinstance(placed.fact, Won)]
    named = [_named(hand.facts[at].fact, seat, rules) for at, seat in zip(wins, told, strict=True)]
    for facts in product(*named):
        placed = list(hand.facts)
        for at, fact in zip(wins, facts, strict=True):
            placed[at] = replace(placed[at], fact=fact)
        candidate = replace(hand, facts=tuple(placed))
        if followed(candidate, rules) is not None and paid(candidate, rules).deltas == hand.claim.deltas:
            return candidate
    return hand


def _named(win: Fact, liable: Seat | None, rules: RuleSet) -> Iterator[Fact]:
    """The win without a liable player, with this one, and with another one beside it."""
    yield win
    if liable is None or not isinstance(win, Won):
        return
    yield replace(win, liable=liable)
    if rules.allows_two_liable:
        yield from (replace(win, liable=liable, liable_for_kans=seat) for seat in seats(rules.players))
