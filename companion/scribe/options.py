"""Which melds a few seen tiles may be, with the tiles that the readings favour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from companion.riichi.copies import faces_of_kind
from companion.riichi.melds import MeldKind
from companion.riichi.tiles import Tile
from companion.scribe.policy import A_FEW, FAR_FETCHED
from companion.scribe.readings import against, chances
from companion.scribe.sights import SeenMeld, SeenTile
from companion.scribe.weights import MELD_TILE_MISSED

__all__ = ["MeldOption", "call_options", "called_faces", "closed_options", "likely"]


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
