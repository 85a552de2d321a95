"""How a game changes when people agree on something outside the play.

The module is named after the tea break, when people agree on things and nobody plays.
What hands pay is not decided here but in `settlement`; who sits where is in `sitting`.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar, assert_never

from companion.riichi.errors import IllegalFactError
from companion.riichi.extras import Extras
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, distance
from companion.riichi.sitting import Sitting
from companion.riichi.tea_facts import (
    Carried,
    GamePaused,
    GameResumed,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    PlayerSubstituted,
    PointsSet,
    RulesChanged,
    SeatsChanged,
    TeaFact,
)

if TYPE_CHECKING:
    from companion.riichi.hanchan import Hanchan

__all__ = ["FIXED_RULES", "apply_tea"]

FIXED_RULES = frozenset({"name", "players", "start_points", "unverified"})
"""The fields of a rule set that `RulesChanged` may not name."""
_RULES = frozenset(field.name for field in fields(RuleSet))

_Value = TypeVar("_Value")


def apply_tea(hanchan: Hanchan, fact: TeaFact) -> Hanchan:
    """The game after people have agreed on something.

    Raises:
        IllegalFactError: it does not fit the state of the game; nothing was changed.
    """
    if hanchan.is_closed:
        raise IllegalFactError(fact, Reason.HANCHAN_OVER)
    match fact:
        case RulesChanged():
            changed, kyoku = _changed(hanchan, fact), hanchan.kyoku
            kyoku = None if kyoku is None else replace(kyoku, next_rules=changed)
            return replace(hanchan, next_rules=changed, kyoku=kyoku)
        case SeatsChanged():
            return _seats_changed(hanchan, fact)
        case PointsSet():
            return _points_set(hanchan, fact)
        case _:
            sitting = _sat(hanchan.sitting, fact, hanchan.rules.players)
            others = hanchan.kyoku is None and sitting.at != hanchan.sitting.at
            rearranged = hanchan.is_rearranged or others
            return replace(hanchan, sitting=sitting, names=sitting.names, is_rearranged=rearranged)


_OfPeople = GamePaused | GameResumed | PlayerSubstituted | PlayerRenamed | PlayerLeft | PlayerReturned


def _sat(sitting: Sitting, fact: _OfPeople, players: int) -> Sitting:
    if not isinstance(fact, GamePaused | GameResumed) and fact.seat >= players:
        raise IllegalFactError(fact, Reason.NO_SUCH_SEAT)
    match fact:
        case GamePaused() | GameResumed():
            return _paused(sitting, fact)
        case PlayerSubstituted():
            return _substituted(sitting, fact)
        case PlayerRenamed():
            return _renamed(sitting, fact)
        case PlayerLeft() | PlayerReturned():
            return _gone_or_back(sitting, fact)
        case _:
            assert_never(fact)


def _paused(sitting: Sitting, fact: GamePaused | GameResumed) -> Sitting:
    pauses = isinstance(fact, GamePaused)
    if sitting.is_paused == pauses:
        raise IllegalFactError(fact, Reason.PAUSED if pauses else Reason.NOT_PAUSED)
    return replace(sitting, is_paused=pauses)


def _substituted(sitting: Sitting, fact: PlayerSubstituted) -> Sitting:
    if not fact.name.strip():
        raise IllegalFactError(fact, Reason.NAME_MISSING)
    person = sitting.number_of(fact.name)
    if person in sitting.at:
        raise IllegalFactError(fact, Reason.SITS_ALREADY)
    people = sitting.people if person is not None else (*sitting.people, fact.name)
    number = len(sitting.people) if person is None else person
    at = tuple(number if seat == fact.seat else before for seat, before in enumerate(sitting.at))
    return replace(sitting, people=people, at=at, away=sitting.away - {fact.seat})


def _renamed(sitting: Sitting, fact: PlayerRenamed) -> Sitting:
    if not fact.name.strip():
        raise IllegalFactError(fact, Reason.NAME_MISSING)
    person = sitting.at[fact.seat]
    if sitting.number_of(fact.name) not in (None, person):
        raise IllegalFactError(fact, Reason.NAME_TAKEN)
    people = tuple(fact.name if number == person else name for number, name in enumerate(sitting.people))
    return replace(sitting, people=people)


def _gone_or_back(sitting: Sitting, fact: PlayerLeft | PlayerReturned) -> Sitting:
    leaves, is_away = isinstance(fact, PlayerLeft), fact.seat in sitting.away
    if leaves == is_away:
        raise IllegalFactError(fact, Reason.AWAY_ALREADY if leaves else Reason.HERE_ALREADY)
    return replace(sitting, away=sitting.away | {fact.seat} if leaves else sitting.away - {fact.seat})


def _seats_changed(hanchan: Hanchan, fact: SeatsChanged) -> Hanchan:
    _require_between_hands(hanchan, fact)
    order = fact.order
    everybody = list(range(hanchan.rules.players))
    if sorted(order) != everybody or list(order) == everybody:
        raise IllegalFactError(fact, Reason.NOT_AN_ORDER)
    if fact.carried is Carried.POINTS_AND_WINDS:
        return _chairs_changed(hanchan, fact)
    hanchan = replace(hanchan, is_rearranged=True)
    sitting = hanchan.sitting
    moved = replace(
        sitting,
        at=_moved(sitting.at, order),
        away=frozenset(Seat(seat) for seat, before in enumerate(order) if before in sitting.away),
    )
    if fact.carried is Carried.NOTHING:
        return replace(hanchan, sitting=moved, names=moved.names)
    moved = replace(moved, stakes=_moved(sitting.stakes, order))
    brought = hanchan.extras
    chombo, penalties, chips, wins, busts = (
        _moved(of_seats[: len(order)], order) + of_seats[len(order) :]
        for of_seats in (hanchan.chombo, hanchan.penalties, brought.chips, brought.wins, brought.busts)
    )
    with_points = _with_points(hanchan, _moved(hanchan.points, order), hanchan.kyoutaku)
    return replace(
        with_points,
        sitting=moved,
        names=moved.names,
        chombo=chombo,
        penalties=penalties,
        extras=Extras(chips, wins, busts),
    )


def _chairs_changed(hanchan: Hanchan, fact: SeatsChanged) -> Hanchan:
    """Players keep their winds, and only the sides of the table at which they sit change."""
    order, players = fact.order, hanchan.rules.players
    steps = {distance(Seat(seat), before, players) for seat, before in enumerate(order)}
    if len(steps) != 1:
        raise IllegalFactError(fact, Reason.WINDS_CANNOT_GO)
    if not hanchan.sides:
        return hanchan
    return replace(hanchan, sides="".join(hanchan.sides[order.index(Seat(old))] for old in range(players)))


def _points_set(hanchan: Hanchan, fact: PointsSet) -> Hanchan:
    _require_between_hands(hanchan, fact)
    rules = hanchan.rules
    if len(fact.points) != rules.players:
        raise IllegalFactError(fact, Reason.NO_SUCH_SEAT, "there is one number of points for each player")
    told = sum(fact.points) + 1_000 * fact.kyoutaku
    due = {rules.start_points * rules.players, sum(hanchan.points) + 1_000 * hanchan.kyoutaku}
    if fact.kyoutaku < 0 or told not in due:
        wanted = " or ".join(f"{total:,}" for total in sorted(due))
        raise IllegalFactError(fact, Reason.POINTS_MISSING, f"{told:,} in all instead of {wanted}")
    return replace(_with_points(hanchan, fact.points, fact.kyoutaku), is_rearranged=True)


def _with_points(hanchan: Hanchan, points: tuple[int, ...], kyoutaku: int) -> Hanchan:
    due = hanchan.next_deal
    following = None if due is None else replace(due, points=points, kyoutaku=kyoutaku)
    return replace(hanchan, points=points, kyoutaku=kyoutaku, next_deal=following)


def _changed(hanchan: Hanchan, fact: RulesChanged) -> RuleSet:
    if not fact.fields or not set(fact.fields) <= _RULES - FIXED_RULES:
        raise IllegalFactError(fact, Reason.RULE_FIXED)
    if "rounds" in fact.fields and fact.rules.rounds <= _round_now(hanchan):
        raise IllegalFactError(fact, Reason.RULE_TOO_LATE)
    chosen = {name: getattr(fact.rules, name) for name in fact.fields}
    return replace(hanchan.next_rules or hanchan.rules, name=fact.rules.name, **chosen)


def _round_now(hanchan: Hanchan) -> int:
    """The round of the current or next hand, from 0; in an extension, the last regular round."""
    due = hanchan.kyoku or hanchan.next_deal
    return 0 if due is None else min(due.round_wind, hanchan.rules.rounds - 1)


def _require_between_hands(hanchan: Hanchan, fact: TeaFact) -> None:
    if hanchan.kyoku is not None:
        raise IllegalFactError(fact, Reason.KYOKU_NOT_OVER)


def _moved(values: tuple[_Value, ...], order: tuple[Seat, ...]) -> tuple[_Value, ...]:
    return tuple(values[before] for before in order)
