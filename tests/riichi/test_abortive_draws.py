"""The five abortive draws, each of which a house may leave out (途中流局) [abortive draws]."""

from dataclasses import replace

import pytest

from companion.riichi.draws import abortive_draw_due
from companion.riichi.facts import KyokuEnded, KyokuStarted, RyuukyokuKind
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.kyoku import Phase
from companion.riichi.presets import EMA, MAHJONG_SOUL, TENHOU, TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.seats import Wind
from companion.riichi.settlement import settle
from tests.toolbox.positions import discarded, four_kans_by_two, in_riichi, suufon
from tests.toolbox.sentences import fact_of, sentences_in
from tests.toolbox.tables import S, draw_and_discard, play, refused, table

NINE = "19m19p19s12z34567m"
"""Eight kinds of terminals and honours, and five others."""


def test_four_times_the_same_wind_in_the_first_go_round_ends_the_hand() -> None:
    kyoku = suufon()
    assert abortive_draw_due(kyoku) is RyuukyokuKind.SUUFON_RENDA
    assert refused(kyoku, "E draws") is Reason.DRAW_IS_DUE
    assert refused(kyoku, "S pons 4z") is Reason.DRAW_IS_DUE
    assert play(kyoku, "ends suufon").phase is Phase.ENDED


def test_three_or_different_or_dragons_do_not() -> None:
    for tiles in ("4z 4z 4z", "4z 4z 4z 3z", "5z 5z 5z 5z", "1m 1m 1m 1m", "4z 3z ? ?", "? 1m ? ?"):
        kyoku = table()
        for seat, tile in zip("ESWN", tiles.split(), strict=False):
            kyoku = play(kyoku, f"{seat} draws, {seat} discards {tile}")
        assert abortive_draw_due(kyoku) is None
        assert refused(kyoku, "ends suufon") is Reason.NOT_FOUR_SAME_WINDS


def test_what_nobody_saw_may_have_been_the_same_wind_but_is_not_due() -> None:
    for tiles in ("4z 4z 4z ?", "? 4z 4z 4z", "? ? ? ?"):
        kyoku = table()
        for seat, tile in zip("ESWN", tiles.split(), strict=True):
            kyoku = play(kyoku, f"{seat} draws, {seat} discards {tile}")
        assert abortive_draw_due(kyoku) is None
        assert play(kyoku, "ends suufon").phase is Phase.ENDED


def test_a_call_in_between_makes_it_no_draw() -> None:
    kyoku = play(table(), "E draws, E discards 4z, S draws, S closes 1z, dora 1m, S replaces, S discards 4z")
    kyoku = play(kyoku, "W draws, W discards 4z, N draws, N discards 4z")
    assert abortive_draw_due(kyoku) is None


def test_it_must_be_the_first_go_round() -> None:
    kyoku = play(draw_and_discard(table(), 4), "E draws, E discards 4z")
    assert refused(kyoku, "ends suufon") is Reason.NOT_FOUR_SAME_WINDS


def test_the_fourth_wind_may_be_won_on() -> None:
    assert play(suufon(), "S rons 4z").wins


def test_with_three_players_there_are_no_four_winds() -> None:
    rules = replace(TENHOU_3P, suufon_renda=True, suucha_riichi=True)
    kyoku = table(rules, dora="9p")
    for seat in "ESW":
        kyoku = play(kyoku, f"{seat} draws, {seat} discards 4z")
    assert abortive_draw_due(play(kyoku, "E draws, E discards 4z")) is None


# Kyuushu kyuuhai.


def test_nine_kinds_of_terminals_and_honours_may_end_the_hand_in_the_first_turn() -> None:
    kyoku = play(table(E=NINE), "E draws 3z")
    assert abortive_draw_due(kyoku) is None
    assert play(kyoku, "ends kyuushu by E").phase is Phase.ENDED
    assert play(kyoku, "ends kyuushu").phase is Phase.ENDED
    assert play(kyoku, "E discards 3z").turn == S


def test_equal_tiles_count_once() -> None:
    assert refused(play(table(E=NINE), "E draws 1z"), "ends kyuushu by E") is Reason.NOT_NINE_ORPHANS


def test_it_is_declared_by_the_player_whose_turn_it_is_after_the_draw() -> None:
    assert refused(table(), "ends kyuushu by E") is Reason.NOT_FIRST_TURN
    assert refused(play(table(), "E draws"), "ends kyuushu by S") is Reason.NOT_FIRST_TURN


def test_a_call_takes_the_chance_away() -> None:
    kyoku = play(discarded(), "S pons 5m, S discards, W draws")
    assert refused(kyoku, "ends kyuushu by W") is Reason.NOT_FIRST_TURN


def test_so_does_an_own_kan() -> None:
    kyoku = play(table(), "E draws, E closes 1z, dora 1m, E replaces")
    assert refused(kyoku, "ends kyuushu by E") is Reason.NOT_FIRST_TURN


# Suucha riichi.


def test_four_riichi_end_the_hand_once_the_last_discard_has_passed() -> None:
    kyoku = in_riichi("ESWN")
    assert abortive_draw_due(kyoku) is RyuukyokuKind.SUUCHA_RIICHI
    assert refused(kyoku, "E draws") is Reason.DRAW_IS_DUE
    assert play(kyoku, "ends suucha_riichi tenpai ESWN").kyoutaku == 4


def test_a_ron_on_the_fourth_riichi_discard_ends_it_with_a_win() -> None:
    kyoku = play(in_riichi("ESW"), "E draws, E discards, S draws, S discards, W draws, W discards")
    kyoku = play(kyoku, "N draws, N riichi, N discards 1z")
    assert refused(kyoku, "ends suucha_riichi tenpai ESWN") is Reason.NOT_FOUR_RIICHI
    assert play(kyoku, "S rons 1z").kyoutaku == 3


def test_after_four_riichi_everybody_has_to_show_tenpai() -> None:
    kyoku = in_riichi("ESWN")
    assert refused(kyoku, "ends suucha_riichi tenpai ESW") is Reason.RIICHI_MUST_SHOW
    assert play(kyoku, "N chombo").chombo is not None


def test_after_other_abortive_draws_nobody_has_to_show() -> None:
    kyoku = play(four_kans_by_two(), "S riichi, S discards 9s, S pays, ends suukaikan")
    assert kyoku.ryuukyoku.tenpai == ()


def test_with_three_players_three_riichi_are_none_of_this() -> None:
    assert (
        abortive_draw_due(in_riichi("ESW", replace(TENHOU_3P, suucha_riichi=True), dora="9p", tiles="1234z"))
        is None
    )


# Sanchahou.


def test_three_ron_on_one_discard_end_the_hand_with_nothing_paid() -> None:
    kyoku = play(discarded(), "S rons worth 8/30, W rons worth 2/30")
    assert refused(kyoku, "N rons worth 1/30") is Reason.THREE_RON_DRAW
    kyoku = play(kyoku, "ends sanchahou")
    assert settle(kyoku).payments == ()


def test_it_may_be_said_before_anybody_has_shown() -> None:
    assert play(discarded(), "ends sanchahou").phase is Phase.ENDED


@pytest.mark.parametrize("script", ["E draws", "E draws, E discards 5m, S rons"])
def test_it_takes_three_on_one_discard(script: str) -> None:
    assert refused(play(table(), script), "ends sanchahou") is Reason.NOT_THREE_RON


def test_in_some_houses_all_three_win() -> None:
    kyoku = play(discarded(rules=MAHJONG_SOUL), "S rons, W rons, N rons")
    assert len(kyoku.wins) == 3
    assert refused(kyoku, "ends sanchahou") is Reason.DRAW_NOT_IN_RULES


# Switches and consequences.


@pytest.mark.parametrize(
    ("kyoku", "ends"),
    [
        (lambda: suufon(EMA), "ends suufon"),
        (lambda: in_riichi("ESWN", EMA), "ends suucha_riichi tenpai ESWN"),
        (lambda: play(table(EMA), "E draws"), "ends kyuushu by E"),
        (lambda: play(four_kans_by_two(EMA), "S discards"), "ends suukaikan"),
        (lambda: discarded(rules=EMA), "ends sanchahou"),
    ],
)
def test_a_house_may_leave_each_of_them_out(kyoku, ends: str) -> None:
    assert refused(kyoku(), ends) is Reason.DRAW_NOT_IN_RULES
    assert abortive_draw_due(kyoku()) is None


def test_nobody_pays_the_sticks_stay_one_honba_is_added_and_the_winds_do_not_turn() -> None:
    game = begin(TENHOU)
    game = apply_to_hanchan(game, KyokuStarted(Wind.EAST, S, 2, 1, (24_000, 25_000, 25_000, 25_000)))
    script = "S draws, S riichi, S discards 4z, S pays, W draws, W discards 4z, N draws, N discards 4z"
    for sentence in sentences_in(f"{script}, E draws, E discards 4z, ends suufon"):
        game = apply_to_hanchan(game, fact_of(game.kyoku, sentence))
    game = apply_to_hanchan(game, KyokuEnded())
    assert game.points == (24_000, 24_000, 25_000, 25_000)
    following = game.next_deal
    assert (following.round_wind, following.dealer) == (Wind.EAST, S)
    assert (following.honba, following.kyoutaku) == (3, 2)


def test_a_kyoku_that_is_over_is_not_ended_again() -> None:
    over = play(table(), "E draws, E chombo")
    assert refused(over, "ends exhaustive") is Reason.KYOKU_OVER
    assert refused(play(table(), "E draws, E tsumos"), "ends exhaustive") is Reason.KYOKU_OVER


def test_a_draw_names_players_who_sit_there_and_each_once() -> None:
    assert refused(suufon(), "ends suufon tenpai EE") is Reason.NO_SUCH_SEAT
    assert refused(table(TENHOU_3P, dora="9p"), "ends exhaustive nagashi N") is Reason.NO_SUCH_SEAT


def test_no_draw_comes_before_the_stick_of_the_riichi_whose_tile_has_passed() -> None:
    three = ", ".join(f"{seat} draws, {seat} discards 4z" for seat in "ESW")
    suufon = play(table(), f"{three}, N draws, N riichi, N discards 4z")
    assert refused(suufon, "ends suufon") is Reason.RIICHI_NOT_ACCEPTED
    assert play(suufon, "N pays, ends suufon").kyoutaku == 1
    kans = play(four_kans_by_two(), "S riichi, S discards 9s")
    assert refused(kans, "ends suukaikan") is Reason.RIICHI_NOT_ACCEPTED
    assert play(kans, "S pays, ends suukaikan").points[1] == 24_000


def test_three_ron_on_a_riichi_tile_leave_its_stick_unpaid() -> None:
    kyoku = play(table(), "E draws, E riichi, E discards 5m")
    assert play(kyoku, "ends sanchahou").points == (25_000,) * 4
