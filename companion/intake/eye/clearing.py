"""Finds what stays on the table when a hand is cleared away: it is not a tile of the next hand.

A letter of a centre unit that reads like a tile stays, and so does a cup beside the melds; so does what the
eye still reports from memory where something has come to stand before it. What lay where melds go before any
meld did, and cannot be read, does not belong to a meld that is laid beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import hypot
from typing import Final

from vision.labels import BACK, UNKNOWN
from vision.sighting import Quad, Sighting, TileView

__all__ = ["Clearing"]

FEWEST: Final = 6
"""Faces that lie on the table before it can be cleared."""
GONE: Final = 0.75
"""The table is cleared once this share of the faces of a hand is gone."""
BACK_AGAIN: Final = 0.5
"""Nothing was cleared if this share of them is seen again where it lay."""
NEAR: Final = 0.012
"""A face lies where it lay if it is within this share of the table's side from there."""
_ZONES: Final = ("river.", "melds.", "showing.")
Reading = tuple[str, Quad]
"""A face and its place, to the last digit. As long as nothing changes there, the eye does not read it again;
another tile never lies exactly where one has lain."""


class Clearing:
    """Follows the faces in front of the players from hand to hand."""

    def __init__(self) -> None:
        self._hand: Sequence[TileView] = ()
        """The faces of this hand, when most of them were seen."""
        self._before: Sequence[TileView] = ()
        """Those of the hand that was cleared away last."""
        self._last: frozenset[Reading] = frozenset()
        """Everything at the last sighting, what nobody can name and what lies face down, too."""
        self._left: frozenset[Reading] | None = None
        """What stayed when a hand was cleared away, or lay there before the first hand or meld, and has been
        reported unchanged ever since; None before the first sighting."""
        self._left_before: frozenset[Reading] = frozenset()
        """What had stayed already before the last clearing."""

    def without_left_over(self, sighting: Sighting) -> Sighting:
        """The sighting without what has stayed from earlier hands."""
        tiles = _tiles(sighting)
        faces = [one for one in tiles if one.label not in {BACK, UNKNOWN}]
        now = frozenset(map(_reading, tiles))
        if self._left is None:
            self._left = frozenset() if faces else now
        self._left = self._left & now | frozenset(_without_a_meld(sighting))
        if _is_cleared(self._hand, faces):
            self._left_before = self._left
            self._left |= now & (self._last | frozenset(map(_reading, self._hand)))
            self._before, self._hand = self._hand, ()
        elif self._before and _still(self._before, faces) >= BACK_AGAIN * len(self._before):
            # Something had only come between the table and the camera. What had stayed before still does.
            self._left, self._before = self._left & self._left_before, ()
        found = [one for one in faces if _reading(one) not in self._left]
        if len(found) >= len(self._hand):
            self._hand = found
        self._last = now
        return _without(sighting, self._left) if self._left else sighting


def _tiles(sighting: Sighting) -> list[TileView]:
    zones = (zone.tiles for zone in sighting.zones if zone.name.startswith(_ZONES))
    return list(chain.from_iterable(zones))


def _is_cleared(hand: Sequence[TileView], now: Sequence[TileView]) -> bool:
    """Whether most faces of a hand are gone, of those that are not hidden; hidden ones tell nothing."""
    hidden = [one for one in now if one.is_hidden]
    open_ones = [one for one in hand if not _lies_among(one, hidden)]
    return len(open_ones) >= FEWEST and _still(open_ones, now) <= (1 - GONE) * len(open_ones)


def _without_a_meld(sighting: Sighting) -> Iterator[Reading]:
    """What cannot be read where melds go and no face lies."""
    for zone in sighting.zones:
        labels = {one.label for one in zone.tiles}
        if zone.name.startswith("melds.") and labels <= {BACK, UNKNOWN}:
            yield from (_reading(one) for one in zone.tiles if one.label == UNKNOWN)


def _without(sighting: Sighting, left: frozenset[Reading]) -> Sighting:
    zones = (
        replace(zone, tiles=tuple(one for one in zone.tiles if _reading(one) not in left))
        for zone in sighting.zones
    )
    return replace(sighting, zones=tuple(zones))


def _reading(tile: TileView) -> Reading:
    return tile.label, tile.quad


def _still(before: Sequence[TileView], now: Sequence[TileView]) -> int:
    """How many of the faces still lie where they lay."""
    return sum(_lies_among(one, now) for one in before)


def _lies_among(tile: TileView, others: Sequence[TileView]) -> bool:
    x, y = _middle(tile)
    return any(
        one.label == tile.label and hypot(x - there[0], y - there[1]) <= NEAR
        for one in others
        if (there := _middle(one))
    )


def _middle(tile: TileView) -> tuple[float, float]:
    return sum(x for x, _ in tile.quad) / 4, sum(y for _, y in tile.quad) / 4
