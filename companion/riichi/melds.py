"""What a player has laid beside the hand, and how its tiles lie on the table (副露)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.riichi.seats import Seat, distance
from companion.riichi.tiles import KINDS, Tile


class MeldKind(StrEnum):
    """The five ways to make a meld."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"

    @property
    def is_kan(self) -> bool:
        """Whether it is a kan: four tiles, a replacement tile, an indicator (槓)."""
        return self in _KANS


_KANS = frozenset({MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN})


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld. `called` is the tile taken from `giver`; an ankan has neither.

    Where nobody followed the turns, the giver of an open meld may be unknown and is None. A tile that
    nobody saw is None, so `own` always has the right length.
    """

    kind: MeldKind
    own: tuple[Tile | None, ...]
    """The tiles from the player's own hand; for a kakan the added tile comes last."""
    called: Tile | None = None
    giver: Seat | None = None
    is_late: bool = False
    """Told only afterwards, where nobody followed the turns: nobody knows when it was made."""

    @property
    def tiles(self) -> tuple[Tile | None, ...]:
        """All tiles of the meld, sorted, unseen ones last."""
        all_tiles = (*self.own, self.called) if self.is_open else self.own
        return tuple(sorted(all_tiles, key=_order))

    @property
    def is_open(self) -> bool:
        """Whether it opens the hand: everything but an ankan does."""
        return self.kind is not MeldKind.ANKAN

    @property
    def tile_kind(self) -> int | None:
        """The kind of its lowest seen tile, which names the meld; None where none was seen."""
        return min((tile.kind for tile in self.tiles if tile), default=None)


_OWN_TILES = {MeldKind.CHI: 2, MeldKind.PON: 2, MeldKind.DAIMINKAN: 3}


def is_callable(meld: Meld) -> bool:
    """Whether the seen tiles can be part of such a meld, called from a discard."""
    if len(meld.own) != _OWN_TILES[meld.kind]:
        return False
    kinds = sorted(tile.kind for tile in meld.tiles if tile is not None)
    if meld.kind is not MeldKind.CHI:
        return len(set(kinds)) <= 1
    if not kinds:
        return True
    is_one_suit = kinds[-1] < 27 and kinds[0] // 9 == kinds[-1] // 9
    return is_one_suit and len(set(kinds)) == len(kinds) and kinds[-1] - kinds[0] <= 2


def runs_with(kind: int) -> tuple[tuple[int, int, int], ...]:
    """The runs that have a tile of this kind, each by its kinds, the lowest run first (順子).

    >>> runs_with(1), runs_with(27)
    (((0, 1, 2), (1, 2, 3)), ())
    """
    starts = () if kind >= 27 else range(max(kind - 2, kind // 9 * 9), kind + 1)
    return tuple((start, start + 1, start + 2) for start in starts if start % 9 <= 6)


def _order(tile: Tile | None) -> tuple[int, bool]:
    return (KINDS, False) if tile is None else (tile.kind, tile.is_red)


@dataclass(frozen=True, slots=True)
class LaidTile:
    """One tile of a meld as it lies."""

    tile: Tile | None
    sideways: bool = False
    on_top: bool = False
    """It lies beside the sideways tile before it, farther from the owner (加槓)."""
    face_down: bool = False


def laid(meld: Meld, owner: Seat, players: int) -> tuple[LaidTile, ...]:
    """How the meld's tiles lie, left to right as their owner sees them; the sideways one tells who gave it.

    Left: from kamicha. Middle: from toimen. Right: from shimocha. A kakan's added tile lies
    beyond the sideways one, an ankan shows its two middle tiles [kan; naki]. Where nobody
    knows the giver, nothing is shown sideways.
    """
    if meld.is_open and meld.giver is None:
        return tuple(LaidTile(tile) for tile in meld.tiles)
    if meld.giver is None:
        return tuple(LaidTile(tile, face_down=at in (0, 3)) for at, tile in enumerate(meld.tiles))
    added = meld.own[-1:] if meld.kind is MeldKind.KAKAN else ()
    upright = [LaidTile(tile) for tile in sorted(meld.own[: len(meld.own) - len(added)], key=_order)]
    sideways = [
        LaidTile(meld.called, sideways=True),
        *(LaidTile(t, sideways=True, on_top=True) for t in added),
    ]
    place = sideways_place(distance(owner, meld.giver, players), players, len(upright))
    return (*upright[:place], *sideways, *upright[place:])


def sideways_place(steps_to_giver: int, players: int, upright: int) -> int:
    """The place of the called tile, from the left, beside this number of upright ones."""
    if steps_to_giver == players - 1:
        return 0
    return upright if steps_to_giver == 1 else 1
