"""Games kept by points under random rules, counted a second time by independent code."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.riichi import facts as f
from companion.riichi import house_facts as h
from companion.riichi.errors import IllegalFactError
from companion.riichi.final_score import final_scores
from companion.riichi.game_end import may_dealer_stop
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.presets import PRESETS
from companion.riichi.ruleset import MultipleRon, PenaltyTo, RuleSet
from companion.riichi.seats import Seat
from companion.rules_file import RulesError, changed_rules
from tests.toolbox.second_count import OneHand, OneWin, SecondCount, final_of

FLAGS = (
    "oka",
    "bust",
    "dealer_stop_asked",
    "extension",
    "chombo_ends_game",
    "wareme",
    "kiriage",
    "kazoe_yakuman",
)
FLAGS += ("nagashi_win", "tsumo_loss", "yakuman_stack")
CHOICES = {
    "rounds": (1, 2, 3, 4),
    "return_points": (25_000, 30_000, 40_000),
    "target_points": (0, 25_000, 30_000, 40_000),
    "honba_points": (0, 300, 600, 1_500, 3_000),
    "noten_points": (0, 2_000, 3_000, 6_000),
    "chombo_points": (0, 10_000, 20_000),
    "chip_points": (0, 500, 2_000),
    "bust_points": (0, 10_000),
    "yakitori_points": (0, 1_000, 5_000),
    "riichi_min_points": ("none", 0, 1_000),
    "ties": ("seat_order", "shared"),
    "score_rounding": ("none", "five_up", "five_down"),
    "dealer_stop": ("never", "win", "win_or_tenpai"),
    "renchan": ("tenpai", "win", "win_or_draw", "never"),
    "sticks_left": ("first", "stay"),
    "penalty_to": ("none", "others", "table", "score"),
    "multiple_ron": ("head_bump", "double", "all"),
    "honba_to": ("first_winner", "every_winner"),
    "pao_honba": ("liable", "discarder"),
}
KINDS = ("win", "win", "win", "draw", "nagashi", "abortive", "chombo")


def some_rules(dice: Random) -> RuleSet:
    """A preset with about a third of these rules changed, as people change them on the page."""
    preset = dice.choice(list(PRESETS.values()))
    while True:
        options = {**CHOICES, **dict.fromkeys(FLAGS, (True, False))}
        changes = {name: dice.choice(values) for name, values in options.items() if dice.random() < 0.3}
        try:
            return changed_rules(preset, changes)
        except RulesError:  # three players share no honba of 1,500, for one
            continue


class Table:
    """Tells a game to the rules and to the second count, and compares them after each hand."""

    def __init__(self, dice: Random) -> None:
        self.dice, self.rules = dice, some_rules(dice)
        self.seats = range(self.rules.players)
        self.game: Hanchan = begin(self.rules)
        self.count = SecondCount(self.rules)

    def tell(self, *facts: f.Fact) -> bool:
        """Tell all of these or, where the rules refuse one, nothing."""
        game = self.game
        try:
            for fact in facts:
                game = apply_to_hanchan(game, fact)
        except IllegalFactError:
            return False
        self.game = game
        return True

    def play(self) -> bool:
        """One hand; False where the game is over."""
        due, hand = self.game.next_deal, OneHand()
        assert due is not None
        there = (due.round_wind, due.dealer, due.honba, due.kyoutaku, list(due.points))
        count = self.count
        assert there == (count.round % 4, count.dealer, count.honba, count.sticks, count.points)
        deal = f.KyokuStarted(due.round_wind, due.dealer, due.honba, due.kyoutaku, due.points)
        assert self.tell(deal, f.PlayUnfollowed())
        self._before_the_result(hand)
        while not self._result(hand):
            pass
        count.tell(hand)
        assert self.game.kyoku is not None
        assert may_dealer_stop(self.game.kyoku) == count.may_stop
        assert self.tell(f.KyokuEnded())
        assert (list(self.game.points), self.game.kyoutaku) == (count.points, count.sticks), hand
        assert (self.game.ended or "") == count.ended, hand
        return not count.ended

    def _before_the_result(self, hand: OneHand) -> None:
        dice, rules = self.dice, self.rules
        seats = [Seat(seat) for seat in self.seats]
        hand.riichi = [
            seat
            for seat in seats
            if dice.random() < 0.25 and self.tell(f.RiichiDeclared(seat), f.RiichiAccepted(seat))
        ]
        if rules.penalty_to is not PenaltyTo.NONE and dice.random() < 0.2:
            hand.penalties = [(dice.choice(seats), 6_000)]
            assert self.tell(h.PenaltyGiven(*hand.penalties[0]))
        if rules.wareme and dice.random() < 0.5:
            hand.wareme = dice.choice(seats)
            assert self.tell(h.WallBroken(hand.wareme))
        if rules.chip_points and dice.random() < 0.5:
            seat, giver = dice.sample(seats, 2)
            hand.chips = [(seat, dice.choice([None, giver]), dice.randint(1, 5))]
            assert self.tell(h.ChipsTaken(*hand.chips[0]))

    def _result(self, hand: OneHand) -> bool:
        """Try some result; False where the rules refuse it."""
        dice, hand.kind = self.dice, self.dice.choice(KINDS)
        seats = [Seat(seat) for seat in self.seats]
        hand.tenpai = [seat for seat in seats if seat in hand.riichi or dice.random() < 0.4]
        match hand.kind:
            case "win":
                return self._wins(hand)
            case "draw":
                return self.tell(f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, tuple(hand.tenpai)))
            case "nagashi":
                hand.nagashi = dice.sample(seats, dice.choice((1, 1, 2)))
                kind = f.RyuukyokuKind.NAGASHI_MANGAN
                return self.tell(f.Ryuukyoku(kind, tuple(hand.tenpai), tuple(hand.nagashi)))
            case "abortive":
                kind = dice.choice([kind for kind in f.RyuukyokuKind if kind.is_abortive])
                shown = tuple(seats) if kind is f.RyuukyokuKind.SUUCHA_RIICHI else ()
                return self.tell(f.Ryuukyoku(kind, shown))
            case _:
                hand.culprit = dice.choice(seats)
                return self.tell(f.Chombo(hand.culprit))

    def _wins(self, hand: OneHand) -> bool:
        dice, seats = self.dice, [Seat(seat) for seat in self.seats]
        hand.giver = dice.choice(seats)
        others = [seat for seat in seats if seat != hand.giver]
        is_tsumo = dice.random() < 0.4
        winners = [hand.giver] if is_tsumo else dice.sample(others, dice.choice((1, 1, 2, len(others))))
        hand.wins = [self._worth(seat) for seat in winners]
        by = f.WinBy.TSUMO if is_tsumo else f.WinBy.RON
        facts = [
            f.Won(Seat(w.seat), by, hand.giver, value=f.HandValue(w.han, w.fu, w.yakuman), liable=w.liable)
            for w in hand.wins
        ]
        if not self.tell(*facts):
            return False
        if self.rules.multiple_ron is MultipleRon.HEAD_BUMP:
            hand.wins = [min(hand.wins, key=lambda win: (win.seat - hand.giver) % len(seats))]
        return True

    def _worth(self, seat: Seat) -> OneWin:
        dice, rules = self.dice, self.rules
        if dice.random() < 0.8:
            han = dice.choice((1, 2, 3, 4, 5, 6, 8, 11, 13))
            return OneWin(seat, han, dice.choice((30, 40, 60, 70, 110)))
        others = [other for other in range(rules.players) if other != seat]
        is_liable = rules.pao and rules.pao_split == "whole_hand" and dice.random() < 0.5
        liable = Seat(dice.choice(others)) if is_liable else None
        return OneWin(seat, yakuman=dice.randint(1, rules.most_yakuman), liable=liable)


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_a_game_by_points_is_counted_alike_by_another_hand(seed: int) -> None:
    table = Table(Random(seed))
    for _ in range(14):
        if not table.play():
            break
    for ours, (place, points, score) in zip(final_scores(table.game), final_of(table.count), strict=True):
        assert (ours.place, ours.points) == (place, points)
        assert ours.score == pytest.approx(score, abs=0.051)
