"""Discards that look sideways though nobody has said riichi; further looks, or people, decide.

One look may err. The tile itself is told at once, as if it lay straight; the riichi waits for a second look,
for its key or its stick, or for an answer. A stick before a river whose last tile looks straight is asked
about, never told. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.scribe.mind import MaybeRiichi, Mind
from companion.scribe.observations import speaks_for_riichi
from companion.scribe.policy import CONFIRMED, ENOUGH_RESTS
from companion.scribe.predict import Spot, SpotKind
from companion.scribe.readings import Pool
from companion.scribe.riichi_tile import with_riichi
from companion.scribe.sticks import asked_for

__all__ = ["asked_about", "numbered", "wavering"]


def wavering(mind: Mind, kyoku: Kyoku, looked: Iterable[Spot]) -> Mapping[Spot, MaybeRiichi]:
    """The discards that look sideways more often than not, or have a stick, while nobody has said riichi."""
    laid = asked_for(mind.sticks, kyoku, looks=0)
    return {
        spot: mind.unsure.maybe_riichi.get(spot, MaybeRiichi())
        for spot in sorted({*looked, *mind.unsure.maybe_riichi, *laid})
        if _may_declare(mind, kyoku, spot) and (spot in laid or _is_wavering(mind, kyoku, spot))
    }


def _may_declare(mind: Mind, kyoku: Kyoku, spot: Spot) -> bool:
    """Whether it is a discard of a player who is not in riichi, and nobody has said how it lies."""
    if spot.kind is not SpotKind.DISCARD or mind.people.is_said_how(spot):
        return False
    player = kyoku.players[spot.seat]
    return not player.in_riichi and spot.number < len(player.discards)


def _is_wavering(mind: Mind, kyoku: Kyoku, spot: Spot) -> bool:
    player = kyoku.players[spot.seat]
    if player.discards[spot.number].called_by is not None:
        return spot in mind.unsure.maybe_riichi and _may_lie_for(mind, spot._replace(number=spot.number + 1))
    return speaks_for_riichi(mind.pools.get(spot, Pool()), hears_keys=mind.keys.hears_keys) > 0.0


def _may_lie_for(mind: Mind, spot: Spot) -> bool:
    """Whether the discard after one that was called lies sideways in its place, as far as it was seen."""
    return all(seen.sideways for seen in mind.pools.get(spot, Pool()).readings)


def numbered(mind: Mind, begun: Kyoku, *, is_pause: bool) -> Mind:
    """The mind with a number for each discard that is due for a question, if the rules accept the riichi."""
    asked, maybe_riichi = mind.unsure.asked, dict(mind.unsure.maybe_riichi)
    for spot, one in mind.unsure.maybe_riichi.items():
        is_due = not one.number and _is_due(mind, spot, is_pause=is_pause)
        if is_due and with_riichi(mind, begun, mind.expected, spot) is not None:
            asked += 1
            maybe_riichi[spot] = replace(one, number=asked)
    return replace(mind, unsure=replace(mind.unsure, asked=asked, maybe_riichi=maybe_riichi))


def _is_due(mind: Mind, spot: Spot, *, is_pause: bool) -> bool:
    if mind.kyoku is None:
        return False
    if spot in asked_for(mind.sticks, mind.kyoku, looks=1 if is_pause else CONFIRMED):
        return True
    looks = mind.pools.get(spot, Pool()).looks
    return (is_pause or looks >= ENOUGH_RESTS) and _is_wavering(mind, mind.kyoku, spot)


def asked_about(mind: Mind, begun: Kyoku) -> Iterator[tuple[int, Spot, tuple[KyokuFact, ...]]]:
    """What people are asked: under which number, about which discard, and the facts if it declared riichi."""
    for spot, one in mind.unsure.maybe_riichi.items():
        if not one.number or one.number in mind.people.declined.numbers or mind.kyoku is None:
            continue
        told = with_riichi(mind, begun, mind.expected, spot)
        if told is not None and not mind.kyoku.players[spot.seat].in_riichi:
            yield one.number, spot, told.facts
