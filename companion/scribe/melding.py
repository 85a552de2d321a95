"""How well a told meld and a seen one agree, tile by tile. One meld at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from companion.riichi.melds import LaidTile, Meld, MeldKind, laid
from companion.riichi.seats import Seat
from companion.riichi.tiles import COPIES, Tile
from companion.scribe.readings import against
from companion.scribe.sights import SeenMeld, SeenTile
from companion.scribe.weights import (
    MELD_DIFFERS,
    MELD_NONE_ACROSS,
    MELD_OTHER_ACROSS,
    MELD_TILE_MISSED,
    NEVER_SEEN,
    STRAY,
    SURE,
)

__all__ = ["MeldFit", "across_at", "fit_meld", "is_half", "own_readings", "without_shadow"]


@dataclass(frozen=True, slots=True)
class MeldFit:
    """How a seen meld is explained by one that was told."""

    cost: float
    called: SeenTile | None = None
    """What was read of the tile that was taken."""
    own: tuple[SeenTile | None, ...] = ()
    """What was read of each of the meld's own tiles, in their order."""
    has_more: bool = False
    """Whether one tile more is seen than was told: perhaps it was added."""


def across_at(seen: SeenMeld) -> int | None:
    """Where the one sideways tile lies; None where none does, or more than one."""
    places = [at for at, tile in enumerate(seen.tiles) if tile.sideways]
    return places[0] if len(places) == 1 else None


def is_half(seen: SeenMeld) -> bool:
    """Whether one or two tiles are all that is seen of it: the others are hidden, or not laid yet."""
    return len(seen.tiles) + (seen.added is not None) <= 2


def without_shadow(seen: SeenMeld) -> Iterator[SeenMeld]:
    """The meld without each doubtful one of four seen tiles in turn: it may be a shadow beside the others."""
    if len(seen.tiles) != COPIES or seen.added is not None:
        return
    for at, tile in enumerate(seen.tiles):
        if tile.tile is not None and tile.confidence < SURE:
            yield replace(seen, tiles=(*seen.tiles[:at], *seen.tiles[at + 1 :]))


def fit_meld(meld: Meld, owner: Seat, players: int, seen: SeenMeld) -> MeldFit:
    """What speaks against the seen tiles being this meld; nothing is ever added to a run."""
    if meld.kind in {MeldKind.CHI, MeldKind.PON}:
        fits = [_fit_whole(meld, owner, players, one) for one in without_shadow(seen)]
        if fits:
            best = min(fits, key=lambda fit: fit.cost)
            return replace(best, cost=best.cost + STRAY, has_more=meld.kind is MeldKind.PON)
    return _fit_whole(meld, owner, players, seen)


def _fit_whole(meld: Meld, owner: Seat, players: int, seen: SeenMeld) -> MeldFit:
    lying = [tile for tile in laid(meld, owner, players) if not tile.on_top]
    if not meld.is_open:
        return _fit_closed(meld, seen)
    place = next((at for at, tile in enumerate(lying) if tile.sideways), None)
    cost, called_at = _across(lying, place, seen)
    fit = _fit_open(meld, seen, cost, called_at)
    if called_at is not None and across_at(seen) is None and len(seen.tiles) == len(meld.own):
        return min(fit, _fit_open(meld, seen, MELD_TILE_MISSED, None), key=lambda one: one.cost)
    return fit


def _fit_open(meld: Meld, seen: SeenMeld, cost: float, called_at: int | None) -> MeldFit:
    """The fit of an open meld; `called_at` is which seen tile was taken, None where that one is hidden."""
    called = seen.tiles[called_at] if called_at is not None and called_at < len(seen.tiles) else None
    rest = [tile for at, tile in enumerate(seen.tiles) if at != called_at]
    if seen.added is not None:
        rest.append(seen.added)
    if called is not None:
        cost += against(called, meld.called)
    matched, own = own_readings(meld.own, rest)
    more = len(rest) - len(meld.own)
    is_added_unseen = meld.kind is MeldKind.KAKAN and more == -1
    missed = NEVER_SEEN if is_added_unseen else MELD_TILE_MISSED * max(0, -more)
    cost += matched + MELD_DIFFERS * max(0, more) + missed
    return MeldFit(cost, called, own, has_more=len(rest) > len(meld.own))


def _across(lying: Sequence[LaidTile], place: int | None, seen: SeenMeld) -> tuple[float, int | None]:
    """What the sideways tile says against it, and which of the seen tiles is the one that was taken."""
    if place is None:
        return 0.0, None
    seen_at = across_at(seen)
    if seen_at is None:
        return MELD_NONE_ACROSS, place
    # From toimen any middle place is the middle: a kan may be laid 1-1-2 or 2-1-1.
    if seen_at == place or (0 < place < len(lying) - 1 and 0 < seen_at < len(seen.tiles) - 1):
        return 0.0, seen_at
    if place == len(lying) - 1 and seen_at == len(seen.tiles) - 1:
        return 0.0, seen_at
    # Where tiles are hidden, nobody sees how many of them lie before the sideways one.
    if place - max(0, len(lying) - len(seen.tiles)) <= seen_at <= place:
        return 0.0, seen_at
    return MELD_OTHER_ACROSS, seen_at


def _fit_closed(meld: Meld, seen: SeenMeld) -> MeldFit:
    """How well a closed kan fits: four tiles of one kind, none sideways, some perhaps face down (暗槓)."""
    kind = meld.tile_kind
    faces = [tile for tile in seen.tiles if not tile.is_back]
    cost = MELD_TILE_MISSED * abs(COPIES - len(seen.tiles)) + MELD_OTHER_ACROSS * sum(
        t.sideways for t in faces
    )
    if len(faces) == len(seen.tiles):
        cost += MELD_NONE_ACROSS
    if kind is not None:
        cost += sum(min(against(tile, own) for own in meld.own) for tile in faces)
    # What looks like another meld says nothing of this one's tiles.
    is_closed = len(seen.tiles) == COPIES and not any(tile.sideways for tile in seen.tiles)
    own = tuple(None if tile.is_back else tile for tile in seen.tiles)
    return MeldFit(cost, own=own if is_closed else ())


def own_readings(
    own: Sequence[Tile | None], seen: Sequence[SeenTile]
) -> tuple[float, tuple[SeenTile | None, ...]]:
    """The best match of readings to own tiles: what still speaks against it, and the reading of each."""
    if len(own) == len(seen) and all(one.tile is tile for one, tile in zip(seen, own, strict=True)):
        return 0.0, tuple(seen)
    padded: list[SeenTile | None] = [*seen, *(None,) * (len(own) - len(seen))]
    best: tuple[float, tuple[SeenTile | None, ...]] | None = None
    for order in permutations(padded, len(own)):
        cost = sum(against(one, tile) for one, tile in zip(order, own, strict=True) if one is not None)
        if best is None or cost < best[0]:
            best = (cost, order)
    return best or (0.0, ())
