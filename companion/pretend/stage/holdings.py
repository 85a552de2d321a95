"""Who holds which tile of the set, and what each of them is: a kyoku followed tile by tile. Pure.

A piece is a number: its place in the wall, as in `companion.pretend.players.dealer`. A tile that no fact
names stays unknown until it is seen; those that are never seen are made up, so that the set is complete.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from companion.errors import CompanionError
from companion.pretend.players.dealer import HAND, tile_set
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuStarted,
    PonCalled,
    RinshanDrawn,
    Ryuukyoku,
    WinBy,
    Won,
)
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, distance
from companion.riichi.tiles import NORTH, Tile
from companion.riichi.wall import indicator_place


class StageError(CompanionError, ValueError):
    """A kyoku cannot be shown on a table; the sentence says why."""


Called = ChiCalled | PonCalled | DaiminkanCalled


class Holdings:
    """Where each tile is in the game; each is in one place only."""

    def __init__(self, rules: RuleSet, before: Holdings | None = None) -> None:
        """`before` is the same kyoku, followed to its end."""
        self.rules = rules
        self.tiles: dict[int, Tile] = {} if before is None else dict(before.tiles)
        """What each tile is, as far as it is known."""
        self.made_up: frozenset[int] = frozenset() if before is None else before.made_up
        """The tiles that were never seen, and so were made up."""
        self.hands: list[list[int]] = [[] for _ in range(rules.players)]
        self.drawn: list[int | None] = [None] * rules.players
        self.rivers: list[list[int]] = [[] for _ in range(rules.players)]
        self.melds: list[list[list[int]]] = [[] for _ in range(rules.players)]
        """For each seat and meld: the called tile, if any, the player's own, and the added one last."""
        self.asides: list[list[int]] = [[] for _ in range(rules.players)]
        """The norths of each seat that were set aside (北抜き)."""
        self.draws = self.replacements = self.indicators = 0
        """How many live and replacement tiles were drawn, and how many indicators were turned."""

    def deal(self, fact: KyokuStarted) -> None:
        """Deal four tiles at a time, three times, then one (配牌)."""
        players, order = self.rules.players, range(len(tile_set(self.rules)) - 1, -1, -1)
        for seat, hand in enumerate(self.hands):
            at = distance(fact.dealer, Seat(seat), players)
            hand += [order[4 * (turn * players + at) + one] for turn in range(3) for one in range(4)]
            hand.append(order[12 * players + at])
            told = fact.hands[seat] if seat < len(fact.hands) else None
            for piece, tile in zip(hand, told or (), strict=False):
                self._name(piece, tile)
        if fact.indicator is not None:
            self.reveal(fact.indicator)

    def follow(self, fact: Fact) -> tuple[int, ...]:
        """Apply a fact; returns the tiles that it moves, the called one first. Raises StageError."""
        match fact:
            case Drawn(seat, tile):
                return (self._draw(seat, self.next_draw, tile),)
            case RinshanDrawn(seat, tile):
                piece = self._draw(seat, self.next_replacement, tile)
                self.draws -= 1
                self.replacements += 1
                return (piece,)
            case Discarded(seat, tile, tsumogiri):
                return (self.discard(seat, tile, tsumogiri=tsumogiri),)
            case ChiCalled() | PonCalled() | DaiminkanCalled():
                return self._call(fact)
            case KakanDeclared(seat, tile):
                return (self._add(seat, tile),)
            case AnkanDeclared(seat, tiles):
                pieces = self._pick(seat, tiles)
                self.melds[seat].append(list(pieces))
                return pieces
            case KitaDeclared(seat):
                self.asides[seat] += self._pick(seat, (NORTH,))
                return (self.asides[seat][-1],)
            case IndicatorRevealed(tile):
                return (self.reveal(tile),)
            case Won() | Ryuukyoku():
                self._look_into(fact)
        return ()

    @property
    def next_draw(self) -> int:
        """The live tile that is drawn next."""
        return len(tile_set(self.rules)) - 1 - HAND * self.rules.players - self.draws

    @property
    def next_replacement(self) -> int:
        """The replacement tile that is drawn next (嶺上牌): the upper tile of a stack before the lower."""
        return 2 * (self.replacements // 2) + (self.replacements % 2 == 0)

    def indicator(self, number: int) -> int:
        """The tile that is turned as indicator `number`, counted from 0 (ドラ表示牌)."""
        place = indicator_place(self.rules.players, number)
        return 2 * place.stack + place.is_upper

    def ura(self, number: int) -> int:
        """The tile under indicator `number`, counted from 0 (裏ドラ表示牌)."""
        return 2 * indicator_place(self.rules.players, number).stack

    def reveal(self, tile: Tile | None) -> int:
        """Turn the next indicator; returns its tile."""
        piece = self.indicator(self.indicators)
        self.indicators += 1
        self._name(piece, tile)
        return piece

    def discard(self, seat: Seat, tile: Tile | None, *, tsumogiri: bool | None = None) -> int:
        """Move a tile from the hand into the river, and return it."""
        drawn = self.drawn[seat]
        is_drawn = drawn is not None and tsumogiri is not False and self.tiles.get(drawn) in {tile, None}
        if is_drawn and drawn is not None and (tsumogiri or self.tiles.get(drawn) == tile):
            self._name(drawn, tile)
            piece = drawn
            self.hands[seat].remove(piece)
        else:
            piece = self._pick(seat, (tile,), spare=drawn if tsumogiri is False else None)[0]
        self.drawn[seat] = None
        self.rivers[seat].append(piece)
        return piece

    def fill_up(self, rng: random.Random) -> None:
        """Make up every tile that was never seen, so that the set is complete. Raises StageError."""
        left = Counter(tile_set(self.rules)) - Counter(self.tiles.values())
        spare = sorted(left.elements())
        rng.shuffle(spare)
        unnamed = [piece for piece in range(len(tile_set(self.rules))) if piece not in self.tiles]
        if len(spare) != len(unnamed):
            raise StageError("this kyoku names a tile more often than a set has it")
        self.tiles.update(zip(unnamed, spare, strict=True))
        self.made_up = frozenset(unnamed)

    def _draw(self, seat: Seat, piece: int, tile: Tile | None) -> int:
        self._name(piece, tile)
        self.hands[seat].append(piece)
        self.drawn[seat] = piece
        self.draws += 1
        return piece

    def _call(self, fact: Called) -> tuple[int, ...]:
        giver = (fact.seat - 1) % self.rules.players if isinstance(fact, ChiCalled) else fact.giver
        if giver is None:
            raise StageError("nobody knows whose tile was called")
        called = self.rivers[giver].pop()
        pieces = (called, *self._pick(fact.seat, fact.own))
        self.melds[fact.seat].append(list(pieces))
        self.drawn[fact.seat] = None
        return pieces

    def _add(self, seat: Seat, tile: Tile | None) -> int:
        piece = self._pick(seat, (tile,))[0]
        self.drawn[seat] = None
        for own in self.melds[seat]:
            kinds = {self.tiles[one].kind for one in own if one in self.tiles}
            if len(own) == 3 and tile is not None and kinds == {tile.kind}:
                own.append(piece)
                return piece
        raise StageError("there is no pon for this tile")

    def _pick(self, seat: Seat, tiles: Iterable[Tile | None], spare: int | None = None) -> tuple[int, ...]:
        """Take tiles out of a hand: pieces that are known to be these tiles, else unknown ones."""
        picked = []
        for tile in tiles:
            hand = [piece for piece in self.hands[seat] if piece != spare]
            fitting = [piece for piece in hand if tile is not None and self.tiles.get(piece) == tile]
            fitting = fitting or [piece for piece in hand if piece not in self.tiles] or hand[-1:]
            self._name(fitting[0], tile)
            self.hands[seat].remove(fitting[0])
            picked.append(fitting[0])
        self.drawn[seat] = None
        return tuple(picked)

    def _look_into(self, fact: Won | Ryuukyoku) -> None:
        """Learn the tiles of hands and ura indicators that were shown."""
        if isinstance(fact, Won):
            for number, tile in enumerate(fact.ura):
                self._name(self.ura(number), tile)
            own = () if fact.hand is None else fact.hand
            is_tsumo = fact.by is WinBy.TSUMO and fact.tile is not None and fact.hand is not None
            self._recognise(fact.seat, (*own, fact.tile) if is_tsumo and fact.tile else own)
            return
        for seat, hand in enumerate(fact.hands[: self.rules.players]):
            self._recognise(Seat(seat), hand or ())

    def _recognise(self, seat: Seat, tiles: Sequence[Tile]) -> None:
        held = [self.tiles[piece] for piece in self.hands[seat] if piece in self.tiles]
        missing = sorted((Counter(tiles) - Counter(held)).elements())
        unnamed = [piece for piece in self.hands[seat] if piece not in self.tiles]
        for piece, tile in zip(unnamed, missing, strict=False):
            self._name(piece, tile)

    def _name(self, piece: int, tile: Tile | None) -> None:
        if tile is not None:
            self.tiles[piece] = tile


def followed(facts: Sequence[Fact], rules: RuleSet, rng: random.Random) -> Holdings:
    """Follow a kyoku to its end; the result knows what each tile of the set is, by its place in the wall.

    Raises:
        StageError: no set of tiles fits these facts.
    """
    holdings = Holdings(rules)
    for fact in facts:
        if isinstance(fact, KyokuStarted):
            holdings.deal(fact)
        else:
            holdings.follow(fact)
    holdings.fill_up(rng)
    return holdings
