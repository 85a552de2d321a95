"""Dead hands, and penalties for smaller faults while the hand goes on."""

from __future__ import annotations

from dataclasses import replace

from companion.riichi.checks import impossible, refuse, with_player
from companion.riichi.facts import Ryuukyoku, RyuukyokuKind
from companion.riichi.house_facts import HandDied, PenaltyGiven
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import PenaltyTo, RuleSet
from companion.riichi.seats import SEATS, Seat, seats

STICK = 1_000
"""What a stick on the table is worth, in points."""


def hand_died(kyoku: Kyoku, fact: HandDied) -> Kyoku:
    """From here on the player neither wins nor calls, and is noten at a draw (アガリ放棄)."""
    if fact.seat not in range(len(kyoku.players)):
        impossible(fact, Reason.NO_SUCH_SEAT)
    draw = kyoku.ryuukyoku
    if kyoku.is_over and (draw is None or draw.kind.is_abortive):
        impossible(fact, Reason.KYOKU_OVER)
    if kyoku.players[fact.seat].is_dead:
        impossible(fact, Reason.DEAD_ALREADY)
    if not kyoku.rules.dead_hands:
        refuse(kyoku, fact, Reason.NO_DEAD_HANDS)
    if draw is not None:
        draw = _draw_without(draw, fact.seat)
    player = replace(kyoku.players[fact.seat], is_dead=True)
    return replace(kyoku, players=with_player(kyoku, fact.seat, player), ryuukyoku=draw)


def _draw_without(draw: Ryuukyoku, seat: Seat) -> Ryuukyoku:
    """The draw without this player; once nobody has nagashi mangan, it is an exhaustive draw."""
    nagashi = _without(draw.nagashi, seat)
    kind = draw.kind if nagashi or not draw.nagashi else RyuukyokuKind.EXHAUSTIVE
    return replace(draw, kind=kind, tenpai=_without(draw.tenpai, seat), nagashi=nagashi)


def _without(named: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(one for one in named if one != seat)


def penalty_given(kyoku: Kyoku, fact: PenaltyGiven) -> Kyoku:
    """The penalty is paid at once, or taken from the final score; it stays even if the hand becomes void."""
    players = len(kyoku.players)
    if fact.seat not in range(players):
        impossible(fact, Reason.NO_SUCH_SEAT)
    to = kyoku.rules.penalty_to
    if to is PenaltyTo.NONE:
        refuse(kyoku, fact, Reason.NO_PENALTIES)
    unit = _unit(to, players)
    if fact.points <= 0 or fact.points % unit:
        impossible(fact, Reason.PENALTY_CANNOT_BE, f"only multiples of {unit:,}")
    points, sticks = penalised(kyoku.points, kyoku.kyoutaku, (fact,), kyoku.rules)
    return replace(kyoku, points=points, kyoutaku=sticks, penalties=(*kyoku.penalties, fact))


def penalised(
    points: tuple[int, ...], sticks: int, penalties: tuple[PenaltyGiven, ...], rules: RuleSet
) -> tuple[tuple[int, ...], int]:
    """Points and sticks on the table once these penalties are paid, as far as they are paid at the table."""
    for fact in penalties:
        if rules.penalty_to is PenaltyTo.OTHERS:
            points = _paid(points, fact, fact.points // (rules.players - 1))
        elif rules.penalty_to is PenaltyTo.TABLE:
            points, sticks = _paid(points, fact, 0), sticks + fact.points // STICK
    return points, sticks


def usual_penalty(rules: RuleSet) -> int:
    """What a player usually pays in all, in points."""
    shares = rules.players - 1 if rules.penalty_to is PenaltyTo.OTHERS else 1
    return rules.penalty_points * shares


def taken_from_scores(kyoku: Kyoku) -> tuple[int, ...]:
    """What the penalties of this kyoku take from each final score, in points."""
    is_later = kyoku.rules.penalty_to in (PenaltyTo.SCORE, PenaltyTo.NONE)
    given = kyoku.penalties if is_later else ()
    return tuple(
        sum(fact.points for fact in given if fact.seat == seat) for seat in seats(len(kyoku.players))
    )


def _paid(points: tuple[int, ...], fact: PenaltyGiven, share: int) -> tuple[int, ...]:
    return tuple(
        mine + (share if seat != fact.seat else -fact.points)
        for seat, mine in zip(SEATS, points, strict=False)
    )


def _unit(to: PenaltyTo, players: int) -> int:
    """The points that every penalty is a multiple of: a stick, 100 for each other player, or 100."""
    if to is PenaltyTo.TABLE:
        return STICK
    return 100 * (players - 1) if to is PenaltyTo.OTHERS else 100
