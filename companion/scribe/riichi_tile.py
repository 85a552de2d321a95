"""横向き: whether a discard lies sideways, by all that was seen of it, and the riichi that it means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Discarded, KyokuFact, RiichiAccepted, RiichiDeclared
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.scribe.completing import completed
from companion.scribe.deduce import is_like, put_in_words
from companion.scribe.following import refolded
from companion.scribe.mind import Mind, Tables, Trust
from companion.scribe.predict import Spot, SpotKind
from companion.scribe.readings import Pool
from companion.scribe.weights import ACROSS_LAID_STRAIGHT, RIICHI, RIICHI_UNPRESSED

__all__ = ["Retold", "riichi_revised"]

TAKEN_BACK_AT: Final = -3.0
TOLD_AT: Final = 3.0
SEEN_STRAIGHT: Final = 4.5
"""A look at which it lay straight says so much: two against two are none."""


@dataclass(frozen=True, slots=True)
class Retold:
    """All facts of the kyoku, and the table after them."""

    facts: tuple[KyokuFact, ...]
    kyoku: Kyoku
    on_the_way: Tables = ()
    """Tables on the way to it, as far as they were made."""


def riichi_revised(mind: Mind, begun: Kyoku, told: Retold, looked: Iterable[Spot], trust: Trust) -> Retold:
    """The facts with one riichi more or less, where all looks at a discard together say so."""
    facts, kyoku = told.facts, told.kyoku
    for spot in sorted(looked):
        if spot.kind is not SpotKind.DISCARD or spot.seat in mind.said_riichi:
            continue
        if spot in mind.settled:
            continue  # a person has said what was discarded, and how
        discards = kyoku.players[spot.seat].discards
        if spot.number >= len(discards) or discards[spot.number].called_by is not None:
            continue  # in a meld it lies across for another reason
        speaks, is_told = (
            _speaks_for_riichi(mind.pools[spot], hears_keys=mind.hears_keys),
            discards[spot.number].sideways,
        )
        if is_told and speaks <= TAKEN_BACK_AT and kyoku.players[spot.seat].in_riichi:
            changed = _without(facts, spot.seat)
        elif not is_told and speaks >= TOLD_AT and not kyoku.players[spot.seat].in_riichi:
            changed = _with(facts, spot)
            if not trust.writes_riichi or _was_denied(mind, changed, spot):
                continue
        else:
            continue
        after = _recompleted(mind, begun, facts, changed)
        if after is not None:
            return after
    return told


def _speaks_for_riichi(pool: Pool, *, hears_keys: bool) -> float:
    """In nats: each look at which it lay across against each at which it lay straight, and a rare riichi."""
    across = sum(seen.sideways for seen in pool.readings)
    rare = RIICHI + hears_keys * RIICHI_UNPRESSED
    return ACROSS_LAID_STRAIGHT * across - SEEN_STRAIGHT * (len(pool.readings) - across) - rare


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
    discards = [at for at, fact in enumerate(facts) if isinstance(fact, Discarded) and fact.seat == spot.seat]
    said = put_in_words(facts[: discards[spot.number] + 1])
    return any(is_like(said, declined) for declined in mind.put_away)


def _recompleted(
    mind: Mind, begun: Kyoku, before: Sequence[KyokuFact], changed: tuple[KyokuFact, ...]
) -> Retold | None:
    """The changed facts with their sticks, where the rules take them all."""
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
