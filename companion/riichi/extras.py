"""What is settled apart from the points: chips, the bonus for a bust, yakitori; and the broken wall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.riichi.checks import impossible, refuse
from companion.riichi.house_facts import ChipsTaken, WallBroken
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat, seats
from companion.riichi.settlement import Settlement, in_order, nagashi_winners

NOTHING = (0, 0, 0, 0)
MOST_CHIPS = 1_000
"""How many chips one entry can take from each giver."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What each seat has won so far apart from points."""

    chips: tuple[int, ...] = NOTHING
    """Chips received, minus chips given (祝儀)."""
    wins: tuple[int, ...] = NOTHING
    """Hands won."""
    busts: tuple[int, ...] = NOTHING
    """Points for the final score: received for others who were sent below zero, minus those paid (飛び賞)."""


NO_EXTRAS: Final = Extras()


def wall_broken(kyoku: Kyoku, fact: WallBroken) -> Kyoku:
    """The kyoku with the player whose wall was broken (割れ目), which no other fact shows."""
    if fact.seat not in range(len(kyoku.players)):
        impossible(fact, Reason.NO_SUCH_SEAT)
    if not kyoku.rules.wareme:
        refuse(kyoku, fact, Reason.NO_WAREME)
    return replace(kyoku, wareme=fact.seat)


def chips_taken(kyoku: Kyoku, fact: ChipsTaken) -> Kyoku:
    """Chips change hands at once, whatever becomes of the hand (祝儀)."""
    players = range(len(kyoku.players))
    if fact.seat not in players or (fact.giver is not None and fact.giver not in players):
        impossible(fact, Reason.NO_SUCH_SEAT)
    if fact.seat == fact.giver or not 0 < fact.chips <= MOST_CHIPS:
        impossible(fact, Reason.CHIPS_CANNOT_BE)
    if not kyoku.rules.chip_points:
        refuse(kyoku, fact, Reason.NO_CHIPS)
    givers = [seat for seat in seats(len(players)) if seat != fact.seat and fact.giver in (None, seat)]
    moved = list(kyoku.chips)
    for giver in givers:
        moved[fact.seat] += fact.chips
        moved[giver] -= fact.chips
    return replace(kyoku, chips=tuple(moved))


def with_chips(extras: Extras, kyoku: Kyoku) -> Extras:
    """The extras of the game with the chips that changed hands in this kyoku."""
    return replace(extras, chips=_added(extras.chips, kyoku.chips))


def with_kyoku(extras: Extras, kyoku: Kyoku, settlement: Settlement) -> Extras:
    """The extras of the game once this kyoku is paid."""
    winners = _winners(kyoku)
    return replace(
        with_chips(extras, kyoku),
        wins=_added(extras.wins, tuple(seat in winners for seat in SEATS)),
        busts=_added(extras.busts, _busts(kyoku, settlement)),
    )


def _winners(kyoku: Kyoku) -> tuple[Seat, ...]:
    """The winners in the order in which they are paid; nobody after a draw or a chombo."""
    if kyoku.chombo is not None:
        return ()
    return nagashi_winners(kyoku) or tuple(win.seat for win in in_order(kyoku))


def _busts(kyoku: Kyoku, settlement: Settlement) -> tuple[int, ...]:
    """The bonus for the busts of this kyoku: who falls below zero by paying a winner pays it to that winner.

    If several winners were paid, the first one counts.
    """
    bonus = kyoku.rules.bust_points
    moved = [0, 0, 0, 0]
    for seat, before, after in zip(SEATS, kyoku.points, settlement.points, strict=False):
        paid = {payment.payee for payment in settlement.payments if payment.payer == seat and payment.points}
        taker = next((winner for winner in _winners(kyoku) if winner in paid), None)
        if after < 0 <= before and taker is not None:
            moved[seat] -= bonus
            moved[taker] += bonus
    return tuple(moved)


def _added(mine: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int.__add__, mine, more))


def extra_points(extras: Extras, rules: RuleSet) -> tuple[int, ...]:
    """What the extras add to each seat's final score, in points; the sum over all seats is zero."""
    playing = seats(rules.players)
    dry = [seat for seat in playing if not extras.wins[seat]]
    wet = [seat for seat in playing if extras.wins[seat]]
    return tuple(
        extras.chips[seat] * rules.chip_points
        + extras.busts[seat]
        + rules.yakitori_points * (len(dry) if seat in wet else -len(wet))
        for seat in playing
    )
