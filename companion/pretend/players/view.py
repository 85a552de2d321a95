"""What one player at the pretend table can know: their own hand and what lies open, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.pretend.players.dealer import kinds_out_of_play
from companion.riichi.kyoku import Kyoku, Offer
from companion.riichi.melds import Meld
from companion.riichi.player import Player
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, in_turn_order_after
from companion.riichi.shape import Counts, counts_of
from companion.riichi.tiles import COPIES, KINDS, NORTH, Tile, dora_for

DRAGONS = frozenset({31, 32, 33})


@dataclass(frozen=True, slots=True)
class Rival:
    """Another player, as seen from across the table."""

    in_riichi: bool
    safe: frozenset[int]
    """Kinds this player cannot win on (現物): their discards, and those that passed since riichi."""


@dataclass(frozen=True, slots=True)
class View:
    """One player's side of the table."""

    rules: RuleSet
    seat: Seat
    is_dealer: bool
    hand: tuple[Tile, ...]
    """The concealed tiles, the drawn one last."""
    drawn: Tile | None
    counts: Counts
    """The concealed tiles by kind."""
    melds: tuple[Meld, ...]
    kita: int
    is_menzen: bool
    in_riichi: bool
    visible: Counts
    """How many tiles of each kind this player sees anywhere, their own hand included.

    Kinds that are out of play (with three players) count as seen four times.
    """
    dora: Counts
    """How many dora a tile of each kind counts, red fives aside."""
    yakuhai: frozenset[int]
    """Dragons, the round wind and the seat wind (役牌)."""
    own_discards: frozenset[int]
    """The kinds of all that this player discarded, called away or not: they make furiten (振聴)."""
    rivals: tuple[Rival, ...]
    live: int
    """How many live tiles are left."""
    first_discards: tuple[int, ...]
    """The kinds discarded so far while nobody has called or declared a kan or kita; () later."""

    @property
    def threats(self) -> tuple[Rival, ...]:
        """Those in riichi."""
        return tuple(rival for rival in self.rivals if rival.in_riichi)

    def dora_of(self, tile: Tile) -> int:
        """How many dora a tile counts, one more if it is red."""
        return self.dora[tile.kind] + tile.is_red

    @property
    def dora_held(self) -> int:
        """Dora in hand and melds, and the norths set aside, each of which is one more."""
        laid = sum(self.dora_of(tile) for meld in self.melds for tile in meld.tiles if tile)
        aside = self.kita * (self.dora_of(NORTH) + 1)
        return laid + aside + sum(map(self.dora_of, self.hand))


def look(kyoku: Kyoku, seat: Seat) -> View:
    """The table as seen from one seat; the others' concealed tiles are never looked at."""
    me = kyoku.players[seat]
    hand = me.known_hand or ()
    counts = counts_of(hand)
    others = in_turn_order_after(seat, kyoku.rules.players)
    return View(
        rules=kyoku.rules,
        seat=seat,
        is_dealer=seat == kyoku.dealer,
        hand=hand,
        drawn=me.drawn,
        counts=counts,
        melds=me.melds,
        kita=me.kita,
        is_menzen=me.is_menzen,
        in_riichi=me.in_riichi,
        visible=_visible(kyoku, counts),
        dora=_dora(kyoku),
        yakuhai=DRAGONS | {kyoku.round_wind.kind, kyoku.seat_wind(seat).kind},
        own_discards=frozenset(discard.tile.kind for discard in me.discards if discard.tile),
        rivals=tuple(_rival(kyoku, other) for other in others),
        live=kyoku.wall.live or 0,
        first_discards=_kinds(kyoku.offers) if kyoku.is_untouched else (),
    )


def _visible(kyoku: Kyoku, own: Counts) -> Counts:
    seen = list(own)
    for tile in _laid_open(kyoku):
        if tile is not None:
            seen[tile.kind] += 1
    for kind in kinds_out_of_play(kyoku.rules):
        seen[kind] = COPIES
    return tuple(seen)


def _laid_open(kyoku: Kyoku) -> Iterator[Tile | None]:
    yield from kyoku.wall.indicators
    for player in kyoku.players:
        for discard in player.discards:
            if discard.called_by is None:
                yield discard.tile
        for meld in player.melds:
            yield from meld.own
            yield meld.called
        yield from (NORTH,) * player.kita


def _dora(kyoku: Kyoku) -> Counts:
    counts = [0] * KINDS
    for indicator in kyoku.wall.indicators:
        if indicator is not None:
            counts[dora_for(indicator, kyoku.rules.players).kind] += 1
    return tuple(counts)


def _rival(kyoku: Kyoku, seat: Seat) -> Rival:
    player = kyoku.players[seat]
    safe = {discard.tile.kind for discard in player.discards if discard.tile}
    return Rival(
        in_riichi=player.in_riichi,
        safe=frozenset(safe | _passed_since_riichi(kyoku, player)),
    )


def _passed_since_riichi(kyoku: Kyoku, player: Player) -> set[int]:
    if player.riichi is None:
        return set()
    return set(_kinds(kyoku.offers[player.riichi.offers_before :]))


def _kinds(offers: Iterable[Offer]) -> tuple[int, ...]:
    return tuple(offer.tile.kind for offer in offers if offer.tile)
