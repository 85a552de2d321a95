"""Tiles that do not lie where they were told: a last discard that is gone, a shifted river, an added kan.

Only time tells whether a last discard that nobody sees was a shadow or is hidden: the longer its river is in
sight without it, the less likely it was there. Only a call shortens a river: where as many tiles lie as were
told, and again and again one fits nowhere while another is missing, the names are in the wrong places. And
an added kan (加槓) whose tile was not told belongs to the pon on which it is seen. Its face is for `naming`,
unless it moves to another pon, or was robbed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import log
from operator import itemgetter

from companion.evidence.sights import TableSeen
from companion.riichi.copies import faces_of_kind
from companion.riichi.facts import KakanDeclared, WinBy, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.seats import SEATS, Seat
from companion.riichi.spots import Spot, last_discard, river_spots
from companion.riichi.tiles import Tile
from companion.scribe.comparing import Look, TableFit, fit_table
from companion.scribe.mind import Gone, Mind, Trust
from companion.scribe.observations import Pool
from companion.scribe.policy import ENOUGH_RESTS, QUIET_NS, READ_SURELY
from companion.scribe.rows import RowFit
from companion.scribe.spots import Telling


def may_be_a_shadow(mind: Mind) -> bool:
    """Whether a last discard that is gone was seen at few rests, and nobody could read its face.

    One that was read is hidden, or was taken. What people have taken back meanwhile does not count.
    """
    gone = mind.oddities.gone
    discards = () if gone is None else mind.kyoku.players[gone.spot.seat].discards
    if gone is None or gone.spot.number >= len(discards) or discards[gone.spot.number].tile is not None:
        return False
    return mind.pools.get(gone.spot, Pool()).looks < ENOUGH_RESTS


def still_gone(before: Gone | None, kyoku: Kyoku, fit: TableFit, look: Look) -> Gone | None:
    """The last discard if it is gone while its river is in sight, else None; a shown hand ends the wait."""
    spot = last_discard(kyoku)
    if spot is None or not _is_gone(kyoku, spot.seat, fit, look):
        return None
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
    is_open = not river.new and not river.strays and not any(tile.is_hidden for tile in seen)
    return is_last and is_open and not look.seen.shows_hand


def askew(before: Mapping[Seat, int], kyoku: Kyoku, fit: TableFit, look: Look) -> Mapping[Seat, int]:
    """The rivers in which as many tiles lie as were told, but not the same ones; for each, at how many rests.

    One rest is enough where every missing tile was told without a face, and every tile that fits nowhere is
    read surely: a hand may be over before a third rest. A repeated look is not another rest.
    """
    return {
        seat: before.get(seat, 0) + _more_rests(kyoku, seat, one.river, look)
        for seat, one in zip(SEATS, fit.seats, strict=False)
        if one.river.strays and len(one.river.strays) == len(one.river.unseen) and not one.river.new
        if not any(tile.is_hidden for tile in look.seen.seats[seat].river)
    }


def _more_rests(kyoku: Kyoku, seat: Seat, row: RowFit, look: Look) -> int:
    """More at once if what fits nowhere is read surely, and nothing that is missing was told with a face."""
    told, seen = kyoku.players[seat].river, look.seen.seats[seat].river
    is_plain = all(told[at].tile is None for at in row.unseen)
    is_plain = is_plain and all(seen[at].confidence >= READ_SURELY for at in row.strays)
    return 0 if look.is_repeated else ENOUGH_RESTS if is_plain else 1


def straightened(kyoku: Kyoku, fit: TableFit, rests: Mapping[Seat, int]) -> tuple[TableFit, frozenset[Spot]]:
    """The fit with the tiles of rivers long askew paired by place, and the tiles whose readings are void.

    `rests` says at how many rests each river was askew.
    """
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


def with_kans_placed(mind: Mind, look: Look, trust: Trust) -> Mind:
    """The mind with each unnamed added tile on the pon where it is clearly seen; the others stay as told."""
    for at, fact in enumerate(mind.told.facts):
        if isinstance(fact, KakanDeclared) and fact.tile is None:
            here = mind.told.spots[at]
            found = [way for way in _ways_to_name(mind.told, at, fact, look) if way[1].spots[at] != here]
            mind = _with_clear(mind, [(fit_table(mind.kyoku, look).cost, mind.told), *found], trust)
    return mind


def _ways_to_name(told: Telling, at: int, fact: KakanDeclared, look: Look) -> Iterator[tuple[float, Telling]]:
    """The same kan with each face of each pon on which it may lie, and what speaks against that."""
    melds = told.tables[at].players[fact.seat].melds
    kinds = [meld.tile_kind for meld in melds if meld.kind is MeldKind.PON]
    for tile in (tile for kind in kinds if kind is not None for tile in faces_of_kind(kind)):
        after = _with_tile(told, at, fact, tile)
        if after is not None:
            yield fit_table(after.kyoku, look).cost, after


def _with_tile(told: Telling, at: int, fact: KakanDeclared, tile: Tile) -> Telling | None:
    """What is told if that face was added; None if the rules refuse it."""
    return told.if_lawful((*told.facts[:at], replace(fact, tile=tile), *told.facts[at + 1 :]))


def _with_clear(mind: Mind, ways: Sequence[tuple[float, Telling]], trust: Trust) -> Mind:
    """The mind that tells the likeliest of these, if it is clear which one that is."""
    ranked = sorted(ways, key=itemgetter(0))
    is_clear = len(ranked) == 1 or (len(ranked) > 1 and ranked[0][0] + log(trust.ahead) <= ranked[1][0])
    return replace(mind, told=ranked[0][1]) if is_clear else mind


def robbed_kan_named(mind: Mind, seen: TableSeen | None, trust: Trust) -> Mind:
    """The mind after naming a tile robbed before anybody looked (槍槓): the winning tile, or as seen."""
    wins = [fact for fact in mind.told.facts if isinstance(fact, Won)]
    at = len(mind.told.facts) - len(wins) - 1
    robbed = mind.told.facts[at] if wins and at >= 0 else None
    if not isinstance(robbed, KakanDeclared) or robbed.tile is not None:
        return mind
    if any(win.by is not WinBy.RON for win in wins):
        return mind
    faces = dict.fromkeys(win.tile for win in wins if win.tile is not None)
    lawful = (_with_tile(mind.told, at, robbed, face) for face in faces)
    ways = [(0.0, told) for told in lawful if told is not None]
    if not faces and seen is not None:
        ways = [*_ways_to_name(mind.told, at, robbed, Look(seen))]
    return _with_clear(mind, ways, trust)
