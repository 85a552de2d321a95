"""見比べ: how a table that a story makes differs from the table that is seen.

Two rows of tiles are laid beside each other as they agree best; what is left over on either side is what a
story still has to explain. Nothing is proposed here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.evidence import Said
from companion.riichi.calls import Action
from companion.riichi.kyoku import Kyoku
from companion.riichi.player import Player, RiverTile
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import Tile
from companion.scribe.melding import MeldFit, fit_meld
from companion.scribe.predict import Spot, river_spots
from companion.scribe.readings import against
from companion.scribe.sights import SeenTile, TableSeen
from companion.scribe.weights import (
    ACROSS_LAID_STRAIGHT,
    MELD_MISSED,
    MELD_STRAY,
    MISSED,
    NEVER_SEEN,
    STEADY,
    STILL_MISSED,
    STRAIGHT_LAID_ACROSS,
    STRAY,
    STRAY_SURE,
    SURE,
)

__all__ = ["Left", "Look", "RowFit", "SeatFit", "TableFit", "fit_row", "fit_table", "leftover"]

AGREES: Final = 0.7
STRAIGHT_ON: Final = 2.4
"""As long as less speaks against it, tile beside tile, no other way to lay the rows can be better."""


Left = tuple[str, int, int]
"""Something that is seen and not explained: of which kind, before whom, in which place."""


@dataclass(frozen=True, slots=True)
class Look:
    """A sighting, and what it is looked at with."""

    seen: TableSeen
    rests: Mapping[Left, int] = field(default_factory=dict)
    """At how many rests before what is not explained was seen already."""
    presses: tuple[Said, ...] = ()
    """What was said by keys lately and is not told yet."""
    guesses: Mapping[Spot, Tile] = field(default_factory=dict)
    """What tiles in doubt most likely are: nobody has been told, but another tile is not taken for them."""
    gone: Mapping[Spot, int] = field(default_factory=dict)
    """At how many rests before a discard was not seen although the rest of its river was."""
    is_repeated: bool = False
    """The table is not seen anew: a key was pressed, and what was seen last is weighed again."""
    known: dict[tuple[int, ...], tuple[SeatFit, object]] = field(default_factory=dict, compare=False)
    """What was compared already, with the tiles themselves, so that they keep their names while it lasts."""

    @property
    def steady(self) -> int:
        """For how many rests something has not been explained."""
        return max(self.rests.values(), default=0)

    def rests_of(self, kind: str, seat: int, at: int) -> int:
        """At how many rests before this was seen already, and not explained."""
        return self.rests.get((kind, seat, at), 0)

    def has_press(self, seat: Seat, *actions: Action) -> bool:
        """Whether this player has pressed one of these keys lately."""
        return any(said.seat == seat and said.action in actions for said in self.presses)


@dataclass(frozen=True, slots=True)
class RowFit:
    """A row of tiles beside what is seen of it."""

    cost: float
    pairs: tuple[tuple[int, int], ...]
    """Which tile of the row is which of the seen ones."""
    new: tuple[int, ...]
    """Seen after the last tile of the row that is seen: perhaps laid since."""
    strays: tuple[int, ...]
    """Seen in between."""
    unseen: tuple[int, ...]
    """Of the row, and not seen."""


@dataclass(frozen=True, slots=True)
class SeatFit:
    """What lies before one player, beside what is seen there."""

    cost: float
    river: RowFit
    melds: tuple[tuple[int, int, MeldFit], ...]
    """Which meld is which of the seen ones, and how well."""
    new_melds: tuple[int, ...]
    more_aside: int
    """北抜き How many more tiles lie aside than were told."""

    @property
    def is_open(self) -> bool:
        """Whether something is seen that the story does not explain."""
        return bool(self.river.new or self.new_melds or self.more_aside > 0) or any(
            fit.has_more for _, _, fit in self.melds
        )


@dataclass(frozen=True, slots=True)
class TableFit:
    """The whole table beside what is seen of it."""

    cost: float
    seats: tuple[SeatFit, ...]
    indicators: RowFit

    @property
    def is_open(self) -> bool:
        """Whether something is seen that the story does not explain."""
        return bool(self.indicators.new) or any(seat.is_open for seat in self.seats)


def fit_table(kyoku: Kyoku, look: Look) -> TableFit:
    """The table of a kyoku beside what is seen."""
    seats = tuple(_fit_seat(kyoku, SEATS[seat], look) for seat in range(len(kyoku.players)))
    indicators = _fit_indicators(kyoku, look)
    return TableFit(sum(seat.cost for seat in seats) + indicators.cost, seats, indicators)


def _fit_indicators(kyoku: Kyoku, look: Look) -> RowFit:
    row = [RiverTile(tile) for tile in kyoku.wall.indicators]
    return fit_row(row, look.seen.indicators, look, ("indicator", 0))


def _fit_seat(kyoku: Kyoku, seat: Seat, look: Look) -> SeatFit:
    """What lies before one player beside what is seen there; the same tiles are compared once in a look."""
    player = kyoku.players[seat]
    key = (seat, id(player.discards), id(player.melds), player.kita)
    known = look.known.get(key)
    if known is None:
        known = (fit_seat(kyoku, seat, look), (player.discards, player.melds))
        look.known[key] = known
    return known[0]


def fit_seat(kyoku: Kyoku, seat: Seat, look: Look) -> SeatFit:
    """What lies before one player beside what is seen there."""
    player, seen = kyoku.players[seat], look.seen.seats[seat]
    row = _river(kyoku, seat, look)
    river = fit_row(row, seen.river, look, ("river", seat), _gone(kyoku, seat, look))
    matched, new_melds, melds_cost = _fit_melds(player, seat, kyoku.rules.players, look)
    more_aside = len(seen.aside) - player.kita
    aside_cost = STRAY_SURE * max(0, more_aside) + MISSED * max(0, -more_aside)
    return SeatFit(river.cost + melds_cost + aside_cost, river, matched, new_melds, more_aside)


def _gone(kyoku: Kyoku, seat: Seat, look: Look) -> Mapping[int, int]:
    """By the place in the river: at how many rests before a discard was not seen."""
    if not look.gone:
        return {}
    spots = enumerate(spot for spot, _ in river_spots(kyoku, seat))
    return {at: look.gone[spot] for at, spot in spots if spot in look.gone}


def _river(kyoku: Kyoku, seat: Seat, look: Look) -> Sequence[RiverTile]:
    """What lies in a river, a tile in doubt as what it most likely is."""
    if not look.guesses:
        return kyoku.players[seat].river
    return tuple(
        replace(one, tile=look.guesses[spot]) if one.tile is None and spot in look.guesses else one
        for spot, one in river_spots(kyoku, seat)
    )


def _fit_melds(
    player: Player, seat: Seat, players: int, look: Look
) -> tuple[tuple[tuple[int, int, MeldFit], ...], tuple[int, ...], float]:
    seen = look.seen.seats[seat].melds
    left = list(range(len(seen)))
    matched: list[tuple[int, int, MeldFit]] = []
    cost = 0.0
    for number, meld in enumerate(player.melds):
        fits = [(fit_meld(meld, seat, players, seen[at]), at) for at in left]
        best = min(fits, key=lambda fit: (fit[0].cost, fit[1]), default=None)
        if best is None or best[0].cost >= MELD_MISSED + MELD_STRAY:
            cost += MELD_MISSED
            continue
        left.remove(best[1])
        matched.append((number, best[1], best[0]))
        cost += best[0].cost + best[0].has_more * STEADY * look.rests_of("added", seat, number)
    cost += sum(MELD_STRAY + STEADY * look.rests_of("meld", seat, at) for at in left)
    return tuple(matched), tuple(left), cost


def against_lying(laid: RiverTile, seen: SeenTile) -> float:
    """What speaks against a seen tile being the one that was laid there."""
    if laid.tile is seen.tile and laid.sideways is seen.sideways:
        return 0.0
    cost = against(seen, laid.tile)
    if laid.sideways is not seen.sideways and not seen.is_hidden:
        cost += STRAIGHT_LAID_ACROSS if laid.sideways else ACROSS_LAID_STRAIGHT
    return cost


def _stray(seen: SeenTile, steady: int) -> float:
    return (STRAY_SURE if seen.confidence >= SURE else STRAY) + STEADY * steady


def _missed(tile: Tile | None, steady: int) -> float:
    return NEVER_SEEN if tile is None else MISSED + STILL_MISSED * steady


def fit_row(
    row: Sequence[RiverTile],
    seen: Sequence[SeenTile],
    look: Look,
    name: tuple[str, int],
    gone: Mapping[int, int] | None = None,
) -> RowFit:
    """A row of tiles beside a seen row, both in their order, as they agree best."""
    gone = gone or {}
    both = min(len(row), len(seen))
    stray = [_stray(one, look.rests_of(*name, at)) for at, one in enumerate(seen)]
    cost = sum(against_lying(laid, one) for laid, one in zip(row, seen, strict=False))
    if len(row) <= len(seen) and cost < STRAIGHT_ON:
        pairs = [(at, at) for at in range(both)]
        return RowFit(cost + sum(stray[both:]), tuple(pairs), tuple(range(both, len(seen))), (), ())
    start = _alike(row, seen, both, AGREES)
    end = _alike(row[::-1], seen[::-1], both - start, 0.0)
    cost = sum(against_lying(row[at], seen[at]) for at in range(start))
    missed = [_missed(laid.tile, look.steady + gone.get(at, 0)) for at, laid in enumerate(row)]
    mine, theirs = slice(start, len(row) - end), slice(start, len(seen) - end)
    rest_cost, rest = _best_pairs(row[mine], seen[theirs], missed[mine], stray[theirs])
    pairs = [(at, at) for at in range(start)] + [(start + one, start + other) for one, other in rest]
    pairs += [(len(row) - at, len(seen) - at) for at in range(end, 0, -1)]
    return _row_fit(len(row), len(seen), cost + rest_cost, pairs)


def _alike(row: Sequence[RiverTile], seen: Sequence[SeenTile], most: int, cost: float) -> int:
    """How many tiles from the beginning are surely the same.

    One that nobody has read yet may be any that lies near it: only those after it say that it is this one.
    """
    alike = 0
    for at in range(most):
        if at > alike + 1:
            break
        if row[at].tile is not None:
            if against_lying(row[at], seen[at]) > cost:
                break
            alike = at + 1
    return alike


def _row_fit(row: int, seen: int, cost: float, pairs: Sequence[tuple[int, int]]) -> RowFit:
    end = pairs[-1][1] + 1 if pairs else 0
    taken = {other for _, other in pairs}
    matched = {one for one, _ in pairs}
    strays = tuple(at for at in range(end) if at not in taken)
    return RowFit(
        cost,
        tuple(pairs),
        tuple(range(end, seen)),
        strays,
        tuple(at for at in range(row) if at not in matched),
    )


def _best_pairs(
    row: Sequence[RiverTile], seen: Sequence[SeenTile], missed: Sequence[float], stray: Sequence[float]
) -> tuple[float, list[tuple[int, int]]]:
    """The cheapest way to lay two rows beside each other, from their ends to their beginnings."""
    costs = [[0.0] * (len(seen) + 1) for _ in range(len(row) + 1)]
    steps = [[(0, 1)] * (len(seen) + 1) for _ in range(len(row) + 1)]
    for one in range(len(row), -1, -1):
        for other in range(len(seen), -1, -1):
            # Of ways that cost the same the first counts: tiles are paired early, and what is new lies last.
            ways = []
            if one < len(row) and other < len(seen):
                cost = against_lying(row[one], seen[other]) + costs[one + 1][other + 1]
                ways.append((cost, (1, 1)))
            if one < len(row):
                ways.append((missed[one] + costs[one + 1][other], (1, 0)))
            if other < len(seen):
                ways.append((stray[other] + costs[one][other + 1], (0, 1)))
            if ways:
                costs[one][other], steps[one][other] = min(ways, key=_first)
    return costs[0][0], _walk(steps)


def _first(way: tuple[float, tuple[int, int]]) -> float:
    return way[0]


def _walk(steps: Sequence[Sequence[tuple[int, int]]]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    one = other = 0
    while one < len(steps) - 1 or other < len(steps[0]) - 1:
        step = steps[one][other]
        if step == (1, 1):
            pairs.append((one, other))
        one, other = one + step[0], other + step[1]
    return pairs


def leftover(fit: TableFit) -> frozenset[Left]:
    """What is seen and not explained, so that one can say whether it is still there at the next rest."""
    found = [("indicator", 0, at) for at in fit.indicators.new]
    for seat, one in enumerate(fit.seats):
        found += [("river", seat, at) for at in one.river.new]
        found += [("meld", seat, at) for at in one.new_melds]
        found += [("added", seat, number) for number, _, meld in one.melds if meld.has_more]
        found += [("aside", seat, 0)] * (one.more_aside > 0)
    return frozenset(found)
