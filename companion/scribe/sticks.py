"""Riichi sticks laid before a river in this kyoku (立直棒), and the discard that each may belong to.

A stick that lay there at the first sighting is left over from an earlier hand, and proves nothing. Nor does a
stick that is not seen: people forget them. Nothing is told here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import SEATS, Seat
from companion.scribe.policy import CONFIRMED
from companion.scribe.predict import Spot, SpotKind
from companion.scribe.sights import TableSeen

__all__ = ["Laid", "Sticks", "asked_for", "laid_for", "watched"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A stick that was laid in this kyoku."""

    number: int
    """The number of its player's last discard when the stick was first seen; -1 before the first one."""
    looks: int = 1
    """How many rests in a row have shown it."""


@dataclass(frozen=True, slots=True)
class Sticks:
    """All that was seen of riichi sticks in this kyoku."""

    old: Mapping[Seat, int] | None = None
    """Those of earlier hands, each with the sightings since it was seen; None before the first sighting."""
    laid: Mapping[Seat, Laid] = field(default_factory=dict)


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
            laid[seat] = Laid(len(kyoku.players[seat].discards) - 1)
        elif seat in here:
            old[seat] = 0
    return Sticks(old, laid)


def laid_for(sticks: Sticks, kyoku: Kyoku) -> frozenset[Spot]:
    """The discards that a stick confirms: the last one when it came, or the next one.

    Some lay the stick first, and some tiles are told late.
    """
    spots = _spots(sticks, kyoku, 1)
    return frozenset(one._replace(number=one.number + more) for one in spots for more in (0, 1))


def asked_for(sticks: Sticks, kyoku: Kyoku, *, looks: int) -> frozenset[Spot]:
    """The last discard when each stick came, for sticks that `looks` rests in a row have shown."""
    return frozenset(one for one in _spots(sticks, kyoku, looks) if one.number >= 0)


def _spots(sticks: Sticks, kyoku: Kyoku, looks: int) -> Iterator[Spot]:
    for seat, stick in sticks.laid.items():
        if stick.looks >= looks and stick.number < len(kyoku.players[seat].discards):
            yield Spot(SpotKind.DISCARD, seat, stick.number)
