"""The table as the things on it: facts go in, and the strokes of hands that they take come out.

From a deal to `clear`, every tile is somewhere. Whether a fact is lawful has been decided before.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.pretend.painting.things import Pose, Stance
from companion.pretend.stage import places
from companion.pretend.stage.holdings import Holdings, followed
from companion.pretend.stage.standing import StandingHands
from companion.pretend.stage.strokes import Carry, Stroke
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuEnded,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RinshanDrawn,
    Ryuukyoku,
    WinBy,
    Won,
)
from companion.riichi.hanchan import SIDES, Hanchan, apply_to_hanchan
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import LaidTile, Meld, MeldKind, laid
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile


@dataclass(frozen=True, slots=True)
class Neatness:
    """How tidily people lay tiles."""

    shift: float = 1.2
    """The standard deviation of a tile's place, in millimetres: people lay it one or two off."""
    turn: float = 0.05
    """The standard deviation of its angle, in radians: three degrees."""
    row: int = places.ROW
    """How many tiles go into the third row of a river."""

    def loosely(self, pose: Pose, rng: random.Random, share: float) -> Pose:
        """A pose as somebody really lays it, off by this share of the usual deviations."""
        shift, turn = self.shift * share, self.turn * share
        x, y, t = (rng.gauss(0, size) for size in (shift, shift, turn))
        return replace(pose, x=pose.x + x, y=pose.y + y, turn=pose.turn + t)


ASLANT = 0.02
"""The standard deviation of a wall's angle, in radians: it is pushed in with one hand."""
NEAT = Neatness(shift=0.35, turn=0.012)
"""People who straighten what they lay: the exception."""


@dataclass
class Pegs:
    """Where things of one seat have been laid, so that the next ones find their place."""

    ends: list[float]
    """The right end of each meld."""
    next_end: float = places.MELDS_END


class StageTable:
    """Four walls, hands, rivers and melds; `poses` is where each tile is now."""

    def __init__(
        self, hanchan: Hanchan, sides: str = SIDES, *,
        seed: int = 1, neat: Neatness | None = None, layout: places.Layout = places.PLAIN,
    ) -> None:  # fmt: skip
        self.hanchan, self._layout = hanchan, layout
        self.poses: dict[int, Pose] = {}
        self.tiles: dict[int, Tile] = {}
        self._sides = sides
        self._rng = random.Random(f"stage {seed}")
        self.neat = neat or Neatness()
        self._holdings = Holdings(hanchan.rules)
        self._hands = StandingHands((), ())
        self._pegs: list[Pegs] = []
        self._across: dict[int, bool] = {}
        self._break = places.broken(0, 7, hanchan.rules.players)

    def side_of(self, seat: Seat) -> int:
        """The side of the table at which a player sits; A is 0."""
        return SIDES.index(self._sides[seat])

    @property
    def labels(self) -> dict[int, str]:
        """What is carved on each tile."""
        return {piece: tile.text for piece, tile in self.tiles.items()}

    def deal(self, kyoku: Sequence[Fact]) -> tuple[Stroke, ...]:
        """Build the walls and deal for a kyoku, given all its facts; returns the strokes (配牌).

        Raises:
            StageError: no set of tiles fits these facts.
        """
        start = kyoku[0]
        if not isinstance(start, KyokuStarted):
            raise TypeError("a kyoku begins with its deal")
        self.hanchan = apply_to_hanchan(self.hanchan, start)
        rules = self.hanchan.rules
        self._holdings = Holdings(rules, followed(kyoku, rules, self._rng))
        self.tiles = dict(self._holdings.tiles)
        self._holdings.deal(replace(start, indicator=None))
        sides = _sitting(self._sides, rules.players)
        self._hands = StandingHands(self._holdings.hands, sides)
        self._pegs = [Pegs([]) for _ in sides]
        self._across = {}
        self._break = _broken(self.side_of(start.dealer), self._layout, rules.players, self._rng)
        before = set(self.poses)
        self.poses = {piece: self._loose(self._break.wall(piece), 0.3) for piece in self.tiles}
        for seat in range(rules.players):
            self.poses |= self._hands.poses(Seat(seat))
        gone: dict[int, Pose | None] = dict.fromkeys(before - set(self.poses))
        strokes = [Stroke(5.0, sitting=sides, settles=gone | dict(self.poses))]
        if start.indicator is not None:
            strokes += self._flip(start.dealer, self._holdings.reveal(start.indicator))
        return tuple(strokes)

    def play(self, fact: Fact) -> tuple[Stroke, ...]:
        """The strokes that people make when this happens; the table is afterwards as the fact leaves it."""
        self.hanchan = apply_to_hanchan(self.hanchan, fact)
        kyoku = self.hanchan.kyoku
        match fact:
            case RiichiAccepted(seat):
                side = self.side_of(seat)
                return (Stroke(1.1, side, sticks=((side, places.stick(side, self._layout)),)),)
            case Won() if kyoku is not None:
                return (*self._show(fact.seat, kyoku), *self._turn_ura(fact))
            case Ryuukyoku() if kyoku is not None:
                return tuple(stroke for seat in _showing(fact) for stroke in self._show(seat, kyoku))
            case KyokuEnded():
                return self.clear()
            case _:
                pieces = self._holdings.follow(fact)
                return tuple(self._moved(fact, pieces)) if kyoku is not None else ()

    def fumble(self, seat: Seat) -> tuple[Stroke, ...]:
        """The strokes with which a tile of a hand is laid in the river and taken back at once."""
        hand = self._hands.of(seat)
        piece = hand[len(hand) // 2]
        home = self.poses[piece]
        goal = self._in_river(seat, self._holdings.rivers[seat], sideways=False)
        side = self.side_of(seat)
        return (
            Stroke(1.1, side, (Carry(piece, home, goal),)),
            Stroke(1.0, side, (Carry(piece, goal, home),)),
        )

    def clear(self) -> tuple[Stroke, ...]:
        """Everything goes off the table (洗牌)."""
        gone: dict[int, Pose | None] = dict.fromkeys(self.poses)
        self.poses = {}
        sitting = _sitting(self._sides, self.hanchan.rules.players)
        return (Stroke(3.0, sitting=sitting, settles=gone, takes_sticks=True),)

    def _moved(self, fact: Fact, pieces: tuple[int, ...]) -> Iterator[Stroke]:
        match fact:
            case Drawn(seat) | RinshanDrawn(seat):
                yield self._stroke(0.9, seat, {pieces[0]: self._hands.take_in(seat, pieces[0])})
            case Discarded(seat):
                yield self._discard(seat, pieces[0])
            case ChiCalled() | PonCalled() | DaiminkanCalled():
                yield from self._call(fact.seat, pieces)
            case KakanDeclared(seat):
                yield self._add(seat, pieces[0])
            case AnkanDeclared(seat):
                yield self._stroke(1.6, seat, self._meld(seat, pieces), self._hands.without(seat, pieces))
            case KitaDeclared(seat):
                number = len(self._holdings.asides[seat]) - 1
                goal = self._loose(places.aside(self.side_of(seat), number))
                yield self._stroke(1.1, seat, {pieces[0]: goal}, self._hands.without(seat, pieces))
            case IndicatorRevealed():
                yield from self._flip(self._kyoku.turn, pieces[0])

    @property
    def _kyoku(self) -> Kyoku:
        if self.hanchan.kyoku is None:
            raise ValueError("no kyoku is being played")
        return self.hanchan.kyoku

    def _discard(self, seat: Seat, piece: int) -> Stroke:
        sideways = self._kyoku.players[seat].discards[-1].sideways
        others = self._holdings.rivers[seat][:-1]
        self._across[piece] = sideways
        goal = self._in_river(seat, others, sideways=sideways)
        return self._stroke(1.1, seat, {piece: self._loose(goal)}, self._hands.without(seat, (piece,)))

    def _in_river(self, seat: Seat, others: Sequence[int], *, sideways: bool) -> Pose:
        """Where the next tile of a river goes."""
        lying, row, layout = [self._across[one] for one in others], self.neat.row, self._layout
        return places.river(self.side_of(seat), lying, sideways=sideways, row=row, layout=layout)

    def _call(self, seat: Seat, pieces: tuple[int, ...]) -> Iterator[Stroke]:
        """The caller's own tiles are laid open first, then the discard is fetched (副露)."""
        goals = self._meld(seat, pieces)
        fetched = pieces[0]
        own = {piece: pose for piece, pose in goals.items() if piece != fetched}
        yield self._stroke(1.0, seat, own, self._hands.without(seat, tuple(own)))
        yield self._stroke(1.0, seat, {fetched: goals[fetched]})

    def _meld(self, seat: Seat, pieces: tuple[int, ...]) -> dict[int, Pose]:
        pegs, made = self._pegs[seat], self._kyoku.players[seat].melds[-1]
        pegs.ends.append(pegs.next_end)
        tiles = laid(made, seat, self.hanchan.rules.players)
        poses, pegs.next_end = places.meld(self.side_of(seat), tiles, pegs.ends[-1])
        return {
            piece: self._loose(pose, 0.5)
            for piece, pose in zip(_in_order(made, tiles, pieces, self.tiles), poses, strict=True)
        }

    def _add(self, seat: Seat, piece: int) -> Stroke:
        """The fourth tile goes beside the sideways one (加槓)."""
        melds = self._holdings.melds[seat]
        number = next(at for at, own in enumerate(melds) if piece in own)
        tiles = laid(self._kyoku.players[seat].melds[number], seat, self.hanchan.rules.players)
        poses, _ = places.meld(self.side_of(seat), tiles, self._pegs[seat].ends[number])
        goals = [pose for tile, pose in zip(tiles, poses, strict=True) if tile.on_top]
        goal = {piece: self._loose(goals[0], 0.5)}
        return self._stroke(1.3, seat, goal, self._hands.without(seat, (piece,)))

    def _show(self, seat: Seat, kyoku: Kyoku) -> tuple[Stroke, ...]:
        """Lay a hand open, sorted, the tile of a tsumo apart; one with made-up tiles stays closed (倒牌)."""
        won = any(win.seat == seat and win.by is WinBy.TSUMO for win in kyoku.wins)
        order = self._hands.of(seat)
        if not self._holdings.made_up.isdisjoint(order):
            return ()
        drawn = order[-1:] if won else ()
        rest = sorted((piece for piece in order if piece not in drawn), key=lambda piece: self.tiles[piece])
        poses = places.shown(self.side_of(seat), len(order), has_drawn=won)
        goals = {piece: self._loose(pose, 0.4) for piece, pose in zip([*rest, *drawn], poses, strict=True)}
        return (self._stroke(1.6, seat, goals),)

    def _flip(self, seat: Seat, piece: int) -> tuple[Stroke, ...]:
        """Turn an indicator over where it lies (ドラ表示牌)."""
        pose = self.poses[piece]
        return (self._stroke(1.2, seat, {piece: replace(pose, stance=Stance.UP)}),)

    def _turn_ura(self, won: Won) -> tuple[Stroke, ...]:
        """The first riichi winner lays the ura open, as far as the facts say what they are (裏ドラ)."""
        unders = [self._holdings.ura(number) for number in range(len(won.ura))]
        if any(self.poses[piece].stance is Stance.UP for piece in unders):
            return ()
        goals = [(piece, self._loose(self._break.ura(piece), 0.5)) for piece in unders]
        return tuple(
            self._stroke(1.3, won.seat, {piece: goal}, {piece + 1: replace(self.poses[piece + 1], z=0.0)})
            for piece, goal in goals
        )

    def _stroke(
        self, seconds: float, seat: Seat, goals: dict[int, Pose], settles: dict[int, Pose] | None = None
    ) -> Stroke:
        carries = tuple(Carry(piece, self.poses[piece], goal) for piece, goal in goals.items())
        changed = {piece: pose for piece, pose in (settles or {}).items() if self.poses.get(piece) != pose}
        self.poses |= goals
        self.poses |= changed
        return Stroke(seconds, self.side_of(seat), carries, dict(changed))

    def _loose(self, pose: Pose, share: float = 1.0) -> Pose:
        """A pose as people lay a tile: never quite straight."""
        return self.neat.loosely(pose, self._rng, share)


def _in_order(
    made: Meld, lying: Iterable[LaidTile], pieces: tuple[int, ...], tiles: Mapping[int, Tile]
) -> list[int]:
    """The pieces of a meld as they lie, left to right."""
    called = [] if made.kind is MeldKind.ANKAN else [pieces[0]]
    own = [piece for piece in pieces if piece not in called]
    upright = sorted(own, key=lambda piece: tiles[piece])
    return [called[0] if tile.sideways else upright.pop(0) for tile in lying]


def _sitting(sides: str, players: int) -> tuple[int, ...]:
    """The sides at which somebody sits, in the order of the seats."""
    return tuple(map(SIDES.index, sides[:players]))


def _aslant(layout: places.Layout, rng: random.Random) -> tuple[float, ...]:
    """How askew each wall was pushed in."""
    if layout == places.PLAIN:
        return (0.0,) * 4
    return tuple(rng.gauss(0, ASLANT) for _ in range(4))


def _broken(dealer: int, layout: places.Layout, players: int, rng: random.Random) -> places.Break:
    """Where the dice break the wall."""
    dice = rng.randint(1, 6) + rng.randint(1, 6)
    return places.broken(dealer, dice, players, _aslant(layout, rng))


def _showing(draw: Ryuukyoku) -> tuple[Seat, ...]:
    """Who lays their hand open at a draw."""
    return draw.tenpai if draw.by is None else (*draw.tenpai, draw.by)
