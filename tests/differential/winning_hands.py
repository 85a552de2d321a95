"""Random winning hands (和了): any sets, calls, kans, dora and ways to win; some are not quite complete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from companion.riichi.facts import WinBy
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind
from companion.riichi.situation import Situation
from companion.riichi.tiles import COPIES, KINDS, NORTH, Tile
from companion.scoring.asking import Question

ORPHANS: Final = (0, 8, 9, 17, 18, 26, *range(27, KINDS))
HONOURS: Final = range(27, KINDS)
SIMPLES: Final = tuple(kind for kind in range(27) if 1 <= kind % 9 <= 7)
GREEN: Final = (19, 20, 21, 23, 25, 32)
_TRIES: Final = 200


class _NoTiles(Exception):
    """The copies that are left do not make this hand."""


@dataclass(slots=True)
class _Box:
    """All tiles of a set, of which hands and indicators are taken."""

    rng: Random
    rules: RuleSet
    left: list[int] = field(default_factory=lambda: [COPIES] * KINDS)
    reds: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reds = list(self.rules.red_fives)
        if self.rules.players == 3:
            self.left[1:8] = [0] * 7

    def take(self, kind: int) -> Tile:
        """One of the copies that are left, a red one among them."""
        if not self.left[kind]:
            raise _NoTiles
        is_five = kind < 27 and kind % 9 == 4
        reds = self.reds[kind // 9] if is_five else 0
        is_red = self.rng.randrange(self.left[kind]) < reds
        self.left[kind] -= 1
        if is_red:
            self.reds[kind // 9] -= 1
        rank, suit = (0 if is_red else kind % 9 + 1), "mpsz"[kind // 9]
        return Tile(f"{rank}{suit}")

    def any(self, number: int) -> tuple[Tile, ...]:
        """So many of all that are left."""
        bag = [kind for kind in range(KINDS) for _ in range(self.left[kind])]
        return tuple(self.take(kind) for kind in self.rng.sample(bag, number))


def any_question(rng: Random, rules: RuleSet) -> Question:
    """A hand that could be won with at a table of these rules, or nearly so."""
    for _ in range(_TRIES):
        try:
            return _question(rng, rules)
        except _NoTiles:
            continue
    raise AssertionError("no hand was found")


def _question(rng: Random, rules: RuleSet) -> Question:
    box = _Box(rng, rules)
    melds, concealed = _hand(box)
    if rng.random() < 0.08:  # one wrong tile
        concealed[rng.randrange(len(concealed))] = box.any(1)[0]
    tile = concealed.pop(rng.randrange(len(concealed)))
    kita = rng.randint(0, box.left[NORTH.kind]) if rules.kita and rng.random() < 0.4 else 0
    box.left[NORTH.kind] -= kita
    kans = sum(meld.kind.is_kan for meld in melds)
    others = rng.choice((0, 0, 0, 0, 1, 2, 3)) if kans < 4 else 0
    indicators = box.any(1 + min(4, kans + others))
    now = _situation(rng, rules, melds, _Known(tile, concealed, indicators, kita))
    ura = box.any(len(indicators)) if now.riichi else ()
    if now.chankan and tile.plain in {one.plain for one in ura}:
        raise _NoTiles
    return Question(
        hand=tuple(concealed),
        melds=melds,
        tile=tile,
        situation=now,
        indicators=indicators,
        ura=ura,
        honba=0,
        sticks=0,
        rules=rules,
    )


# The tiles.


def _hand(box: _Box) -> tuple[tuple[Meld, ...], list[Tile]]:
    rng = box.rng
    shape = rng.random()
    if shape < 0.06:
        pairs = rng.sample(rng.choice((range(KINDS), SIMPLES, ORPHANS, HONOURS)), 7)
        return (), [box.take(kind) for kind in pairs for _ in range(2)]
    if shape < 0.09:
        return (), [box.take(kind) for kind in (*ORPHANS, rng.choice(ORPHANS))]
    if shape < 0.11:
        suit = 9 * rng.randrange(3)
        nine = [suit + rank for rank in (0, 0, 0, *range(1, 8), 8, 8, 8)]
        return (), [box.take(kind) for kind in (*nine, suit + rng.randrange(9))]
    kinds, eager = _kinds(rng), rng.choice((0.1, 0.35, 0.35, 0.7, 1.0))
    calls, kans = rng.choice((0, 0, 0, 0.3, 0.6, 1.0)), rng.choice((0.1, 0.1, 0.5, 1.0))
    melds: list[Meld] = []
    concealed: list[Tile] = []
    planned = [[box.take(kind) for kind in one] for one in (_pattern(rng) if rng.random() < 0.3 else ())]
    for at in range(4):
        tiles = planned[at] if at < len(planned) else _set(box, kinds, is_triplet=rng.random() < eager)
        meld = _melded(box, tiles, calls, kans)
        if meld is None:
            concealed += tiles
        else:
            melds.append(meld)
    pair = rng.choice(kinds if rng.random() < 0.8 else HONOURS)
    return tuple(melds), [*concealed, box.take(pair), box.take(pair)]


def _pattern(rng: Random) -> list[list[int]]:
    """Sets that make a yaku together, and hardly ever meet by chance."""
    at, suit = rng.randrange(7), 9 * rng.randrange(3)
    outer = [[start, start + 1, start + 2] for start in (0, 6, 9, 15, 18, 24)]
    ends = [[kind] * 3 for kind in (0, 8, 9, 17, 18, 26)]
    return rng.choice(
        (
            [[9 * each + at + step for step in range(3)] for each in range(3)],
            [[9 * each + at] * 3 for each in range(3)],
            [[suit + start + step for step in range(3)] for start in (0, 3, 6)],
            [[suit + at + step for step in range(3)]] * 2,
            rng.choices(outer, k=2) * 2,
            rng.choices([*outer, *outer, *ends, [rng.choice(HONOURS)] * 3], k=4),
            [[kind] * 3 for kind in rng.sample(range(31, KINDS), rng.choice((2, 3)))],
            [[kind] * 3 for kind in rng.sample(range(27, 31), rng.choice((3, 4)))],
            rng.sample(ends, 4),
        )
    )


def _kinds(rng: Random) -> Sequence[int]:
    """Of what the hand is made: most yaku ask for few kinds of tiles."""
    suit = range(9 * (at := rng.randrange(3)), 9 * at + 9)
    outer = tuple(kind for kind in range(27) if kind % 9 in (0, 1, 2, 6, 7, 8))
    return rng.choice(
        (range(KINDS), range(KINDS), SIMPLES, suit, (*suit, *HONOURS), (*outer, *HONOURS), ORPHANS, GREEN)
    )


def _set(box: _Box, kinds: Sequence[int], *, is_triplet: bool) -> list[Tile]:
    kind = box.rng.choice(kinds)
    if is_triplet or kind >= 27 or not {kind + 1, kind + 2} <= set(kinds) or kind % 9 > 6:
        return [box.take(kind) for _ in range(3)]
    return [box.take(kind + step) for step in range(3)]


def _melded(box: _Box, tiles: list[Tile], calls: float, kans: float) -> Meld | None:
    """The set as it was called or declared; None where it stays in the hand."""
    rng, kind = box.rng, tiles[0].kind
    is_run = tiles[1].kind != kind
    is_kan = not is_run and box.left[kind] > 0 and rng.random() < kans
    if rng.random() >= calls:
        if not is_kan or rng.random() < 0.5:
            return None
        return Meld(MeldKind.ANKAN, (*tiles, box.take(kind)))
    if is_run:
        return None if box.rules.players == 3 else Meld(MeldKind.CHI, tuple(tiles[1:]), tiles[0], Seat(0))
    if is_kan:
        how = rng.choice((MeldKind.DAIMINKAN, MeldKind.KAKAN))
        return Meld(how, (*tiles[1:], box.take(kind)), tiles[0], Seat(0))
    return Meld(MeldKind.PON, tuple(tiles[1:]), tiles[0], Seat(0))


# How it is won.


@dataclass(frozen=True, slots=True)
class _Known:
    tile: Tile
    concealed: list[Tile]
    indicators: tuple[Tile, ...]
    kita: int


def _situation(rng: Random, rules: RuleSet, melds: tuple[Meld, ...], known: _Known) -> Situation:
    by = rng.choice((WinBy.RON, WinBy.TSUMO))
    wind, round_wind = Wind(rng.randrange(rules.players)), Wind(rng.choice((0, 0, 1, 2)))
    now = _riichi(rng, melds, Situation(by, wind, round_wind, kita=known.kita))
    if by is WinBy.RON:
        return _ron(rng, now, melds, known)
    has_kan = any(meld.kind.is_kan for meld in melds) or known.kita > 0
    if has_kan and rng.random() < 0.3:
        return replace(now, rinshan=True, ippatsu=False)
    is_quiet = not melds and not known.kita and len(known.indicators) == 1 and not now.riichi
    if is_quiet and rng.random() < 0.3:
        return replace(now, tenhou=now.is_dealer, chiihou=not now.is_dealer)
    return replace(now, haitei=rng.random() < 0.1)


def _riichi(rng: Random, melds: tuple[Meld, ...], now: Situation) -> Situation:
    if any(meld.is_open for meld in melds) or rng.random() < 0.45:
        return now
    return replace(now, riichi=True, double_riichi=rng.random() < 0.2, ippatsu=rng.random() < 0.3)


def _ron(rng: Random, now: Situation, melds: tuple[Meld, ...], known: _Known) -> Situation:
    melded = (tile for meld in melds for tile in meld.tiles if tile)
    lies = {tile.kind for tile in (*known.concealed, *melded, *known.indicators)}
    if known.tile.kind not in lies and rng.random() < 0.3:
        return replace(now, chankan=True)
    return replace(now, houtei=rng.random() < 0.1)
