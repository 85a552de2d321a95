"""Melds: how well one that was told agrees with what is seen of it, and which melds a few tiles may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from operator import itemgetter

from companion.evidence.sights import SeenMeld, SeenTile, across_at, may_be_closed
from companion.riichi.copies import faces_of_kind
from companion.riichi.melds import LaidTile, Meld, MeldKind, laid, runs_with
from companion.riichi.seats import Seat
from companion.riichi.tiles import BY_KIND, COPIES, Tile
from companion.scribe import weights
from companion.scribe.observations import against, chances
from companion.scribe.policy import A_FEW, FAR_FETCHED


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


def without_shadow(seen: SeenMeld) -> Iterator[SeenMeld]:
    """The meld without each doubtful one of four seen tiles in turn: it may be a shadow beside the others."""
    if len(seen.tiles) != COPIES or seen.added is not None:
        return
    for at, tile in enumerate(seen.tiles):
        if tile.tile is not None and tile.confidence < weights.SURE:
            yield replace(seen, tiles=(*seen.tiles[:at], *seen.tiles[at + 1 :]))


def fit_meld(meld: Meld, owner: Seat, players: int, seen: SeenMeld) -> MeldFit:
    """What speaks against the seen tiles being this meld; nothing is ever added to a run."""
    if meld.kind in {MeldKind.CHI, MeldKind.PON}:
        fits = [_fit_whole(meld, owner, players, one) for one in without_shadow(seen)]
        if fits:
            best = min(fits, key=lambda fit: fit.cost)
            return replace(best, cost=best.cost + weights.STRAY, has_more=meld.kind is MeldKind.PON)
    return _fit_whole(meld, owner, players, seen)


def _fit_whole(meld: Meld, owner: Seat, players: int, seen: SeenMeld) -> MeldFit:
    lying = [tile for tile in laid(meld, owner, players) if not tile.on_top]
    if not meld.is_open:
        return _fit_closed(meld, seen)
    place = next((at for at, tile in enumerate(lying) if tile.sideways), None)
    cost, called_at = _across(lying, place, seen)
    fit = _fit_open(meld, seen, cost, called_at)
    if called_at is not None and across_at(seen) is None and len(seen.tiles) == len(meld.own):
        return min(fit, _fit_open(meld, seen, weights.MELD_TILE_MISSED, None), key=lambda one: one.cost)
    return fit


def _fit_open(meld: Meld, seen: SeenMeld, cost: float, called_at: int | None) -> MeldFit:
    """The fit of an open meld; `called_at` is which seen tile was taken, None where that one is hidden."""
    called = seen.tiles[called_at] if called_at is not None and called_at < len(seen.tiles) else None
    rest = [tile for at, tile in enumerate(seen.tiles) if at != called_at]
    if seen.added is not None:
        rest.append(seen.added)
    matched, own = own_readings(meld.own, rest)
    more = len(rest) - len(meld.own)
    is_added_unseen = meld.kind is MeldKind.KAKAN and more == -1
    missed = weights.NEVER_SEEN if is_added_unseen else weights.MELD_TILE_MISSED * max(0, -more)
    matched += missed + (0.0 if called is None else against(called, meld.called))
    if None in meld.own and meld.kind is not MeldKind.KAKAN:
        matched = max(matched, _against_any_name(meld, called, rest))
    return MeldFit(cost + matched + weights.MELD_DIFFERS * max(0, more), called, own, has_more=more > 0)


def _against_any_name(meld: Meld, called: SeenTile | None, own: Sequence[SeenTile]) -> float:
    """What speaks against the likeliest meld that this may be, where not all of its tiles have a name.

    Without it a run that nobody has named would explain any three tiles.
    """
    faces = (meld.called,) if meld.called is not None else () if called is None else likely(called)
    if not faces or len(own) not in ((3,) if meld.kind is MeldKind.DAIMINKAN else (1, 2)):
        return 0.0
    costs = [
        cost
        for face in faces
        for cost, one in _around(face, own, 0.0 if called is None else against(called, face))
        if one.kind is meld.kind
    ]
    return min(costs, default=FAR_FETCHED)


def _across(lying: Sequence[LaidTile], place: int | None, seen: SeenMeld) -> tuple[float, int | None]:
    """What the sideways tile says against it, and which of the seen tiles is the one that was taken."""
    if place is None:
        return 0.0, None
    seen_at = across_at(seen)
    if seen_at is None:
        return weights.MELD_NONE_ACROSS, place
    # From toimen any middle place is the middle: a kan may be laid 1-1-2 or 2-1-1.
    if seen_at == place or (0 < place < len(lying) - 1 and 0 < seen_at < len(seen.tiles) - 1):
        return 0.0, seen_at
    if place == len(lying) - 1 and seen_at == len(seen.tiles) - 1:
        return 0.0, seen_at
    # Where tiles are hidden, nobody sees how many of them lie before the sideways one.
    if place - max(0, len(lying) - len(seen.tiles)) <= seen_at <= place:
        return 0.0, seen_at
    return weights.MELD_OTHER_ACROSS, seen_at


def _fit_closed(meld: Meld, seen: SeenMeld) -> MeldFit:
    """How well a closed kan fits: four tiles of one kind, none sideways, some perhaps face down (暗槓)."""
    kind = meld.tile_kind
    faces = [tile for tile in seen.tiles if not tile.is_back]
    across = sum(tile.sideways for tile in faces)
    cost = weights.MELD_TILE_MISSED * abs(COPIES - len(seen.tiles)) + weights.MELD_OTHER_ACROSS * across
    if len(faces) == len(seen.tiles):
        cost += weights.MELD_NONE_ACROSS
    if kind is not None:
        cost += sum(min(against(tile, own) for own in meld.own) for tile in faces)
    own = [None if tile.is_back else tile for tile in seen.tiles] + [None] * (COPIES - len(seen.tiles))
    # What looks like another meld says nothing of this one's tiles.
    is_closed = may_be_closed(seen) and not any(tile.sideways for tile in seen.tiles)
    return MeldFit(cost, own=tuple(own) if is_closed else ())


def own_readings(
    own: Sequence[Tile | None], seen: Sequence[SeenTile]
) -> tuple[float, tuple[SeenTile | None, ...]]:
    """The best match of readings to own tiles: what still speaks against it, and the reading of each."""
    if len(own) == len(seen) and all(one.tile is tile for one, tile in zip(seen, own, strict=True)):
        return 0.0, tuple(seen)
    padded: list[SeenTile | None] = [*seen, *(None,) * (len(own) - len(seen))]
    orders = (
        (sum(against(one, tile) for one, tile in zip(order, own, strict=True) if one is not None), order)
        for order in permutations(padded, len(own))
    )
    return min(orders, key=itemgetter(0))


MeldOption = tuple[float, Meld]
"""One way to read a meld, and before it what speaks against it; from whom it was called is not said."""


def likely(seen: SeenTile, most: int = A_FEW) -> tuple[Tile, ...]:
    """The faces that a reading names, the likeliest first."""
    named = chances(seen)
    return tuple(sorted(named, key=lambda tile: (-named[tile], tile)))[:most]


def called_faces(seen: SeenMeld, at: int | None) -> tuple[Tile, ...]:
    """What the taken tile of a meld may be: what lies sideways, else anything in it."""
    if at is not None:
        return likely(seen.tiles[at])
    faces = [tile for one in seen.tiles for tile in likely(one, 1)]
    return tuple(dict.fromkeys(faces))


def call_options(seen: SeenMeld, at: int | None, called: Tile | None) -> list[MeldOption]:
    """The open melds that these tiles may be, the taken one lying at that place, the likeliest first."""
    tiles = [*seen.tiles, *(() if seen.added is None else (seen.added,))]
    found: list[MeldOption] = []
    for place in range(len(tiles)) if at is None else (at,):
        rest = [tile for other, tile in enumerate(tiles) if other != place]
        for face in likely(tiles[place]) if called is None else (called,):
            found += _around(face, rest, against(tiles[place], face))
    if called is not None and len(tiles) == 2 and not any(tile.sideways for tile in tiles):
        found += _around(called, tiles, weights.MELD_TILE_MISSED)  # the taken tile is hidden
    likeliest: dict[tuple[object, ...], MeldOption] = {}
    for cost, meld in sorted(found, key=itemgetter(0)):
        likeliest.setdefault((meld.kind, meld.called, meld.tiles), (cost, meld))
    return list(likeliest.values())[:A_FEW]


def _around(called: Tile, own: Sequence[SeenTile], cost: float) -> Iterator[MeldOption]:
    """The melds that this taken tile makes with the caller's own tiles, of which one of two may be hidden."""
    for kind, kinds in _shapes(called, len(own)):
        hidden = len(kinds) - len(own)
        for shown in dict.fromkeys(combinations(kinds, len(own))):
            best, tiles = min((_laid_as(order, shown) for order in permutations(own)), key=itemgetter(0))
            total = cost + hidden * weights.MELD_TILE_MISSED + best
            if total < FAR_FETCHED:
                yield total, Meld(kind, (*tiles, *(None,) * hidden), called)


def _shapes(called: Tile, own: int) -> Iterator[tuple[MeldKind, tuple[int, ...]]]:
    """The melds that have `own` tiles of the hand in sight, and the kinds of all their own tiles."""
    if own == 3:
        yield MeldKind.DAIMINKAN, (called.kind,) * 3
    if own not in {1, 2}:
        return
    yield MeldKind.PON, (called.kind,) * 2
    for run in runs_with(called.kind):
        yield MeldKind.CHI, tuple(kind for kind in run if kind != called.kind)


def _laid_as(order: Sequence[SeenTile], kinds: Sequence[int]) -> tuple[float, tuple[Tile, ...]]:
    """What speaks against these readings being of these kinds, and the likeliest face of each."""
    own = tuple(_best_face(one, kind) for one, kind in zip(order, kinds, strict=True))
    return sum(against(one, tile) for one, tile in zip(order, own, strict=True)), own


def _best_face(seen: SeenTile, kind: int) -> Tile:
    return min(faces_of_kind(kind), key=lambda tile: against(seen, tile))


def closed_options(seen: SeenMeld) -> list[Tile | None]:
    """The plain tiles that four closed ones may be, the likeliest first; None if no face is seen (暗槓)."""
    faces = [tile for tile in seen.tiles if tile.tile is not None]
    kinds = sorted({tile.kind for one in faces for tile in chances(one)})
    if not faces:
        return [None]
    ranked = sorted((_laid_as(faces, (kind,) * len(faces))[0], kind) for kind in kinds)
    return [BY_KIND[kind] for cost, kind in ranked[:A_FEW] if cost < FAR_FETCHED]
