"""Whether a discard lies sideways, by all that was seen of it, and the riichi that it means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Discarded, KyokuFact, RiichiAccepted, RiichiDeclared
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.scribe.completing import completed
from companion.scribe.following import refolded
from companion.scribe.mind import MaybeRiichi, Mind, Tables, Trust
from companion.scribe.observations import speaks_for_riichi
from companion.scribe.policy import CONFIRMED, ENOUGH_RESTS, FAR_AHEAD
from companion.scribe.predict import Spot, SpotKind
from companion.scribe.readings import Pool
from companion.scribe.sticks import laid_for

__all__ = ["Retold", "riichi_revised", "with_riichi"]

_SURE: Final = log(FAR_AHEAD)
"""In nats: this much must speak for a riichi before it is told, and against it before it is taken back."""


@dataclass(frozen=True, slots=True)
class Retold:
    """All facts of the kyoku, and the table after them."""

    facts: tuple[KyokuFact, ...]
    kyoku: Kyoku
    on_the_way: Tables = ()
    """Tables on the way to it, as far as they were made."""


def riichi_revised(
    mind: Mind, begun: Kyoku, told: Retold, looked: Iterable[Spot], trust: Trust, *, said: Spot | None = None
) -> Retold:
    """The facts with one riichi more or less, if looks at a discard say so; a new one is confirmed first."""
    for spot in sorted({*looked, *mind.unsure.maybe_riichi, *laid_for(mind.sticks, told.kyoku)}):
        changed = _changed(mind, told, spot, trust, is_said=spot == said)
        after = None if changed is None else _recompleted(mind, begun, told.facts, changed)
        if after is not None:
            return after
    return told


def _changed(
    mind: Mind, told: Retold, spot: Spot, trust: Trust, *, is_said: bool
) -> tuple[KyokuFact, ...] | None:
    """The facts with the riichi of this discard, or without it; None where they stay."""
    people = mind.people
    if spot.kind is not SpotKind.DISCARD or spot.seat in people.said_riichi or people.is_said_how(spot):
        return None
    player = told.kyoku.players[spot.seat]
    if spot not in mind.pools or spot.number >= len(player.discards):
        return None
    if player.discards[spot.number].called_by is not None:
        return None  # in a meld it lies sideways for another reason
    pool = mind.pools[spot]
    has_stick = spot in laid_for(mind.sticks, told.kyoku)
    speaks = speaks_for_riichi(pool, hears_keys=mind.keys.hears_keys and not (is_said or has_stick))
    if player.in_riichi:
        is_denied = player.discards[spot.number].sideways and speaks <= -_SURE and not has_stick
        return _without(told.facts, spot.seat) if is_denied else None
    first = _called_before(mind, told.kyoku, spot)
    if first is None and (speaks < _SURE or not (is_said or has_stick or _is_confirmed(mind, pool))):
        return None
    changed = _with(told.facts, first or spot)
    is_trusted = (is_said or trust.writes_riichi) and not _was_denied(mind, changed, first or spot)
    return changed if is_trusted else None


def _is_confirmed(mind: Mind, pool: Pool) -> bool:
    """Whether it lay sideways at every look, and there were two or, where keys are pressed, three of them."""
    if not all(seen.sideways for seen in pool.readings):
        return False
    return len(pool.readings) >= ENOUGH_RESTS if mind.keys.hears_keys else pool.looks >= CONFIRMED


def _called_before(mind: Mind, kyoku: Kyoku, spot: Spot) -> Spot | None:
    """The discard before, if it looked sideways and was called: this one lies sideways in its place."""
    first = spot._replace(number=spot.number - 1)
    is_called = spot.number > 0 and kyoku.players[spot.seat].discards[first.number].called_by is not None
    looks_so = all(seen.sideways for seen in mind.pools[spot].readings)
    return first if is_called and looks_so and first in mind.unsure.maybe_riichi else None


def _without(facts: Sequence[KyokuFact], seat: Seat) -> tuple[KyokuFact, ...]:
    return tuple(
        fact
        for fact in facts
        if not (isinstance(fact, RiichiDeclared | RiichiAccepted) and fact.seat == seat)
    )


def _with(facts: Sequence[KyokuFact], spot: Spot) -> tuple[KyokuFact, ...]:
    number = -1
    for at, fact in enumerate(facts):
        number += isinstance(fact, Discarded) and fact.seat == spot.seat
        if number == spot.number:
            return (*facts[:at], RiichiDeclared(spot.seat), *facts[at:])
    return tuple(facts)


def _was_denied(mind: Mind, facts: Sequence[KyokuFact], spot: Spot) -> bool:
    """Whether a person has said that it is not so, when the riichi of this discard was offered."""
    if mind.unsure.maybe_riichi.get(spot, MaybeRiichi()).number in mind.people.declined.numbers:
        return True
    discards = [at for at, fact in enumerate(facts) if isinstance(fact, Discarded) and fact.seat == spot.seat]
    return mind.people.declined.but_told(mind.expected).has(facts[: discards[spot.number] + 1])


def with_riichi(mind: Mind, begun: Kyoku, facts: tuple[KyokuFact, ...], spot: Spot) -> Retold | None:
    """The facts if this discard declared riichi; None if the rules refuse it."""
    return _recompleted(mind, begun, facts, _with(facts, spot))


def _recompleted(
    mind: Mind, begun: Kyoku, before: Sequence[KyokuFact], changed: tuple[KyokuFact, ...]
) -> Retold | None:
    """The changed facts with their sticks; None if the rules refuse one."""
    at = next((n for n, (one, other) in enumerate(zip(before, changed, strict=False)) if one != other), 0)
    told = list(changed[:at])
    try:
        kyoku = refolded(mind, begun, told)
        for fact in changed[at:]:
            for one in completed(kyoku, fact):
                kyoku = apply(kyoku, one)
                told.append(one)
    except IllegalFactError:
        return None
    return Retold(tuple(told), kyoku)
