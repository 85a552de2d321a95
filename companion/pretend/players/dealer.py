"""The tiles of the pretend table: a shuffled wall, the deal, and where each tile lies.

Nothing is taken out of a wall: the rules core counts how far it is used up.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, distance, seats
from companion.riichi.tiles import BY_KIND, COPIES, KINDS, Tile, kinds_in_play, red_of
from companion.riichi.wall import Wall, WallPlace, indicator_place

HAND = 13
_FIVES = (4, 13, 22)


@dataclass(frozen=True, slots=True)
class TileWall:
    """All tiles as they stand: `tiles[2k]` is the lower and `tiles[2k + 1]` the upper tile of stack k.

    Stacks are counted from the break, away from the deal, as in `companion.riichi.wall`: the deal
    and the draws come from the far end, replacement tiles and indicators from the near one.
    """

    rules: RuleSet
    tiles: tuple[Tile, ...]

    def at(self, place: WallPlace) -> Tile:
        """The tile at a place."""
        return self.tiles[2 * place.stack + place.is_upper]

    def hands(self, dealer: Seat) -> tuple[tuple[Tile, ...], ...]:
        """Thirteen tiles for each seat (配牌): four at a time three times, then one."""
        players = self.rules.players
        return tuple(self._hand(distance(dealer, seat, players)) for seat in seats(players))

    def _hand(self, place: int) -> tuple[Tile, ...]:
        players = self.rules.players
        order = self.tiles[::-1]
        taken = [order[4 * (turn * players + place) + tile] for turn in range(3) for tile in range(4)]
        return (*taken, order[12 * players + place])

    def next_draw(self, wall: Wall) -> Tile:
        """The live tile that is drawn next."""
        drawn = self.rules.live_tiles - (wall.live or 0) - wall.replacements_drawn
        return self.tiles[-1 - HAND * self.rules.players - drawn]

    def next_replacement(self, wall: Wall) -> Tile:
        """The replacement tile that is drawn next (嶺上牌): the upper tile of a stack before the lower."""
        drawn = wall.replacements_drawn
        return self.at(WallPlace(drawn // 2, is_upper=drawn % 2 == 0))

    def indicator(self, number: int) -> Tile:
        """The indicator of that number, from 0 (ドラ表示牌)."""
        return self.at(indicator_place(self.rules.players, number))

    def ura(self, number: int) -> Tile:
        """The tile under the indicator of that number (裏ドラ表示牌)."""
        return self.at(replace(indicator_place(self.rules.players, number), is_upper=False))


def tile_set(rules: RuleSet) -> tuple[Tile, ...]:
    """All tiles of the set, with as many red fives as the house plays with."""
    tiles = [BY_KIND[kind] for kind in kinds_in_play(rules.players) for _ in range(COPIES)]
    for kind, red in zip(_FIVES, rules.red_fives, strict=True):
        for _ in range(red):
            tiles[tiles.index(BY_KIND[kind])] = red_of(BY_KIND[kind])
    return tuple(tiles)


def build_wall(rng: random.Random, rules: RuleSet) -> TileWall:
    """Shuffle the set and stand it up (洗牌)."""
    tiles = list(tile_set(rules))
    rng.shuffle(tiles)
    return TileWall(rules, tuple(tiles))


def kinds_out_of_play(rules: RuleSet) -> frozenset[int]:
    """Kinds that this house leaves in the box: with three players 2m to 8m."""
    return frozenset(range(KINDS)) - frozenset(kinds_in_play(rules.players))
