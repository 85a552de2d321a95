"""A game that ends because time is up, or because the last dealer chooses so (時間切れ, 和了やめ)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuEnded, KyokuStarted, RuleWaived, Ryuukyoku, RyuukyokuKind
from companion.riichi.game_end import EndReason, may_dealer_stop
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.house_facts import DealerStopped, TimeCalled
from companion.riichi.presets import TENHOU, WRC
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import DealerStop, Renchan, TimeLimit
from companion.riichi.seats import SEATS, Wind
from companion.riichi.stopping import need_stop_allowed
from tests.toolbox.sentences import fact_of, sentences_in
from tests.toolbox.tables import E, N, play, until_live

ONE_MORE = replace(TENHOU, time_limit=TimeLimit.ONE_MORE)
ASKED = replace(TENHOU, dealer_stop_asked=True)
WON = "E draws, E tsumos worth 1/30"
LEADS = (20_000, 20_000, 20_000, 40_000)


def told(game: Hanchan, script: str) -> Hanchan:
    for sentence in sentences_in(script):
        game = apply_to_hanchan(game, fact_of(game.kyoku, sentence))
    return game


def dealt(rules, wind: Wind = Wind.EAST, dealer=E, points: tuple[int, ...] | None = None) -> Hanchan:
    points = points or (rules.start_points,) * 4
    return apply_to_hanchan(begin(rules), KyokuStarted(wind, dealer, 0, 0, points))


def next_kyoku(game: Hanchan) -> Hanchan:
    due = game.next_deal
    return apply_to_hanchan(
        game, KyokuStarted(due.round_wind, due.dealer, due.honba, due.kyoutaku, due.points)
    )


def ends(game: Hanchan) -> EndReason | None:
    return apply_to_hanchan(game, KyokuEnded()).ended


@pytest.mark.parametrize("script", [f"time, {WON}", f"{WON}, time", "time, E draws, E chombo"])
def test_when_time_is_up_this_hand_is_the_last(script: str) -> None:
    game = apply_to_hanchan(told(dealt(WRC), script), KyokuEnded())
    assert (game.ended, game.next_deal) == (EndReason.TIME, None)


@pytest.mark.parametrize("script", [f"time, {WON}", f"{WON}, time"])
def test_or_one_more_is_played_whoever_deals_it(script: str) -> None:
    game = apply_to_hanchan(told(dealt(ONE_MORE), script), KyokuEnded())
    assert (game.ended, game.hands_left) == (None, 1)
    game = next_kyoku(game)
    assert game.kyoku.hands_left == 1
    assert ends(told(game, WON)) is EndReason.TIME


def test_without_the_word_nothing_ends() -> None:
    assert ends(told(dealt(WRC), WON)) is None


def test_who_deals_on_all_the_same_plays_last_hands() -> None:
    over = apply_to_hanchan(told(dealt(WRC), f"time, {WON}"), KyokuEnded())
    again = apply_to_hanchan(over, KyokuStarted(Wind.EAST, E, 1, 0, over.points))
    assert ends(told(again, WON)) is EndReason.TIME


def refused(game: Hanchan, fact) -> Reason:
    with pytest.raises(IllegalFactError) as refusal:
        apply_to_hanchan(game, fact)
    return refusal.value.reason


def test_time_is_called_once_and_where_there_is_a_limit() -> None:
    assert refused(dealt(TENHOU), TimeCalled()) is Reason.NO_TIME_LIMIT
    assert refused(told(dealt(WRC), "time"), TimeCalled()) is Reason.TIME_CALLED


def drawn(rules, tenpai: str, points=LEADS) -> Hanchan:
    game = dealt(rules, Wind.SOUTH, N, points)
    return replace(game, kyoku=play(until_live(game.kyoku, 0), f"ends exhaustive tenpai {tenpai}"))


@pytest.mark.parametrize("end", ["N draws, N tsumos worth 1/30", "tenpai"])
def test_the_last_dealer_is_asked_and_both_answers_hold(end: str) -> None:
    game = drawn(ASKED, "N") if end == "tenpai" else told(dealt(ASKED, Wind.SOUTH, N, LEADS), end)
    assert may_dealer_stop(game.kyoku)
    assert apply_to_hanchan(game, KyokuEnded()).next_deal.dealer == N
    assert ends(told(game, "dealer stops")) is EndReason.DEALER_STOP
    assert not may_dealer_stop(replace(game.kyoku, rules=TENHOU))


@pytest.mark.parametrize(
    ("rules", "tenpai", "points"),
    [
        (ASKED, "E", LEADS),
        (ASKED, "N", (40_000, 20_000, 20_000, 20_000)),
        (ASKED, "NE", (24_000, 24_000, 24_000, 28_000)),
        (replace(ASKED, dealer_stop=DealerStop.WIN), "N", LEADS),
        (replace(ASKED, dealer_stop=DealerStop.NEVER), "N", LEADS),
        (replace(ASKED, renchan=Renchan.WIN_OR_DRAW), "E", LEADS),
        (TENHOU, "N", LEADS),
    ],
)
def test_who_is_not_first_or_does_not_stay_is_not_asked(rules, tenpai: str, points: tuple[int, ...]) -> None:
    game = drawn(rules, tenpai, points)
    assert not may_dealer_stop(game.kyoku)
    assert refused(game, DealerStopped()) is Reason.DEALER_CANNOT_STOP


def test_no_dealer_stops_before_the_last_deal_or_before_the_result() -> None:
    assert not may_dealer_stop(told(dealt(ASKED, points=LEADS[::-1]), WON).kyoku)
    assert refused(dealt(ASKED), DealerStopped()) is Reason.KYOKU_NOT_OVER


def after_four_riichi(rules) -> Hanchan:
    """Everybody is in riichi and has shown tenpai in the last hand, which the first player deals."""
    game = dealt(rules, Wind.SOUTH, N, LEADS)
    riichi = "".join(f", {seat} riichi, {seat} pays" for seat in "ESWN")
    game = told(game, f"nobody follows{riichi}")
    return apply_to_hanchan(game, Ryuukyoku(RyuukyokuKind.SUUCHA_RIICHI, tenpai=SEATS))


@pytest.mark.parametrize("rules", [TENHOU, ASKED])
def test_four_riichi_in_the_last_hand_are_dealt_again_and_nobody_is_asked(rules) -> None:
    game = after_four_riichi(rules)
    assert not may_dealer_stop(game.kyoku)
    after = apply_to_hanchan(game, KyokuEnded())
    assert (after.ended, after.next_deal.dealer, after.next_deal.honba) == (None, N, 1)


def test_a_dealer_who_stopped_after_four_riichi_in_an_older_journal_has_stopped() -> None:
    game = after_four_riichi(ASKED)
    with pytest.raises(IllegalFactError) as refusal:
        need_stop_allowed(game.kyoku, DealerStopped())
    assert refusal.value.reason is Reason.DEALER_CANNOT_STOP
    assert ends(told(game, "dealer stops")) is EndReason.DEALER_STOP


@pytest.mark.parametrize(("value", "end"), [("6/30", None), ("1/30", EndReason.DEALER_STOP)])
def test_a_dealer_who_has_stopped_goes_on_once_another_ron_forbids_it(
    value: str, end: EndReason | None
) -> None:
    script = "N draws, N discards 1z, E draws, E discards 2z, N rons worth 1/30, dealer stops"
    game = told(dealt(ASKED, Wind.SOUTH, N, (30_000, 15_000, 25_000, 30_000)), script)
    assert ends(game) is EndReason.DEALER_STOP
    game = told(game, f"W rons worth {value}")
    assert ends(game) is end
    assert not may_dealer_stop(game.kyoku)


def test_a_dealer_whom_the_table_let_stop_has_stopped_whatever_follows() -> None:
    script = "N draws, N discards 1z, E draws, E discards 2z, N rons worth 1/30"
    game = told(dealt(ASKED, Wind.SOUTH, N, (15_000, 15_000, 40_000, 30_000)), script)
    for fact in (RuleWaived(Reason.DEALER_CANNOT_STOP), DealerStopped()):
        game = apply_to_hanchan(game, fact)
    assert ends(told(game, "W rons worth 6/30")) is EndReason.DEALER_STOP
