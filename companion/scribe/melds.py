"""One meld at a time: how well a told meld and a seen one agree, and which melds a few seen tiles may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from companion.riichi.copies import faces_of_kind
from companion.riichi.melds import LaidTile, Meld, MeldKind, laid
from companion.riichi.seats import Seat
from companion.riichi.tiles import COPIES, Tile
from companion.scribe.observations import against, chances
from companion.scribe.policy import A_FEW, FAR_FETCHED
from companion.scribe.sights import SeenMeld, SeenTile, across_at
from companion.scribe.weights import (
    MELD_DIFFERS,
    MELD_NONE_ACROSS,
    MELD_OTHER_ACROSS,
    MELD_TILE_MISSED,
    NEVER_SEEN,
    STRAY,
    SURE,
)

__all__ = [
    "MeldFit",
    "MeldOption",
    "call_options",
    "called_faces",
    "closed_options",
    "fit_meld",
    "likely",
    "own_readings",
    "without_shadow",
]


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


@dataclass(frozen=True, slots=True)
class MeldOption:
    """One way to read a meld."""

    kind: MeldKind
    called: Tile | None
    own: tuple[Tile | None, ...]
    cost: float


def likely(seen: SeenTile | None, most: int = A_FEW) -> tuple[Tile, ...]:
    """The faces that a reading names, the likeliest first."""
    named = {} if seen is None else chances(seen)
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
        found += _with_called(tiles[place], rest, called)
    if called is not None and len(tiles) == 2 and not any(tile.sideways for tile in tiles):
        found += _own_alone(called, tiles)
    return sorted(_cheapest(found), key=lambda option: option.cost)[:A_FEW]


def _with_called(taken: SeenTile, rest: Sequence[SeenTile], called: Tile | None) -> Iterator[MeldOption]:
    for face in (called,) if called is not None else likely(taken) or (None,):
        cost = against(taken, face)
        if len(rest) == 3:
            yield from _same(MeldKind.DAIMINKAN, face, rest, cost)
        elif len(rest) == 2:
            yield from _same(MeldKind.PON, face, rest, cost)
            yield from _runs(face, rest, cost)
        elif len(rest) == 1:
            yield from _halves(face, rest[0], cost + MELD_TILE_MISSED)


def _own_alone(called: Tile, own: Sequence[SeenTile]) -> Iterator[MeldOption]:
    """The melds whose taken tile is hidden: both seen tiles are the caller's own."""
    yield from _same(MeldKind.PON, called, own, MELD_TILE_MISSED)
    yield from _runs(called, own, MELD_TILE_MISSED)


def _same(kind: MeldKind, called: Tile | None, rest: Sequence[SeenTile], cost: float) -> Iterator[MeldOption]:
    if called is None:
        return
    own = tuple(_best_face(one, called.kind) for one in rest)
    total = cost + sum(against(one, tile) for one, tile in zip(rest, own, strict=True))
    if total < FAR_FETCHED:
        yield MeldOption(kind, called, own, total)


def _best_face(seen: SeenTile, kind: int) -> Tile:
    return min(faces_of_kind(kind), key=lambda tile: against(seen, tile))


def _runs(called: Tile | None, rest: Sequence[SeenTile], cost: float) -> Iterator[MeldOption]:
    if called is None or called.is_honour:
        return
    for first, second in ((-2, -1), (-1, 1), (1, 2)):
        if called.rank + first < 1 or called.rank + second > 9:
            continue
        kinds = (called.kind + first, called.kind + second)
        best = min((_laid_as(order, kinds) for order in permutations(rest)), key=lambda laid: laid[0])
        if cost + best[0] < FAR_FETCHED:
            yield MeldOption(MeldKind.CHI, called, best[1], cost + best[0])


def _laid_as(order: Sequence[SeenTile], kinds: Sequence[int]) -> tuple[float, tuple[Tile, ...]]:
    own = tuple(_best_face(one, kind) for one, kind in zip(order, kinds, strict=True))
    return sum(against(one, tile) for one, tile in zip(order, own, strict=True)), own


def _halves(called: Tile | None, one: SeenTile, cost: float) -> Iterator[MeldOption]:
    """The melds in which one of the caller's own two tiles is hidden."""
    if called is None:
        return
    own = _best_face(one, called.kind)
    if cost + against(one, own) < FAR_FETCHED:
        yield MeldOption(MeldKind.PON, called, (own, None), cost + against(one, own))
    for face in likely(one):
        if face.suit == called.suit != "z" and 1 <= abs(face.rank - called.rank) <= 2:
            yield MeldOption(MeldKind.CHI, called, (face, None), cost + against(one, face))


def _cheapest(options: Sequence[MeldOption]) -> list[MeldOption]:
    best: dict[tuple[object, ...], MeldOption] = {}
    for option in options:
        key = (option.kind, option.called, *sorted(tile.text for tile in option.own if tile))
        if key not in best or option.cost < best[key].cost:
            best[key] = option
    return list(best.values())


def closed_options(seen: SeenMeld) -> list[tuple[int | None, float]]:
    """Which kinds four closed tiles may be, each with what speaks against it, the likeliest first (暗槓)."""
    faces = [tile for tile in seen.tiles if tile.tile is not None]
    kinds = sorted({tile.kind for one in faces for tile in chances(one)})
    if not faces:
        return [(None, 0.0)]
    ranked: list[tuple[int | None, float]] = []
    for kind in kinds:
        cost = sum(min(against(one, tile) for tile in faces_of_kind(kind)) for one in faces)
        if cost < FAR_FETCHED:
            ranked.append((kind, cost))
    return sorted(ranked, key=lambda one: (one[1], one[0]))[:A_FEW]
