"""Which of the open faces in the wall are the ura indicators of a riichi win (裏ドラ)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from companion.evidence.sights import SeenTile
from companion.reveals.numbers import ANOTHER_INDICATOR, FAINT_URA
from companion.reveals.shown_hand import Chances
from companion.riichi.facts import Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import Tile

__all__ = ["UraRead", "ura_due", "ura_readings"]


@dataclass(frozen=True, slots=True)
class UraRead:
    """One possible reading of the ura indicators."""

    tiles: tuple[Tile, ...]
    chance: float


def ura_due(kyoku: Kyoku, win: Won) -> int:
    """How many ura indicators are turned for this win: none without riichi, or where the house has none."""
    riichi = kyoku.players[win.seat].riichi
    if riichi is None or not riichi.is_accepted:
        return 0
    if kyoku.uses_ura_places:
        return 0  # their places have served for kan
    return kyoku.rules.ura_under(len(kyoku.wall.indicators))


def ura_readings(
    kyoku: Kyoku, win: Won, faces: Sequence[tuple[SeenTile, Chances]]
) -> tuple[UraRead, ...] | None:
    """What the ura indicators may be, the likeliest first.

    None: too few or too many faces lie open, or an indicator is not known: then it may be any of them.

    The faces are those of the indicators that were turned before, and the new ones among them.
    """
    due, told = ura_due(kyoku, win), kyoku.wall.indicators
    if not due:
        return (UraRead((), 1.0),)
    known = [tile for tile in told if tile is not None]
    if len(known) < len(told) or len(faces) != len(told) + due:
        return None
    new = max(combinations(range(len(faces)), due), key=lambda places: _fit(known, faces, places))
    return _ranked([faces[place][1] for place in new])


def _fit(known: Sequence[Tile], faces: Sequence[tuple[SeenTile, Chances]], new: tuple[int, ...]) -> float:
    """How well the faces that are not new match the indicators that are known."""
    old = [seen for place, (seen, _) in enumerate(faces) if place not in new]
    return prod(_likeness(tile, seen) for tile, seen in zip(known, old, strict=True))


def _likeness(tile: Tile, seen: SeenTile) -> float:
    return seen.confidence if seen.tile is tile else dict(seen.others).get(tile, ANOTHER_INDICATOR)


def _ranked(places: Sequence[Chances]) -> tuple[UraRead, ...]:
    """The likeliest tile at each place; then up to two others at the least certain place."""
    orders = [sorted(place, key=place.__getitem__, reverse=True) for place in places]
    if not all(orders):
        return (UraRead((), 0.0),)
    tiles = tuple(order[0] for order in orders)
    doubted = min(range(len(places)), key=lambda at: places[at][tiles[at]])
    others = (tile for tile in orders[doubted][1:3] if places[doubted][tile] > FAINT_URA)
    return tuple(
        _read(places, (*tiles[:doubted], tile, *tiles[doubted + 1 :])) for tile in (tiles[doubted], *others)
    )


def _read(places: Sequence[Chances], tiles: tuple[Tile, ...]) -> UraRead:
    return UraRead(tiles, prod(place[tile] for place, tile in zip(places, tiles, strict=True)))
