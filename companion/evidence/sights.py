"""What lies on the table, in riichi words: seats, not sides; tiles, not labels. Nothing is concluded here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from companion.riichi.tiles import COPIES, Tile

__all__ = [
    "SeenMeld", "SeenSeat", "SeenTile", "TableSeen", "across_at", "is_half", "may_be_closed", "ways_of",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile as it lies."""

    tile: Tile | None
    """What it most likely is; None: a back, or nobody can read it."""
    confidence: float = 1.0
    is_back: bool = False
    sideways: bool = False
    """Sideways as its owner sees it: the seat in whose zone it lies."""
    others: tuple[tuple[Tile, float], ...] = ()
    """What else it may be, each with its chance."""
    crop: int = 0
    """The number of its picture; 0 where there is none."""
    is_hidden: bool = False
    """Whether something covers it now: it is given as it was last seen."""


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """Tiles that lie together beside a hand (副露)."""

    tiles: tuple[SeenTile, ...]
    """Left to right as the owner reads them."""
    added: SeenTile | None = None
    """The tile laid above the sideways one, where it is seen (加槓)."""


@dataclass(frozen=True, slots=True)
class SeenSeat:
    """What lies before one player."""

    river: tuple[SeenTile, ...] = ()
    """In reading order: row by row from the middle outward, each from the owner's left to right."""
    melds: tuple[SeenMeld, ...] = ()
    """The one laid first comes first: it lies nearest the corner."""
    showing: tuple[SeenTile, ...] = ()
    """A hand laid open, left to right."""
    loose: tuple[SeenTile, ...] = ()
    """Tiles before this player, but in no row and no meld: set down in passing."""
    aside: tuple[SeenTile, ...] = ()
    """Single tiles laid out beside the melds, in a game of three (北抜き)."""
    stick: bool = False
    """Whether a riichi stick is seen in front of the river; that none is seen means nothing (立直棒)."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The whole table at a moment at which something had come to rest."""

    at_ns: int
    seats: tuple[SeenSeat, ...]
    """By seat."""
    indicators: tuple[SeenTile, ...] = ()
    """Open faces in the walls, in the order in which they lie from the first one."""
    camera: str = "camera"
    has_walls: bool = True
    """False if no back lies in any wall: the table is cleared, or the walls are out of view."""
    stacks: float | None = field(default=None, compare=False)
    """How long all walls are together, in stacks; None where nothing is seen of them."""
    otherwise: tuple[tuple[float, TableSeen], ...] = field(default=(), compare=False)
    """Other readings, with a tile elsewhere or one more indicator, each with its cost in nats."""

    @property
    def shows_hand(self) -> bool:
        """Whether a hand lies open: then the ura indicators may, too (裏ドラ)."""
        return any(seat.showing for seat in self.seats)


def ways_of(seen: TableSeen) -> Iterator[tuple[float, TableSeen]]:
    """Each reading of where the tiles of a sighting belong, with what speaks against it, the given one first.

    Each knows the others, so that whichever is believed can be reconsidered.
    """
    yield 0.0, seen
    alone = replace(seen, otherwise=())
    for at, (cost, other) in enumerate(seen.otherwise):
        others = (*seen.otherwise[:at], *seen.otherwise[at + 1 :])
        back = ((-cost, alone), *((more - cost, one) for more, one in others))
        yield cost, replace(other, at_ns=seen.at_ns, otherwise=back)


def across_at(seen: SeenMeld) -> int | None:
    """Where the one sideways tile lies; None where none does, or more than one."""
    places = [at for at, tile in enumerate(seen.tiles) if tile.sideways]
    return places[0] if len(places) == 1 else None


def may_be_closed(seen: SeenMeld) -> bool:
    """Whether it lies like a closed kan (暗槓); one of its tiles may be hidden if another is a back."""
    is_enough = len(seen.tiles) >= COPIES - any(tile.is_back for tile in seen.tiles)
    return is_enough and len(seen.tiles) <= COPIES and across_at(seen) is None


def is_half(seen: SeenMeld) -> bool:
    """Whether one or two tiles are all that is seen of it: the others are hidden, or not laid yet."""
    return len(seen.tiles) + (seen.added is not None) <= 2
