"""Dealer, honba and round from kyoku to kyoku, and when a game ends [rules 1.1] (半荘)."""

from dataclasses import replace

import pytest

from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    Drawn,
    Fact,
    HanchanEnded,
    HanchanStarted,
    KyokuEnded,
    KyokuStarted,
    SeatsBound,
)
from companion.riichi.game_end import EndReason
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.presets import M_LEAGUE, TENHOU, TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import DealerStop, Renchan, RuleSet
from companion.riichi.seats import Seat, Wind
from tests.toolbox.sentences import fact_of, sentences_in
from tests.toolbox.tables import E, N, S, W, play, table, until_live

EVEN = (25_000,) * 4
TONPUU = replace(TENHOU, rounds=1)
WIN_ONLY = replace(TENHOU, renchan=Renchan.WIN)
EXHAUSTED = "ends exhaustive"


def played(  # noqa: PLR0917
    rules: RuleSet = TENHOU,
    wind: Wind = Wind.EAST,
    dealer: Seat = E,
    points: tuple[int, ...] = EVEN,
    end: str = "E tsumos worth 1/30",
    honba: int = 0,
    kyoutaku: int = 0,
) -> Hanchan:
    """The game after one kyoku that ended so; a win comes at the dealer's first draw or discard."""
    game = apply_to_hanchan(begin(rules), KyokuStarted(wind, dealer, honba, kyoutaku, points))
    if "exhaustive" in end:
        game = replace(game, kyoku=until_live(game.kyoku, 0))
        script = end
    else:
        first = "ESWN"[dealer]
        discards = "" if " tsumos" in end or "chombo" in end or "kyuushu" in end else f"{first} discards 1z,"
        script = f"{first} draws, {discards} {end}"
    for sentence in sentences_in(script):
        game = apply_to_hanchan(game, fact_of(game.kyoku, sentence))
    return apply_to_hanchan(game, KyokuEnded())


def following(game: Hanchan) -> tuple[str, int, int, int]:
    deal = game.next_deal
    return deal.round_wind.letter, deal.dealer, deal.honba, deal.kyoutaku


def test_people_sit_down_and_east_one_comes_first() -> None:
    game = begin(TENHOU)
    assert following(game) == ("E", E, 0, 0)
    assert (game.points, game.names) == (EVEN, ("E", "S", "W", "N"))


def test_people_have_names() -> None:
    names = ("Ada", "Ben", "Cem", "Dea")
    assert begin(TENHOU, names).names == names
    assert apply_to_hanchan(begin(TENHOU), HanchanStarted(names, "tenhou")).names == names


def test_a_dealer_who_wins_deals_again_with_one_honba_more() -> None:
    assert following(played(end="E tsumos worth 1/30", honba=1)) == ("E", E, 2, 0)


def test_a_non_dealer_who_wins_makes_the_next_player_dealer_and_clears_honba() -> None:
    assert following(played(end="S rons worth 1/30", honba=2)) == ("E", S, 0, 0)


def test_a_dealer_who_wins_beside_another_stays() -> None:
    assert following(played(dealer=N, end="S rons worth 1/30"))[1] == E
    game = apply_to_hanchan(begin(TENHOU), KyokuStarted(Wind.EAST, E, 0, 0, EVEN))
    for sentence in sentences_in(
        "E draws, E discards, S draws, S discards 1z, W rons worth 1/30, E rons worth 1/30"
    ):
        game = apply_to_hanchan(game, fact_of(game.kyoku, sentence))
    assert following(apply_to_hanchan(game, KyokuEnded())) == ("E", E, 1, 0)


@pytest.mark.parametrize(
    ("rules", "tenpai", "dealer"), [(TENHOU, "ES", E), (TENHOU, "S", S), (WIN_ONLY, "ES", S)]
)
def test_a_tenpai_dealer_deals_again_where_the_house_says_so(rules, tenpai: str, dealer) -> None:
    game = played(rules, end=f"ends exhaustive tenpai {tenpai}", honba=1)
    assert following(game) == ("E", dealer, 2, 0)


def test_in_some_houses_the_dealer_deals_again_after_every_draw_in_others_never() -> None:
    every_draw = replace(TENHOU, renchan=Renchan.WIN_OR_DRAW)
    never = replace(TENHOU, renchan=Renchan.NEVER)
    assert following(played(every_draw, end="ends exhaustive tenpai S", honba=1)) == ("E", E, 2, 0)
    assert following(played(every_draw, end="W rons worth 1/30", honba=1)) == ("E", S, 0, 0)
    assert following(played(never, end="E tsumos worth 1/30", honba=1)) == ("E", S, 0, 0)
    assert following(played(never, end="ends exhaustive tenpai E", honba=1)) == ("E", S, 2, 0)
    assert following(played(never, end="ends kyuushu by E")) == ("E", E, 1, 0)


def test_a_leading_last_dealer_who_stays_noten_deals_again() -> None:
    house = replace(TENHOU, renchan=Renchan.WIN_OR_DRAW)
    leads = (20_000, 20_000, 20_000, 40_000)
    noten = played(house, Wind.SOUTH, N, leads, "ends exhaustive tenpai E")
    assert (noten.ended, following(noten)) == (None, ("S", N, 1, 0))
    tenpai = played(house, Wind.SOUTH, N, leads, "ends exhaustive tenpai N")
    assert tenpai.ended is EndReason.DEALER_STOP


def test_sticks_of_a_drawn_hand_wait_for_the_next_winner() -> None:
    game = played(end=EXHAUSTED, kyoutaku=2, points=(24_000, 24_000, 25_000, 25_000))
    assert following(game) == ("E", S, 1, 2)
    assert game.kyoutaku == 2


def test_after_north_the_round_turns() -> None:
    assert following(played(dealer=N, end="W rons worth 1/30")) == ("S", E, 0, 0)


def test_with_three_players_the_round_turns_after_west() -> None:
    game = apply_to_hanchan(begin(TENHOU_3P), KyokuStarted(Wind.EAST, W, 0, 0, (35_000,) * 3))
    for sentence in sentences_in("W draws, W discards 1z, S rons worth 1/30"):
        game = apply_to_hanchan(game, fact_of(game.kyoku, sentence))
    assert following(apply_to_hanchan(game, KyokuEnded())) == ("S", E, 0, 0)


def test_a_kyoku_after_chombo_is_dealt_again_as_it_was() -> None:
    game = played(end="S chombo", honba=3)
    assert following(game) == ("E", E, 3, 0)
    assert game.chombo == (0, 1, 0, 0)


def test_a_chombo_ends_the_game_where_the_house_says_so() -> None:
    game = played(replace(TENHOU, chombo_ends_game=True), end="S chombo")
    assert (game.ended, game.next_deal) == (EndReason.CHOMBO, None)


def test_a_new_kyoku_is_taken_as_the_table_says_it() -> None:
    game = played(end="S rons worth 1/30")
    corrected = KyokuStarted(Wind.EAST, W, 0, 0, (25_000, 26_100, 23_900, 25_000))
    game = apply_to_hanchan(game, corrected)
    assert (game.points, game.next_deal) == (corrected.points, None)


# The end.


def ended(**given) -> EndReason | None:
    return played(**given).ended


def test_below_zero_ends_the_game_and_exactly_zero_does_not() -> None:
    assert ended(points=(1_000, 24_000, 37_000, 38_000), end="S rons worth 1/30") is None
    assert ended(points=(900, 24_100, 37_000, 38_000), end="S rons worth 1/30") is EndReason.BUST


def test_a_chombo_that_is_paid_at_once_can_take_a_player_below_zero() -> None:
    paid, poor = replace(TENHOU, chombo_points=0), (8_000, 30_000, 30_000, 32_000)
    assert ended(rules=paid, points=poor, end="E chombo") is EndReason.BUST
    assert ended(rules=paid, points=(12_000, 28_000, 28_000, 32_000), end="E chombo") is None
    assert ended(rules=replace(paid, bust=False), points=poor, end="E chombo") is None
    ends = replace(paid, chombo_ends_game=True)
    assert ended(rules=ends, points=poor, end="E chombo") is EndReason.CHOMBO


def test_in_some_houses_nobody_goes_bust() -> None:
    assert ended(rules=M_LEAGUE, points=(900, 24_100, 37_000, 38_000), end="S rons worth 1/30") is None


def test_a_chombo_does_not_end_the_game() -> None:
    assert ended(wind=Wind.SOUTH, dealer=N, end="S chombo") is None


def test_before_the_last_kyoku_the_game_goes_on() -> None:
    assert ended(wind=Wind.SOUTH, dealer=W, end="E rons worth 8/30") is None


LAST = {"wind": Wind.SOUTH, "dealer": N}


def test_the_last_kyoku_ends_the_game_when_somebody_has_the_target() -> None:
    assert ended(**LAST, points=(32_000, 23_000, 23_000, 22_000), end="S rons worth 1/30") is EndReason.TARGET


def test_without_the_target_one_more_wind_is_dealt() -> None:
    game = played(**LAST, points=EVEN, end="S rons worth 1/30")
    assert game.ended is None
    assert following(game) == ("W", E, 0, 0)


def test_in_the_extension_the_first_to_have_the_target_ends_it() -> None:
    given = {"wind": Wind.WEST, "dealer": S, "end": "W rons worth 5/30"}
    assert ended(**given, points=EVEN) is EndReason.TARGET
    assert ended(**(given | {"end": "W rons worth 1/30"}), points=EVEN) is None


def test_the_extension_ends_with_its_last_kyoku() -> None:
    assert ended(wind=Wind.WEST, dealer=N, end="S rons worth 1/30") is EndReason.LAST_KYOKU


def test_an_east_only_game_extends_to_south() -> None:
    assert ended(rules=TONPUU, dealer=N, end="S rons worth 1/30") is None
    assert ended(rules=TONPUU, wind=Wind.SOUTH, dealer=N, end="S rons worth 1/30") is EndReason.LAST_KYOKU


def test_no_wind_follows_north() -> None:
    north = {"wind": Wind.NORTH, "dealer": N, "end": "S rons worth 1/30"}
    for rounds in (3, 4):
        assert ended(rules=replace(TENHOU, rounds=rounds), **north) is EndReason.LAST_KYOKU
    all_winds = replace(TENHOU, rounds=4)
    assert ended(rules=all_winds, **(north | {"dealer": W})) is None
    assert ended(rules=all_winds, wind=Wind.WEST, dealer=N, end="S rons worth 1/30") is None


def test_in_some_houses_there_is_no_extension() -> None:
    assert ended(rules=M_LEAGUE, **LAST, points=EVEN, end="S rons worth 1/30") is EndReason.LAST_KYOKU


AHEAD = (20_000, 20_000, 20_000, 40_000)
SHORT = (24_000, 24_000, 25_000, 27_000)


@pytest.mark.parametrize(
    ("stop", "end", "reason"),
    [
        (DealerStop.WIN_OR_TENPAI, "N tsumos worth 1/30", EndReason.DEALER_STOP),
        (DealerStop.WIN_OR_TENPAI, "ends exhaustive tenpai N", EndReason.DEALER_STOP),
        (DealerStop.WIN_OR_TENPAI, "ends kyuushu by N", None),
        (DealerStop.WIN, "N tsumos worth 1/30", EndReason.DEALER_STOP),
        (DealerStop.WIN, "ends exhaustive tenpai N", None),
        (DealerStop.NEVER, "N tsumos worth 1/30", None),
        (DealerStop.NEVER, "ends exhaustive tenpai N", None),
    ],
)
def test_a_leading_last_dealer_stops_where_the_house_says_so(stop, end: str, reason) -> None:
    assert ended(rules=replace(TENHOU, dealer_stop=stop), **LAST, points=AHEAD, end=end) is reason


@pytest.mark.parametrize("points", [SHORT, (41_000, 20_000, 19_000, 20_000)])
def test_a_last_dealer_who_is_not_first_or_has_not_the_target_deals_again(points) -> None:
    assert ended(**LAST, points=points, end="N tsumos worth 1/30") is None


def test_a_last_dealer_who_is_level_with_an_earlier_seat_is_not_first() -> None:
    """North wins 500 from each: East and North are level, and East was the first dealer."""
    points = (32_500, 18_000, 19_000, 30_500)
    game = played(**LAST, points=points, end="N tsumos worth 1/30")
    assert game.points == (32_000, 17_500, 18_500, 32_000)
    assert game.ended is None


def test_a_game_that_ended_has_no_next_kyoku() -> None:
    game = played(**LAST, points=AHEAD, end="N tsumos worth 1/30")
    assert game.next_deal is None


def test_people_may_stop_at_any_time() -> None:
    game = apply_to_hanchan(begin(TENHOU), HanchanEnded())
    assert (game.is_closed, game.next_deal) == (True, None)


def test_a_seat_keeps_its_side_of_the_table_through_the_hanchan() -> None:
    sat = apply_to_hanchan(begin(TENHOU), SeatsBound("BCDA"))
    assert sat.sides == "BCDA"
    dealt = apply_to_hanchan(sat, KyokuStarted(Wind.EAST, E, 0, 0, sat.points))
    assert dealt.sides == "BCDA"
    assert apply_to_hanchan(dealt, HanchanStarted(("a", "b", "c", "d"), "tenhou")).sides == ""


@pytest.mark.parametrize("sides", ["", "ABC", "ABCA", "ABCE", "abcd", "ABCDA"])
def test_each_seat_has_a_side_of_its_own(sides: str) -> None:
    with pytest.raises(IllegalFactError, match="side of its own"):
        apply_to_hanchan(begin(TENHOU), SeatsBound(sides))


def test_nobody_sits_down_at_a_game_that_is_closed() -> None:
    with pytest.raises(IllegalFactError) as refusal:
        apply_to_hanchan(apply_to_hanchan(begin(TENHOU), HanchanEnded()), SeatsBound("ABCD"))
    assert refusal.value.reason is Reason.HANCHAN_OVER


def test_nobody_draws_in_a_game_that_was_closed_in_mid_hand() -> None:
    closed = apply_to_hanchan(replace(begin(TENHOU), kyoku=table()), HanchanEnded())
    with pytest.raises(IllegalFactError) as refusal:
        apply_to_hanchan(closed, Drawn(E))
    assert refusal.value.reason is Reason.HANCHAN_OVER


def test_what_happens_in_a_kyoku_changes_nothing_else_of_the_game() -> None:
    told = {"names": ("a", "b", "c", "d"), "kyoutaku": 3, "chombo": (0, 1, 0, 0), "sides": "BCDA"}
    rest = {"ended": EndReason.TARGET, "points": (1, 2, 3, 4)}
    game = replace(played(**LAST, points=AHEAD, end="N tsumos worth 1/30"), **told, **rest)
    dealt = replace(game, kyoku=table())
    after = apply_to_hanchan(dealt, Drawn(E))
    assert after.kyoku == play(table(), "E draws")
    assert replace(after, kyoku=None) == replace(dealt, kyoku=None)


def test_people_may_play_on_after_the_end() -> None:
    game = played(**LAST, points=AHEAD, end="N tsumos worth 1/30")
    fact: Fact = KyokuStarted(Wind.WEST, E, 0, 0, game.points)
    assert apply_to_hanchan(game, fact).ended is None
