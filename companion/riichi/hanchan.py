"""One game (半荘): its kyoku one after another, honba and sticks, and the end.

The final scores are in `final_score`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.riichi.apply import apply, start
from companion.riichi.errors import IllegalFactError
from companion.riichi.extras import NO_EXTRAS, Extras, with_chips, with_kyoku
from companion.riichi.facts import (
    Fact,
    HanchanEnded,
    HanchanStarted,
    KyokuEnded,
    KyokuStarted,
    SeatsBound,
)
from companion.riichi.game_end import EndReason, NextDeal, end_reason, next_deal
from companion.riichi.kyoku import Kyoku
from companion.riichi.penalties import penalised, taken_from_scores
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind
from companion.riichi.settlement import settle
from companion.riichi.sitting import Sitting, sat_down
from companion.riichi.tea import apply_tea
from companion.riichi.tea_facts import TeaFact

SIDES = "ABCD"
"""The sides of the table, going round to the right (場所)."""


@dataclass(frozen=True, slots=True)
class Hanchan:
    """One game (半荘).

    `points` and `kyoutaku` are those at the deal while a kyoku is on, otherwise those after the last one.
    """

    rules: RuleSet
    names: tuple[str, ...]
    points: tuple[int, ...]
    next_deal: NextDeal | None
    """None while a kyoku is played, and after the last."""
    kyoutaku: int = 0
    """Riichi sticks on the table (供託)."""
    kyoku: Kyoku | None = None
    chombo: tuple[int, ...] = (0, 0, 0, 0)
    """By seat: the chombo that cost what `rules` say; those given at another cost are in `penalties`."""
    penalties: tuple[int, ...] = (0, 0, 0, 0)
    """What smaller penalties, and chombo under earlier rules, take from each final score, in points."""
    extras: Extras = NO_EXTRAS
    """Chips, and whatever else is settled apart from the points."""
    ended: EndReason | None = None
    hands_left: int | None = None
    """How many hands were left at the last deal or end of a hand, once time had been called; None before.
    During a hand, `kyoku.hands_left` knows better; after the last hand it stays 1."""
    is_closed: bool = False
    """People have said that the game is over."""
    sides: str = ""
    """The side of the table at which each seat sits, one letter each; empty until people said so."""
    sitting: Sitting = field(default_factory=Sitting)
    """Which people these are, who is away, and whether the game is paused."""
    next_rules: RuleSet | None = None
    """The rules from the next hand on, where people have changed some."""
    dealt: int = 0
    """How many hands have been dealt in this game: after a chombo two in a row have the same name."""
    is_rearranged: bool = False
    """Whether people or points have moved since the last hand, so its result no longer fits the table."""

    @property
    def running(self) -> Kyoku | None:
        """The kyoku of which something may still be told; None between hands, and once the game is closed."""
        return None if self.is_closed else self.kyoku

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played: its last hand is settled, or people have said that it is over."""
        return self.is_closed or (self.ended is not None and self.kyoku is None)


def begin(rules: RuleSet, names: tuple[str, ...] = ()) -> Hanchan:
    """A new game in which nothing has been dealt; without names the players are E, S, W and N."""
    points = (rules.start_points,) * rules.players
    sitting = sat_down(names, rules.players)
    names = names or tuple("ESWN"[: rules.players])
    return Hanchan(rules, names, points, NextDeal(Wind.EAST, Seat(0), 0, 0, points), sitting=sitting)


def apply_to_hanchan(hanchan: Hanchan, fact: Fact) -> Hanchan:
    """The game after the fact.

    A started kyoku is accepted as it is entered, also with points corrected by hand or in a resumed
    game; compare it with `next_deal` first where that matters. A new game keeps the rules of `hanchan`:
    the rule set that `HanchanStarted` names is not looked up.

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
        return hanchan if hanchan.is_closed else _closed(hanchan)
    if isinstance(fact, HanchanStarted):
        return replace(
            begin(hanchan.rules), names=fact.names, sitting=sat_down(fact.names, hanchan.rules.players)
        )
    if isinstance(fact, TeaFact):
        return apply_tea(hanchan, fact)
    if hanchan.is_closed:
        raise IllegalFactError(fact, Reason.HANCHAN_OVER)
    if hanchan.kyoku is None:
        raise IllegalFactError(fact, Reason.NO_KYOKU)
    if hanchan.sitting.is_paused:
        raise IllegalFactError(fact, Reason.PAUSED)
    return _with_kyoku(hanchan, apply(hanchan.kyoku, fact))


def followed(hanchan: Hanchan, last_kyoku: Kyoku | None, fact: Fact) -> tuple[Hanchan, Kyoku | None]:
    """The game after the fact, and the kyoku that ended last. Raises IllegalFactError."""
    after = apply_to_hanchan(hanchan, fact)
    match fact:
        case KyokuEnded():
            return after, hanchan.kyoku
        case HanchanStarted():
            return after, None
        case _:
            return after, last_kyoku


def _with_kyoku(hanchan: Hanchan, kyoku: Kyoku) -> Hanchan:
    # Written out because it is done for every fact, and `replace` takes twice as long.
    return Hanchan(
        hanchan.rules,
        hanchan.names,
        hanchan.points,
        hanchan.next_deal,
        hanchan.kyoutaku,
        kyoku,
        hanchan.chombo,
        hanchan.penalties,
        hanchan.extras,
        hanchan.ended,
        hanchan.hands_left,
        hanchan.is_closed,
        hanchan.sides,
        hanchan.sitting,
        hanchan.next_rules,
        hanchan.dealt,
    )


def _started(hanchan: Hanchan, fact: KyokuStarted) -> Hanchan:
    if hanchan.is_closed:
        raise IllegalFactError(fact, Reason.HANCHAN_OVER)
    if hanchan.kyoku is not None and not hanchan.kyoku.is_over:
        raise IllegalFactError(fact, Reason.KYOKU_NOT_OVER)
    if hanchan.sitting.is_paused:
        raise IllegalFactError(fact, Reason.PAUSED)
    if hanchan.sitting.away:
        raise IllegalFactError(fact, Reason.SEAT_EMPTY)
    rules = hanchan.next_rules or hanchan.rules
    return replace(
        hanchan if rules.chombo_points == hanchan.rules.chombo_points else _with_chombo_settled(hanchan),
        rules=rules,
        next_rules=None,
        is_rearranged=False,
        kyoku=start(fact, rules, hanchan.hands_left),
        points=fact.points,
        kyoutaku=fact.kyoutaku,
        next_deal=None,
        ended=None,
        dealt=hanchan.dealt + 1,
    )


def _with_chombo_settled(hanchan: Hanchan) -> Hanchan:
    """The game before chombo costs something else: each so far costs what it did when it was given."""
    cost = hanchan.rules.chombo_points
    taken = zip(hanchan.penalties, hanchan.chombo, strict=True)
    penalties = tuple(points + number * cost for points, number in taken)
    return replace(hanchan, penalties=penalties, chombo=(0, 0, 0, 0))


def _bound(hanchan: Hanchan, fact: SeatsBound) -> Hanchan:
    if hanchan.is_closed:
        raise IllegalFactError(fact, Reason.HANCHAN_OVER)
    sides = set(fact.sides)
    if not sides <= set(SIDES) or not len(fact.sides) == len(sides) == hanchan.rules.players:
        raise IllegalFactError(fact, Reason.NO_SUCH_SEAT, "each seat sits at a side of its own, A to D")
    return replace(hanchan, sides=fact.sides)


def _closed(hanchan: Hanchan) -> Hanchan:
    """The game once people have ended it: of a hand on the table only penalties and chips count."""
    kyoku = hanchan.kyoku
    hanchan = replace(hanchan, is_closed=True, next_deal=None)
    if kyoku is None:
        return hanchan
    points, sticks = penalised(hanchan.points, hanchan.kyoutaku, kyoku.penalties, kyoku.rules)
    return replace(
        hanchan,
        points=points,
        kyoutaku=sticks,
        penalties=_penalties_with(hanchan, kyoku),
        extras=with_chips(hanchan.extras, kyoku),
    )


def _penalties_with(hanchan: Hanchan, kyoku: Kyoku) -> tuple[int, ...]:
    return tuple(map(int.__add__, hanchan.penalties, (*taken_from_scores(kyoku), 0)))


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
        penalties=_penalties_with(hanchan, kyoku),
        extras=with_kyoku(hanchan.extras, kyoku, settlement),
        ended=ended,
        kyoutaku=settlement.kyoutaku,
        next_deal=following,
        hands_left=None if kyoku.hands_left is None else max(1, kyoku.hands_left - 1),
    )
