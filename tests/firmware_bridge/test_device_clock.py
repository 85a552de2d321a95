"""The panel's milliseconds in our time, whatever delays and drifts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.device_clock import DeviceClock

MS = 1_000_000


def test_the_quickest_frame_is_believed():
    clock = DeviceClock()
    for ms, delay in ((1000, 40), (1250, 3), (1500, 25)):
        clock.observe(ms, (ms + 5000 + delay) * MS)
    assert clock.stamp(1500, 10**18) == (1500 + 5000 + 3) * MS


def test_an_edge_kept_while_the_cable_was_out_keeps_its_own_time():
    clock = DeviceClock()
    clock.observe(60_000, 100_000 * MS)
    assert clock.stamp(20_000, 100_001 * MS) == 60_000 * MS


def test_the_count_may_wrap():
    clock = DeviceClock()
    clock.observe(2**32 - 10, 10**15)
    assert clock.stamp(2**32 - 10, 10**16) == 10**15
    assert clock.stamp(15, 10**16) == 10**15 + 25 * MS


def test_a_restarted_panel_is_not_stamped_into_the_past():
    clock = DeviceClock()
    clock.observe(50_000, 50_000 * MS)
    before = clock.stamp(50_000, 50_000 * MS)
    clock.restart()
    clock.observe(10, 50_200 * MS)
    assert clock.stamp(12, 50_210 * MS) == 50_202 * MS > before


def test_what_is_old_from_one_seat_stays_old_after_what_is_new_from_another():
    clock = DeviceClock()
    clock.observe(60_000, 60_000 * MS)
    assert clock.stamp(60_000, 60_000 * MS, 1) == 60_000 * MS
    assert clock.stamp(5_000, 60_001 * MS, 2) == 5_000 * MS


@given(st.lists(st.tuples(st.integers(1, 500), st.integers(0, 400)), min_size=1, max_size=100))
def test_stamps_never_go_back_and_never_lie_in_the_future(steps):
    clock, ms, last, received = DeviceClock(), 0, 0, 0
    for step, delay in steps:
        ms += step
        received = max(received, ms * MS + 7 * 10**9 + delay * MS)
        clock.observe(ms, received)
        stamped = clock.stamp(ms, received)
        assert last <= stamped <= received
        last = stamped


@pytest.mark.parametrize("drift", [-0.005, 0.0, 0.005])
def test_a_clock_that_runs_wrong_is_followed(drift):
    clock, dice = DeviceClock(), random.Random(7)
    for ms in range(0, 600_000, 250):
        true_ns = int(ms * (1 + drift) * MS) + 7 * 10**9
        received = true_ns + dice.randrange(30) * MS
        clock.observe(ms, received)
        assert abs(clock.stamp(ms, received) - true_ns) < 60 * MS
