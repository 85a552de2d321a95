"""What each player is charged: a turn beyond its free seconds, and nothing of what is in doubt."""

from dataclasses import replace
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.player_clock import (
    OFF,
    ClockRules,
    Doubt,
    Flag,
    Past,
    Reckoning,
    Told,
    begun,
    merged,
    reckoned,
)
from companion.riichi.facts import (
    ChiCalled,
    Discarded,
    Drawn,
    HanchanEnded,
    IndicatorRevealed,
    KyokuStarted,
    PlayUnfollowed,
    PonCalled,
    RiichiDeclared,
)
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tea_facts import GamePaused, GameResumed
from companion.riichi.tiles import Tile

E, S, W, N = SEATS
RULES = ClockRules(360, 6, 60)
DEAL = KyokuStarted(Wind.EAST, E, 0, 0, (25_000,) * 4)
PON = PonCalled(W, Tile("5z"), (Tile("5z"), Tile("5z")), E)
CHI = ChiCalled(S, Tile("3m"), (Tile("1m"), Tile("2m")))


def told(*steps, late=()) -> tuple[Told, ...]:
    """Facts, each with the seconds that went by before it."""
    moments = accumulate(seconds for seconds, _ in steps)
    return tuple(
        Told(at, fact, moment, is_late=at in late)
        for at, ((_, fact), moment) in enumerate(zip(steps, moments, strict=True), 1)
    )


def after(*steps, rules=RULES, doubts=(), late=(), now_s=10_000.0, waived=()) -> Reckoning:
    past = Past(told(*steps, late=late), merged(doubts), frozenset(waived))
    return reckoned(rules, begun(rules, 4), past, now_s)


def left(at: Reckoning) -> list[float]:
    return [round(one.left_s, 3) for one in at.seats]


def test_ten_seconds_cost_four_and_the_next_eight_cost_two():
    # The example of Saikyosen's own announcement of 2025.
    one = after((0, DEAL), (9, Discarded(E)), (10, Discarded(S)))
    assert left(one) == [360, 356, 360, 360]
    two = after(
        (0, DEAL),
        (9, Discarded(E)),
        (10, Discarded(S)),
        *((1, Discarded(s)) for s in (W, N, E)),
        (8, Discarded(S)),
    )
    assert left(two) == [360, 354, 360, 360]


def test_the_first_turn_of_a_hand_is_not_timed():
    assert left(after((0, DEAL), (500, Discarded(E)))) == [360] * 4


def test_what_happens_within_a_turn_belongs_to_it():
    steps = (
        (0, DEAL),
        (5, Discarded(E)),
        (20, Drawn(S)),
        (10, RiichiDeclared(S)),
        (1, IndicatorRevealed(Tile("1m"))),
        (5, Discarded(S)),
    )
    assert left(after(*steps)) == [360, 360 - 30, 360, 360]


def test_until_somebody_else_has_called_the_time_is_nobodys():
    assert left(after((0, DEAL), (5, Discarded(E)), (100, PON), (20, Discarded(W)))) == [360, 360, 346, 360]


def test_ones_own_chi_is_thought_about_in_ones_own_time():
    assert left(after((0, DEAL), (5, Discarded(E)), (100, CHI), (20, Discarded(S)))) == [360, 246, 360, 360]


@pytest.mark.parametrize(
    ("since", "until", "cost"), [(0, 5, 34), (10, 20, 24), (20, 100, 9), (0, 100, 0), (45, 60, 34)]
)
def test_what_is_in_doubt_is_not_charged(since, until, cost):
    steps = ((0, DEAL), (5, Discarded(E)), (40, Discarded(S)))
    doubt = Doubt(since, until, "question")
    assert left(after(*steps, doubts=[doubt])) == [360, 360 - cost, 360, 360]


def test_who_overruns_is_flagged_thinks_freely_until_the_hand_ends_and_begins_anew():
    steps = [(0, DEAL), (5, Discarded(E)), (400, Discarded(S)), *((1, Discarded(s)) for s in (W, N, E))]
    over = after(*steps, (999, Discarded(S)))
    assert left(over) == [360, -34, 360, 360]
    assert over.seats[S].flag == Flag(3, 1)
    assert [one.is_flagged(over.hand) for one in over.seats] == [False, True, False, False]
    following = after(*steps, (5, HanchanEnded()), (9, DEAL))
    assert left(following) == [360, 60, 360, 360]
    assert following.seats[S].is_flagged(following.hand)
    assert not after(*steps, (9, DEAL), (9, DEAL)).seats[S].is_flagged(3)


def test_a_flag_that_people_waive_is_shown_to_nobody():
    steps = [(0, DEAL), (5, Discarded(E)), (400, Discarded(S))]
    waived = after(*steps, waived=[3])
    assert not waived.seats[S].is_flagged(1)
    assert left(after(*steps, (9, DEAL), waived=[3])) == [360, 60, 360, 360]


def test_nobody_is_charged_for_a_discard_that_was_told_late_nor_for_the_next():
    steps = [(0, DEAL), (5, Discarded(E)), (100, Discarded(S)), (100, Discarded(W)), (100, Discarded(N))]
    assert left(after(*steps, late=[3])) == [360, 360, 360, 266]
    together = [(0, DEAL), (5, Discarded(E)), (100, Discarded(S)), (0.1, Discarded(W)), (100, Discarded(N))]
    assert left(after(*together)) == [360] * 4


def test_a_turn_that_somebody_skipped_is_nobodys():
    assert left(after((0, DEAL), (5, Discarded(E)), (9, Drawn(W)), (100, Discarded(W)))) == [360] * 4


def test_where_nobody_follows_the_turns_no_clock_runs():
    at = after((0, DEAL), (5, Discarded(E)), (1, PlayUnfollowed()))
    assert at.turn is None
    assert left(at) == [360] * 4


def test_a_pause_leaves_the_turn_where_it_was():
    steps = [(0, DEAL), (5, Discarded(E)), (10, GamePaused()), (90, GameResumed()), (10, Discarded(S))]
    assert left(after(*steps, doubts=[Doubt(15, 105, "paused")])) == [360, 346, 360, 360]


def test_the_turn_that_is_played_shows_what_it_has_used_so_far():
    turn = after((0, DEAL), (5, Discarded(E)), now_s=25, doubts=[Doubt(10, 12, "asked")]).turn
    assert turn is not None
    assert (turn.seat, turn.used_s) == (S, 18)


@pytest.mark.parametrize("seconds", [-1, 90_000, 1.5, True])
def test_impossible_times_are_refused(seconds):
    with pytest.raises(ValueError, match="whole number of seconds"):
        ClockRules(360, seconds)


def test_a_clock_is_off_until_somebody_sets_it():
    assert not OFF.is_on
    assert RULES.is_on


seconds = st.floats(0, 100)
turns = st.lists(st.tuples(seconds, st.sampled_from((False, False, False, True))), min_size=1, max_size=25)
stretches = st.lists(
    st.tuples(st.floats(0, 800), st.floats(0, 300)).map(lambda one: Doubt(one[0], sum(one), "any")),
    max_size=6,
)


def played(thoughts) -> tuple[Told, ...]:
    facts = [(0.0, DEAL)]
    facts += [(spent, Discarded(SEATS[turn % 4])) for turn, (spent, _) in enumerate(thoughts)]
    late = {turn + 2 for turn, (_, is_late) in enumerate(thoughts) if is_late}
    return told(*facts, late=late)


@given(turns, stretches, stretches)
def test_more_doubt_never_costs_anybody_more(thoughts, some, more):
    facts, start = played(thoughts), begun(RULES, 4)
    sure = reckoned(RULES, start, Past(facts, merged(some)), 9_999.0)
    doubted = reckoned(RULES, start, Past(facts, merged([*some, *more])), 9_999.0)
    for one, other in zip(sure.seats, doubted.seats, strict=True):
        assert other.left_s >= one.left_s - 1e-6
        assert one.flag or not other.flag


@given(turns, stretches, st.integers(0, 25))
def test_a_hand_is_reckoned_alike_in_one_go_and_in_two(thoughts, doubts, place):
    facts, start = played(thoughts), begun(RULES, 4)
    doubts = merged(doubts)
    whole = reckoned(RULES, start, Past(facts, doubts), 9_999.0)
    # Where it is cut, a turn may be told late only within a part.
    cut = min(place, len(facts))
    if any(one.is_late for one in facts) or any(
        0 < b.at_s - a.at_s < 0.3 or b.at_s == a.at_s for a, b in pairwise(facts)
    ):
        return
    first = reckoned(RULES, start, Past(facts[:cut], doubts), 9_999.0)
    both = reckoned(RULES, first, Past(facts[cut:], doubts), 9_999.0)
    assert left(both) == left(whole)


@given(stretches)
def test_doubts_are_merged_without_overlaps_and_cover_the_same(doubts):
    done = merged(doubts)
    assert all(one.until_s <= other.since_s for one, other in pairwise(done))
    for moment in (value + 0.01 for one in doubts for value in (one.since_s, one.until_s)):
        covered = any(one.since_s <= moment < one.until_s for one in doubts)
        assert covered == any(one.since_s <= moment < one.until_s for one in done)


def test_a_doubt_may_be_given_twice():
    doubt = Doubt(1, 5, "question")
    assert merged([doubt, replace(doubt, why="source")]) == (doubt,)
