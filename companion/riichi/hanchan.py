"""半荘: one game: its kyoku one after another, honba and sticks, the end and the final score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.riichi.apply import apply, start
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    Fact,
    HanchanEnded,
    HanchanStarted,
    KyokuEnded,
    KyokuStarted,
    SeatsBound,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import DealerStop, Renchan, RuleSet, ScoreRounding, SticksLeft, Ties
from companion.riichi.seats import Seat, Wind, seats, shimocha
from companion.riichi.settlement import Settlement, settle

SIDES = "ABCD"
"""場所 The sides of the table, going round to the right."""


class EndReason(StrEnum):
    """Why a game is over."""

    BUST = "bust"
    CHOMBO = "chombo"
    LAST_KYOKU = "last_kyoku"
    DEALER_STOP = "dealer_stop"
    TARGET = "target"
    """サドンデス Somebody has the target in the extension, or after the last kyoku."""


@dataclass(frozen=True, slots=True)
class NextDeal:
    """What the next kyoku has to be."""

    round_wind: Wind
    dealer: Seat
    honba: int
    kyoutaku: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinalScore:
    """終局 One player's end: place from 1, points, and the score with uma and oka in thousands.

    Where the house shares places, players with equal points have the same one, and the next is left out.
    """

    seat: Seat
    place: int
    points: int
    score: float
    penalty: float = 0.0
    """チョンボ What chombo took from the score; it is taken off already."""


@dataclass(frozen=True, slots=True)
class Hanchan:
    """半荘 One game."""

    rules: RuleSet
    names: tuple[str, ...]
    points: tuple[int, ...]
    next_deal: NextDeal | None
    """None while a kyoku is played, and after the last."""
    kyoutaku: int = 0
    """Sticks on the table after the last kyoku that ended."""
    kyoku: Kyoku | None = None
    chombo: tuple[int, ...] = (0, 0, 0, 0)
    """How many chombo each seat was given."""
    ended: EndReason | None = None
    is_closed: bool = False
    """People have said that the game is over."""
    sides: str = ""
    """The side of the table at which each seat sits, one letter each; empty until people said so."""


def begin(rules: RuleSet, names: tuple[str, ...] = ()) -> Hanchan:
    """People sit down: nobody has been dealt a tile."""
    points = (rules.start_points,) * rules.players
    names = names or tuple("ESWN"[: rules.players])
    return Hanchan(rules, names, points, NextDeal(Wind.EAST, Seat(0), 0, 0, points))


def apply_to_hanchan(hanchan: Hanchan, fact: Fact) -> Hanchan:
    """The game after the fact.

    A started kyoku is taken as the table says it (points corrected by hand, a game resumed);
    compare with `next_deal` first where that matters.

    Raises:
        IllegalFactError: the table forbids it; nothing was changed.
    """
    if isinstance(fact, KyokuStarted):
        return _started(hanchan, fact)
    if isinstance(fact, KyokuEnded):
        return _ended(hanchan, fact)
    if isinstance(fact, SeatsBound):
        return _bound(hanchan, fact)
    if isinstance(fact, HanchanEnded):
        return replace(hanchan, is_closed=True, next_deal=None)
    if isinstance(fact, HanchanStarted):
        return replace(begin(hanchan.rules), names=fact.names)
    if hanchan.is_closed:
        raise IllegalFactError(fact, Reason.HANCHAN_OVER)
    if hanchan.kyoku is None:
        raise IllegalFactError(fact, Reason.NO_KYOKU)
    return _with_kyoku(hanchan, apply(hanchan.kyoku, fact))


def _with_kyoku(hanchan: Hanchan, kyoku: Kyoku) -> Hanchan:
    # What `replace` does, written out: it is done for every fact and takes half the time.
    return Hanchan(
        hanchan.rules,
        hanchan.names,
        hanchan.points,
        hanchan.next_deal,
        hanchan.kyoutaku,
        kyoku,
        hanchan.chombo,
        hanchan.ended,
        hanchan.is_closed,
        hanchan.sides,
    )


def _started(hanchan: Hanchan, fact: KyokuStarted) -> Hanchan:
    if hanchan.is_closed:
        raise IllegalFactError(fact, Reason.HANCHAN_OVER)
    if hanchan.kyoku is not None and not hanchan.kyoku.is_over:
        raise IllegalFactError(fact, Reason.KYOKU_NOT_OVER)
    return replace(hanchan, kyoku=start(fact, hanchan.rules), points=fact.points, next_deal=None, ended=None)


def _bound(hanchan: Hanchan, fact: SeatsBound) -> Hanchan:
    if hanchan.is_closed:
        raise IllegalFactError(fact, Reason.HANCHAN_OVER)
    sides = set(fact.sides)
    if not sides <= set(SIDES) or not len(fact.sides) == len(sides) == hanchan.rules.players:
        raise IllegalFactError(fact, Reason.NO_SUCH_SEAT, "each seat sits at a side of its own, A to D")
    return replace(hanchan, sides=fact.sides)


def _ended(hanchan: Hanchan, fact: KyokuEnded) -> Hanchan:
    kyoku = hanchan.kyoku
    if kyoku is None:
        raise IllegalFactError(fact, Reason.NO_KYOKU)
    if not kyoku.is_over:
        raise IllegalFactError(fact, Reason.KYOKU_NOT_OVER)
    settlement = settle(kyoku)
    chombo = list(hanchan.chombo)
    if kyoku.chombo is not None:
        chombo[kyoku.chombo.seat] += 1
    ended = end_reason(kyoku, settlement)
    following = None if ended else next_deal(kyoku, settlement)
    return replace(
        hanchan,
        kyoku=None,
        points=settlement.points,
        chombo=tuple(chombo),
        ended=ended,
        kyoutaku=settlement.kyoutaku,
        next_deal=following,
    )


def dealer_stays(kyoku: Kyoku) -> bool:
    """連荘 Whether the same dealer deals again."""
    renchan = kyoku.rules.renchan
    if kyoku.wins:
        return renchan is not Renchan.NEVER and any(win.seat == kyoku.dealer for win in kyoku.wins)
    draw = kyoku.ryuukyoku
    if draw is None or draw.kind.is_abortive or renchan is Renchan.WIN_OR_DRAW:
        return True
    return renchan is Renchan.TENPAI and kyoku.dealer in draw.tenpai


def next_deal(kyoku: Kyoku, settlement: Settlement) -> NextDeal:
    """The kyoku that follows, if the game goes on."""
    stays = dealer_stays(kyoku)
    dealer = kyoku.dealer if stays else shimocha(kyoku.dealer, kyoku.rules.players)
    moves_round = not stays and dealer == 0
    round_wind = Wind((kyoku.round_wind + moves_round) % 4)
    return NextDeal(round_wind, dealer, _next_honba(kyoku, stays), settlement.kyoutaku, settlement.points)


def _next_honba(kyoku: Kyoku, stays: bool) -> int:
    if kyoku.chombo is not None:
        return kyoku.honba
    if kyoku.ryuukyoku is not None or stays:
        return kyoku.honba + 1
    return 0


def end_reason(kyoku: Kyoku, settlement: Settlement) -> EndReason | None:
    """Why the game is over after this kyoku; None if it goes on."""
    rules = kyoku.rules
    if kyoku.chombo is not None:
        return EndReason.CHOMBO if rules.chombo_ends_game else None
    if rules.bust and min(settlement.points) < 0:
        return EndReason.BUST
    is_last_dealer = kyoku.dealer == rules.players - 1
    in_extension = kyoku.round_wind >= rules.rounds
    if not in_extension and not (is_last_dealer and kyoku.round_wind == rules.rounds - 1):
        return None
    has_target = max(settlement.points) >= rules.target_points
    if dealer_stays(kyoku):
        return _dealer_stop(kyoku, settlement)
    if not rules.extension:
        return EndReason.LAST_KYOKU
    if has_target:
        return EndReason.TARGET
    is_very_last = is_last_dealer and kyoku.round_wind >= rules.rounds
    return EndReason.LAST_KYOKU if is_very_last else None


def _dealer_stop(kyoku: Kyoku, settlement: Settlement) -> EndReason | None:
    rules = kyoku.rules
    draw = kyoku.ryuukyoku
    if rules.dealer_stop is DealerStop.NEVER or (draw is not None and draw.kind.is_abortive):
        return None
    if draw is not None and (rules.dealer_stop is DealerStop.WIN or kyoku.dealer not in draw.tenpai):
        return None
    points = settlement.points
    is_first = ranking(points, rules)[0] == kyoku.dealer
    return EndReason.DEALER_STOP if is_first and points[kyoku.dealer] >= rules.target_points else None


def ranking(points: tuple[int, ...], rules: RuleSet) -> tuple[Seat, ...]:
    """Seats from first place; equal points go by seat order from the first dealer."""
    return tuple(sorted(seats(rules.players), key=lambda seat: (-points[seat], seat)))


def places(points: tuple[int, ...], rules: RuleSet) -> tuple[int, ...]:
    """Each seat's place from 1; equal points have one place where the house shares places."""
    if rules.ties is Ties.SHARED:
        return tuple(1 + sum(other > mine for other in points) for mine in points)
    order = ranking(points, rules)
    return tuple(order.index(seat) + 1 for seat in seats(rules.players))


def final_scores(hanchan: Hanchan) -> tuple[FinalScore, ...]:
    """終局 Place, points and score of each seat, uma and oka included, chombo taken off."""
    rules = hanchan.rules
    order = ranking(hanchan.points, rules)
    bonus = _place_bonus(hanchan.points, order, rules)
    place_of = places(hanchan.points, rules)
    points = _with_sticks_left(hanchan, order)
    order_of_seats = seats(rules.players)
    penalties = [round(hanchan.chombo[seat] * rules.chombo_points / 1_000, 1) for seat in order_of_seats]
    scores = [
        score + bonus[seat] - penalties[seat]
        for seat, score in zip(order_of_seats, _in_thousands(points, order[0], rules), strict=True)
    ]
    return tuple(
        FinalScore(seat, place_of[seat], points[seat], round(scores[seat], 1), penalties[seat])
        for seat in order_of_seats
    )


def _with_sticks_left(hanchan: Hanchan, order: tuple[Seat, ...]) -> list[int]:
    """供託 The points once the sticks left on the table are taken; equal firsts share them in hundreds."""
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
    """Each player's difference to the return points; rounded so that nothing is lost."""
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
    oka = (rules.return_points - rules.start_points) * rules.players / 1_000 if rules.oka else 0.0
    by_place = [uma[place] + (oka if place == 0 else 0.0) for place in range(rules.players)]
    if rules.ties is Ties.SEAT_ORDER:
        return dict(zip(order, by_place, strict=True))
    shared: dict[Seat, float] = {}
    for seat in order:
        places = [place for place, other in enumerate(order) if points[other] == points[seat]]
        shared[seat] = sum(by_place[place] for place in places) / len(places)
    return shared
