"""What a table is told of the tournament: its own seats alone, and a clock that never goes back."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.riichi.presets import EMA
from companion.riichi.ruleset import TimeLimit
from companion.tournament.at_table import (
    KeptClock,
    TableClock,
    TablePlan,
    clock_for,
    decode_told,
    encode_told,
    plan_for,
    seen_round,
)
from companion.tournament.changes import RoundStarted, TimeGiven, TimeSet
from companion.tournament.told import ToldRefused
from tests.tournament.evenings import Evening

TOLD = TableClock("1", 5, 1, 1_000, 0, 3_600, TimeLimit.ONE_MORE, is_running=True)


def begun() -> Evening:
    evening = Evening(8, 3)
    evening.plan()
    evening.say(TimeSet(60, TimeLimit.ONE_MORE), RoundStarted(1, 5_000.0))
    return evening


def test_a_table_is_told_its_own_people_and_nobody_elses():
    evening = begun()
    for table in (1, 2):
        plan = plan_for(evening.now, "1", table)
        others = {name for number in (1, 2, 3) for name in evening.people(number, 3 - table)}
        assert plan.names(1) == tuple(evening.people(1, table))
        assert all(plan.names(number) == tuple(evening.people(number, table)) for number in (1, 2, 3))
        mine = {name for names in plan.seats for name in names}
        assert mine | others == {one.name for one in evening.now.players}
        assert decode_told(TablePlan, encode_told(plan)) == plan


def test_the_rules_that_are_offered_have_the_time_limit_of_the_rounds():
    plan = plan_for(begun().now, "1", 1)
    assert plan.rule_set == replace(EMA, time_limit=TimeLimit.ONE_MORE)


def test_a_clock_says_how_much_has_gone_and_how_long_this_table_may_play():
    evening = begun()
    evening.say(TimeGiven(2, 10))
    one, other = (clock_for(evening.now, "1", table, 5_060.0) for table in (1, 2))
    assert (one.elapsed_ms, one.limit_s, other.limit_s) == (60_000, 3_600, 4_200)
    assert decode_told(TableClock, encode_told(one)) == one
    assert clock_for(Evening(8, 3).now, "1", 1, 0.0) is None


def test_what_a_newer_hub_says_beside_it_is_passed_over():
    told = json.loads(encode_told(TOLD)) | {"gong": "loud"}
    assert decode_told(TableClock, json.dumps(told).encode()) == TOLD


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"[]",
        b"\xff",
        b"[" * 100_000,
        b'{"event":"1"}',
        encode_told(TOLD).replace(b"3600", b"-1"),
        encode_told(TOLD).replace(b"3600", b'"3600"'),
        encode_told(TOLD).replace(b"one_more", b"two_more"),
    ],
)
def test_what_is_not_a_clock_is_one_sentence(payload):
    with pytest.raises(ToldRefused, match="cannot be read"):
        decode_told(TableClock, payload)


@pytest.mark.parametrize("seats", [[["A", "B"]], [["A", "B", "C", "D", "E"]]])
def test_a_plan_with_other_than_four_people_is_refused(seats):
    plan = json.loads(encode_told(plan_for(begun().now, "1", 1))) | {"seats": seats}
    with pytest.raises(ToldRefused, match="four people"):
        decode_told(TablePlan, json.dumps(plan).encode())


def test_a_plan_with_broken_rules_is_refused():
    plan = json.loads(encode_told(plan_for(begun().now, "1", 1))) | {"rules": '{"players":"x"}'}
    with pytest.raises(ToldRefused):
        decode_told(TablePlan, json.dumps(plan).encode())


moments = st.floats(0, 5_000)
said = st.tuples(moments, st.integers(0, 9_000_000), st.integers(1, 9), st.booleans())


@settings(max_examples=200)
@given(heard=st.lists(said, min_size=1))
def test_of_one_round_the_clock_never_goes_back(heard):
    now, shown = 0.0, 0.0
    kept = KeptClock.begun(TOLD, now)
    for wait, elapsed_ms, revision, is_running in heard:
        now += wait
        assert kept.elapsed(now) >= shown
        kept = kept.heard(replace(TOLD, elapsed_ms=elapsed_ms, revision=revision, is_running=is_running), now)
        assert kept.elapsed(now) >= shown
        shown = kept.elapsed(now)


def test_another_round_or_another_beginning_of_it_begins_anew():
    kept = KeptClock.begun(replace(TOLD, elapsed_ms=900_000), 0.0)
    for other in (
        replace(TOLD, round=2),
        replace(TOLD, begun_ms=2_000),
        replace(TOLD, event="2", revision=1),
    ):
        assert kept.heard(other, 10.0).elapsed(10.0) == 0


def test_an_older_revision_does_not_take_extra_time_away():
    kept = KeptClock.begun(replace(TOLD, limit_s=4_200, revision=6), 0.0)
    assert kept.heard(TOLD, 1.0).left(1.0) == 4_199


def test_a_clock_of_another_round_than_the_plan_is_not_shown():
    evening = begun()
    plan = plan_for(evening.now, "1", 1)
    clock = KeptClock.begun(clock_for(evening.now, "1", 1, 5_000.0), 0.0)
    assert seen_round(plan, clock, 60.0).left_s == 3_540
    assert seen_round(replace(plan, begun=2), clock, 60.0).left_s is None
    assert seen_round(None, clock, 60.0) is None
