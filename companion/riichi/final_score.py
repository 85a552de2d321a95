"""The final scores of a game (終局): places, uma and oka, penalties and extras."""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.extras import extra_points
from companion.riichi.game_end import places, ranking
from companion.riichi.hanchan import Hanchan
from companion.riichi.ruleset import RuleSet, ScoreRounding, SticksLeft, Ties
from companion.riichi.seats import Seat, seats


@dataclass(frozen=True, slots=True)
class FinalScore:
    """One player's final result (終局): place from 1, points, and the score with uma and oka in thousands.

    Where the house shares places, players with equal points have the same one, as in 1, 2, 2, 4.
    `points` include any sticks left on the table that go to this player; places are decided without them.
    `penalty` and `extra` are in thousands, too.
    """

    seat: Seat
    place: int
    points: int
    score: float
    penalty: float = 0.0
    """What chombo and smaller penalties took from the score; already deducted there (チョンボ)."""
    extra: float = 0.0
    """What chips, busts and yakitori brought; already included in the score."""


def final_scores(hanchan: Hanchan) -> tuple[FinalScore, ...]:
    """Place, points and score of each seat, with uma, oka and extras, and penalties deducted (終局)."""
    rules = hanchan.rules
    order = ranking(hanchan.points, rules)
    bonus = _place_bonus(hanchan.points, order, rules)
    place_of = places(hanchan.points, rules)
    points = _with_sticks_left(hanchan, order)
    order_of_seats = seats(rules.players)
    penalties = [_penalty(hanchan, seat) for seat in order_of_seats]
    extra = [round(points / 1_000, 1) for points in extra_points(hanchan.extras, rules)]
    scores = [
        score + bonus[seat] - penalties[seat] + extra[seat]
        for seat, score in zip(order_of_seats, _in_thousands(points, order[0], rules), strict=True)
    ]
    return tuple(
        FinalScore(seat, place_of[seat], points[seat], round(scores[seat], 1), penalties[seat], extra[seat])
        for seat in order_of_seats
    )


def _penalty(hanchan: Hanchan, seat: Seat) -> float:
    """What the score loses for chombo and smaller penalties, in thousands."""
    points = hanchan.chombo[seat] * hanchan.rules.chombo_points + hanchan.penalties[seat]
    return round(points / 1_000, 1)


def _with_sticks_left(hanchan: Hanchan, order: tuple[Seat, ...]) -> list[int]:
    """The points once the sticks left on the table are taken; equal firsts share them in hundreds (供託)."""
    rules, points = hanchan.rules, list(hanchan.points)
    if rules.sticks_left is SticksLeft.STAY:
        return points
    first = [seat for seat in order if points[seat] == points[order[0]]]
    takers = first if rules.ties is Ties.SHARED else first[:1]
    hundreds, rest = divmod(hanchan.kyoutaku * 10, len(takers))
    for place, seat in enumerate(takers):
        points[seat] += 100 * (hundreds + (place < rest))
    return points


def _in_thousands(points: list[int], first: Seat, rules: RuleSet) -> list[float]:
    """Each player's points minus the return points; the first player makes up for the rounding."""
    if rules.score_rounding is ScoreRounding.NONE:
        return [(mine - rules.return_points) / 1_000 for mine in points]
    five_counts_as = 5 if rules.score_rounding is ScoreRounding.FIVE_UP else 4
    rounded = [_rounded(mine, five_counts_as) for mine in points]
    rounded[first] += round(sum(points) / 1_000) - sum(rounded)
    return [thousands - rules.return_points / 1_000 for thousands in rounded]


def _rounded(points: int, five_counts_as: int) -> int:
    """Points in whole thousands: 四捨五入 and 五捨六入 differ in what 500 becomes."""
    thousands, hundreds = divmod(abs(points) // 100, 10)
    size = thousands + (hundreds > 5 or (hundreds == 5 and five_counts_as == 5))
    return size if points >= 0 else -size


def _place_bonus(points: tuple[int, ...], order: tuple[Seat, ...], rules: RuleSet) -> dict[Seat, float]:
    """Uma and oka by seat, in thousands; equal points share their places' bonus where the house says so."""
    above = sum(mine >= rules.return_points for mine in points)
    uma = rules.uma_by_winners[above] if rules.uma_by_winners else rules.uma
    oka = (rules.return_points - rules.start_points) * rules.players if rules.oka else 0
    by_place = [
        thousands * 1_000 + (oka if place == 0 else 0) for place, thousands in enumerate(uma[: rules.players])
    ]
    if rules.ties is Ties.SHARED:
        by_place = _shared_by_equals([points[seat] for seat in order], by_place)
    return {seat: bonus / 1_000 for seat, bonus in zip(order, by_place, strict=True)}


def _shared_by_equals(points: list[int], by_place: list[int]) -> list[int]:
    """The bonus of each place once equal players have shared theirs in hundreds.

    `points` are by place, too, and what cannot be shared goes to the places in order, as it does with the
    sticks left: what is taken and given adds up to zero.
    """
    shared: list[int] = []
    for mine in sorted(set(points), reverse=True):
        equals = points.count(mine)
        hundreds, rest = divmod(sum(by_place[len(shared) : len(shared) + equals]) // 100, equals)
        shared += [100 * (hundreds + (place < rest)) for place in range(equals)]
    return shared
