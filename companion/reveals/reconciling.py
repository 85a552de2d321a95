"""Asks whether the table or the record is right, where they differ once the table is in sight again.

What a lawful story explains is not a question. Otherwise people say which is right, the table or the screen.
"The table is right" means the fewest corrections after which the written table looks like it; if no
corrections lead there, what nobody saw stays unknown. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import cast

from companion.evidence.sights import SeenMeld, TableSeen
from companion.reveals.differences import differences
from companion.reveals.numbers import MOST_BACK, TABLE_IS_RIGHT
from companion.riichi.apply import apply
from companion.riichi.copies import faces_of_kind
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    PlayFollowed,
    PlayUnfollowed,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.seats import Seat, in_turn_order_after, seats
from companion.riichi.tiles import COPIES, Tile
from companion.riichi.unseen import completed
from companion.scribe import Mind, Trust, consider
from companion.scribe.comparing import Look, SeatFit, fit_table
from companion.scribe.questions import Choice, Question, QuestionCode
from companion.table_state import Difference, Zone

__all__ = ["Explain", "explained", "reconciled"]

Explain = Callable[[Kyoku, TableSeen], tuple[KyokuFact, ...] | None]
"""Finds lawful facts that lead from a table to the one that is seen; None if it finds none."""


def reconciled(begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen, explain: Explain) -> Question | None:
    """What to ask about a table that differs from the record; None: both agree, or cannot be compared.

    The first choice is that the table is right, where lawful facts lead to it; the last is that the screen is
    right: it changes nothing.
    """
    kyoku = reduce(apply, told, begun)
    apart = differences(kyoku, seen)
    if kyoku.is_over or kyoku.has_gap or not apart:
        return None  # after a stretch that nobody followed the rivers are not known tile by tile
    screen = Choice((), 1 - TABLE_IS_RIGHT)
    table = _as_the_table(begun, tuple(told), seen, apart, explain)
    choices = (screen,) if table is None else (replace(table, chance=TABLE_IS_RIGHT), screen)
    only = apart[0] if len(apart) == 1 else None
    return Question(0, QuestionCode.TABLE_DIFFERS, only.seat if only else None, choices, differences=apart)


def explained(kyoku: Kyoku, seen: TableSeen, trust: Trust) -> tuple[KyokuFact, ...] | None:
    """What the scribe makes of the table with a fresh mind; a person confirms it."""
    verdict = consider(Mind(), kyoku, (), seen, trust.if_confirmed)
    return cast("tuple[KyokuFact, ...]", verdict.facts) or None


def _as_the_table(
    begun: Kyoku,
    told: tuple[KyokuFact, ...],
    seen: TableSeen,
    apart: tuple[Difference, ...],
    explain: Explain,
) -> Choice | None:
    """The choice after which the written table looks like the one seen; None if there is none.

    First the newest facts are taken back, then tiles are changed, and at last the turns count as unfollowed.
    """
    retold = _with_other_tiles(begun, told, apart)
    for facts in (told, *((retold,) if retold is not None else ())):
        choice = _nearest(begun, told, facts, seen, explain)
        if choice is not None:
            return choice
    return _out_of_sight(reduce(apply, told, begun), seen)


def _nearest(
    begun: Kyoku, told: tuple[KyokuFact, ...], facts: tuple[KyokuFact, ...], seen: TableSeen, explain: Explain
) -> Choice | None:
    """The choice that keeps the longest beginning of these facts from which a story leads to the table."""
    for kept in range(len(facts), max(-1, len(facts) - MOST_BACK - 1), -1):
        base = _followed(begun, facts[:kept])
        more = None if base is None else _story(base, seen, explain)
        if more is not None:
            return _choice(told, (*facts[:kept], *more))
    return None


def _story(base: Kyoku, seen: TableSeen, explain: Explain) -> tuple[KyokuFact, ...] | None:
    """What leads from here to the table: () if it looks like that already; None if nothing leads there."""
    apart = differences(base, seen)
    if not apart:
        return ()
    if any(each.other or (each.missing and each.zone is not Zone.RIVER) for each in apart):
        return None  # what happens later neither changes a tile nor takes one away, except from a river
    more = explain(base, seen)
    after = None if more is None else _followed(base, more)
    return None if after is None or differences(after, seen) else more


def _choice(told: tuple[KyokuFact, ...], wanted: tuple[KyokuFact, ...]) -> Choice | None:
    """The choice that takes back the end of what was told and tells another; None if they are the same."""
    same = next(
        (place for place, pair in enumerate(zip(told, wanted, strict=False)) if pair[0] != pair[1]),
        min(len(told), len(wanted)),
    )
    if same == len(told) == len(wanted):
        return None
    return Choice(wanted[same:], TABLE_IS_RIGHT, len(told) - same)


def _followed(base: Kyoku, facts: Sequence[KyokuFact]) -> Kyoku | None:
    try:
        return reduce(apply, facts, base)
    except IllegalFactError:
        return None


def _with_other_tiles(
    begun: Kyoku, told: tuple[KyokuFact, ...], apart: tuple[Difference, ...]
) -> tuple[KyokuFact, ...] | None:
    """The same facts with the tiles that lie there.

    None if none changes, a tile cannot be read, no fact told it, or the rules refuse the result.
    """
    facts = list(told)
    for each in apart:
        for (written, there), place in zip(each.other, _places(each), strict=True):
            at = _teller(begun, facts, each, written, place)
            if at is None or there is None:
                return None
            facts[at] = _with_tile(facts[at], written, there)
    return tuple(facts) if tuple(facts) != told and _followed(begun, facts) is not None else None


def _places(each: Difference) -> tuple[int, ...]:
    return each.places or (0,) * len(each.other)


def _teller(
    begun: Kyoku, facts: Sequence[KyokuFact], each: Difference, written: Tile | None, place: int
) -> int | None:
    """Which fact has told the tile that lies at this place."""
    if each.zone is Zone.INDICATORS:
        flips = [at for at, fact in enumerate(facts) if isinstance(fact, IndicatorRevealed)]
        turned = place - len(begun.wall.indicators)
        return flips[turned] if 0 <= turned < len(flips) else None
    if each.zone is Zone.RIVER:
        return _discard_at(begun, facts, each.seat, place)
    calls = (ChiCalled, PonCalled, DaiminkanCalled, AnkanDeclared)
    return next(
        (
            at
            for at, fact in enumerate(facts)
            if isinstance(fact, calls) and fact.seat == each.seat and written in _own_of(fact)
        ),
        None,
    )


def _own_of(fact: ChiCalled | PonCalled | DaiminkanCalled | AnkanDeclared) -> tuple[Tile | None, ...]:
    return fact.tiles if isinstance(fact, AnkanDeclared) else fact.own


def _discard_at(begun: Kyoku, facts: Sequence[KyokuFact], seat: Seat | None, place: int) -> int | None:
    """Which fact laid the tile that lies at this place of the river now."""
    if seat is None:
        return None
    kyoku = reduce(apply, facts, begun)
    laid = [at for at, fact in enumerate(facts) if isinstance(fact, Discarded) and fact.seat == seat]
    discards = kyoku.players[seat].discards
    lying = [at for at, discard in zip(laid, discards, strict=False) if discard.called_by is None]
    return lying[place] if place < len(lying) and len(laid) == len(discards) else None


def _with_tile(fact: KyokuFact, written: Tile | None, there: Tile) -> KyokuFact:
    match fact:
        case Discarded() | IndicatorRevealed():
            return replace(fact, tile=there)
        case ChiCalled() | PonCalled() | DaiminkanCalled():
            return replace(fact, own=_swapped(fact.own, written, there))
        case AnkanDeclared():
            return replace(fact, tiles=_swapped(fact.tiles, written, there))
        case _:
            return fact


def _swapped(tiles: tuple[Tile | None, ...], written: Tile | None, there: Tile) -> tuple[Tile | None, ...]:
    at = tiles.index(written)
    return (*tiles[:at], there, *tiles[at + 1 :])


def _out_of_sight(kyoku: Kyoku, seen: TableSeen) -> Choice | None:
    """The choice that says nobody followed the turns: what lies there is told, the rest stays unknown."""
    facts: tuple[KyokuFact, ...] = ()
    for fact in _unseen_turns(kyoku, seen):
        now = reduce(apply, facts, kyoku)
        more = (*facts, *completed(now, fact))
        if _followed(kyoku, more) is not None:
            facts = more
    return Choice(facts, TABLE_IS_RIGHT) if facts else None


def _unseen_turns(kyoku: Kyoku, seen: TableSeen) -> Iterator[KyokuFact]:
    yield PlayUnfollowed()
    fit = fit_table(kyoku, Look(seen))
    for seat in seats(kyoku.rules.players):
        more = len(seen.seats[seat].melds) - len(kyoku.players[seat].melds)
        new = [seen.seats[seat].melds[at] for at in fit.seats[seat].new_melds[: max(0, more)]]
        yield from _added_kans(kyoku, seat, seen, fit.seats[seat])
        yield from _new_melds(seat, new)
        for _ in range(len(seen.seats[seat].aside) - kyoku.players[seat].kita):
            yield KitaDeclared(seat)
        if any(tile.sideways for tile in seen.seats[seat].river) and not kyoku.players[seat].in_riichi:
            yield RiichiDeclared(seat)
            yield RiichiAccepted(seat)
    faces = [face for face in seen.indicators if not face.is_back][len(kyoku.wall.indicators) :]
    # At a win the ura indicators lie open, too, and nobody can say which ones they are (裏ドラ).
    for face in () if seen.shows_hand and len(faces) > kyoku.wall.indicators_owed else faces:
        yield IndicatorRevealed(face.tile)
    yield PlayFollowed(_turn(kyoku, seen), _live(kyoku, seen))


def _added_kans(kyoku: Kyoku, seat: Seat, seen: TableSeen, fit: SeatFit) -> Iterator[KyokuFact]:
    """The pons that are kans by now (加槓), unless nobody can say which five was added."""
    for number, at, meld_fit in fit.melds:
        pon, added = kyoku.players[seat].melds[number], seen.seats[seat].melds[at].added
        if not meld_fit.has_more or pon.kind is not MeldKind.PON or pon.tile_kind is None:
            continue
        faces = faces_of_kind(pon.tile_kind)
        for face in faces:
            if len(faces) == 1 or (added is not None and face is added.tile):
                yield KakanDeclared(seat, face)


def _new_melds(seat: Seat, melds: Iterable[SeenMeld]) -> Iterator[KyokuFact]:
    """Melds that are not written; whose discard a pon or an open kan took is not told."""
    for meld in melds:
        tiles = tuple(tile.tile for tile in meld.tiles)
        kinds = {tile.kind for tile in tiles if tile is not None}
        if any(tile.is_back for tile in meld.tiles) and len(tiles) == COPIES:
            known = next((tile.plain for tile in tiles if tile is not None), None)
            yield AnkanDeclared(seat, tuple(tile or known for tile in tiles))
        elif len(tiles) == COPIES or meld.added is not None:
            whole = (*tiles, *((meld.added.tile,) if meld.added else ()))
            yield DaiminkanCalled(seat, None, whole[0], whole[1:])
        elif len(kinds) > 1:
            across = _across(meld)
            yield ChiCalled(seat, tiles[across], (*tiles[:across], *tiles[across + 1 :]))
        else:
            yield PonCalled(seat, None, tiles[0], tiles[1:])


def _across(meld: SeenMeld) -> int:
    return next((place for place, tile in enumerate(meld.tiles) if tile.sideways), 0)


def _live(kyoku: Kyoku, seen: TableSeen) -> int:
    """What is left to draw (残り枚数), by what lies there: each kan and each north has taken one more."""
    rivers = sum(len(zone.river) for zone in seen.seats)
    kans = sum(len(meld.tiles) == COPIES or meld.added is not None for z in seen.seats for meld in z.melds)
    return max(0, kyoku.rules.live_tiles - rivers - kans - sum(len(zone.aside) for zone in seen.seats))


def _turn(kyoku: Kyoku, seen: TableSeen) -> Seat:
    """Who draws next, as far as the rivers tell: from the dealer on, the first who has laid fewest."""
    in_turn = (kyoku.dealer, *in_turn_order_after(kyoku.dealer, kyoku.rules.players))
    return min(in_turn, key=lambda seat: len(seen.seats[seat].river))
