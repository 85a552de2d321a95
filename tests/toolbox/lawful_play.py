"""People who play lawful hands at random: they try what they might do and take what the table allows.

The wall is shuffled from a seed. Every hand is known, so that shapes, waits and furiten count. The
players are eager: they call, declare kans and riichi, and win, far more often than people would.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from companion.riichi import facts as f
from companion.riichi import shape
from companion.riichi.draws import abortive_draw_due, nagashi_seats
from companion.riichi.errors import IllegalFactError
from companion.riichi.hanchan import Hanchan, apply_to_hanchan
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.melds import MeldKind
from companion.riichi.ruleset import Reveal, RuleSet
from companion.riichi.seats import Seat, in_turn_order_after, seats
from companion.riichi.tenpai import counts_as_tenpai, has_tenpai_discard
from companion.riichi.tiles import BY_KIND, COPIES, Tile, kinds_in_play, parse_tiles, red_of

CHANCE_OF_CHOMBO = 0.0005
FAVOURS = ("556677z", "11223344z", "111222333s", "111p222s333z", "19p19s1234567z", "")
"""What one player may be dealt: pao, many kans and kyuushu kyuuhai would otherwise hardly be seen."""


def wall_of(rules: RuleSet, random: Random) -> list[Tile]:
    """All tiles of the set, shuffled."""
    tiles = [BY_KIND[kind] for kind in kinds_in_play(rules.players) for _ in range(COPIES)]
    for suit, reds in zip("mps", rules.red_fives, strict=True):
        five = Tile(f"5{suit}")
        for _ in range(reds):
            tiles[tiles.index(five)] = red_of(five)
    random.shuffle(tiles)
    return tiles


def _nobody_listens(before: Hanchan, fact: f.Fact, after: Hanchan) -> None:
    pass


@dataclass
class Players:
    """The people at one table: they know the wall and play one kyoku after another."""

    random: Random
    tell: Callable[[Hanchan, f.Fact, Hanchan], None] = _nobody_listens
    """Hears of every fact: the game before it, the fact, the game after it."""
    seen: Counter[str] = field(default_factory=Counter)
    """What has happened so far, by the kind of fact and of draw."""
    _wall: list[Tile] = field(default_factory=list)

    def play_kyoku(self, hanchan: Hanchan) -> Hanchan:
        """Deal what comes next and play it to its end."""
        hanchan = self._deal(hanchan)
        while hanchan.kyoku is not None:
            for fact in self._wishes(hanchan.kyoku):
                after = self._try(hanchan, fact)
                if after is not None:
                    hanchan = after
                    break
            else:
                raise AssertionError(f"nobody can do anything: {hanchan.kyoku}")
        return hanchan

    def _deal(self, hanchan: Hanchan) -> Hanchan:
        following = hanchan.next_deal
        assert following is not None
        self._wall = wall_of(hanchan.rules, self.random)
        hands = self._hands(hanchan.rules.players)
        deal = f.KyokuStarted(
            following.round_wind,
            following.dealer,
            following.honba,
            following.kyoutaku,
            following.points,
            self._wall.pop(),
            hands,
        )
        return self._told(hanchan, deal, apply_to_hanchan(hanchan, deal))

    def _hands(self, players: int) -> tuple[tuple[Tile, ...], ...]:
        """Thirteen tiles each, and what one of them was favoured with."""
        favour = list(parse_tiles(self.random.choice(FAVOURS)))
        for tile in favour:
            self._wall.remove(tile)
        hands = [favour, *([] for _ in range(players - 1))]
        self.random.shuffle(hands)
        for hand in hands:
            hand.extend(self._wall.pop() for _ in range(13 - len(hand)))
        return tuple(map(tuple, hands))

    def _try(self, hanchan: Hanchan, fact: f.Fact) -> Hanchan | None:
        try:
            after = apply_to_hanchan(hanchan, fact)
        except IllegalFactError:
            return None
        if isinstance(fact, f.Drawn | f.RinshanDrawn | f.IndicatorRevealed):
            self._wall.pop()
        return self._told(hanchan, fact, after)

    def _told(self, before: Hanchan, fact: f.Fact, after: Hanchan) -> Hanchan:
        kind = getattr(fact, "kind", None)
        self.seen[kind.value if kind else type(fact).__name__] += 1
        self.tell(before, fact, after)
        return after

    def _wishes(self, kyoku: Kyoku) -> Iterator[f.Fact]:
        """What might happen now, in the order in which it is tried."""
        if self.random.random() < CHANCE_OF_CHOMBO:
            yield f.Chombo(self.random.choice(seats(kyoku.rules.players)))
        if kyoku.phase is Phase.ENDED:
            yield f.KyokuEnded()
        elif kyoku.phase is Phase.WON:
            yield from self._others_win(kyoku)
            yield f.KyokuEnded()
        elif kyoku.phase is Phase.TO_DRAW:
            yield from self._after_a_discard(kyoku)
        elif kyoku.phase is Phase.TO_REPLACE:
            yield from self._after_a_kan(kyoku)
        else:
            yield from self._own_turn(kyoku)

    def _may(self, chance: float) -> bool:
        return self.random.random() < chance

    def _others_win(self, kyoku: Kyoku) -> Iterator[f.Fact]:
        offer = kyoku.offer
        if offer is None:
            return
        for seat in in_turn_order_after(offer.seat, kyoku.rules.players):
            hand = kyoku.players[seat].known_hand
            if hand is not None and self._may(0.9) and offer.tile.kind in shape.waits(shape.counts_of(hand)):
                yield f.Won(seat, f.WinBy.RON, offer.seat, offer.tile, hand, value=self._value(kyoku, seat))
        if len(kyoku.wins) == 2:
            yield f.Ryuukyoku(f.RyuukyokuKind.SANCHAHOU)

    def _value(self, kyoku: Kyoku, seat: Seat) -> f.HandValue:
        fed = [name for name, _ in kyoku.players[seat].pao]
        if fed or self._may(0.02):
            names = [*fed, *(["tsuuiisou"] if self._may(0.5) or not fed else [])]
            return f.HandValue(0, 0, len(names), tuple((name, 13) for name in names))
        return f.HandValue(
            self.random.choice((1, 1, 2, 3, 4, 5, 7, 9, 13)), self.random.choice((25, 30, 40, 60))
        )

    def _after_a_discard(self, kyoku: Kyoku) -> Iterator[f.Fact]:
        yield from self._others_win(kyoku)
        offer = kyoku.offer
        if offer is not None:
            yield f.RiichiAccepted(offer.seat)
            due = abortive_draw_due(kyoku)
            if due is not None:
                yield f.Ryuukyoku(due, tenpai=tuple(seats(kyoku.rules.players)))
            if kyoku.rules.open_kan_reveal is Reveal.WITH_DISCARD or self._may(0.5):
                yield from self._indicator(kyoku)
            yield from self._calls(kyoku, offer.seat, offer.tile)
        if kyoku.wall.live == 0:
            yield from self._wall_end(kyoku)
        yield f.Drawn(kyoku.turn, self._wall[-1])
        yield from self._indicator(kyoku)

    def _indicator(self, kyoku: Kyoku) -> Iterator[f.Fact]:
        if kyoku.wall.owed_now > 0:
            yield f.IndicatorRevealed(self._wall[-1])

    def _calls(self, kyoku: Kyoku, giver: Seat, tile: Tile) -> Iterator[f.Fact]:
        for seat in in_turn_order_after(giver, kyoku.rules.players):
            hand = kyoku.players[seat].known_hand or ()
            same = tuple(own for own in hand if own.kind == tile.kind)
            if len(same) >= 3 and self._may(0.6):
                yield f.DaiminkanCalled(seat, giver, tile, same[:3])
            if len(same) >= 2 and self._may(0.5):
                yield f.PonCalled(seat, giver, tile, same[:2])
            if self._may(0.15) and not tile.is_honour:
                yield from (f.ChiCalled(seat, tile, own) for own in _runs(hand, tile))

    def _wall_end(self, kyoku: Kyoku) -> Iterator[f.Fact]:
        hands = [player.known_hand or () for player in kyoku.players]
        tenpai = tuple(
            seat
            for seat, hand in zip(seats(kyoku.rules.players), hands, strict=True)
            if counts_as_tenpai(shape.counts_of(hand), kyoku.players[seat].melds, kyoku.rules)
        )
        yield f.Ryuukyoku(f.RyuukyokuKind.NAGASHI_MANGAN, tenpai, nagashi_seats(kyoku))
        yield f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, tenpai, hands=tuple(map(tuple, hands)))

    def _after_a_kan(self, kyoku: Kyoku) -> Iterator[f.Fact]:
        if len(kyoku.wall.indicators) <= kyoku.kans or not kyoku.rules.kan_dora:
            yield from self._others_win(kyoku)  # once the indicator is turned nobody robs the kan any more
        due = abortive_draw_due(kyoku)
        if due is not None:
            yield f.Ryuukyoku(due)
        yield from self._indicator(kyoku)
        yield f.RinshanDrawn(kyoku.turn, self._wall[-1])

    def _own_turn(self, kyoku: Kyoku) -> Iterator[f.Fact]:
        seat, player = kyoku.turn, kyoku.players[kyoku.turn]
        hand = player.known_hand or ()
        if kyoku.phase is Phase.TURN and shape.is_complete(shape.counts_of(hand)):
            yield f.Won(seat, f.WinBy.TSUMO, seat, player.drawn, hand[:-1], value=self._value(kyoku, seat))
        if kyoku.phase is Phase.TURN:
            if self._may(0.3):
                yield f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=seat)
            yield from self._own_kans(kyoku, seat, hand)
        is_waiting = not player.in_riichi and _tenpai_discards(hand)
        is_tenpai = is_waiting and has_tenpai_discard(hand, player.melds, kyoku.rules)
        if kyoku.phase is Phase.TURN and is_tenpai and self._may(0.8):
            yield f.RiichiDeclared(seat)
        yield from self._discards(kyoku, seat, hand)

    def _own_kans(self, kyoku: Kyoku, seat: Seat, hand: tuple[Tile, ...]) -> Iterator[f.Fact]:
        if kyoku.rules.kita:
            yield f.KitaDeclared(seat)
        counts = shape.counts_of(hand)
        for kind in (kind for kind, count in enumerate(counts) if count == COPIES):
            yield f.AnkanDeclared(seat, tuple(tile for tile in hand if tile.kind == kind))
        pons = {m.tile_kind for m in kyoku.players[seat].melds if m.kind is MeldKind.PON}
        yield from (f.KakanDeclared(seat, tile) for tile in hand if tile.kind in pons)

    def _discards(self, kyoku: Kyoku, seat: Seat, hand: tuple[Tile, ...]) -> Iterator[f.Fact]:
        """The drawn tile after riichi; else at random, lone tiles and discards that keep tenpai first."""
        player = kyoku.players[seat]
        if player.riichi is not None and player.riichi.is_accepted:
            yield f.Discarded(seat, player.drawn, tsumogiri=True)
            return
        keeps_tenpai = _tenpai_discards(hand)
        counts = shape.counts_of(hand)

        def worth(tile: Tile) -> tuple[bool, int, float]:
            return tile.kind not in keeps_tenpai, _near(counts, tile.kind), self.random.random()

        yield from (f.Discarded(seat, tile) for tile in sorted(hand, key=worth))


def _near(counts: shape.Counts, kind: int) -> int:
    """How many own tiles could make a pair or part of a run with one of this kind, itself included."""
    if kind >= 27:
        return counts[kind]
    suit = kind // 9 * 9
    return sum(counts[max(suit, kind - 2) : min(suit + 9, kind + 3)])


def _tenpai_discards(hand: tuple[Tile, ...]) -> frozenset[int]:
    """The discards that leave the hand tenpai; with three tiles that stand alone there is hardly one."""
    counts = shape.counts_of(hand)
    alone = sum(count > 0 and _near(counts, kind) == 1 for kind, count in enumerate(counts))
    return frozenset() if alone > 2 else shape.tenpai_discards(hand)


def _runs(hand: tuple[Tile, ...], tile: Tile) -> Iterator[tuple[Tile, Tile]]:
    """The pairs of own tiles that make a run with this one."""
    by_rank = {own.rank: own for own in hand if own.suit == tile.suit}
    for first, second in ((-2, -1), (-1, 1), (1, 2)):
        low, high = by_rank.get(tile.rank + first), by_rank.get(tile.rank + second)
        if low is not None and high is not None:
            yield low, high
