"""A last discard that is nowhere to be seen: it was a shadow, or somebody covers the tile or has taken it.

Only time tells these apart: the longer its river is in sight without it, the less likely it was there.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.scribe.comparing import Look, TableFit
from companion.scribe.policy import FEW_MISSED, QUIET_NS
from companion.scribe.predict import Spot, SpotKind

__all__ = ["Gone", "may_be_a_shadow", "still_gone"]


@dataclass(frozen=True, slots=True)
class Gone:
    """A discard that is not seen, and at how many rests so far."""

    spot: Spot
    rests: int
    at_ns: int


def may_be_a_shadow(gone: Gone | None, kyoku: Kyoku) -> bool:
    """Whether nobody could read its face; a tile that was read is hidden, or was taken.

    A discard that people have taken back meanwhile does not count.
    """
    discards = () if gone is None else kyoku.players[gone.spot.seat].discards
    return gone is not None and gone.spot.number < len(discards) and discards[gone.spot.number].tile is None


def still_gone(before: Gone | None, kyoku: Kyoku, fit: TableFit, look: Look) -> Gone | None:
    """The last discard if it is gone while its river is in sight, else None; a shown hand ends the wait."""
    offer = kyoku.last_discard
    if offer is None or not _is_gone(kyoku, offer.seat, fit, look):
        return None
    spot = Spot(SpotKind.DISCARD, offer.seat, len(kyoku.players[offer.seat].discards) - 1)
    if before is None or before.spot != spot:
        return Gone(spot, 1, look.seen.at_ns)
    if look.is_repeated or look.seen.at_ns - before.at_ns < QUIET_NS:
        return before
    return Gone(spot, before.rests + 1, look.seen.at_ns)


def _is_gone(kyoku: Kyoku, seat: Seat, fit: TableFit, look: Look) -> bool:
    river, seen = fit.seats[seat].river, look.seen.seats[seat].river
    last = len(kyoku.players[seat].river) - 1
    # A hand hides neighbours together; the eye misses one here, one there.
    is_last = river.unseen[-1:] == (last,) and last - 1 not in river.unseen
    is_last = is_last and FEW_MISSED * (len(river.unseen) - 1) <= last
    is_open = not river.new and not river.strays and not any(tile.is_hidden for tile in seen)
    return is_last and is_open and not any(one.showing for one in look.seen.seats)
