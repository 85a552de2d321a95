"""Who pays whom (精算): hands, honba, sticks, several ron, noten, nagashi mangan, chombo [rules 1.1, 1.3]."""

from dataclasses import replace

import pytest

from companion.riichi.facts import HandValue
from companion.riichi.presets import EMA, M_LEAGUE, MAHJONG_SOUL, TENHOU, TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.settlement import (
    Limit,
    Payment,
    PaymentReason,
    base_points,
    limit_of,
    ron_points,
    settle,
    tsumo_shares,
)
from companion.riichi.tiles import parse_tiles
from tests.toolbox.houses import FULL_SHARES
from tests.toolbox.positions import discarded, in_riichi
from tests.toolbox.tables import E, N, S, W, play, refused, table, until_live

MANGAN_CHOMBO = replace(TENHOU, chombo_points=0)


def deltas(kyoku) -> tuple[int, ...]:
    """What the end of the hand moved, sticks taken included."""
    return tuple(after - before for after, before in zip(settle(kyoku).points, kyoku.points, strict=True))


@pytest.mark.parametrize(
    ("han", "fu", "non_dealer", "dealer"),
    [
        (1, 30, 1_000, 1_500),
        (1, 110, 3_600, 5_300),
        (2, 25, 1_600, 2_400),
        (3, 40, 5_200, 7_700),
        (4, 30, 7_700, 11_600),
        (4, 40, 8_000, 12_000),
        (5, 30, 8_000, 12_000),
        (6, 30, 12_000, 18_000),
        (8, 30, 16_000, 24_000),
        (11, 30, 24_000, 36_000),
        (13, 30, 32_000, 48_000),
    ],
)
def test_a_ron_pays_by_han_and_fu(han, fu, non_dealer, dealer) -> None:
    base = base_points(HandValue(han, fu), TENHOU)
    assert (ron_points(base, S, E), ron_points(base, E, E)) == (non_dealer, dealer)


def test_a_tsumo_is_shared_and_the_dealer_pays_double() -> None:
    base = base_points(HandValue(3, 30), TENHOU)
    assert tsumo_shares(base, S, E, TENHOU) == {E: 2_000, W: 1_000, N: 1_000}
    assert tsumo_shares(base, E, E, TENHOU) == {S: 2_000, W: 2_000, N: 2_000}


@pytest.mark.parametrize(
    ("value", "limit"),
    [
        (HandValue(4, 30), None),
        (HandValue(3, 70), Limit.MANGAN),
        (HandValue(5, 20), Limit.MANGAN),
        (HandValue(7, 20), Limit.HANEMAN),
        (HandValue(10, 20), Limit.BAIMAN),
        (HandValue(12, 20), Limit.SANBAIMAN),
        (HandValue(13, 20), Limit.YAKUMAN),
        (HandValue(0, 0, 1), Limit.YAKUMAN),
    ],
)
def test_limits_have_names(value: HandValue, limit: Limit | None) -> None:
    assert limit_of(value, TENHOU) is limit


def test_kiriage_rounds_up_to_mangan_where_the_house_does() -> None:
    for value in (HandValue(4, 30), HandValue(3, 60)):
        assert limit_of(value, TENHOU) is None
        assert limit_of(value, M_LEAGUE) is Limit.MANGAN
    assert limit_of(HandValue(3, 50), M_LEAGUE) is None


def test_thirteen_han_are_sanbaiman_where_kazoe_is_not_played() -> None:
    assert limit_of(HandValue(13, 30), M_LEAGUE) is Limit.SANBAIMAN


def test_several_yakuman_add_up() -> None:
    assert base_points(HandValue(0, 0, 2), TENHOU) == 16_000


def test_honba_and_sticks_go_to_the_winner_of_a_ron() -> None:
    kyoku = play(discarded(honba=2, kyoutaku=1), "S rons worth 3/40")
    assert deltas(kyoku) == (-5_800, 6_800, 0, 0)
    assert [payment.reason for payment in settle(kyoku).payments] == ["hand", "honba", "sticks"]
    assert settle(kyoku).kyoutaku == 0


def test_honba_of_a_tsumo_is_shared() -> None:
    kyoku = play(table(honba=1), "E draws, E tsumos worth 3/30")
    assert deltas(kyoku) == (6_300, -2_100, -2_100, -2_100)


def test_a_hand_whose_value_nobody_said_pays_nothing_yet_but_honba_and_sticks() -> None:
    assert deltas(play(discarded(honba=1, kyoutaku=1), "S rons")) == (-300, 1_300, 0, 0)


def test_an_own_riichi_stick_comes_back_to_the_winner() -> None:
    kyoku = play(in_riichi("E"), "E draws, E tsumos worth 3/30")
    assert deltas(kyoku) == (7_000, -2_000, -2_000, -2_000)


def test_of_two_winners_the_first_after_the_discarder_takes_honba_and_sticks() -> None:
    kyoku = play(discarded(honba=1, kyoutaku=2), "N rons worth 1/30, S rons worth 2/30")
    assert deltas(kyoku) == (-3_300, 4_300, 0, 1_000)


def test_in_some_houses_each_winner_takes_honba_and_the_own_stick() -> None:
    kyoku = play(in_riichi("SW", EMA, honba=1, kyoutaku=1), "E draws, E discards 5z, N rons worth 1/30")
    kyoku = play(kyoku, "S rons worth 1/30, W rons worth 1/30")
    assert kyoku.kyoutaku == 3
    assert deltas(kyoku) == (-3_900, 1_300 + 2_000, 1_300 + 1_000, 1_300)


def test_there_the_first_winner_takes_what_else_lies_on_the_table() -> None:
    kyoku = play(in_riichi("W", EMA, kyoutaku=2), "E draws, E discards 5z, S rons worth 1/30")
    assert deltas(kyoku) == (-1_000, 4_000, 0, 0)
    kyoku = play(
        in_riichi("W", EMA, kyoutaku=2), "E draws, E discards 5z, W rons worth 1/30, S rons worth 1/30"
    )
    assert deltas(kyoku) == (-2_000, 3_000, 2_000, 0)


@pytest.mark.parametrize(
    ("tenpai", "moved"),
    [
        ("E", (3_000, -1_000, -1_000, -1_000)),
        ("EW", (1_500, -1_500, 1_500, -1_500)),
        ("ESW", (1_000, 1_000, 1_000, -3_000)),
        ("ESWN", (0, 0, 0, 0)),
        ("", (0, 0, 0, 0)),
    ],
)
def test_noten_players_pay_three_thousand_together(tenpai: str, moved) -> None:
    kyoku = play(until_live(table(honba=2), 0), f"ends exhaustive {f'tenpai {tenpai}' if tenpai else ''}")
    assert deltas(kyoku) == moved


def nagashi_by(*seats: str):
    """The wall has ended; these have discarded nothing but terminals and honours."""
    kyoku = table(honba=1, kyoutaku=1)
    orphans = (tile.text for tile in parse_tiles("1234567z19p19s") for _ in range(4))
    while kyoku.wall.live:
        seat = "ESWN"[kyoku.turn]
        kyoku = play(kyoku, f"{seat} draws, {seat} discards {next(orphans) if seat in seats else '?'}")
    return kyoku


def test_nagashi_mangan_replaces_the_noten_payments_and_pays_no_honba() -> None:
    kyoku = play(nagashi_by("S"), "ends nagashi_mangan tenpai E nagashi S")
    assert deltas(kyoku) == (-4_000, 8_000, -2_000, -2_000)
    assert settle(kyoku).kyoutaku == 1


def test_two_may_score_nagashi_mangan() -> None:
    kyoku = play(nagashi_by("E", "S"), "ends nagashi_mangan nagashi ES")
    assert deltas(kyoku) == (12_000 - 4_000, 8_000 - 4_000, -6_000, -6_000)
    simple = until_live(play(table(), "E draws, E discards 5m"), 0)
    assert refused(simple, "ends nagashi_mangan nagashi ES") is Reason.NOT_NAGASHI


def test_nagashi_mangan_may_be_left_out() -> None:
    assert refused(until_live(table(EMA), 0), "ends nagashi_mangan nagashi E") is Reason.DRAW_NOT_IN_RULES
    assert refused(table(EMA), "ends nagashi_mangan nagashi E") is Reason.DRAW_NOT_IN_RULES


def test_chombo_pays_nothing_at_once_where_it_is_taken_from_the_score() -> None:
    assert settle(play(table(), "E draws, S chombo")).payments == ()


def test_or_chombo_pays_a_mangan_to_the_others() -> None:
    assert deltas(play(table(MANGAN_CHOMBO), "E draws, S chombo")) == (4_000, -8_000, 2_000, 2_000)
    assert deltas(play(table(MANGAN_CHOMBO), "E draws, E chombo")) == (-12_000, 4_000, 4_000, 4_000)


# Three players.


def test_with_three_players_a_tsumo_loses_the_missing_share() -> None:
    base = base_points(HandValue(3, 30), TENHOU_3P)
    assert tsumo_shares(base, S, E, TENHOU_3P) == {E: 2_000, W: 1_000}
    assert tsumo_shares(base, E, E, TENHOU_3P) == {S: 2_000, W: 2_000}


def test_or_the_two_others_share_it_where_the_house_says_so() -> None:
    base = base_points(HandValue(3, 30), FULL_SHARES)
    assert tsumo_shares(base, S, E, FULL_SHARES) == {E: 2_500, W: 1_500}
    assert tsumo_shares(base, E, E, FULL_SHARES) == {S: 3_000, W: 3_000}


@pytest.mark.parametrize(
    ("tenpai", "moved"), [("E", (2_000, -1_000, -1_000)), ("ES", (1_000, 1_000, -2_000)), ("ESW", (0, 0, 0))]
)
def test_with_three_players_noten_is_two_thousand_together(tenpai: str, moved) -> None:
    kyoku = play(until_live(table(TENHOU_3P, dora="9p"), 0), f"ends exhaustive tenpai {tenpai}")
    assert deltas(kyoku) == moved


def test_with_three_players_honba_is_a_hundred_from_each() -> None:
    kyoku = play(table(TENHOU_3P, dora="9p", honba=1), "E draws, E tsumos worth 3/30")
    assert deltas(kyoku) == (4_200, -2_100, -2_100)
    kyoku = play(table(TENHOU_3P, dora="9p", honba=1), "E draws, E discards 1z, S rons worth 3/40")
    assert deltas(kyoku) == (-5_400, 5_400, 0)


def test_with_three_players_a_honba_of_a_thousand_is_five_hundred_from_each() -> None:
    rules = replace(TENHOU_3P, honba_points=1_000)
    kyoku = play(table(rules, dora="9p", honba=2), "E draws, E tsumos worth 3/30")
    assert deltas(kyoku) == (6_000, -3_000, -3_000)
    kyoku = play(table(rules, dora="9p", honba=2), "E draws, E discards 1z, S rons worth 3/40")
    assert deltas(kyoku) == (-7_200, 7_200, 0)


def test_a_tsumo_of_three_without_loss_is_worth_its_ron() -> None:
    rules = replace(TENHOU_3P, tsumo_loss=False)
    kyoku = play(table(rules, dora="9p"), "E draws, E discards 1z, S draws, S tsumos worth 5/30")
    assert deltas(kyoku) == (-5_000, 8_000, -3_000)


def test_a_payment_tells_who_whom_how_much_and_what_for() -> None:
    kyoku = play(discarded(rules=MAHJONG_SOUL), "S rons worth 3/40")
    assert settle(kyoku).payments == (Payment(E, S, 5_200, PaymentReason.HAND),)
