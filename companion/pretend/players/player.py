"""A pretend player: moves for each moment, the most wanted first. The rules say which of them are lawful."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.pretend.players import calls
from companion.pretend.players.discards import discards_in_order, waits_after
from companion.pretend.players.efficiency import TENPAI, left, shanten
from companion.pretend.players.style import Style
from companion.pretend.players.view import View
from companion.riichi.facts import (
    AnkanDeclared,
    Discarded,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    RiichiDeclared,
    Ryuukyoku,
    RyuukyokuKind,
)
from companion.riichi.kyoku import Offer
from companion.riichi.melds import MeldKind
from companion.riichi.shape import without
from companion.riichi.tiles import COPIES, KINDS, NORTH, ORPHANS, Tile

Move = tuple[KyokuFact, ...]
"""Facts that a player wants to make true one after another, such as riichi and its discard."""

_KYUUSHU_KINDS = (9, 10)
"""Players declare kyuushu kyuuhai with this many kinds of terminals and honours; more invite kokushi."""

_FAR = 1
"""At this shanten or more, a kan may cost a step, because it brings a tile and a dora."""


@dataclass(frozen=True, slots=True)
class PretendPlayer:
    """Somebody who plays sensible riichi, with a style and random numbers of their own."""

    style: Style
    rng: random.Random

    def moves_on_draw(self, view: View) -> Iterator[Move]:
        """What to do with fourteen tiles; whether they win has been decided before."""
        if self._declares_kyuushu(view):
            yield (Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=view.seat, hands=_shown_by(view)),)
        if view.rules.kita and NORTH in view.hand:
            yield (KitaDeclared(view.seat),)
        for kan in self._kans(view):
            yield (kan,)
        if view.in_riichi and view.drawn is not None:
            yield (Discarded(view.seat, view.drawn, tsumogiri=True),)
            return
        yield from self._discard_moves(view)

    def moves_on_call(self, view: View, offer: Offer, *, may_chi: bool) -> Iterator[Move]:
        """What to call a discard for: pon or open kan, or, if `may_chi`, chi."""
        wanted = (
            calls.call_chi(view, offer, self.style)
            if may_chi
            else calls.call_pon_or_kan(view, offer, self.style, self.rng.random())
        )
        for call in wanted:
            yield (call,)

    def moves_after_call(self, view: View) -> Iterator[Move]:
        """What to discard after chi or pon."""
        for tile in discards_in_order(view, self.style):
            yield (Discarded(view.seat, tile, tsumogiri=False),)

    def _discard_moves(self, view: View) -> Iterator[Move]:
        for place, tile in enumerate(discards_in_order(view, self.style)):
            discard = Discarded(view.seat, tile, tsumogiri=tile is view.drawn)
            if place == 0 and view.is_menzen and self._wants_riichi(view, tile):
                yield (RiichiDeclared(view.seat), discard)
            yield (discard,)

    def _wants_riichi(self, view: View, tile: Tile) -> bool:
        waits = waits_after(view, tile)
        if not waits or not waits.isdisjoint(view.own_discards | {tile.kind}):
            return False
        return left(waits, view.visible) >= 2 and self.rng.random() >= self.style.dama

    def _declares_kyuushu(self, view: View) -> bool:
        """Whether the hand has nine or ten kinds of terminals and honours in the first turn (九種九牌)."""
        is_first = not view.own_discards and not view.melds
        return is_first and len(ORPHANS.intersection(t.kind for t in view.hand)) in _KYUUSHU_KINDS

    def _kans(self, view: View) -> Iterator[AnkanDeclared | KakanDeclared]:
        for kind in range(KINDS):
            if view.counts[kind] == COPIES and self._wants_kan(view, kind, COPIES):
                tiles = tuple(sorted(tile for tile in view.hand if tile.kind == kind))
                yield AnkanDeclared(view.seat, tiles)
        for meld in view.melds:
            added = [tile for tile in view.hand if tile.kind == meld.tile_kind]
            if meld.kind is MeldKind.PON and added and self._wants_kan(view, added[0].kind, 1):
                yield KakanDeclared(view.seat, added[0])

    def _wants_kan(self, view: View, kind: int, number: int) -> bool:
        """Whether a kan costs little speed, and does not help somebody in riichi for nothing."""
        if view.in_riichi:
            return True
        now = max(shanten(view.counts), TENPAI)
        if view.threats and now > TENPAI + 2 * self.style.kans:
            return False
        price = 1 if now >= _FAR and not view.threats else 0
        return shanten(without(view.counts, kind, number)) <= now + price and self._feels_like_kan()

    def _feels_like_kan(self) -> bool:
        return self.rng.random() < self.style.kans


def _shown_by(view: View) -> tuple[tuple[Tile, ...] | None, ...]:
    return tuple(view.hand if seat == view.seat else None for seat in range(4))
