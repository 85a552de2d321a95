"""Our additional mjai events for what a house settles outside the play; other programs do not know them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.haifu.mjai_reading import Reading
from companion.haifu.mjai_words import Event, number_of, points_of, seat_of
from companion.haifu.record import Unreadable
from companion.riichi.extras import MOST_CHIPS
from companion.riichi.facts import Fact, KyokuEnded, RuleWaived
from companion.riichi.house_facts import (
    ChipsTaken,
    DealerStopped,
    HandDied,
    PenaltyGiven,
    TimeCalled,
    WallBroken,
)
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.riichi.tea_facts import PointsSet

__all__ = ["HOUSE_EVENTS", "event_of"]

MOST_POINTS = 1_000_000
MOST_STICKS = 10_000


def event_of(fact: Fact) -> dict[str, Any] | None:
    """The event for a fact of the house; None for any other fact."""
    match fact:
        case HandDied(seat):
            return {"type": "dead_hand", "actor": seat}
        case PenaltyGiven(seat, points):
            return {"type": "penalty", "actor": seat, "points": points}
        case TimeCalled():
            return {"type": "time_called"}
        case DealerStopped():
            return {"type": "dealer_stopped"}
        case WallBroken(seat):
            return {"type": "wall_broken", "actor": seat}
        case ChipsTaken(seat, giver, chips):
            return {"type": "chips", "actor": seat, "target": giver, "count": chips}
        case RuleWaived(reason):
            return {"type": "rule_waived", "reason": reason.value}
        case PointsSet(points, kyoutaku):
            return {"type": "points_set", "scores": list(points), "kyotaku": kyoutaku}
        case _:
            return None


def _add(reading: Reading, event: Event, fact: Fact) -> None:
    """Add the fact to the hand, which may already have its result but must not be closed.

    Raises:
        Unreadable: no hand is open.
    """
    if not reading.facts or isinstance(reading.facts[-1].fact, KyokuEnded):
        raise Unreadable(f"{event['type']} where no hand lies on the table")
    reading.add(fact)


def _actor(reading: Reading, event: Event) -> Seat:
    return seat_of(event, "actor", reading.rules.players)


def _dead_hand(reading: Reading, event: Event) -> None:
    _add(reading, event, HandDied(_actor(reading, event)))


def _penalty(reading: Reading, event: Event) -> None:
    _add(reading, event, PenaltyGiven(_actor(reading, event), number_of(event, "points", MOST_POINTS)))
    reading.points = None  # the rules say who got it; the next event with scores has everybody's points


def _time_called(reading: Reading, event: Event) -> None:
    _add(reading, event, TimeCalled())


def _dealer_stopped(reading: Reading, event: Event) -> None:
    _add(reading, event, DealerStopped())


def _wall_broken(reading: Reading, event: Event) -> None:
    _add(reading, event, WallBroken(_actor(reading, event)))


def _chips(reading: Reading, event: Event) -> None:
    giver = None if event.get("target") is None else seat_of(event, "target", reading.rules.players)
    _add(reading, event, ChipsTaken(_actor(reading, event), giver, number_of(event, "count", MOST_CHIPS)))


def _rule_waived(reading: Reading, event: Event) -> None:
    told = event.get("reason")
    if told not in list(Reason):
        raise Unreadable(f"the reason {told!r:.40} is not known")
    _add(reading, event, RuleWaived(Reason(told)))


def _points_set(reading: Reading, event: Event) -> None:
    points = points_of(event, "scores", reading.rules.players)
    if points is None or not reading.hands or reading.facts:
        raise Unreadable("points_set where no hand has just ended, or without scores")
    reading.set_points(points, number_of(event, "kyotaku", MOST_STICKS))


HOUSE_EVENTS: Final[dict[str, Callable[[Reading, Event], None]]] = {
    "dead_hand": _dead_hand,
    "penalty": _penalty,
    "time_called": _time_called,
    "dealer_stopped": _dealer_stopped,
    "wall_broken": _wall_broken,
    "chips": _chips,
    "rule_waived": _rule_waived,
    "points_set": _points_set,
}
