"""A river whose tiles were told one place off from where they lie: what was read of them is read anew.

Rivers only grow. Where as many tiles lie there as were told, and again and again one of them fits nowhere
while another is missing, it is the names that are in the wrong places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import SEATS, Seat
from companion.scribe.comparing import Look, TableFit
from companion.scribe.policy import ENOUGH_RESTS, READ_SURELY
from companion.scribe.predict import Spot, river_spots
from companion.scribe.rows import RowFit

__all__ = ["askew", "straightened"]


def askew(before: Mapping[Seat, int], kyoku: Kyoku, fit: TableFit, look: Look) -> Mapping[Seat, int]:
    """The rivers that disagree with what was told though no tile is too many, each with its number of rests.

    One rest is enough where only tiles are missing that nobody has ever seen: hands may be over before three.
    """
    return {
        seat: before.get(seat, 0) + (ENOUGH_RESTS if _is_plain(kyoku, seat, one.river, look) else 1)
        for seat, one in zip(SEATS, fit.seats, strict=False)
        if one.river.strays and len(one.river.strays) == len(one.river.unseen) and not one.river.new
        if not any(tile.is_hidden for tile in look.seen.seats[seat].river)
    }


def _is_plain(kyoku: Kyoku, seat: Seat, row: RowFit, look: Look) -> bool:
    """Whether what fits nowhere is read with confidence, and nothing that is missing was told with a face."""
    told, seen = kyoku.players[seat].river, look.seen.seats[seat].river
    return all(told[at].tile is None for at in row.unseen) and all(
        seen[at].confidence >= READ_SURELY for at in row.strays
    )


def straightened(kyoku: Kyoku, fit: TableFit, rests: Mapping[Seat, int]) -> tuple[TableFit, frozenset[Spot]]:
    """The fit with each tile of such a river paired by its place, and the tiles whose readings are void."""
    void: set[Spot] = set()
    seats = list(fit.seats)
    for seat, count in rests.items():
        if count < ENOUGH_RESTS:
            continue
        row, spots = seats[seat].river, river_spots(kyoku, seat)
        straight = tuple((at, at) for at in range(len(spots)))
        void |= {spots[at][0] for at, _ in set(straight) - set(row.pairs)}
        seats[seat] = replace(seats[seat], river=RowFit(row.cost, straight, (), (), ()))
    return replace(fit, seats=tuple(seats)), frozenset(void)
