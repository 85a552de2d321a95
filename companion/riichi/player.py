"""One player in one kyoku: hand as far as it is known, melds, river, riichi."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from companion.riichi.melds import Meld, MeldKind
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile

Hand = tuple[Tile | None, ...]
"""Concealed tiles; None for each that nobody saw, which at a real table is all of them (手牌)."""


@dataclass(frozen=True, slots=True)
class RiverTile:
    """A discard where it was laid (河). `called_by` says who took it away."""

    tile: Tile | None
    tsumogiri: bool | None = None
    sideways: bool = False
    called_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class RiichiState:
    """A declared riichi; it is accepted once the discard has passed (立直)."""

    is_double: bool | None = False
    """Double riichi (両立直); None: nobody followed the turns, so nobody knows."""
    is_open: bool = False
    is_accepted: bool = False
    ippatsu: bool | None = False
    """Ippatsu is still possible (一発): no call, and no later discard. None: nobody followed the turns."""
    offers_before: int = 0
    """How many tiles had been offered for ron when riichi was declared."""
    allowed: frozenset[Reason] = frozenset()
    """Rules that the table waived for this riichi and its kans; not checked again at the reveal."""


@dataclass(frozen=True, slots=True)
class Player:
    """What the table knows of one player in this kyoku."""

    hand: Hand = (None,) * 13
    """Concealed tiles in no particular order, the drawn one last; None for each that nobody saw."""
    drawn: Tile | None = None
    """The tile just drawn, while it is held and known."""
    melds: tuple[Meld, ...] = ()
    discards: tuple[RiverTile, ...] = ()
    """All ever discarded; those called away are marked."""
    riichi: RiichiState | None = None
    kita: int = 0
    offers_before_turn: int = 0
    """How many tiles had been offered for ron when this player last drew or called."""
    pao: tuple[tuple[str, Seat], ...] = ()
    """Each yakuman whose sets are complete in melds, and who fed the last one (包)."""
    is_dead: bool = False
    """The hand was declared dead (アガリ放棄): it cannot win, and is noten at a draw."""

    @property
    def known_hand(self) -> tuple[Tile, ...] | None:
        """The concealed tiles where all of them are known, as in a record; else None."""
        return None if None in self.hand else cast("tuple[Tile, ...]", self.hand)

    @property
    def is_menzen(self) -> bool:
        """Whether the hand is closed (門前): no meld but closed kans."""
        return all(meld.kind is MeldKind.ANKAN for meld in self.melds)

    @property
    def in_riichi(self) -> bool:
        """Whether a riichi was declared, accepted or not."""
        return self.riichi is not None

    @property
    def must_show(self) -> bool:
        """Whether a tenpai hand has to be shown at a draw: after riichi, unless the hand is dead."""
        return self.in_riichi and not self.is_dead

    @property
    def river(self) -> tuple[RiverTile, ...]:
        """What lies in the river now."""
        return tuple(discard for discard in self.discards if discard.called_by is None)

    @property
    def kans(self) -> int:
        """How many kans this player has made."""
        return sum(meld.kind.is_kan for meld in self.melds)

    @property
    def owes_sideways_tile(self) -> bool:
        """Whether the next discard is laid sideways: riichi, and no sideways tile lies in the river.

        An accepted riichi for which no sideways tile is on record was declared while nobody followed
        the turns: its tile already lies in the river.
        """
        if self.riichi is None or any(tile.sideways for tile in self.river):
            return False
        return not self.riichi.is_accepted or any(tile.sideways for tile in self.discards)
