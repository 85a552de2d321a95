"""An eye with a given rate of errors: it looks at the true table and reports what it read.

A worn tile is misread at every look, a shadow misleads only once: half of the errors are of each kind. A
tile that is not looked at again is reported as it was last read. Most errors come with little confidence.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from companion.evidence.sights import SeenMeld, SeenSeat, SeenTile, TableSeen
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import ALL, Tile
from tests.toolbox.sightings import visible

LOOKED_AGAIN = 0.3
"""The chance that a tile is read afresh at a look."""
MISSED = 0.2
"""How many tiles are not seen at all for each one that is misread."""
STRAY = 0.3
"""The chance that a sighting invents a tile is this times the errors that are expected in ten tiles."""
TURNED = 0.1
"""How many tiles are seen sideways instead of upright, or the reverse, for each one that is misread."""


def mistaken_for(tile: Tile, random: Random) -> Tile:
    """A tile easily taken for this one.

    That is a neighbour, the same rank in another suit, the red or plain five; for an honour, any other one.
    """
    if tile.is_honour:
        return random.choice([other for other in ALL if other.is_honour and other is not tile])
    near = [
        other
        for other in ALL
        if other is not tile
        and not other.is_honour
        and ((other.suit == tile.suit and abs(other.rank - tile.rank) <= 1) or other.rank == tile.rank)
    ]
    return random.choice(near)


def read(tile: Tile, random: Random, rate: float, worn: Tile | None) -> SeenTile:
    """One reading of one tile; `worn` is what this eye always takes it for, if it is worn."""
    wrong = worn if worn is not None else (mistaken_for(tile, random) if random.random() < rate / 2 else None)
    if wrong is None:
        is_doubtful = random.random() < min(0.5, 2 * rate)
        confidence = random.uniform(0.6, 0.95) if is_doubtful else 1 - 0.05 * random.random() ** 2
        return _seen(tile, mistaken_for(tile, random), confidence, random)
    confidence = random.uniform(0.9, 0.98) if random.random() < 0.1 else random.uniform(0.35, 0.9)
    other = tile if random.random() < 0.85 else mistaken_for(tile, random)
    return _seen(wrong, other if other is not wrong else tile, confidence, random)


def _seen(tile: Tile, other: Tile, confidence: float, random: Random) -> SeenTile:
    rest = 1 - confidence
    return SeenTile(tile, confidence, others=((other, rest * random.uniform(0.5, 0.95)),))


@dataclass
class ScriptedEye:
    """The eye over one hand: it remembers how it read a tile where it lies; a called one is read afresh."""

    random: Random
    rate: float
    _worn: dict = field(default_factory=dict)
    _last: dict = field(default_factory=dict)

    @property
    def worn(self) -> int:
        """How many of the tiles that it has read are misread at every look."""
        return sum(other is not None for other in self._worn.values())

    def look(self, kyoku: Kyoku, at_ns: int, *, is_calm: bool = False) -> TableSeen:
        """What it reports of a table at rest; after a long calm (`is_calm`) it invents no tile."""
        true = visible(kyoku, at_ns)
        if not self.rate:
            return true
        names = _names(kyoku)
        seats = tuple(self._seat(seat, one, names) for seat, one in enumerate(true.seats))
        indicators = tuple(self._tile(("dora", at), tile) for at, tile in enumerate(true.indicators))
        seen = replace(true, seats=seats, indicators=indicators)
        has_stray = not is_calm and self.random.random() < 10 * self.rate * STRAY
        return self._with_stray(seen) if has_stray else seen

    def _seat(self, seat: int, true: SeenSeat, names: Sequence[Sequence]) -> SeenSeat:
        river = self._row(names[seat], true.river)
        melds = tuple(self._meld(("meld", seat, at), meld) for at, meld in enumerate(true.melds))
        return replace(true, river=river, melds=melds)

    def _row(self, names: Sequence, tiles: Sequence[SeenTile]) -> tuple[SeenTile, ...]:
        read_tiles = (self._tile(name, tile) for name, tile in zip(names, tiles, strict=True))
        return tuple(tile for tile in read_tiles if self.random.random() >= self.rate * MISSED)

    def _meld(self, name: tuple, meld: SeenMeld) -> SeenMeld:
        tiles = tuple(
            self._tile((*name, at), tile)
            for at, tile in enumerate(meld.tiles)
            if self.random.random() >= self.rate * MISSED
        )
        added = None if meld.added is None else self._tile((*name, "added"), meld.added)
        return SeenMeld(tiles, added)

    def _tile(self, name: tuple, true: SeenTile) -> SeenTile:
        if true.tile is None:
            return true
        if name in self._last and self.random.random() >= LOOKED_AGAIN:
            return self._last[name]
        if name not in self._worn:
            is_worn = self.random.random() < self.rate / 2
            self._worn[name] = mistaken_for(true.tile, self.random) if is_worn else None
        seen = read(true.tile, self.random, self.rate, self._worn[name])
        is_turned = self.random.random() < self.rate * TURNED
        self._last[name] = replace(seen, sideways=true.sideways is not is_turned)
        return self._last[name]

    def _with_stray(self, seen: TableSeen) -> TableSeen:
        """Add a tile that is not there, as if a shadow or a hand had been taken for one."""
        seat = self.random.randrange(len(seen.seats))
        one = seen.seats[seat]
        at = self.random.choice((len(one.river), self.random.randint(0, len(one.river))))
        stray = SeenTile(self.random.choice(ALL), self.random.uniform(0.3, 0.75))
        river = (*one.river[:at], stray, *one.river[at:])
        return replace(seen, seats=(*seen.seats[:seat], replace(one, river=river), *seen.seats[seat + 1 :]))


def _names(kyoku: Kyoku) -> list[list[tuple]]:
    """A name for each tile in each river; it stays the same when other tiles are called away."""
    return [
        [("river", seat, at) for at, tile in enumerate(player.discards) if tile.called_by is None]
        for seat, player in enumerate(kyoku.players)
    ]
