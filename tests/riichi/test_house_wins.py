"""How much a win must be worth, and a draw that counts as won (二翻縛り, 流し満貫)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import HandValue, KyokuEnded, KyokuStarted, WinBy, Won
from companion.riichi.game_end import EndReason
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import DealerStop, HonbaTo, Renchan
from companion.riichi.seats import Wind
from companion.riichi.settlement import settle
from tests.toolbox.tables import E, N, S, play, step, table, until_live

FROM_FIVE = replace(TENHOU, two_han_from=5)
WIN = replace(TENHOU, nagashi_win=True)


def ron(value: HandValue) -> Won:
    return Won(S, WinBy.RON, E, value=value)


ONE = HandValue(1, 30, 0, (("tanyao", 1),))
ONE_AND_DORA = HandValue(3, 30, 0, (("tanyao", 1), ("dora", 2)))
TWO = HandValue(2, 30, 0, (("riichi", 1), ("ippatsu", 1)))
UNNAMED = HandValue(2, 30)
YAKUMAN = HandValue(13, 0, 1, ())


@pytest.mark.parametrize("value", [ONE, ONE_AND_DORA, HandValue(1, 30)])
def test_from_five_honba_on_dora_do_not_help_a_single_han(value: HandValue) -> None:
    for honba, rules in ((4, FROM_FIVE), (9, TENHOU)):
        step(play(table(rules, honba=honba), "E draws, E discards 1z"), ron(value))
    with pytest.raises(IllegalFactError) as refusal:
        step(play(table(FROM_FIVE, honba=5), "E draws, E discards 1z"), ron(value))
    assert refusal.value.reason is Reason.TWO_HAN_NEEDED


@pytest.mark.parametrize("value", [TWO, UNNAMED, YAKUMAN])
def test_two_han_win_and_of_what_nobody_named_nobody_guesses(value: HandValue) -> None:
    step(play(table(FROM_FIVE, honba=5), "E draws, E discards 1z"), ron(value))


def drawn(rules, nagashi: str, **given):
    return play(until_live(table(rules, **given), 0), f"ends nagashi_mangan nagashi {nagashi}")


def moved(kyoku) -> tuple[int, ...]:
    return tuple(map(int.__sub__, settle(kyoku).points, kyoku.points_before))


def test_nagashi_as_a_win_takes_honba_and_sticks() -> None:
    sticks = {"kyoutaku": 1, "points": (25_000, 25_000, 25_000, 24_000), "honba": 2}
    as_draw, as_win = drawn(TENHOU, "S", **sticks), drawn(WIN, "S", **sticks)
    assert (moved(as_draw), settle(as_draw).kyoutaku) == ((-4_000, 8_000, -2_000, -2_000), 1)
    assert (moved(as_win), settle(as_win).kyoutaku) == ((-4_200, 9_600, -2_200, -2_200), 0)


def test_of_two_the_next_after_the_dealer_takes_honba_and_sticks() -> None:
    given = {"kyoutaku": 1, "honba": 1, "points": (25_000, 25_000, 25_000, 24_000)}
    # South 8,000, 300 and the stick; North 8,000, or 8,300 where honba are everybody's.
    assert moved(drawn(WIN, "SN", **given)) == (-8_100, 7_300, -4_100, 5_900)
    everybody = replace(WIN, honba_to=HonbaTo.EVERY_WINNER)
    assert moved(drawn(everybody, "SN", **given)) == (-8_200, 7_200, -4_200, 6_200)


def after(rules, nagashi: str):
    game = apply_to_hanchan(begin(rules), KyokuStarted(Wind.EAST, E, 2, 0, (25_000,) * 4))
    game = replace(game, kyoku=drawn(rules, nagashi, honba=2))
    due = apply_to_hanchan(game, KyokuEnded()).next_deal
    return due.dealer, due.honba


def test_it_moves_the_deal_as_a_win_does() -> None:
    assert (after(TENHOU, "S"), after(WIN, "S")) == ((S, 3), (S, 0))
    assert (after(TENHOU, "E"), after(WIN, "E")) == ((S, 3), (E, 3))
    assert after(replace(WIN, renchan=Renchan.NEVER), "E") == (S, 0)


def test_a_last_dealer_who_won_by_it_has_won() -> None:
    rules = replace(WIN, dealer_stop=DealerStop.WIN)
    game = apply_to_hanchan(begin(rules), KyokuStarted(Wind.SOUTH, N, 0, 0, (25_000,) * 4))
    game = replace(game, kyoku=drawn(rules, "N", round_wind=Wind.SOUTH, dealer=N))
    assert apply_to_hanchan(game, KyokuEnded()).ended is EndReason.DEALER_STOP


def test_who_won_by_it_shows_no_hand() -> None:
    riichi = play(table(WIN), "E draws, E riichi, E discards 1z, E pays")
    assert play(until_live(riichi, 0), "ends nagashi_mangan nagashi E").is_over
