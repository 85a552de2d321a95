"""The kyoku and its seats as the page draws them; tiles are text with marks, and hands are not shown.

A river tile is its text, then `_` for tsumogiri, `*` for sideways, `'` for called away. A meld
tile is its text, then `-` for sideways, `+` for stacked on the sideways tile before it, `x` for
face down. A tile that nobody saw is `?`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.projections.wall_view import tile_text
from companion.riichi.game_end import places
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import LaidTile, Meld, laid
from companion.riichi.player import Player, RiverTile
from companion.riichi.seats import Seat, Wind, seats, wind_of


@dataclass(frozen=True, slots=True)
class OfferView:
    """The tile that may be called or won on now."""

    seat: int
    tile: str
    kind: str


@dataclass(frozen=True, slots=True)
class KyokuView:
    """Which deal it is and what the table waits for (局)."""

    deal: int
    """Which deal of the game it is, from 1: two deals may have the same name, but never the same number."""
    round_wind: str
    number: int
    honba: int
    kyoutaku: int
    name: str
    phase: str
    turn: int
    offer: OfferView | None
    hands_left: int | None
    """Once time has been called: how many hands are still to be played, including this one."""


@dataclass(frozen=True, slots=True)
class RiichiView:
    """A declared riichi; `accepted` once its stick lies on the table (立直)."""

    double: bool | None
    """None here and below: nobody followed the turns, so nobody knows."""
    open: bool
    accepted: bool
    ippatsu: bool | None


@dataclass(frozen=True, slots=True)
class MeldView:
    """One meld as it lies, left to right (副露)."""

    kind: str
    giver: int | None = field(metadata={"json": "from"})
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player as everybody at the table sees them (席)."""

    seat: int
    name: str
    wind: str
    points: int
    dealer: bool
    riichi: RiichiView | None
    river: tuple[str, ...]
    melds: tuple[MeldView, ...]
    kita: int
    hand: int
    """How many concealed tiles; never which."""
    place: int
    dead: bool
    """Whether the hand was declared dead (アガリ放棄)."""
    away: bool
    """Whether the player is away now."""
    wareme: bool
    """Whether the wall was broken in front of this player (割れ目)."""
    chips: int
    """Chips received in this game, minus those given away (祝儀)."""


def kyoku_view(hanchan: Hanchan, kyoku: Kyoku) -> KyokuView:
    """The deal in words and numbers. Sticks are those of the running kyoku, otherwise those of the game."""
    offer, running = kyoku.offer, hanchan.running
    return KyokuView(
        deal=hanchan.dealt,
        round_wind=kyoku.round_wind.letter,
        number=kyoku.number,
        honba=kyoku.honba,
        kyoutaku=hanchan.kyoutaku if running is None else running.kyoutaku,
        name=kyoku.name,
        phase=kyoku.phase.value,
        turn=kyoku.turn,
        offer=None if offer is None else OfferView(offer.seat, tile_text(offer.tile), offer.kind.value),
        hands_left=kyoku.hands_left,
    )


def seat_views(hanchan: Hanchan, kyoku: Kyoku | None) -> tuple[SeatView, ...]:
    """All seats in turn order. Points are those of the running kyoku, otherwise those of the game."""
    rules, running = hanchan.rules, hanchan.running
    points = hanchan.points if running is None else running.points
    place_of = places(points, rules)
    return tuple(
        _seat_view(hanchan, kyoku, seat, points[seat], place_of[seat]) for seat in seats(rules.players)
    )


def _seat_view(hanchan: Hanchan, kyoku: Kyoku | None, seat: Seat, points: int, place: int) -> SeatView:
    player = Player(hand=()) if kyoku is None else kyoku.players[seat]
    wind = _wind(hanchan, kyoku, seat)
    return SeatView(
        seat=seat,
        name=(hanchan.names[seat] if seat < len(hanchan.names) else "") or wind.letter,
        wind=wind.letter,
        points=points,
        dealer=wind is Wind.EAST,
        riichi=_riichi_view(player),
        river=tuple(river_text(tile) for tile in player.discards),
        melds=tuple(_meld_view(meld, seat, hanchan.rules.players) for meld in player.melds),
        kita=player.kita,
        hand=len(player.hand),
        place=place,
        dead=player.is_dead,
        away=seat in hanchan.sitting.away,
        wareme=kyoku is not None and kyoku.wareme == seat,
        chips=hanchan.extras.chips[seat] + (0 if hanchan.running is None else hanchan.running.chips[seat]),
    )


def _wind(hanchan: Hanchan, kyoku: Kyoku | None, seat: Seat) -> Wind:
    if kyoku is not None:
        return kyoku.seat_wind(seat)
    dealer = hanchan.next_deal.dealer if hanchan.next_deal else Seat(0)
    return wind_of(seat, dealer, hanchan.rules.players)


def _riichi_view(player: Player) -> RiichiView | None:
    riichi = player.riichi
    if riichi is None:
        return None
    return RiichiView(riichi.is_double, riichi.is_open, riichi.is_accepted, riichi.ippatsu)


def river_text(tile: RiverTile) -> str:
    """A discard and how it lies.

    >>> river_text(RiverTile(None, tsumogiri=True, sideways=True))
    '?_*'
    """
    marks = (("_", tile.tsumogiri), ("*", tile.sideways), ("'", tile.called_by is not None))
    return tile_text(tile.tile) + "".join(mark for mark, holds in marks if holds)


def _meld_view(meld: Meld, owner: Seat, players: int) -> MeldView:
    return MeldView(
        kind=meld.kind.value,
        giver=meld.giver,
        tiles=tuple(_laid_text(tile) for tile in laid(meld, owner, players)),
    )


def _laid_text(tile: LaidTile) -> str:
    mark = "+" if tile.on_top else "-" if tile.sideways else "x" if tile.face_down else ""
    return tile_text(tile.tile) + mark
