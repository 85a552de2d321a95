"""Hands that are over: what a room is shown of them, and which one is the hand of the round."""

from dataclasses import replace

import pytest

from companion.club_page.game_view import RoundNow
from companion.club_page.past_hands import Best, PastHand, PastWin, best_of, past_hands
from companion.club_page.rarest import rarest
from companion.evenings.played import played
from companion.evidence import Cause
from companion.journal import Entry, Game, GameNumber
from companion.riichi.facts import KyokuEnded
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS
from companion.riichi.tea_facts import Carried, GamePaused, PlayerSubstituted, PointsSet, SeatsChanged
from companion.riichi.yaku import YAKU
from tests.club_page.playing import NAMES, NOON, game_of, hands_of

HAND = PastHand("0000aaaa", 1, 1, 1, RoundNow("E", 1, 0, 0), NOON, NAMES, (0,) * 4, (), None, None, 9)
WIN = PastWin(0, "ron", 1, 1_000, 1, 30, 0, None, ("tanyao",), True)


def won(points, *yaku, number=1, round_=1):
    win = replace(WIN, points=points, yaku=yaku or ("tanyao",))
    return replace(HAND, hand=number, round=round_, wins=(win,))


def picks(*hands):
    return [(one.kind, one.hand.hand, one.yaku) for one in best_of(hands)]


def test_the_largest_and_the_strangest_hand_of_the_round_are_picked():
    hands = (won(1_000, number=1), won(8_000, "riichi", number=2), won(2_000, "haitei", "dora", number=3))
    assert picks(*hands) == [("largest", 2, ""), ("strangest", 3, "haitei")]


def test_only_the_newest_round_with_a_win_counts():
    old, new = won(32_000, "kokushi", number=1, round_=1), won(1_000, number=2, round_=2)
    empty = replace(HAND, hand=3, round=3)
    assert picks(old, new, empty) == [("largest", 2, "")]


def test_among_equals_the_larger_and_then_the_earlier_one_is_picked():
    same = [won(5_000, "toitoi", number=1), won(5_000, "toitoi", number=2)]
    assert picks(*same) == [("largest", 1, "")]
    rare = [won(9_000, number=1), won(2_000, "haitei", number=2), won(3_000, "haitei", number=3)]
    assert picks(*rare)[1] == ("strangest", 3, "haitei")


def test_nothing_is_picked_where_nobody_has_won_or_no_value_is_known():
    assert picks() == []
    assert picks(HAND) == []
    assert picks(won(1_000, number=1), replace(HAND, hand=2, wins=(replace(WIN, yaku=()),))) == [
        ("largest", 1, "")
    ]


def test_dora_is_no_yaku_and_what_was_never_counted_is_the_rarest():
    assert rarest(("dora", "ura_dora")) is None
    assert rarest(("riichi", "pinfu", "dora")) == ("pinfu", 1_856)
    assert rarest(("daisuushii", "shousuushii")) == ("daisuushii", 0)
    assert all(rarest((one,)) for one in YAKU if not one.endswith("dora"))


def game(facts):
    entries = [Entry(at, NOON, fact, Cause.PRETEND) for at, fact in enumerate(facts, 1)]
    return played(Game(GameNumber(1), "table-1", TENHOU, NOON), entries)


def test_a_hand_is_over_once_the_table_has_gone_on():
    facts = hands_of(5, 2)
    whole = past_hands(game(facts), "0000aaaa")
    assert [one.hand for one in whole] == [1, 2]
    assert [one.hand for one in past_hands(game(facts[:-1]), "0000aaaa")] == [1]
    assert sum(whole[0].deltas) in (0, 1_000, 2_000, 3_000, 4_000)
    assert whole[0].names == NAMES


@pytest.mark.parametrize(
    "after",
    [
        (),
        (SeatsChanged((SEATS[1], SEATS[0], *SEATS[2:]), Carried.POINTS),),
        (PointsSet((30_000, 20_000, 25_000, 25_000), 0),),
        (PlayerSubstituted(SEATS[0], "Eva"), GamePaused()),
    ],
)
def test_a_hand_ends_with_its_result_and_not_with_what_comes_after_it(after):
    facts = hands_of(5, 1)
    assert isinstance(facts[-1], KyokuEnded)
    entries = [
        Entry(at, f"{NOON[:-7]}{at:06}Z", fact, Cause.PRETEND) for at, fact in enumerate((*facts, *after), 1)
    ]
    (hand,) = past_hands(played(Game(GameNumber(1), "table-1", TENHOU, NOON), entries), "0000aaaa")
    assert (hand.last, hand.at) == (len(facts) - 1, entries[len(facts) - 2].at)


def test_every_win_of_a_whole_game_has_its_points_and_its_yaku():
    for seed in range(3):
        hands = past_hands(game(game_of(seed)), "0000aaaa")
        wins = [(hand, win) for hand in hands for win in hand.wins]
        assert wins
        assert all(win.points == hand.deltas[win.seat] > 0 and win.yaku for hand, win in wins)
        assert isinstance(best_of(hands)[0], Best)
