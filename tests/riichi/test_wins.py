"""Who may win on what, together with whom, and what a shown hand must be (和了) [naki; kan]."""

from dataclasses import replace

import pytest

from companion.riichi.apply import apply
from companion.riichi.facts import HandValue, RuleWaived, WinBy, Won
from companion.riichi.kyoku import Phase
from companion.riichi.presets import EMA, M_LEAGUE, MAHJONG_SOUL, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from tests.toolbox.positions import TENPAI, after_pon, discarded
from tests.toolbox.tables import E, S, W, play, refused, table, until_live, why_not

KOKUSHI = "119m19p19s123457z"
"""Waits for 6z."""


def test_anybody_may_win_on_a_discard() -> None:
    for seat in "SWN":
        assert play(discarded(), f"{seat} rons").phase is Phase.WON


def test_the_own_draw_is_won_on_by_the_player_who_drew_it() -> None:
    kyoku = play(table(), "E draws 5m")
    assert play(kyoku, "E tsumos").wins[0].tile is Tile("5m")
    assert refused(kyoku, "S tsumos") is Reason.NOT_YOUR_TURN
    assert refused(kyoku, "E tsumos from S") is Reason.NO_TILE_TO_WIN_ON
    assert refused(kyoku, "E tsumos 6m") is Reason.OTHER_TILE


def test_nobody_wins_by_tsumo_on_a_called_tile() -> None:
    assert refused(play(discarded(), "S pons 5m"), "S tsumos") is Reason.MUST_DISCARD


def test_a_tsumo_ends_the_hand_for_everybody() -> None:
    kyoku = play(table(), "E draws, E tsumos")
    assert refused(kyoku, "E tsumos") is Reason.KYOKU_OVER
    assert refused(kyoku, "S rons 5m from E") is Reason.KYOKU_OVER
    assert refused(kyoku, "S pons 5m") is Reason.KYOKU_OVER


def test_after_a_ron_others_may_win_on_the_same_tile_but_nothing_else_happens() -> None:
    kyoku = play(discarded(), "S rons")
    assert [win.seat for win in play(kyoku, "W rons").wins] == [S, W]
    for sentence in ("S draws", "W pons 5m", "E draws"):
        assert refused(kyoku, sentence) is Reason.KYOKU_OVER


def test_nobody_wins_on_the_own_discard_or_on_another_tile_than_lies_there() -> None:
    assert refused(discarded(), "E rons") is Reason.OWN_DISCARD
    assert refused(discarded(), "S rons 6m") is Reason.OTHER_TILE
    assert refused(discarded(), "S rons from W") is Reason.OTHER_TILE


def test_a_discard_that_has_been_drawn_past_is_gone() -> None:
    assert refused(play(discarded(), "S draws"), "W rons 5m") is Reason.NO_TILE_TO_WIN_ON


def test_a_player_who_is_not_there_does_not_win() -> None:
    fact = Won(Seat(9), WinBy.RON, E, Tile("5m"))
    assert why_not(discarded(), fact) is Reason.NO_SUCH_SEAT


@pytest.mark.parametrize("rules", [TENHOU, MAHJONG_SOUL, EMA], ids=lambda rules: rules.name)
def test_two_may_win_on_one_discard(rules) -> None:
    assert len(play(discarded(rules=rules), "S rons, N rons").wins) == 2


def test_with_head_bump_the_first_alone_wins() -> None:
    assert refused(play(discarded(rules=M_LEAGUE), "S rons"), "N rons") is Reason.HEAD_BUMP


def test_the_first_is_who_sits_nearest_after_the_discarder_not_who_spoke_first() -> None:
    kyoku = play(discarded(rules=M_LEAGUE), "N rons, W rons")
    assert [win.seat for win in kyoku.wins] == [W]
    assert refused(kyoku, "N rons") is Reason.HEAD_BUMP
    assert [win.seat for win in play(kyoku, "S rons").wins] == [S]
    both = play(apply(kyoku, RuleWaived(Reason.HEAD_BUMP)), "S rons")
    assert [win.seat for win in both.wins] == [W, S]


def test_the_last_discard_may_be_won_on() -> None:
    assert play(until_live(table(), 0), "W rons ?").wins


# Chankan.


def test_an_added_kan_may_be_robbed_before_the_replacement_tile() -> None:
    kyoku = play(after_pon(), "S adds 5p")
    assert play(kyoku, "E rons 5p").wins[0].giver == S
    assert refused(play(kyoku, "S replaces"), "E rons 5p") is Reason.NO_TILE_TO_WIN_ON


def test_a_called_kan_cannot_be_robbed() -> None:
    assert refused(play(discarded(), "W kans 5m"), "S rons 5m from W") is Reason.NO_TILE_TO_WIN_ON


def test_a_closed_kan_is_robbed_by_kokushi_where_the_house_allows_it() -> None:
    closes = "E draws, E closes 6z"
    assert play(table(MAHJONG_SOUL, S=KOKUSHI), f"{closes}, S rons").wins
    assert refused(play(table(TENHOU, S=KOKUSHI), closes), "S rons") is Reason.NO_CHANKAN_OF_ANKAN


def test_no_other_hand_robs_a_closed_kan() -> None:
    kyoku = play(table(MAHJONG_SOUL, S="123m11456p23789s"), "E draws, E closes 4s")
    assert refused(kyoku, "S rons") is Reason.NO_CHANKAN_OF_ANKAN


# The hand as it is shown.


def test_a_shown_hand_is_complete_with_the_winning_tile() -> None:
    assert play(discarded("5z"), f"S rons showing {TENPAI}").wins
    assert refused(discarded("6z"), f"S rons showing {TENPAI}") is Reason.HAND_NOT_COMPLETE


def test_seven_pairs_and_the_thirteen_orphans_are_complete_too() -> None:
    assert play(discarded("5z"), "S rons showing 1133m5577p2299s5z").wins
    assert play(discarded("5z"), "S rons showing 119m19p19s123467z").wins


def test_a_hand_that_nobody_shows_is_believed() -> None:
    assert play(discarded(), "S rons").wins


def test_a_known_hand_is_the_one_that_is_shown() -> None:
    kyoku = discarded("5z", S=TENPAI)
    assert refused(kyoku, "S rons showing 123m456p789s1144z") is Reason.TILE_NOT_IN_HAND


def test_a_known_hand_cannot_show_more_than_it_holds() -> None:
    kyoku = play(table(E=TENPAI), "E draws 5z")
    assert refused(kyoku, "E tsumos 5z showing 123m456p789s5555z") is Reason.TILE_NOT_IN_HAND


def test_an_unseen_hand_becomes_known_when_it_is_shown() -> None:
    kyoku = play(table(), f"E draws 5z, E tsumos showing {TENPAI}")
    assert len(kyoku.players[E].known_hand or ()) == 14
    kyoku = play(table(), f"E draws ?, E tsumos 5z showing {TENPAI}")
    assert Tile("5z") in (kyoku.players[E].known_hand or ())


def test_a_shown_hand_cannot_hold_a_fifth_copy() -> None:
    kyoku = discarded("5z", dora="1z")
    kyoku = play(kyoku, "S draws, S discards 1z, W draws, W discards 1z, N draws, N discards 5z")
    assert refused(kyoku, f"E rons 5z showing {TENPAI}") is Reason.FIFTH_COPY


def test_a_win_without_any_yaku_is_no_win_unless_the_table_says_so() -> None:
    assert refused(discarded(), "S rons worth 0/30") is Reason.NO_YAKU
    assert play(discarded(), "S rons worth daisangen").wins


def test_a_chombo_ends_the_hand_and_gives_the_sticks_back() -> None:
    kyoku = play(table(), "E draws, E riichi, E discards, E pays, S draws, W chombo")
    assert (kyoku.points, kyoku.kyoutaku, kyoku.phase) == ((25_000,) * 4, 0, Phase.ENDED)
    assert refused(kyoku, "E chombo") is Reason.KYOKU_OVER


def test_a_wrong_ron_that_was_shown_may_become_a_chombo() -> None:
    kyoku = play(discarded(), "S rons, S chombo")
    assert (kyoku.wins, kyoku.chombo.seat) == ((), S)


def test_a_false_ron_may_be_waived() -> None:
    kyoku = replace(discarded("6z"), waived=frozenset({Reason.HAND_NOT_COMPLETE}))
    assert play(kyoku, f"S rons showing {TENPAI}").wins


# Yakuman.


@pytest.mark.parametrize(
    ("rules", "most"),
    [
        (EMA, 1),
        (TENHOU, 4),
        (MAHJONG_SOUL, 6),
        (replace(EMA, double_yakuman=True), 2),
        (replace(TENHOU, open_riichi=True, open_riichi_yakuman=True), 5),
    ],
)
def test_a_hand_is_worth_as_many_yakuman_as_the_house_adds_up(rules, most: int) -> None:
    assert rules.most_yakuman == most
    kyoku = discarded(rules=rules)
    for yakuman, expected in ((most, None), (most + 1, Reason.TOO_MANY_YAKUMAN)):
        assert why_not(kyoku, Won(S, WinBy.RON, E, value=HandValue(0, 0, yakuman))) is expected
