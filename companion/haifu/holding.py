"""What each seat holds while a record is read, as far as its tiles were seen (手牌).

Nothing is judged here: a hand that does not add up becomes unknown, and the rules core says why.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    KakanDeclared,
    KitaDeclared,
    KyokuStarted,
    PonCalled,
    RiichiDeclared,
    RinshanDrawn,
    WinBy,
    Won,
)
from companion.riichi.seats import Seat, seats
from companion.riichi.tiles import NORTH, Tile


class Table:
    """The concealed tiles of each seat, the pons on the table, and the tile that can be won on."""

    __slots__ = ("dealer", "drawn", "draws", "hands", "nagashi", "offered", "players", "pons", "riichi")

    def __init__(self, start: KyokuStarted) -> None:
        self.players, self.dealer = len(start.points), start.dealer
        dealt = (*start.hands, None, None, None, None)[: self.players]
        self.hands: list[list[Tile] | None] = [None if hand is None else list(hand) for hand in dealt]
        self.pons: dict[tuple[Seat, int], tuple[Tile | None, ...]] = {}
        self.drawn: Seat | None = None
        """Who has drawn and not yet discarded."""
        self.offered: tuple[Seat, Tile | None] | None = None
        """Who last discarded a tile or laid one down for a kan or north, and that tile."""
        self.nagashi: set[Seat] = set(seats(self.players))
        """Who has discarded nothing but terminals and honours, none called away."""
        self.riichi: set[Seat] = set()
        self.draws = 0
        """How many tiles were drawn after the deal, replacements included."""

    def shown(self, seat: Seat, winning: Tile | None = None) -> tuple[Tile, ...] | None:
        """The hand as the player would show it, in order, without the winning tile; None if not known."""
        hand = self.hands[seat]
        if hand is None:
            return None
        rest = list(hand)
        if winning is not None:
            if winning not in rest:
                return None
            rest.remove(winning)
        return tuple(sorted(rest, key=lambda tile: (tile.kind, not tile.is_red)))

    def winning_hand(self, seat: Seat, by: WinBy, tile: Tile | None) -> tuple[Tile, ...] | None:
        """What a winner shows besides the winning tile; None if either is not known."""
        if tile is None:
            return None
        return self.shown(seat, tile if by is WinBy.TSUMO else None)

    def note(self, fact: Fact) -> None:
        """Follow one fact."""
        match fact:
            case Drawn(seat, tile) | RinshanDrawn(seat, tile):
                self._take(seat, tile)
            case Discarded(seat, tile):
                self._give(seat, (tile,))
                self.offered, self.drawn = (seat, tile), None
                if tile is None or not tile.is_orphan:
                    self.nagashi.discard(seat)
            case ChiCalled() | PonCalled() | DaiminkanCalled():
                self._call(fact)
            case KakanDeclared(seat, tile):
                self._lay(seat, (tile,))
            case AnkanDeclared(seat, tiles):
                self._lay(seat, tiles)
            case RiichiDeclared(seat):
                self.riichi.add(seat)
            case KitaDeclared(seat):
                self._lay(seat, (NORTH,))
            case Won(seat) if fact.hand is not None and fact.by is WinBy.RON:
                self.hands[seat] = list(fact.hand)
            case _:
                pass

    def _take(self, seat: Seat, tile: Tile | None) -> None:
        hand = self.hands[seat]
        if tile is None:
            self.hands[seat] = None
        elif hand is not None:
            hand.append(tile)
        self.drawn = seat
        self.draws += 1

    def _give(self, seat: Seat, tiles: Iterable[Tile | None]) -> None:
        hand = self.hands[seat]
        for tile in tiles:
            if hand is None or tile is None or tile not in hand:
                self.hands[seat] = None
                return
            hand.remove(tile)

    def _call(self, fact: ChiCalled | PonCalled | DaiminkanCalled) -> None:
        self._give(fact.seat, fact.own)
        if self.offered is not None:
            self.nagashi.discard(self.offered[0])
        if isinstance(fact, PonCalled):
            tiles = (*fact.own, fact.tile)
            kind = next((tile.kind for tile in tiles if tile is not None), -1)
            self.pons[fact.seat, kind] = tiles

    def _lay(self, seat: Seat, tiles: tuple[Tile | None, ...]) -> None:
        self._give(seat, tiles)
        self.offered, self.drawn = (seat, tiles[0] if tiles else None), None
