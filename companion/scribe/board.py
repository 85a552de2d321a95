"""What is known of the tiles on the table while they are named: what was told, read, and said by people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.riichi.copies import faces_of_kind, share_of_ways
from companion.riichi.kyoku import Kyoku
from companion.riichi.spots import Spot, tile_at
from companion.riichi.tiles import Tile
from companion.scribe.observations import Pool


@dataclass(frozen=True)
class Board:
    """All that is known of the tiles on the table."""

    kyoku: Kyoku
    """The hand as it was told."""
    pools: Mapping[Spot, Pool]
    settled: frozenset[Spot]
    """The spots whose tiles people have named."""
    margins: tuple[float, float]
    """How likely a tile must be to be told (a share), and how many times as likely as the next one."""

    def told(self, spot: Spot) -> Tile | None:
        """What was told to lie there."""
        return tile_at(self.kyoku, spot)

    @cached_property
    def _told_by_eye(self) -> Mapping[int, Sequence[tuple[Spot, Tile]]]:
        """The spots of each kind of tile that were told with a face, but not by a person."""
        found: defaultdict[int, list[tuple[Spot, Tile]]] = defaultdict(list)
        for spot in self.pools:
            tile = None if spot in self.settled else self.told(spot)
            if tile is not None:
                found[tile.kind].append((spot, tile))
        return found

    def told_alike(self, names: Mapping[Spot, Tile | None]) -> Iterator[tuple[Spot, Tile]]:
        """Tiles of these kinds that were told elsewhere, and not by a person.

        A meld's own tiles say what it is made of, but not which of two fives is the red one.
        """
        tiles = (tile for tile in names.values() if tile is not None)
        kinds = (tile.kind for tile in tiles if len(names) == 1 or len(faces_of_kind(tile.kind)) > 1)
        told = (one for kind in dict.fromkeys(kinds) for one in self._told_by_eye.get(kind, ()))
        return ((spot, other) for spot, other in told if spot not in names)

    def left_for(self, names: Mapping[Spot, Tile | None], *but: Tile) -> float:
        """How well the tiles that are left allow these names, if those of `but` are other tiles (a share)."""
        told = (self.told(spot) for spot in names)
        return share_of_ways(self.kyoku, [tile for tile in names.values() if tile is not None], [*told, *but])

    def read(self, spot: Spot) -> Mapping[Tile, float]:
        """The weight of each face that was read, 1 for the best one; empty where nothing was read."""
        told = self.told(spot)
        if spot in self.settled and told is not None:
            return {told: 1.0}
        weights = self.pools.get(spot, Pool()).likelihoods()
        best = max(weights.values(), default=1.0)
        return {tile: weight / best for tile, weight in weights.items()}
