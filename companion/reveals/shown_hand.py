"""The hands that a row of doubtful tiles may be, the likeliest first. No rules of play here.

Each place has a chance for every tile that may still lie there. A place may have been misread,
and then the likelier hand is the one that needs the smaller mistake.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product
from typing import Final

from companion.evidence.sights import SeenTile
from companion.reveals.jokers import Fill
from companion.reveals.numbers import (
    DISORDER,
    FAR_BEHIND,
    LEAST_DOUBT,
    MISREAD_TOO_FAR,
    MOST_MISREAD,
    MOST_TRIED,
)
from companion.riichi.copies import copies_left, faces_of_kind
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.riichi.shape import Counts, counts_of
from companion.riichi.tiles import ALL, Tile

__all__ = ["Chances", "Left", "ReadHand", "chances_of", "left_of", "misread_crop", "possible_hands"]

_NUMBERS: Final = {tile: number for number, tile in enumerate(ALL)}

Chances = Mapping[Tile, float]
"""What may lie at one place: each tile with its chance."""
Left = Mapping[Tile, int]
"""How many copies of each tile nobody has seen yet."""
Completions = Callable[[Counts, int], tuple[Fill, ...]]


@dataclass(frozen=True, slots=True)
class ReadHand:
    """One way to read the tiles, in the order in which they lie."""

    tiles: tuple[Tile, ...]
    loss: float
    """In nats: how much less likely than the likeliest tile in each place, plus the cost of disorder."""
    misread: int = 0
    """How many places were misread."""


def left_of(kyoku: Kyoku, seat: Seat) -> dict[Tile, int]:
    """The copies of each tile that lie nowhere in sight: the seat's hand is made of those."""
    hand = kyoku.players[seat].hand  # what is known of this very hand may still lie in it
    return {tile: copies_left(kyoku, tile, hand) for tile in ALL}


def chances_of(seen: SeenTile | None, left: Left) -> Chances:
    """What may lie at a place, judging by what was seen there (None: nothing)."""
    told: dict[Tile, float] = {}
    if seen is not None and seen.tile is not None:
        told = {**dict(seen.others), seen.tile: seen.confidence}
    doubt = max(LEAST_DOUBT, 1 - sum(told.values()))
    others = {tile: number for tile, number in left.items() if tile not in told}
    every = sum(others.values()) or 1
    found = {tile: chance for tile, chance in told.items() if left.get(tile, 0) > 0}
    found |= {tile: doubt * number / every for tile, number in others.items() if number > 0}
    whole = sum(found.values()) or 1.0
    return {tile: chance / whole for tile, chance in found.items()}


def misread_crop(row: Sequence[SeenTile | None], hand: ReadHand) -> int:
    """The first picture of a tile that was misread, if this is the hand; 0 if there is none."""
    pairs = zip(row, hand.tiles, strict=True)
    crops = (seen.crop for seen, tile in pairs if seen is not None and seen.tile is not tile)
    return next(filter(None, crops), 0)


def possible_hands(
    places: Sequence[Chances], fixed: Sequence[Tile], fit: Completions, misread: int | None = None
) -> list[ReadHand]:
    """The hands that the places and the `fixed` tiles may be, the likeliest first.

    `fit(counts, number)` gives every choice of that many kinds that makes these counts such a hand; `misread`
    is how many tiles may have been misread. The same tiles in another order are the same hand.
    """
    if not all(places):
        return []
    search = _Search(places, fixed, fit, MOST_MISREAD if misread is None else misread)
    found: dict[tuple[int, ...], ReadHand] = {}
    most, tried = math.inf, 0
    for bound, doubted in search.order:
        if bound > min(most, MISREAD_TOO_FAR) or tried > MOST_TRIED:
            break
        for hand in search.with_others(doubted, most):
            tried += 1
            most = min(most, hand.loss + FAR_BEHIND)
            key = tuple(sorted(map(_NUMBERS.__getitem__, hand.tiles)))
            if key not in found or hand.loss < found[key].loss:
                found[key] = hand
    return sorted(found.values(), key=lambda hand: hand.loss)


class _Search:
    """Which places to doubt, the likeliest mistakes first, and what may lie there instead."""

    def __init__(
        self, places: Sequence[Chances], fixed: Sequence[Tile], fit: Completions, misread: int
    ) -> None:
        self._losses = [_losses(place) for place in places]
        self._tops = [min(losses, key=losses.__getitem__) for losses in self._losses]
        self._fixed = tuple(fixed)
        self._fit = fit
        self._misread = misread

    @property
    def order(self) -> list[tuple[float, tuple[int, ...]]]:
        """Sets of places, each with the least that it costs to doubt all of them."""
        least = [
            min((loss for tile, loss in losses.items() if tile is not top), default=math.inf)
            for losses, top in zip(self._losses, self._tops, strict=True)
        ]
        numbers = range(min(self._misread, len(least)) + 1)
        every = (some for number in numbers for some in combinations(range(len(least)), number))
        return sorted((sum(least[place] for place in some), some) for some in every)

    def with_others(self, doubted: tuple[int, ...], most: float) -> Iterator[ReadHand]:
        """The hands in which exactly these places were misread, if they lose no more than `most`."""
        kept = [tile for place, tile in enumerate(self._tops) if place not in doubted]
        for fill in self._fit(counts_of((*kept, *self._fixed)), len(doubted)):
            for kinds in dict.fromkeys(permutations(fill)):
                for others in product(*map(faces_of_kind, kinds)):
                    hand = self._read(doubted, others, most)
                    if hand is not None:
                        yield hand

    def _read(self, doubted: tuple[int, ...], others: tuple[Tile, ...], most: float) -> ReadHand | None:
        loss = 0.0
        for place, tile in zip(doubted, others, strict=True):
            if tile is self._tops[place]:
                return None
            loss += self._losses[place].get(tile, math.inf)
            if loss > most or loss == math.inf:
                return None
        tiles = list(self._tops)
        for place, tile in zip(doubted, others, strict=True):
            tiles[place] = tile
        loss += DISORDER * _steps_down(tiles)
        return ReadHand(tuple(tiles), loss, len(doubted)) if loss <= most else None


def _steps_down(tiles: Sequence[Tile]) -> int:
    return sum(one.suit == other.suit and one.rank > other.rank for one, other in pairwise(tiles))


def _losses(place: Chances) -> dict[Tile, float]:
    """For each tile, how much is lost compared with the likeliest one, in nats."""
    top = max(place.values())
    return {tile: math.log(top / chance) for tile, chance in place.items()}
