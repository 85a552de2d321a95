"""What holds whatever an organiser does: chance plans, plays, swaps, sends people away and undoes."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.tournament.changes import (
    Entrant,
    PenaltyGiven,
    PlayerFixed,
    PlayerLeft,
    PlayerReturned,
    PlayersAdded,
    PlayersSwapped,
    Undone,
    decode_record,
    encode_record,
)
from companion.tournament.folding import ChangeRefused
from companion.tournament.recording import folded
from companion.tournament.results import results_of
from companion.tournament.standings import standings_of
from companion.tournament.state import Tournament
from tests.tournament.evenings import POINTS, Evening

numbers = st.integers(1, 14)
STEPS = st.one_of(
    st.just(("round",)),
    st.just(("plan",)),
    st.builds(lambda one: (PlayerLeft(one),), numbers),
    st.builds(lambda one: (PlayerReturned(one),), numbers),
    st.builds(lambda one, table: (PlayerFixed(one, table),), numbers, st.integers(0, 3)),
    st.builds(lambda one: (PlayersAdded((Entrant(f"Guest {one}"),)),), numbers),
    st.builds(
        lambda where, one, other: (PlayersSwapped(where, one, other),), st.integers(1, 3), numbers, numbers
    ),
    st.builds(
        lambda one, points: (PenaltyGiven(one, points),),
        numbers,
        st.one_of(st.integers(1, 400).map(lambda hundreds: 100 * hundreds), st.integers(1, 40_000)),
    ),
    st.builds(lambda back: ("undo", back), st.integers(0, 4)),
)


def walked(evening: Evening, steps) -> Evening:
    for step in steps:
        before = evening.now
        try:
            if step == ("plan",):
                evening.plan(seed=len(evening.records))
            elif step == ("round",):
                evening.play_round()
            elif step[0] == "undo":
                # Not the first change: the points of the games are those of its rules.
                evening.say(Undone(max(2, before.revision - step[1])))
            else:
                evening.say(*step)
        except ChangeRefused:
            assert evening.now == before
        else:
            require_past_untouched(evening, before)
    return evening


def is_about_a_swap(evening: Evening, revision: int) -> bool:
    """Whether a change is a swap, or takes one back or brings one back."""
    change = next(one.change for one in evening.records if one.revision == revision)
    while isinstance(change, Undone):
        change = next(one.change for one in evening.records if one.revision == change.revision)
    return isinstance(change, PlayersSwapped)


def require_past_untouched(evening: Evening, before: Tournament) -> None:
    """Nothing but a swap touches who sat where in a round that began, and has still begun."""
    if is_about_a_swap(evening, evening.records[-1].revision):
        return
    kept = min(before.begun, evening.now.begun)
    assert [each.tables for each in evening.now.rounds[:kept]] == [
        each.tables for each in before.rounds[:kept]
    ]


@settings(max_examples=40)
@example(players=4, substitutes=0, steps=[(PenaltyGiven(1, 50),)])
@given(players=st.integers(4, 13), substitutes=st.integers(0, 2), steps=st.lists(STEPS, max_size=14))
def test_whatever_is_said_seats_are_whole_and_sums_are_right(players, substitutes, steps):
    evening = walked(Evening(players, 4, substitutes=substitutes), [("plan",), *steps])
    now = evening.now
    for each in now.rounds:
        people = [one for seats in each.tables for one in seats]
        assert len(people) == len(set(people)) == 4 * len(each.tables)
    results = results_of(now, evening.games)
    for result in results:
        if result.seats:
            assert abs(sum(seat.score for seat in result.seats)) < 0.01
    found = standings_of(now, results)
    rows = (*found.players, *found.substitutes)
    counted = sum(seat.score for one in results for seat in one.seats if seat.player is not None)
    lost = sum(one.points for one in now.penalties) / 1_000
    with_place = {row.player for row in rows}
    unseen = sum(one.points for one in now.penalties if one.player not in with_place) / 1_000
    assert abs(sum(row.total for row in rows) - (counted - lost + unseen)) < 0.01 * (1 + len(rows))
    assert all(one.place <= other.place for one, other in pairwise(found.players))


@settings(max_examples=25)
@given(steps=st.lists(STEPS, max_size=10))
def test_the_file_alone_brings_the_tournament_back(steps):
    evening = walked(Evening(8, 3), steps)
    lines = [encode_record(record) for record in evening.records]
    assert folded(map(decode_record, lines)) == evening.now
    revisions = [record.revision for record in evening.records]
    assert revisions == list(range(1, len(revisions) + 1))


@settings(max_examples=20)
@given(tables=st.integers(1, 6), rounds=st.integers(1, 5), seed=st.integers(1, 50))
def test_everybody_plays_every_round_with_winds_as_even_as_can_be(tables, rounds, seed):
    evening = Evening(4 * tables, rounds)
    evening.plan(seed)
    winds = {one.number: Counter() for one in evening.now.players}
    for each in evening.now.rounds:
        for seats in each.tables:
            for wind, player in enumerate(seats):
                winds[player][wind] += 1
    for counts in winds.values():
        assert sum(counts.values()) == rounds
        assert max(counts.values()) - min(counts[wind] for wind in range(4)) <= 1


@settings(max_examples=20)
@given(players=st.integers(4, 15), rounds=st.integers(1, 6))
def test_byes_go_round(players, rounds):
    evening = Evening(players, rounds)
    evening.plan()
    played = Counter(one for each in evening.now.rounds for seats in each.tables for one in seats)
    times = [played[one.number] for one in evening.now.players]
    assert max(times) - min(times) <= 1


@pytest.mark.gate(0)
@settings(max_examples=15)
@given(one=st.integers(1, 8), other=st.integers(1, 8))
def test_two_swaps_are_none(one, other):
    evening = Evening(8, 2)
    evening.plan()
    evening.start()
    evening.play(1, names=())
    evening.play(2, POINTS[1], names=())
    before = [result.seats for result in results_of(evening.now, evening.games)]
    if one != other:
        evening.say(PlayersSwapped(1, one, other), PlayersSwapped(1, one, other))
    after = [result.seats for result in results_of(evening.now, evening.games)]
    assert [[seat.player for seat in seats] for seats in after] == [
        [seat.player for seat in seats] for seats in before
    ]
