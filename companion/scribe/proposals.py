"""Proposes what may have happened next, guided by what a story does not explain yet.

This module proposes what would explain something, and what must have come in between. `apply` says
whether it is lawful.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from companion.evidence.sights import SeenMeld, across_at, is_half, may_be_closed
from companion.riichi.calls import Action
from companion.riichi.copies import faces_of_kind, quad
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    PonCalled,
    RiichiDeclared,
)
from companion.riichi.kyoku import Kyoku, Offer, Phase
from companion.riichi.melds import Meld, MeldKind, sideways_place
from companion.riichi.seats import SEATS, Seat, distance, shimocha
from companion.riichi.tiles import Tile
from companion.scribe import weights
from companion.scribe.comparing import Look, SeatFit, TableFit, is_last_unseen
from companion.scribe.melds import call_options, called_faces, closed_options, likely, without_shadow
from companion.scribe.observations import CALL_KEYS, call_key, riichi_key


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing that may have happened, in one or two facts, and what speaks against it by itself."""

    facts: tuple[KyokuFact, ...]
    cost: float
    is_firm: bool = True
    """Something that was read or pressed says so; else it only fills a gap, and is never written alone."""
    is_instead: bool = False
    """It counts only where the proposal before it is not lawful."""


_MOVES = frozenset({Phase.TO_DRAW, Phase.TURN, Phase.CALLED, Phase.RIICHI, Phase.TO_REPLACE})


def proposals(kyoku: Kyoku, fit: TableFit, look: Look) -> Iterator[Proposal]:
    """What may have happened next."""
    if kyoku.phase is Phase.UNFOLLOWED or kyoku.phase in _MOVES:
        yield from _indicator(kyoku, fit, look)
    if kyoku.phase not in _MOVES or not (fit.is_open or fit.seats[kyoku.turn].river.strays):
        return
    yield from _discards(kyoku, fit, look)
    if kyoku.phase is not Phase.CALLED:
        yield from _own_kans(kyoku, fit, look)
    if kyoku.phase is Phase.TO_DRAW and kyoku.offer is not None:
        yield from _calls(kyoku, fit, look)


def _indicator(kyoku: Kyoku, fit: TableFit, look: Look) -> Iterator[Proposal]:
    turned, owed = look.seen.indicators, kyoku.wall.indicators_owed
    new = [at for at in fit.indicators.new if not look.declined.denies_flip(at, turned[at])]
    if not new or owed < 1 or (len(new) > owed and look.seen.shows_hand):
        return  # at a win the ura indicators lie open, too, and nobody can say which ones they are (裏ドラ)
    for tile in likely(turned[new[0]], 2) or (None,):
        yield Proposal((IndicatorRevealed(tile),), weights.DISCARD)


def _discards(kyoku: Kyoku, fit: TableFit, look: Look) -> Iterator[Proposal]:
    seat = kyoku.turn
    river, more = fit.seats[seat].river, 0.0
    if river.new or river.strays:
        # A tile fits nowhere in between: perhaps the last one is new, and the others lie one place on.
        for at in river.new or (-1,):
            seen = look.seen.seats[seat].river[at]
            faces = (*likely(seen), None)
            costs = [more + (weights.DISCARD if tile else weights.UNREAD_DISCARD) for tile in faces]
            yield from _with_faces(seat, faces, costs, look, is_firm=seen.tile is not None)
            if not look.declined.denies(seat, seen):
                break
            more += weights.TAKEN_BACK  # people say that this one was not discarded: perhaps the next was
    taken = _taken_from(kyoku, fit, look, seat)
    yield from _with_faces(seat, taken, [2 * weights.DISCARD] * len(taken), look, is_firm=True)
    if look.has_press(seat, Action.DISCARD) and not river.new:
        yield Proposal((Discarded(seat, None),), weights.UNSEEN_DISCARD + weights.PRESS_AGREES)
    elif _is_needed(kyoku, fit):
        yield Proposal((Discarded(seat, None),), weights.UNSEEN_DISCARD, is_firm=False)


def _with_faces(
    seat: Seat, faces: Sequence[Tile | None], costs: Sequence[float], look: Look, *, is_firm: bool
) -> Iterator[Proposal]:
    """A discard with its likeliest lawful face, also with riichi before it if that was said.

    `naming` says which tile it was. One that only looks sideways waits (立直).
    """
    unused = riichi_key(look.keys_of(seat))
    for at, (tile, cost) in enumerate(zip(faces, costs, strict=True)):
        yield Proposal((Discarded(seat, tile),), cost + unused, is_firm, is_instead=at > 0)
    for at, tile in enumerate(faces if look.has_press(seat, Action.RIICHI) else ()):
        yield Proposal((RiichiDeclared(seat), Discarded(seat, tile)), 0.0, is_instead=at > 0)


def _is_needed(kyoku: Kyoku, fit: TableFit) -> bool:
    """Whether something that is seen can only have come after a discard that nobody saw."""
    is_early = len(fit.indicators.new) > kyoku.wall.indicators_owed
    others = any(one.is_open for seat, one in enumerate(fit.seats) if seat != kyoku.turn)
    return others or is_early or bool(fit.seats[kyoku.turn].new_melds)


def _taken_from(kyoku: Kyoku, fit: TableFit, look: Look, giver: Seat) -> tuple[Tile, ...]:
    """The tiles in another player's new meld that may have been this player's discard between two rests."""
    players = kyoku.rules.players
    faces: dict[Tile, None] = {}
    for owner in SEATS[:players]:
        if owner == giver:
            continue
        for at in fit.seats[owner].new_melds:
            seen = look.seen.seats[owner].melds[at]
            for meld in (seen, *without_shadow(seen)):
                place = across_at(meld)
                if place is None and is_half(meld):
                    continue  # the caller's own tiles, laid out before the called tile is taken
                if place is None or place == _place_of(meld, owner, giver, players):
                    faces |= dict.fromkeys(called_faces(meld, place)[:2])
    return tuple(faces)


def _place_of(meld: SeenMeld, owner: Seat, giver: Seat, players: int) -> int:
    """The place in a meld of this length where a tile from that giver lies sideways."""
    at, last = across_at(meld), len(meld.tiles) - 1
    place = sideways_place(distance(owner, giver, players), players, last)
    # A hidden tile may lie before the sideways one or after it; in a kan every middle place is the middle.
    is_there = at is not None and place and (last < 2 or (place < last and 0 < at < last))
    return at if at is not None and is_there else place


def _calls(kyoku: Kyoku, fit: TableFit, look: Look) -> Iterator[Proposal]:
    offer = kyoku.offer
    if offer is None:
        return
    for seat in SEATS[: kyoku.rules.players]:
        if seat == offer.seat:
            continue
        for at in fit.seats[seat].new_melds:
            melds = partial(_options, look, at, seat, offer, kyoku.rules.players)
            for meld in look.once(("options", seat, at, offer.seat, offer.tile), offer, melds):
                cost = weights.CALL + call_key(look.keys_of(seat), _KEYS[meld.kind])
                yield Proposal((_call(seat, offer.seat, meld),), cost)
        if is_last_unseen(kyoku, fit, offer.seat):
            yield from _unseen_calls(kyoku, fit, seat, offer.seat, look)


def _options(look: Look, at: int, seat: Seat, offer: Offer, players: int) -> list[Meld]:
    """What a new meld may be; one of four tiles may be a shadow, beside a run, or a pon that was pressed."""
    seen = look.seen.seats[seat].melds[at]
    threes = {MeldKind.CHI, MeldKind.PON} if look.has_press(seat, Action.PON) else {MeldKind.CHI}
    found: list[Meld] = []
    for one in (seen, *without_shadow(seen)):
        place = _place_of(one, seat, offer.seat, players)
        if 0 <= place < len(one.tiles):
            melds = (meld for _, meld in call_options(one, place, offer.tile))
            found += (meld for meld in melds if one is seen or meld.kind in threes)
    return found


_KEYS = {MeldKind.PON: Action.PON, MeldKind.CHI: Action.CHI, MeldKind.DAIMINKAN: Action.DAIMINKAN}


def _call(seat: Seat, giver: Seat, meld: Meld) -> KyokuFact:
    if meld.kind is MeldKind.CHI:
        return ChiCalled(seat, meld.called, meld.own)
    fact = PonCalled if meld.kind is MeldKind.PON else DaiminkanCalled
    return fact(seat, giver, meld.called, meld.own)


def _unseen_calls(kyoku: Kyoku, fit: TableFit, seat: Seat, giver: Seat, look: Look) -> Iterator[Proposal]:
    """Calls whose meld is hidden, where the caller has discarded since, or has pressed the key."""
    tile = kyoku.offer.tile if kyoku.offer else None
    said = [action for action in CALL_KEYS if look.has_press(seat, action)]
    if not said and not fit.seats[seat].river.new:
        return
    # Whoever pressed and has discarded since has called, wherever the meld lies.
    is_clear = said and fit.seats[seat].river.new
    cost = call_key(said, *CALL_KEYS) + (0.0 if is_clear else weights.UNSEEN_CALL)
    for kind, own in ((MeldKind.PON, 2), (MeldKind.CHI, 2), (MeldKind.DAIMINKAN, 3)):
        may_be = _KEYS[kind] in said if said else kind is not MeldKind.DAIMINKAN
        if may_be and (kind is not MeldKind.CHI or seat == shimocha(giver, kyoku.rules.players)):
            call = _call(seat, giver, Meld(kind, (None,) * own, tile))
            yield Proposal((call,), cost, is_firm=bool(said))


def _own_kans(kyoku: Kyoku, fit: TableFit, look: Look) -> Iterator[Proposal]:
    seat = kyoku.turn
    one, seen, melds = fit.seats[seat], look.seen.seats[seat], kyoku.players[seat].melds
    unread = weights.CALL + weights.UNREAD_DISCARD
    for at in one.new_melds:
        meld = seen.melds[at]
        if may_be_closed(meld):
            for place, tile in enumerate(closed_options(meld)):
                yield Proposal((AnkanDeclared(seat, quad(tile, kyoku.rules)),), weights.CALL)
                if not place:  # a copy was told elsewhere: it was misread there or here, but this is a kan
                    yield Proposal((AnkanDeclared(seat, quad(None, kyoku.rules)),), unread, is_instead=True)
    for number, _, meld_fit in () if _has_kan_to_find(kyoku, one, seat) else one.melds:
        if meld_fit.has_more and melds[number].kind is MeldKind.PON:
            kind = melds[number].tile_kind
            for tile in (None,) if kind is None else faces_of_kind(kind):
                yield Proposal((KakanDeclared(seat, tile),), weights.CALL)
            if sum(meld.kind is MeldKind.PON for meld in melds) == 1:
                yield Proposal((KakanDeclared(seat, None),), unread, is_instead=True)
    if one.more_aside > 0 and kyoku.rules.kita:
        yield Proposal((KitaDeclared(seat),), weights.CALL)


def _has_kan_to_find(kyoku: Kyoku, fit: SeatFit, seat: Seat) -> bool:
    """Whether an added tile that nobody has seen yet was told (加槓): one more on a pon may be that one."""
    seen = {number: meld_fit.own for number, _, meld_fit in fit.melds}
    return any(
        meld.kind is MeldKind.KAKAN and meld.own[-1] is None and None in (seen.get(number) or (None,))
        for number, meld in enumerate(kyoku.players[seat].melds)
    )
