"""Which tile each spot holds, given everything that was read of it and of its neighbours.

A tile that nobody can be sure of is not named: it stays unseen, and its chances are a doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import exp, log
from typing import Final

from companion.riichi.copies import copies_in_set, copies_left
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import BY_KIND, Tile
from companion.scribe.fives import IMPOSSIBLE, FaceWay, face_ways, red_beside_plain
from companion.scribe.placing import tile_at
from companion.scribe.predict import Spot, SpotKind, discard_called_into
from companion.scribe.readings import FLOOR, Pool
from companion.scribe.telling import quad

__all__ = ["Naming", "Way", "is_sure", "name_closed", "name_meld", "name_tile", "priors"]

Way = tuple[tuple[tuple[Spot, Tile | None], ...], float]
"""One way to name some spots, and its chance."""
Pattern = tuple[int, ...]
"""The kinds of a meld's tiles, in their order."""
MOST_KINDS: Final = 3
FACES: Final = 2
"""So many of its faces say what a closed kan is (暗槓): one alone may have been misread."""


@dataclass(frozen=True, slots=True)
class Naming:
    """What some spots that belong together hold: every way with its chance, the likeliest first."""

    ways: tuple[Way, ...]
    is_sure: bool
    sure: tuple[tuple[Spot, Tile | None], ...] = ()
    """Where not all of it is sure: what is, whichever way is the right one."""

    @property
    def told(self) -> tuple[tuple[Spot, Tile | None], ...]:
        """What may be told without asking."""
        return self.ways[0][0] if self.is_sure else self.sure


def is_sure(chances: Sequence[float], sure: float, ahead: float) -> bool:
    """Whether the first chance is great enough, and so far before the second that nobody need be asked."""
    if not chances or chances[0] < sure:
        return False
    return len(chances) == 1 or chances[0] >= ahead * chances[1]


def priors(kyoku: Kyoku, faces: Sequence[Tile], *, but: Tile | None) -> Mapping[Tile, float]:
    """Whether any of each face may still come, beside the tile that is told here."""
    return {face: _prior(kyoku, face, but) for face in faces}


def _prior(kyoku: Kyoku, face: Tile, but: Tile | None) -> float:
    if not copies_left(kyoku, face, (but,)):
        return IMPOSSIBLE
    return red_beside_plain(kyoku, face, but)


def name_tile(
    kyoku: Kyoku, spot: Spot, pool: Pool, trust: tuple[float, float], refused: Tile | None = None
) -> Naming:
    """What one tile is that stands for itself; what the rules have refused it to be it hardly is."""
    prior = dict(priors(kyoku, list(pool.weights()), but=tile_at(kyoku, spot)))
    if refused is not None:
        prior[refused] = IMPOSSIBLE
    ranked = pool.posterior(prior)
    ways = tuple((((spot, tile),), chance) for tile, chance in ranked)
    return Naming(ways, is_sure([chance for _, chance in ranked], *trust))


def name_meld(
    kyoku: Kyoku, spot: Spot, pools: Mapping[Spot, Pool], settled: frozenset[Spot], trust: tuple[float, float]
) -> Naming:
    """What the tiles of an open meld are: together they make a run or a set, which helps to read each."""
    meld = kyoku.players[spot.seat].melds[spot.number]
    called = discard_called_into(kyoku, spot.seat, spot.number)
    own = _own_spots(kyoku, spot)
    spots = [*(() if called is None else (called,)), *own]
    told = [tile_at(kyoku, one) for one in spots]
    read = [
        _read(tile, pools.get(one, Pool()), is_settled=one in settled)
        for one, tile in zip(spots, told, strict=True)
    ]
    weights = [_possible(kyoku, one, tile) for one, tile in zip(read, told, strict=True)]
    ranked = _ranked_patterns(_patterns(meld.kind, weights, has_called=called is not None), weights)
    guessed = {own[-1]} if _may_lie_elsewhere(kyoku, spot, pools) else set()
    alike = slice(len(spots) - len(own), len(spots) - (meld.kind is MeldKind.KAKAN))
    faced = [face_ways(kyoku, pattern, read, told, alike) for pattern, _ in ranked[:MOST_KINDS]]
    is_kind_sure = is_sure([chance for _, chance in ranked], *trust)
    ways = tuple(
        (_without(names, guessed), chance)
        for names, chance in _ways(spots, ranked[: 1 if is_kind_sure else MOST_KINDS], faced)
    )
    if not is_kind_sure:
        return Naming(ways, is_sure=False, sure=_each_by_itself(ways, trust))
    is_faced = faced[0][0].may_be and is_sure([one.chance for one in faced[0]], *trust)
    whole = [(tuple(zip(spots, one.tiles, strict=True)), one.chance) for one in faced[0]]
    return Naming(ways, is_faced, _without(_each_by_itself(whole, trust), guessed))


def _ways(
    spots: Sequence[Spot],
    ranked: Sequence[tuple[Pattern, float]],
    faced: Sequence[Sequence[FaceWay]],
) -> list[Way]:
    """What a meld may be, kinds and red fives together, the likeliest first."""
    ways: list[Way] = [
        (tuple(zip(spots, one.tiles, strict=True)), chance * one.chance)
        for (_, chance), faces in zip(ranked, faced, strict=False)
        for one in faces
        if one.may_be
    ]
    return sorted(ways, key=lambda way: -way[1])


def _each_by_itself(ways: Sequence[Way], trust: tuple[float, float]) -> tuple[tuple[Spot, Tile | None], ...]:
    """The tiles of a meld that are sure whichever way is the right one."""
    chances: dict[Spot, dict[Tile | None, float]] = {}
    for names, chance in ways:
        for spot, tile in names:
            faces = chances.setdefault(spot, {})
            faces[tile] = faces.get(tile, 0.0) + chance
    named: list[tuple[Spot, Tile | None]] = []
    for spot, faces in chances.items():
        tile, *_ = ranked = sorted(faces, key=lambda face: -faces[face])
        if is_sure([faces[face] for face in ranked], *trust):
            named.append((spot, tile))
    return tuple(named)


def _own_spots(kyoku: Kyoku, spot: Spot) -> list[Spot]:
    own = kyoku.players[spot.seat].melds[spot.number].own
    return [Spot(SpotKind.OWN, spot.seat, spot.number, at) for at in range(len(own))]


def _may_lie_elsewhere(kyoku: Kyoku, spot: Spot, pools: Mapping[Spot, Pool]) -> bool:
    """Whether nobody has seen the added tile, and there is another pon on which it may lie (加槓)."""
    melds = kyoku.players[spot.seat].melds
    added = _own_spots(kyoku, spot)[-1]
    return (
        melds[spot.number].kind is MeldKind.KAKAN
        and not pools.get(added, Pool()).readings
        and any(meld.kind is MeldKind.PON for meld in melds)
    )


def _without(
    names: tuple[tuple[Spot, Tile | None], ...], guessed: set[Spot]
) -> tuple[tuple[Spot, Tile | None], ...]:
    return tuple((spot, None if spot in guessed else tile) for spot, tile in names)


def name_closed(
    kyoku: Kyoku, spot: Spot, pools: Mapping[Spot, Pool], settled: frozenset[Spot], trust: tuple[float, float]
) -> Naming:
    """What a closed kan is (暗槓): its open faces together give the kind, and so all four tiles."""
    spots = _own_spots(kyoku, spot)
    said = {one: tile for one in spots if one in settled and (tile := tile_at(kyoku, one)) is not None}
    if said:
        return Naming(((_quad_around(kyoku.rules, spots, min(said.values()), said), 1.0),), is_sure=True)
    read = [weights for one in spots if (weights := _shares(pools.get(one, Pool()).weights()))]
    ranked = _ranked_patterns(_patterns(MeldKind.ANKAN, read, has_called=False), read) if read else []
    kinds = [(pattern[0], chance) for pattern, chance in ranked]
    ways = tuple(
        (_quad_around(kyoku.rules, spots, BY_KIND[kind], {}), chance)
        for kind, chance in kinds[:3]
        if _is_nowhere_else(kyoku, spot, kind)
    )
    # What is read likeliest and cannot be was misread: then the next likeliest is no better.
    is_possible = bool(kinds) and _is_nowhere_else(kyoku, spot, kinds[0][0])
    chances = [chance for _, chance in kinds]
    return Naming(ways, len(read) >= FACES and is_possible and is_sure(chances, *trust))


def _is_nowhere_else(kyoku: Kyoku, spot: Spot, kind: int) -> bool:
    """Whether all four tiles of a kind can lie in this closed kan."""
    if not copies_in_set(kyoku.rules, BY_KIND[kind]):
        return False
    player = kyoku.players[spot.seat]
    here = (*player.melds[spot.number].own, *player.hand)
    return kyoku.seen[kind] == sum(tile is not None and tile.kind == kind for tile in here)


def _quad_around(
    rules: RuleSet, spots: Sequence[Spot], tile: Tile, said: Mapping[Spot, Tile]
) -> tuple[tuple[Spot, Tile | None], ...]:
    """All four tiles of a kind in their spots; those that people have named stay where they are."""
    left = list(quad(tile, rules))
    for one in said.values():
        if one in left:
            left.remove(one)
    return tuple((spot, said[spot] if spot in said else left.pop(0)) for spot in spots)


def _read(told: Tile | None, pool: Pool, *, is_settled: bool) -> Mapping[Tile, float]:
    """How much is read of each face, unless people have named the tile."""
    return {told: 1.0} if is_settled and told is not None else _shares(pool.weights())


def _possible(kyoku: Kyoku, read: Mapping[Tile, float], told: Tile | None) -> Mapping[Tile, float]:
    """The same, where it counts whether any of a face may still come."""
    return _shares(
        {
            face: weight * (1.0 if copies_left(kyoku, face, (told,)) else IMPOSSIBLE)
            for face, weight in read.items()
        }
    )


def _shares(weights: Mapping[Tile, float]) -> Mapping[Tile, float]:
    whole = sum(weights.values())
    return {tile: weight / whole for tile, weight in weights.items()} if whole else {}


def _patterns(
    kind: MeldKind, weights: Sequence[Mapping[Tile, float]], *, has_called: bool
) -> list[tuple[Pattern, ...]]:
    """Every meld that some reading names; the own tiles of a run may lie either way round."""
    named = sorted({tile.kind for one in weights for tile in one})
    if kind is not MeldKind.CHI:
        return [((one,) * len(weights),) for one in named]
    starts = {kind - step for kind in named if kind < 27 for step in range(3) if step <= kind % 9 <= step + 6}
    if has_called:
        return [laid for start in sorted(starts) for laid in _runs(start, start + 1, start + 2)]
    found = (order[1:] for start in sorted(starts) for order in permutations((start, start + 1, start + 2)))
    return [(pattern,) for pattern in dict.fromkeys(found)]


def _runs(low: int, middle: int, high: int) -> tuple[tuple[Pattern, ...], ...]:
    """A run by which of its tiles was called."""
    return (
        ((low, middle, high), (low, high, middle)),
        ((middle, low, high), (middle, high, low)),
        ((high, low, middle), (high, middle, low)),
    )


def _ranked_patterns(
    patterns: Sequence[tuple[Pattern, ...]], weights: Sequence[Mapping[Tile, float]]
) -> list[tuple[Pattern, float]]:
    logs = [_by_kind(one) for one in weights if one]
    places = [at for at, one in enumerate(weights) if one]
    best: list[tuple[Pattern, float]] = []
    for laid in patterns:
        scores = [_score(pattern, places, logs) for pattern in laid]
        score = max(scores)
        best.append((laid[scores.index(score)], score))
    top = max((score for _, score in best), default=0.0)
    whole = sum(exp(score - top) for _, score in best)
    ranked = sorted(best, key=lambda one: (-one[1], one[0]))
    return [(pattern, exp(score - top) / whole) for pattern, score in ranked]


def _score(pattern: Pattern, places: Sequence[int], logs: Sequence[Mapping[int, float]]) -> float:
    score = 0.0
    for at, one in zip(places, logs, strict=True):
        score += one.get(pattern[at], _LEAST)
    return score


_LEAST: Final = log(FLOOR)


def _by_kind(weights: Mapping[Tile, float]) -> Mapping[int, float]:
    """What speaks for each kind of tile, as a logarithm: its plain face or its red one."""
    best: dict[int, float] = {}
    for face, weight in weights.items():
        best[face.kind] = max(best.get(face.kind, FLOOR), weight)
    return {kind: log(weight) for kind, weight in best.items()}
