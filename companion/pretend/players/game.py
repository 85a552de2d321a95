"""The pretend table: it deals, asks its players, lets the rules judge, and tells facts.

The table itself knows every tile. What it tells leaves out what nobody at a real table could see,
unless it was asked to tell all. Each fact has been through the rules core before it is told.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import reduce

from companion.pretend.players import results
from companion.pretend.players.calls import could_call
from companion.pretend.players.dealer import TileWall, build_wall
from companion.pretend.players.player import Move, PretendPlayer
from companion.pretend.players.style import Style, random_style
from companion.pretend.players.view import look
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    AnkanDeclared,
    DaiminkanCalled,
    Drawn,
    Fact,
    HanchanEnded,
    HanchanStarted,
    IndicatorRevealed,
    KakanDeclared,
    KyokuEnded,
    KyokuStarted,
    RinshanDrawn,
    Ryuukyoku,
)
from companion.riichi.game_end import NextDeal
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.kyoku import Kyoku, Offer, Phase
from companion.riichi.public import public_twin
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, in_turn_order_after
from companion.riichi.unseen import stick_due

Kan = AnkanDeclared | KakanDeclared | DaiminkanCalled
WallBuilder = Callable[[random.Random, RuleSet], TileWall]


def play_hanchan(
    rng: random.Random, rules: RuleSet, names: tuple[str, ...], *, see_all: bool = False
) -> Iterator[Fact]:
    """Play one hanchan from `HanchanStarted` to `HanchanEnded`; the same `rng` gives the same facts.

    Hands and drawn tiles are left out, as at a real table, unless `see_all` asks for them.
    """
    return PretendTable(rng, rules, names, see_all=see_all).play()


class PretendTable:
    """A table that plays itself. While `play` runs, `hanchan` and `wall` know everything."""

    def __init__(
        self,
        rng: random.Random,
        rules: RuleSet,
        names: tuple[str, ...],
        *,
        see_all: bool = False,
        styles: tuple[Style, ...] | None = None,
        walls: WallBuilder = build_wall,
    ) -> None:
        """Seat the players; `styles` and `walls` replace what the dice would choose."""
        self._rng = rng
        self._build_wall = walls
        self._see_all = see_all
        tempers = styles or tuple(random_style(rng) for _ in range(rules.players))
        self._players = tuple(PretendPlayer(style, rng) for style in tempers)
        self.hanchan = begin(rules, names)
        self.wall: TileWall | None = None

    @property
    def _kyoku(self) -> Kyoku:
        assert self.hanchan.kyoku is not None  # noqa: S101 - play asks only while a kyoku is played
        return self.hanchan.kyoku

    @property
    def _tiles(self) -> TileWall:
        assert self.wall is not None  # noqa: S101 - a kyoku begins with its wall
        return self.wall

    def play(self) -> Iterator[Fact]:
        """The facts of the whole hanchan, one at a time."""
        yield self._tell(HanchanStarted(self.hanchan.names, self.hanchan.rules.name))
        while self.hanchan.next_deal is not None:
            yield from self._play_kyoku(self.hanchan.next_deal)
        yield self._tell(HanchanEnded())

    def _tell(self, fact: Fact) -> Fact:
        self.hanchan = apply_to_hanchan(self.hanchan, fact)
        return fact if self._see_all else public_twin(fact)

    def _play_kyoku(self, deal: NextDeal) -> Iterator[Fact]:
        self.wall = self._build_wall(self._rng, self.hanchan.rules)
        hands = (*self.wall.hands(deal.dealer), None)[:4]
        yield self._tell(
            KyokuStarted(
                deal.round_wind,
                deal.dealer,
                deal.honba,
                deal.kyoutaku,
                deal.points,
                self.wall.indicator(0),
                hands,
            )
        )
        while not self._kyoku.is_over:
            yield from self._step()
        yield self._tell(KyokuEnded())

    def _step(self) -> Iterator[Fact]:
        phase = self._kyoku.phase
        if phase is Phase.TO_DRAW:
            return self._between_turns()
        if phase is Phase.TO_REPLACE:
            return self._after_kan()
        return self._turn()

    def _between_turns(self) -> Iterator[Fact]:
        """Between turns: ron, the riichi stick, indicators, ryuukyoku, calls; else the next tile is drawn."""
        yield from self._reveal_owed()
        yield from self._let_win()
        if self._kyoku.is_over:
            return
        yield from map(self._tell, stick_due(self._kyoku))
        yield from self._reveal_waiting()
        draw = results.draw_due(self._kyoku)
        if draw is not None:
            yield self._tell(draw)
            return
        called = self._first_lawful(self._call_moves())
        if called:
            yield from map(self._tell, called)
            return
        kyoku = self._kyoku
        yield self._tell(Drawn(kyoku.turn, self._tiles.next_draw(kyoku.wall)))

    def _after_kan(self) -> Iterator[Fact]:
        """After a kan or kita: it may be robbed; else indicator, then ryuukyoku or the replacement tile."""
        yield from self._let_win()
        if self._kyoku.is_over:
            return
        yield from self._reveal_owed()
        draw = results.draw_due(self._kyoku)
        if draw is not None:
            yield self._tell(draw)
            return
        kyoku = self._kyoku
        yield self._tell(RinshanDrawn(kyoku.turn, self._tiles.next_replacement(kyoku.wall)))

    def _turn(self) -> Iterator[Fact]:
        """A player with one tile too many wins, declares something, or discards."""
        kyoku = self._kyoku
        win = results.tsumo(kyoku, self._tiles) if kyoku.phase is Phase.TURN else None
        if win is not None:
            yield self._tell(win)
            return
        yield from map(self._tell, self._first_lawful(self._turn_moves(kyoku)))

    def _turn_moves(self, kyoku: Kyoku) -> Iterator[Move]:
        player, view = self._players[kyoku.turn], look(kyoku, kyoku.turn)
        return player.moves_on_draw(view) if kyoku.phase is Phase.TURN else player.moves_after_call(view)

    def _first_lawful(self, moves: Iterable[Move]) -> Move:
        """The first move that the rules allow; () where there is none."""
        return next((move for move in moves if self._is_lawful(move)), ())

    def _is_lawful(self, move: Move) -> bool:
        if isinstance(move[0], Kan) and not self._kyoku.wall.replacements_left:
            return False  # Some houses allow a fifth kan, but the real wall has no tile for it.
        try:
            reduce(apply_to_hanchan, move, self.hanchan)
        except IllegalFactError:
            return False
        return True

    def _let_win(self) -> Iterator[Fact]:
        ron = results.ron(self._kyoku, self._tiles)
        yield from map(self._tell, (ron,) if isinstance(ron, Ryuukyoku) else ron)

    def _reveal_owed(self) -> Iterator[Fact]:
        while self._kyoku.wall.owed_now > 0:
            yield self._reveal()

    def _reveal_waiting(self) -> Iterator[Fact]:
        """Turn the indicators that waited for the discard to pass."""
        while self._kyoku.wall.indicators_owed > 0:
            yield self._reveal()

    def _reveal(self) -> Fact:
        shown = len(self._kyoku.wall.indicators)
        return self._tell(IndicatorRevealed(self._tiles.indicator(shown)))

    def _call_moves(self) -> Iterator[Move]:
        """Everybody is asked for pon and kan first, then the next player for chi."""
        kyoku = self._kyoku
        offer = kyoku.last_discard
        if offer is None or offer.tile is None or kyoku.wall.live == 0:
            return
        for seat in in_turn_order_after(offer.seat, kyoku.rules.players):
            if could_call(kyoku.players[seat].hand, offer.tile, may_chi=False):
                yield from self._ask(kyoku, seat, offer, may_chi=False)
        if kyoku.rules.players == 4 and could_call(kyoku.players[kyoku.turn].hand, offer.tile, may_chi=True):
            yield from self._ask(kyoku, kyoku.turn, offer, may_chi=True)

    def _ask(self, kyoku: Kyoku, seat: Seat, offer: Offer, *, may_chi: bool) -> Iterator[Move]:
        return self._players[seat].moves_on_call(look(kyoku, seat), offer, may_chi=may_chi)
