"""What people agree on beside the play: who sits where, whose points, which rules, how many points."""

from dataclasses import replace

import pytest

from companion.riichi import facts as f
from companion.riichi import house_facts as h
from companion.riichi import tea_facts as t
from companion.riichi.errors import IllegalFactError
from companion.riichi.final_score import final_scores
from companion.riichi.game_end import EndReason, may_dealer_stop
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.presets import PRESETS, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Renchan
from companion.riichi.seats import SEATS, Wind

E, S, W, N = SEATS
SAT = f.HanchanStarted(("Anna", "Ben", "Chie", "Dai"), "tenhou")
DEAL = f.KyokuStarted(Wind.EAST, E, 0, 0, (25_000,) * 4)
RON = f.Won(S, f.WinBy.RON, W, value=f.HandValue(4, 30))
HAND = (DEAL, f.PlayUnfollowed(), RON, f.KyokuEnded())


def told(*facts: f.Fact, game: Hanchan | None = None) -> Hanchan:
    hanchan = begin(TENHOU) if game is None else game
    for fact in facts:
        hanchan = apply_to_hanchan(hanchan, fact)
    return hanchan


def why_not(game: Hanchan, fact: f.Fact) -> Reason:
    with pytest.raises(IllegalFactError) as refusal:
        apply_to_hanchan(game, fact)
    return refusal.value.reason


def test_a_substitute_plays_on_the_points_of_the_seat() -> None:
    game = told(SAT, *HAND, t.PlayerSubstituted(W, "Zoe"))
    assert game.names == ("Anna", "Ben", "Zoe", "Dai")
    assert game.points == (25_000, 32_700, 17_300, 25_000)
    assert game.sitting.people == ("Anna", "Ben", "Chie", "Dai", "Zoe")


def test_who_comes_back_is_the_same_person() -> None:
    game = told(SAT, t.PlayerSubstituted(W, "Zoe"), t.PlayerSubstituted(W, "Chie"))
    assert game.sitting.at == (0, 1, 2, 3)
    assert game.names == SAT.names


def test_a_new_name_is_the_same_person_from_the_start() -> None:
    game = told(SAT, t.PlayerRenamed(N, "Daisuke"))
    assert game.sitting.people == ("Anna", "Ben", "Chie", "Daisuke")
    assert told(t.PlayerRenamed(N, "DAISUKE"), game=game).names[N] == "DAISUKE"


def test_a_name_of_somebody_who_has_left_is_taken_too() -> None:
    game = told(SAT, t.PlayerSubstituted(W, "Zoe"))
    assert why_not(game, t.PlayerRenamed(E, "chie")) is Reason.NAME_TAKEN
    assert why_not(game, t.PlayerSubstituted(E, "zoe")) is Reason.SITS_ALREADY


def test_a_seat_without_a_player_is_dealt_nothing_until_somebody_sits_there() -> None:
    game = told(SAT, t.PlayerLeft(S))
    assert why_not(game, DEAL) is Reason.SEAT_EMPTY
    for fact in (t.PlayerReturned(S), t.PlayerSubstituted(S, "Zoe")):
        assert told(fact, DEAL, game=game).kyoku is not None


def test_who_leaves_in_mid_hand_may_still_be_told_the_hand() -> None:
    game = told(SAT, DEAL, f.PlayUnfollowed(), t.PlayerLeft(S), RON, f.KyokuEnded())
    assert game.points[S] == 32_700


@pytest.mark.parametrize("fact", [f.Drawn(E), f.IndicatorRevealed(None), f.PlayUnfollowed()])
def test_nothing_is_told_of_a_hand_while_the_game_rests(fact: f.Fact) -> None:
    game = told(SAT, DEAL, t.GamePaused())
    assert why_not(game, fact) is Reason.PAUSED
    assert told(t.GameResumed(), fact, game=game).kyoku is not None


def test_people_may_go_home_from_a_rest() -> None:
    assert told(SAT, t.GamePaused(), f.HanchanEnded()).is_closed


def test_points_go_along_to_the_new_seat_and_winds_stay() -> None:
    game = told(SAT, *HAND, t.SeatsChanged((W, S, E, N), t.Carried.POINTS))
    assert game.names == ("Chie", "Ben", "Anna", "Dai")
    assert game.points == (17_300, 32_700, 25_000, 25_000)
    assert game.next_deal is not None
    assert (game.next_deal.dealer, game.next_deal.points) == (S, game.points)
    assert game.sitting.stakes == (2, 1, 0, 3)


def test_a_chombo_goes_along_with_the_points() -> None:
    void = (DEAL, f.Chombo(E), f.KyokuEnded())
    game = told(SAT, *void, t.SeatsChanged((W, S, E, N), t.Carried.POINTS), f.HanchanEnded())
    assert [one.penalty for one in final_scores(game)] == [0, 0, 20.0, 0]


def test_chips_and_wins_go_along_with_the_points() -> None:
    chips = (DEAL, f.PlayUnfollowed(), RON, h.ChipsTaken(S, W, 2), f.KyokuEnded())
    start = begin(replace(TENHOU, chip_points=500, yakitori_points=1_000))
    game = told(SAT, *chips, t.SeatsChanged((W, S, E, N), t.Carried.POINTS), game=start)
    # Ben has two chips of 500 and a win; Chie gave them, and all but Ben pay him 1,000.
    assert [one.extra for one in final_scores(game)] == [-2.0, 4.0, -1.0, -1.0]
    assert game.names == ("Chie", "Ben", "Anna", "Dai")


def test_points_stay_with_the_seats_where_people_say_so() -> None:
    game = told(SAT, *HAND, t.SeatsChanged((W, S, E, N), t.Carried.NOTHING))
    assert game.names == ("Chie", "Ben", "Anna", "Dai")
    assert game.points == (25_000, 32_700, 17_300, 25_000)
    assert game.sitting.stakes == (0, 1, 2, 3)


def test_chairs_alone_are_others_where_the_winds_go_along() -> None:
    bound = told(SAT, f.SeatsBound("ABCD"), *HAND)
    # Who sits now where seat 1 sat before came from seat 0, and so on round the table.
    game = told(t.SeatsChanged((N, E, S, W), t.Carried.POINTS_AND_WINDS), game=bound)
    assert (game.names, game.points) == (bound.names, bound.points)
    assert game.sides == "BCDA"


def test_whoever_is_away_is_away_from_the_new_seat() -> None:
    game = told(SAT, t.PlayerLeft(E), t.SeatsChanged((W, S, E, N), t.Carried.POINTS))
    assert game.sitting.away == {W}


@pytest.mark.parametrize(
    "fact", [t.SeatsChanged((W, S, E, N), t.Carried.POINTS), t.PointsSet((25_000,) * 4, 0)]
)
def test_seats_and_points_change_between_two_hands_alone(fact: f.Fact) -> None:
    for game in (told(SAT, DEAL), told(SAT, *HAND[:-1])):
        assert why_not(game, fact) is Reason.KYOKU_NOT_OVER


def test_a_rule_is_another_from_the_next_hand_on() -> None:
    no_bust = t.RulesChanged(replace(TENHOU, name="tenhou (changed)", bust=False), ("bust",))
    game = told(SAT, DEAL, no_bust)
    assert (game.rules.bust, game.kyoku is not None and game.kyoku.rules.bust) == (True, True)
    game = told(*HAND[1:], game=game)
    assert (game.rules, game.next_rules is None) == (TENHOU, False)
    game = told(replace(DEAL, points=game.points), game=game)
    assert (game.rules.bust, game.rules.name, game.next_rules) == (False, "tenhou (changed)", None)
    assert game.kyoku is not None
    assert game.kyoku.rules == game.rules


def test_what_else_was_agreed_on_stays() -> None:
    first = t.RulesChanged(replace(TENHOU, bust=False), ("bust",))
    second = t.RulesChanged(replace(TENHOU, ippatsu=False), ("ippatsu",))
    game = told(SAT, first, second, DEAL)
    assert (game.rules.bust, game.rules.ippatsu) == (False, False)


def test_a_game_in_its_last_round_is_not_made_shorter_than_it_is() -> None:
    south = replace(DEAL, round_wind=Wind.SOUTH)
    shorter = t.RulesChanged(replace(TENHOU, rounds=1), ("rounds",))
    longer = t.RulesChanged(replace(TENHOU, rounds=4), ("rounds",))
    assert why_not(told(SAT, south), shorter) is Reason.RULE_TOO_LATE
    assert told(SAT, south, longer).next_rules == replace(TENHOU, rounds=4)


SOUTH_RON = f.Won(S, f.WinBy.RON, E, value=f.HandValue(5, 30))


def last_of_east(rounds: int, agreed: int, win: f.Won, *, late: bool) -> Hanchan:
    """East 4 of a game in which people agree on another length, during the hand or once it is won."""
    rules = replace(TENHOU, rounds=rounds)
    change = t.RulesChanged(replace(rules, rounds=agreed), ("rounds",))
    hand = (win, change) if late else (change, win)
    dealt = (replace(DEAL, dealer=N), f.PlayUnfollowed())
    return told(*dealt, *hand, f.KyokuEnded(), game=begin(rules, SAT.names))


@pytest.mark.parametrize("late", [False, True])
def test_a_game_is_made_longer_or_shorter_up_to_the_end_of_its_last_hand(late: bool) -> None:
    longer = last_of_east(1, 2, SOUTH_RON, late=late)
    assert longer.ended is None
    assert longer.next_deal is not None
    assert (longer.next_deal.round_wind, longer.next_deal.dealer) == (Wind.SOUTH, E)
    shorter = last_of_east(2, 1, SOUTH_RON, late=late)
    assert (shorter.ended, shorter.next_deal) == (EndReason.TARGET, None)


@pytest.mark.parametrize(("rounds", "agreed", "may_stop"), [(1, 2, False), (2, 1, True)])
def test_the_dealer_may_stop_in_what_is_the_last_hand_by_the_length_agreed_on(
    rounds: int, agreed: int, may_stop: bool
) -> None:
    rules = replace(TENHOU, rounds=rounds, dealer_stop_asked=True)
    dealt = (replace(DEAL, dealer=N), f.PlayUnfollowed())
    change = t.RulesChanged(replace(rules, rounds=agreed), ("rounds",))
    won = f.Won(N, f.WinBy.RON, E, value=f.HandValue(5, 30))
    game = told(*dealt, change, won, game=begin(rules, SAT.names))
    assert game.kyoku is not None
    assert may_dealer_stop(game.kyoku) is may_stop


def test_who_is_below_zero_plays_on_where_people_agree_to_it_at_the_result() -> None:
    ruined = (DEAL, f.PlayUnfollowed(), replace(SOUTH_RON, value=f.HandValue(13, 30)))
    assert told(SAT, *ruined, f.KyokuEnded()).ended is EndReason.BUST
    plays_on = told(SAT, *ruined, t.RulesChanged(replace(TENHOU, bust=False), ("bust",)), f.KyokuEnded())
    assert plays_on.ended is None
    assert plays_on.next_deal is not None


def test_who_deals_next_is_decided_by_the_rules_of_the_hand() -> None:
    no_renchan = t.RulesChanged(replace(TENHOU, renchan=Renchan.NEVER), ("renchan",))
    won = f.Won(E, f.WinBy.RON, S, value=f.HandValue(1, 30))
    game = told(SAT, DEAL, f.PlayUnfollowed(), won, no_renchan, f.KyokuEnded())
    assert game.next_deal is not None
    assert (game.next_deal.dealer, game.next_deal.honba) == (E, 1)


@pytest.mark.parametrize(("first", "then", "taken"), [(20_000, 0, 20), (0, 20_000, 0), (20_000, 10_000, 20)])
def test_a_chombo_costs_what_it_did_when_it_was_given(first: int, then: int, taken: int) -> None:
    game = begin(replace(TENHOU, chombo_points=first), SAT.names)
    game = told(DEAL, f.Chombo(W), f.KyokuEnded(), game=game)
    change = t.RulesChanged(replace(game.rules, chombo_points=then), ("chombo_points",))
    assert final_scores(told(change, game=game))[W].penalty == taken
    game = told(change, replace(DEAL, points=game.points), f.Chombo(N), f.KyokuEnded(), game=game)
    assert final_scores(game)[W].penalty == taken
    assert final_scores(game)[N].penalty == then / 1_000


def test_counted_points_are_those_of_the_next_deal() -> None:
    game = told(SAT, *HAND, t.PointsSet((24_000, 32_700, 17_300, 25_000), 1))
    assert game.next_deal is not None
    assert (game.next_deal.points, game.next_deal.kyoutaku) == ((24_000, 32_700, 17_300, 25_000), 1)


def test_counted_points_say_how_much_is_missing() -> None:
    with pytest.raises(IllegalFactError, match=r"99,000 in all instead of 100,000"):
        told(SAT, t.PointsSet((24_000, 25_000, 25_000, 25_000), 0))
    short = replace(told(SAT), points=(23_000, 25_000, 25_000, 25_000))
    with pytest.raises(IllegalFactError, match=r"99,000 in all instead of 98,000 or 100,000"):
        told(t.PointsSet((24_000, 25_000, 25_000, 25_000), 0), game=short)
    assert why_not(told(SAT), t.PointsSet((100_000,), 0)) is Reason.NO_SUCH_SEAT


def test_a_table_of_three_has_no_fourth_seat() -> None:
    game = begin(PRESETS["tenhou-3p"], ("Anna", "Ben", "Chie"))
    assert why_not(game, t.PlayerLeft(N)) is Reason.NO_SUCH_SEAT
    moved = told(t.SeatsChanged((S, E, W), t.Carried.POINTS), game=game)
    assert moved.names == ("Ben", "Anna", "Chie")
    assert why_not(game, t.SeatsChanged((S, E, W, N), t.Carried.POINTS)) is Reason.NOT_AN_ORDER


@pytest.mark.parametrize(
    "fact",
    [
        *(t.GamePaused(), t.PlayerSubstituted(E, "Zoe"), t.PlayerRenamed(E, "Zoe"), t.PlayerLeft(E)),
        *(t.RulesChanged(TENHOU, ("bust",)), t.PointsSet((25_000,) * 4, 0)),
    ],
)
def test_a_game_that_is_over_is_not_agreed_on_any_more(fact: f.Fact) -> None:
    assert why_not(told(SAT, f.HanchanEnded()), fact) is Reason.HANCHAN_OVER


def test_a_new_game_begins_without_the_agreements_of_the_last() -> None:
    game = told(SAT, t.PlayerSubstituted(W, "Zoe"), t.GamePaused(), SAT)
    assert game == told(SAT)
