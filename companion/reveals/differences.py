"""Differences between the table as it is written and as it is seen: the scribe's comparison, zone by zone.

What follows from a difference is decided elsewhere; the pages supply the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.evidence.sights import SeenMeld, SeenSeat, SeenTile, TableSeen, ways_of
from companion.reveals.numbers import UNLIKE
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import Meld
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import COPIES, NORTH, Tile
from companion.scribe.comparing import Look, SeatFit, fit_table, undeclared
from companion.scribe.melds import MeldFit
from companion.scribe.observations import against
from companion.scribe.questions import Declined
from companion.scribe.rows import RowFit
from companion.table_state import Difference, Zone

__all__ = ["differences", "nearest", "without_others"]

Pair = tuple[Tile | None, Tile | None]


def differences(kyoku: Kyoku, seen: TableSeen) -> tuple[Difference, ...]:
    """Every zone in which the table is not as it is written, seat by seat; the indicators come last.

    Where nobody follows the turns, only the indicators are compared.
    """
    look = Look(seen)
    fit = fit_table(kyoku, replace(look, undeclared=undeclared(kyoku, look)))
    found: list[Difference] = []
    for seat, player, one, there in zip(SEATS, kyoku.players, fit.seats, seen.seats, strict=False):
        river = [tile.tile for tile in player.river]
        found.append(_row(Zone.RIVER, seat, river, there.river, one.river))
        found.append(_melds(seat, player.melds, there, one))
        found.append(_aside(seat, one.more_aside, there))
    found.append(_row(Zone.INDICATORS, None, kyoku.wall.indicators, seen.indicators, fit.indicators))
    return tuple(filter(None, found))


def nearest(kyoku: Kyoku, seen: TableSeen) -> TableSeen:
    """The reading of the table that agrees best with what is written."""
    if not seen.otherwise:
        return seen
    looks = (Look(way, place=cost) for cost, way in ways_of(seen))
    looks = (replace(look, undeclared=undeclared(kyoku, look)) for look in looks)
    return min(looks, key=lambda look: fit_table(kyoku, look).cost).seen


def without_others(kyoku: Kyoku, seen: TableSeen, declined: Declined) -> TableSeen:
    """The table without the tiles in its rivers that people say nobody discarded."""
    if not declined.facts:
        return seen
    look = Look(seen, declined=declined)
    fit = fit_table(kyoku, replace(look, undeclared=undeclared(kyoku, look)))
    seats = list(seen.seats)
    for seat, one in enumerate(fit.seats):
        known = {at for _, at in one.river.pairs}
        row = enumerate(seats[seat].river)
        river = [tile for at, tile in row if at in known or not declined.denies(seat, tile)]
        seats[seat] = replace(seats[seat], river=tuple(river))
    return replace(seen, seats=tuple(seats))


def _row(
    zone: Zone, seat: Seat | None, row: Sequence[Tile | None], seen: Sequence[SeenTile], fit: RowFit
) -> Difference:
    wrong = [(one, other) for one, other in fit.pairs if _is_other(row[one], seen[other])]
    return Difference(
        zone,
        seat,
        missing=tuple(row[at] for at in fit.unseen),
        extra=tuple(seen[at].tile for at in (*fit.strays, *fit.new) if not seen[at].is_back),
        other=tuple((row[one], seen[other].tile) for one, other in wrong),
        places=tuple(one for one, _ in wrong),
    )


def _is_other(written: Tile | None, seen: SeenTile) -> bool:
    """Whether a reading is unlikely to be of the written tile; a face that nobody can read may be any."""
    return seen.tile is not None and against(seen, written) > UNLIKE


def _aside(seat: Seat, more: int, there: SeenSeat) -> Difference:
    extra = tuple(tile.tile for tile in there.aside[len(there.aside) - max(0, more) :])
    return Difference(Zone.ASIDE, seat, missing=(NORTH,) * max(0, -more), extra=extra)


def _melds(seat: Seat, melds: Sequence[Meld], there: SeenSeat, fit: SeatFit) -> Difference:
    """Melds are compared whole, each with the one that it is most like; where they lie does not matter."""
    matched = {number: (there.melds[at], meld_fit) for number, at, meld_fit in fit.melds}
    missing: list[Tile | None] = []
    other: list[Pair] = []
    extra: list[Tile | None] = []
    for number, meld in enumerate(melds):
        if number not in matched:
            missing += meld.tiles
            continue
        seen, meld_fit = matched[number]
        written = _closed(meld, seen) if not meld.is_open else list(_open(meld, meld_fit))
        missing += (tile for tile, reading in written if reading is None)
        other += ((tile, one.tile) for tile, one in written if one is not None and _is_other(tile, one))
        extra += _beyond(seen, [reading for _, reading in written if reading is not None])
    for at in fit.new_melds:
        extra += _beyond(there.melds[at], ())
    return Difference(Zone.MELDS, seat, tuple(missing), tuple(extra), tuple(other))


def _open(meld: Meld, fit: MeldFit) -> Iterator[tuple[Tile | None, SeenTile | None]]:
    """Each tile of an open meld with what is read of it; None where it is not seen."""
    yield meld.called, fit.called
    yield from zip(meld.own, fit.own, strict=True)


def _closed(meld: Meld, seen: SeenMeld) -> list[tuple[Tile | None, SeenTile | None]]:
    """Each tile of a closed kan (暗槓) with one that lies there: the four are of one kind, some face down."""
    left, pairs = list(meld.own), list[tuple[Tile | None, SeenTile | None]]()
    for one in sorted(seen.tiles[:COPIES], key=lambda one: one.is_back):
        tile = min(left, key=lambda tile: against(one, tile))
        left.remove(tile)
        pairs.append((tile, one))
    return [*pairs, *((tile, None) for tile in left)]


def _beyond(seen: SeenMeld, known: Iterable[SeenTile]) -> list[Tile | None]:
    """The unexplained tiles of a meld, sorted; those that cannot be read come last."""
    left = [*seen.tiles, *(() if seen.added is None else (seen.added,))]
    for one in known:
        left.remove(one)
    tiles = [one.tile for one in left]
    return sorted(tiles, key=lambda tile: (tile is None, tile or NORTH))
