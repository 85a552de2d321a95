"""How a table that a story makes differs from the table that is seen.

What a story lays in front of each player is compared with what is seen there; what is left over on either
side is what the story still has to explain. Nothing is proposed here. Stories share most of their tiles, so
in one look the same tiles are compared only once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.evidence import Said
from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.calls import Action
from companion.riichi.facts import Discarded
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.melds import Meld
from companion.riichi.player import Player, RiverTile
from companion.riichi.seats import SEATS, Seat
from companion.riichi.spots import Spot, SpotKind, discard_called_into, river_spots
from companion.riichi.tiles import Tile
from companion.scribe.melds import MeldFit, fit_meld
from companion.scribe.observations import absence, stray_meld, stray_tile
from companion.scribe.questions import Declined, Left, Sighted
from companion.scribe.rows import RowFit, SeenRow, fit_row
from companion.scribe.weights import MELD_DIFFERS, MISSED, STEADY, STRAY_SURE

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Look:
    """A sighting, and what is needed to judge it."""

    seen: TableSeen
    rests: Mapping[Left, int] = field(default_factory=dict)
    """At how many earlier rests each unexplained thing was seen already."""
    presses: tuple[Said, ...] = ()
    """What keys have said lately that is not told yet."""
    guesses: Mapping[Spot, Tile] = field(default_factory=dict)
    """What tiles in doubt most likely are: not written, but no other tile is taken for them."""
    gone: Mapping[Spot, int] = field(default_factory=dict)
    """At how many earlier rests a discard was not seen although the others in its river were."""
    declined: Declined = field(default_factory=Declined)
    """What people have said no to."""
    undeclared: tuple[int, ...] = ()
    """How many tiles of each river may lie either way, because their player has not declared riichi."""
    place: float = 0.0
    """In nats: what speaks against where this reading puts the tiles, compared with the likeliest one."""
    is_repeated: bool = False
    """Whether the last sighting is only weighed again, because a key was pressed."""
    known: dict[Hashable, tuple[Any, object]] = field(default_factory=dict, compare=False, repr=False)
    """What was compared already, with the compared values: while these are kept, their `id` is not reused."""

    @property
    def steady(self) -> int:
        """For how many rests something has not been explained."""
        return max(self.rests.values(), default=0)

    def rests_of(self, kind: str, seat: int, at: int) -> int:
        """At how many earlier rests this was seen and not explained."""
        return self.rests.get((kind, seat, at), 0)

    def once(self, name: Hashable, of: object, compare: Callable[[], T]) -> T:
        """What a comparison finds, made only once; its name is valid as long as the value `of` exists."""
        found = self.known.get(name)
        if found is None:
            found = self.known[name] = (compare(), of)
        compared: T = found[0]
        return compared

    def keys_of(self, seat: Seat) -> tuple[Action, ...]:
        """Which keys this player has pressed lately."""
        return tuple(said.action for said in self.presses if said.seat == seat)

    def has_press(self, seat: Seat, *actions: Action) -> bool:
        """Whether this player has pressed one of these keys lately."""
        return any(said.seat == seat and said.action in actions for said in self.presses)


@dataclass(frozen=True, slots=True)
class SeatFit:
    """What lies before one player, compared with what is seen there."""

    cost: float
    river: RowFit
    melds: tuple[tuple[int, int, MeldFit], ...]
    """Each told meld that is seen: its number, the number of the seen one, and how well they agree."""
    new_melds: tuple[int, ...]
    """The numbers of the seen melds that are none of those that were told."""
    more_aside: int
    """How many more tiles lie aside than were told (北抜き)."""
    least: float = 0.0
    """How much of `cost` no later fact can explain."""

    @property
    def is_open(self) -> bool:
        """Whether something is seen that the story does not explain."""
        return bool(self.river.new or self.new_melds or self.more_aside > 0) or any(
            fit.has_more for _, _, fit in self.melds
        )


@dataclass(frozen=True, slots=True)
class TableFit:
    """The whole table, compared with what is seen of it."""

    cost: float
    seats: tuple[SeatFit, ...]
    """Empty where nobody follows the turns: then only the indicators are compared."""
    indicators: RowFit
    seen: TableSeen
    """The reading of the table that it was compared with."""
    least: float = 0.0
    """How much of `cost` no later fact can explain."""

    @property
    def is_open(self) -> bool:
        """Whether something is seen that the story does not explain."""
        return bool(self.indicators.new) or any(seat.is_open for seat in self.seats)


def is_last_unseen(kyoku: Kyoku, fit: TableFit, seat: Seat) -> bool:
    """Whether the last tile of a river is not seen."""
    return len(kyoku.players[seat].river) - 1 in fit.seats[seat].river.unseen


def undeclared(kyoku: Kyoku, look: Look) -> tuple[int, ...]:
    """How many places of each river, from the first, may hold a sideways tile without riichi.

    0 once riichi is declared; once its key is pressed, those already told; else all that are seen.
    """
    return tuple(
        0
        if player.in_riichi
        else len(player.river if look.has_press(seat, Action.RIICHI) else look.seen.seats[seat].river)
        for seat, player in zip(SEATS, kyoku.players, strict=False)
    )


def fit_table(kyoku: Kyoku, look: Look) -> TableFit:
    """The table of a kyoku, compared with what is seen; made once per look."""
    return look.once(id(kyoku), kyoku, lambda: _fit_table(kyoku, look))


def _fit_table(kyoku: Kyoku, look: Look) -> TableFit:
    followed = 0 if kyoku.phase is Phase.UNFOLLOWED else len(kyoku.players)
    players = zip(SEATS, kyoku.players[:followed], strict=False)
    seats = tuple(_fit_seat(player, seat, len(kyoku.players), look) for seat, player in players)
    row = kyoku.wall.indicators
    indicators = look.once(("indicator", id(row)), row, lambda: _fit_indicators(row, look))
    cost = sum(seat.cost for seat in seats) + indicators.cost + look.place
    least = sum(seat.least for seat in seats) + indicators.least + look.place
    return TableFit(cost, seats, indicators, look.seen, least)


def _fit_indicators(indicators: Sequence[Tile | None], look: Look) -> RowFit:
    row = [RiverTile(tile) for tile in indicators]
    missed = [absence(tile, look.steady) for tile in indicators]
    return fit_row(row, _seen_row(look.seen.indicators, ("indicator", 0), look), missed)


def _fit_seat(player: Player, seat: Seat, players: int, look: Look) -> SeatFit:
    laid, melds = player.discards, player.melds
    name = ("seat", seat, id(laid), id(melds), player.kita)
    return look.once(name, (laid, melds), lambda: _fit_laid(player, seat, players, look))


def _fit_laid(player: Player, seat: Seat, players: int, look: Look) -> SeatFit:
    laid, melds = player.discards, player.melds
    river = look.once(("river", seat, id(laid)), laid, lambda: _fit_river(laid, seat, look))
    matched, new_melds, melds_cost, melds_least = look.once(
        ("melds", seat, id(melds)), melds, lambda: _fit_melds(melds, seat, players, look)
    )
    more_aside = len(look.seen.seats[seat].aside) - player.kita
    aside_missed = MISSED * max(0, -more_aside)
    cost = river.cost + melds_cost + STRAY_SURE * max(0, more_aside) + aside_missed
    least = river.least + melds_least + aside_missed
    return SeatFit(cost, river, matched, new_melds, more_aside, least)


def _fit_river(discards: Sequence[RiverTile], seat: Seat, look: Look) -> RowFit:
    """One river; a tile in doubt counts as what it most likely is."""
    row, missed = list[RiverTile](), list[float]()
    steady = look.steady
    guesses = {spot.number: tile for spot, tile in look.guesses.items() if spot.seat == seat}
    gone = {spot.number: rests for spot, rests in look.gone.items() if spot.seat == seat}
    for number, one in enumerate(discards):
        if one.called_by is None:
            tile = one.tile or guesses.get(number)
            row.append(one if one.tile is tile else replace(one, tile=tile))
            missed.append(absence(tile, steady + gone.get(number, 0)))
    seen = _seen_row(look.seen.seats[seat].river, ("river", seat), look)
    return fit_row(row, seen, missed)


def _seen_row(seen: Sequence[SeenTile], name: tuple[str, int], look: Look) -> SeenRow:
    """A seen row; `name` is `river` or `indicator`, and the seat."""

    def weighed() -> SeenRow:
        kind, seat = name
        either_way = look.undeclared[seat] if kind == "river" and look.undeclared else 0
        stray = [stray_tile(one, look.rests_of(*name, at)) for at, one in enumerate(seen)]
        laid = [Discarded(Seat(seat), one.tile) for one in seen] if kind == "river" else []
        others = {at: one in look.declined.lying for at, one in enumerate(laid) if one in look.declined.facts}
        return SeenRow(seen, stray, either_way, others)

    return look.once(("seen", name), seen, weighed)


def _fit_melds(
    told: Sequence[Meld], seat: Seat, players: int, look: Look
) -> tuple[tuple[tuple[int, int, MeldFit], ...], tuple[int, ...], float, float]:
    left = list(range(len(look.seen.seats[seat].melds)))
    matched: list[tuple[int, int, MeldFit]] = []
    cost = least = 0.0
    for number, meld in enumerate(told):
        fits = [(_fit_meld(meld, seat, players, at, look), at) for at in left]
        best = min(fits, key=lambda fit: (fit[0].cost, fit[1]), default=None)
        if best is None or best[0].cost >= MELD_DIFFERS + STRAY_SURE:
            cost += MELD_DIFFERS
            continue
        left.remove(best[1])
        matched.append((number, best[1], best[0]))
        cost += best[0].cost + best[0].has_more * STEADY * look.rests_of("added", seat, number)
        least += 0.0 if best[0].has_more else best[0].cost
    there = look.seen.seats[seat].melds
    cost += sum(stray_meld(there[at], look.rests_of("meld", seat, at)) for at in left)
    return tuple(matched), tuple(left), cost, least


def _fit_meld(meld: Meld, seat: Seat, players: int, at: int, look: Look) -> MeldFit:
    seen = look.seen.seats[seat].melds[at]
    return look.once(("meld", seat, id(meld), at), meld, lambda: fit_meld(meld, seat, players, seen))


def leftover(fit: TableFit) -> Mapping[Left, Sighted]:
    """What is seen and not explained, in which place it is seen, and the faces that are read there.

    In a row it is named by the place it would have in what was told: so the next rest recognises it even if
    another tile of the row is hidden then. A meld is named by its place among those that are seen.
    """
    found: dict[Left, Sighted] = {}
    seats = [*enumerate(zip(fit.seats, fit.seen.seats, strict=False))]
    rivers = [("river", seat, one.river, there.river) for seat, (one, there) in seats]
    for kind, seat, row, seen in (("indicator", 0, fit.indicators, fit.seen.indicators), *rivers):
        told = len(row.pairs) + len(row.unseen)
        for number, at in enumerate(row.new):
            found[kind, seat, told + number] = (kind, seat, at), (seen[at].tile,)
    for seat, (one, there) in seats:
        melds = {("meld", seat, at): there.melds[at].tiles for at in one.new_melds}
        found |= {left: (left, tuple(tile.tile for tile in tiles)) for left, tiles in melds.items()}
        others = [("added", seat, number) for number, _, meld in one.melds if meld.has_more]
        others += [("aside", seat, 0)] * (one.more_aside > 0)
        found |= {left: (left, ()) for left in others}
    return found


def readings_of(kyoku: Kyoku, fit: TableFit) -> Iterator[tuple[Spot, SeenTile]]:
    """Every tile of the kyoku that is seen, with what is read of it."""
    seen = fit.seen
    for one, other in fit.indicators.pairs:
        yield Spot(SpotKind.INDICATOR, SEATS[0], one), seen.indicators[other]
    for number, seat_fit in enumerate(fit.seats):
        seat = SEATS[number]
        spots = river_spots(kyoku, seat)
        for one, other in seat_fit.river.pairs:
            yield spots[one][0], seen.seats[seat].river[other]
        for meld, _, meld_fit in seat_fit.melds:
            called = discard_called_into(kyoku, seat, meld)
            if called is not None and meld_fit.called is not None:
                yield called, meld_fit.called
            yield from _own(seat, meld, meld_fit.own)


def _own(seat: Seat, meld: int, own: Sequence[SeenTile | None]) -> Iterator[tuple[Spot, SeenTile]]:
    for at, one in enumerate(own):
        if one is not None:
            yield Spot(SpotKind.OWN, seat, meld, at), one
