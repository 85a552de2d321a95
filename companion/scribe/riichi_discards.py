"""Which discards declare riichi (立直), by how they lie, by the stick in front of the river, and by answers.

A discard is told at once, as if it lay straight; the riichi waits for a second look, for its key or stick, or
for an answer. A stick that lay there at the first sighting is from an earlier hand and proves nothing; nor
does one that is not seen. A stick in front of a river whose last tile looks straight is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log

from companion.evidence.sights import TableSeen
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuFact, RiichiAccepted, RiichiDeclared
from companion.riichi.kyoku import Kyoku
from companion.riichi.player import RiverTile
from companion.riichi.seats import SEATS, Seat
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.unseen import all_completed
from companion.scribe.mind import Laid, Mind, Sticks, Trust
from companion.scribe.observations import Pool, speaks_for_riichi
from companion.scribe.policy import CONFIRMED, ENOUGH_RESTS, TIMES_AHEAD
from companion.scribe.spots import Telling


def watched(sticks: Sticks, begun: Kyoku, kyoku: Kyoku, seen: TableSeen) -> Sticks:
    """What is known after one more rest, with the table as it is told now."""
    here = [SEATS[at] for at, seat in enumerate(seen.seats) if seat.stick]
    if sticks.old is None:
        return Sticks(dict.fromkeys(here, 0), sticks.laid)
    aged = {seat: 0 if seat in here else since + 1 for seat, since in sticks.old.items()}
    old = {seat: since for seat, since in aged.items() if since < CONFIRMED}
    # Sticks that stay on the table are moved about: one more than those has to lie there.
    is_more = sum(not kyoku.players[seat].in_riichi for seat in here) > begun.kyoutaku
    laid = dict(sticks.laid)
    for seat in SEATS[: len(seen.seats)]:
        before = laid.get(seat)
        if before is not None:
            laid[seat] = Laid(before.number, before.looks + 1 if seat in here else 0)
        elif seat in here and seat not in old and is_more:
            number = len(kyoku.players[seat].discards)
            laid[seat] = Laid(number - (kyoku.turn != seat or not number))
        elif seat in here:
            old[seat] = 0
    return Sticks(old, laid)


def laid_for(sticks: Sticks, kyoku: Kyoku, *, looks: int = 1, later: int = 1) -> frozenset[Spot]:
    """The discards that a stick seen in `looks` rests in a row may confirm: the last one when it came.

    Or the next ones, up to `later`: some lay the stick first, and some tiles are told late.
    """
    return frozenset(
        Spot(SpotKind.DISCARD, seat, number)
        for seat, stick in sticks.laid.items()
        if stick.looks >= looks and stick.number <= len(kyoku.players[seat].discards)
        for number in range(max(0, stick.number), stick.number + later + 1)
    )


def riichi_revised(mind: Mind, looked: Iterable[Spot], trust: Trust, *, said: Spot | None = None) -> Telling:
    """What is told, one riichi more or less, if looks at a discard say so; a new one is confirmed first.

    `said` is the last discard if its player has pressed the riichi key.
    """
    for spot in sorted({*looked, *mind.unsure.maybe_riichi, *laid_for(mind.sticks, mind.kyoku)}):
        changed = _changed(mind, spot, trust, is_said=spot == said)
        after = None if changed is None else _recompleted(mind.told, changed)
        if after is not None:
            return after
    return mind.told


def _changed(mind: Mind, spot: Spot, trust: Trust, *, is_said: bool) -> tuple[KyokuFact, ...] | None:
    """The facts with the riichi of this discard, or without it; None where they stay."""
    laid, pool = _by_looks_alone(mind, spot), mind.pools.get(spot)
    if laid is None or pool is None or laid.called_by is not None or spot.seat in mind.people.said_riichi:
        return None  # in a meld it lies sideways for another reason
    enough, has_stick = log(TIMES_AHEAD), spot in laid_for(mind.sticks, mind.kyoku)
    speaks = speaks_for_riichi(pool, hears_keys=mind.keys.hears_keys and not (is_said or has_stick))
    if mind.kyoku.players[spot.seat].in_riichi:
        is_denied = laid.sideways and speaks <= -enough and not has_stick
        return _without(mind.told.facts, spot.seat) if is_denied else None
    first = _called_before(mind, spot)
    if first is None and (speaks < enough or not (is_said or has_stick or _is_confirmed(mind, pool))):
        return None
    is_trusted = is_said or (trust.writes_riichi and not _is_asked_before(mind, first or spot))
    return _with(mind.told, first or spot) if is_trusted and not _was_denied(mind, first or spot) else None


def _is_asked_before(mind: Mind, spot: Spot) -> bool:
    """Whether the stick came with an earlier discard: which of the two declared riichi is asked, not told."""
    laid = laid_for(mind.sticks, mind.kyoku, later=0) - mind.people.declined.riichi
    return any(mind.unsure.maybe_riichi.get(one) for one in laid if one.seat == spot.seat and one < spot)


def _by_looks_alone(mind: Mind, spot: Spot) -> RiverTile | None:
    """The discard in this spot, if nobody has said how it lies."""
    if spot.kind is not SpotKind.DISCARD or spot in mind.people.settled - mind.people.named_only:
        return None
    discards = mind.kyoku.players[spot.seat].discards
    return discards[spot.number] if spot.number < len(discards) else None


def _is_confirmed(mind: Mind, pool: Pool) -> bool:
    """Whether it lay sideways at every look: at two or, where keys are pressed, in three that differ."""
    if not all(seen.sideways for seen in pool.readings):
        return False
    return len(pool.readings) >= ENOUGH_RESTS if mind.keys.hears_keys else pool.looks >= CONFIRMED


def _called_before(mind: Mind, spot: Spot) -> Spot | None:
    """The discard before, if it looked sideways and was called: this one lies sideways in its place."""
    first = spot._replace(number=spot.number - 1)
    discards = mind.kyoku.players[spot.seat].discards
    is_called = spot.number > 0 and discards[first.number].called_by is not None
    return first if is_called and first in mind.unsure.maybe_riichi and _may_lie_for(mind, spot) else None


def _without(facts: Sequence[KyokuFact], seat: Seat) -> tuple[KyokuFact, ...]:
    of_riichi = (RiichiDeclared, RiichiAccepted)
    return tuple(fact for fact in facts if not (isinstance(fact, of_riichi) and fact.seat == seat))


def _with(told: Telling, spot: Spot) -> tuple[KyokuFact, ...]:
    at = _place(told, spot)
    return (*told.facts[:at], RiichiDeclared(spot.seat), *told.facts[at:])


def _place(told: Telling, spot: Spot) -> int:
    """The place of a discard among the facts."""
    return next(at for at, spots in enumerate(told.spots) if spots == (spot,))


def _was_denied(mind: Mind, spot: Spot) -> bool:
    """Whether a person has said that it is not so, when the riichi of this discard was offered."""
    declined = mind.people.declined
    offered = _with(mind.told, spot)[: _place(mind.told, spot) + 2]
    return spot in declined.riichi or declined.but_told(mind.told.facts).has(offered)


def with_riichi(told: Telling, spot: Spot) -> Telling | None:
    """What is told if this discard declared riichi; None if the rules refuse it."""
    return _recompleted(told, _with(told, spot)) if spot in told.standing else None


def _recompleted(told: Telling, changed: Sequence[KyokuFact]) -> Telling | None:
    """The changed facts with their sticks; None if the rules refuse one."""
    at = told.shared(changed)
    before = told.instead(changed[:at])
    try:
        return before.then(all_completed(before.kyoku, changed[at:]))
    except IllegalFactError:
        return None


def wavering(mind: Mind, looked: Iterable[Spot]) -> Mapping[Spot, int]:
    """Discards that may declare riichi, by their looks or by a stick, each with its question (0: none)."""
    laid = laid_for(mind.sticks, mind.kyoku, looks=0, later=0)
    return {
        spot: mind.unsure.maybe_riichi.get(spot, 0)
        for spot in sorted({*looked, *mind.unsure.maybe_riichi, *laid})
        if _by_looks_alone(mind, spot) is not None and not mind.kyoku.players[spot.seat].in_riichi
        if spot in laid or _is_wavering(mind, spot)
    }


def _is_wavering(mind: Mind, spot: Spot) -> bool:
    player = mind.kyoku.players[spot.seat]
    if player.discards[spot.number].called_by is not None:
        return spot in mind.unsure.maybe_riichi and _may_lie_for(mind, spot._replace(number=spot.number + 1))
    return speaks_for_riichi(mind.pools.get(spot, Pool()), hears_keys=mind.keys.hears_keys) > 0.0


def _may_lie_for(mind: Mind, spot: Spot) -> bool:
    """Whether the discard after one that was called lies sideways in its place, as far as it was seen."""
    return all(seen.sideways for seen in mind.pools.get(spot, Pool()).readings)


def is_due(mind: Mind, spot: Spot, *, is_pause: bool) -> bool:
    """Whether it is time to ask about a discard that may declare riichi, and the rules would accept it.

    `is_pause`: the hand is over, and fewer looks are enough.
    """
    looks, confirmed = mind.pools.get(spot, Pool()).looks, 1 if is_pause else CONFIRMED
    is_seen_enough = (is_pause or looks >= ENOUGH_RESTS) and _is_wavering(mind, spot)
    # The stick of a tile to come has been seen before: it confirms nothing while one look may be wrong.
    is_new = spot in mind.pools and looks < confirmed
    has_stick = spot in laid_for(mind.sticks, mind.kyoku, looks=confirmed, later=0) and not is_new
    return (has_stick or is_seen_enough) and with_riichi(mind.told, spot) is not None
