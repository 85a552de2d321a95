"""Seat boxes without a cable: each press arrives once and in order, or is told as lost."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware_bridge.frames import BoxState
from firmware_bridge.seat_boxes import SeatBoxes
from firmware_bridge.signals import EVERY_SIDE, Condition, Lamp, Lamps, LongPress, PanelStatus, Side
from tests.firmware_bridge.firmware import MS, HostileLine
from tests.firmware_bridge.radio_air import DEEP, LIGHT, WAKING_MS, Air, RadioTable

LOSSES = [0.0, 0.01, 0.05, 0.2]
PLAY_MS = 600_000
SIGN_MS = 300_000


@pytest.fixture
def table():
    table = RadioTable()
    table.run(1_000)
    yield table
    table.close()


def touch(table, keys, hold_ms=12, rest_ms=30):
    """Each seat presses a key or none, and lets go."""
    for box, key in zip(table.boxes, keys, strict=True):
        box.keys = 0 if key is None else 1 << key
    table.run(hold_ms)
    for box in table.boxes:
        box.keys = 0
    table.run(rest_ms)


def expected(rounds):
    return [[keys[seat] for keys in rounds if keys[seat] is not None] for seat in range(4)]


def heard(table):
    return [table.of_seat(seat) for seat in range(4)]


def is_part(some, whole):
    """Whether these came in this order, none of them twice."""
    left = iter(whole)
    return all(key in left for key in some)


keys_of_all = st.tuples(*[st.none() | st.integers(0, 7)] * 4)


@given(
    rounds=st.lists(keys_of_all, max_size=12),
    loss=st.sampled_from(LOSSES),
    trouble=st.tuples(st.sampled_from([0.0, 0.3]), st.sampled_from([0.0, 0.3])),
    cable=st.sampled_from([0.0, 0.01]),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=25)
def test_every_press_of_four_seats_arrives_once_and_in_order(rounds, loss, trouble, cable, seed):
    doubled, late = trouble
    table = RadioTable(Air(loss, seed, doubled, late), HostileLine(cable, seed))
    table.run(60)
    for keys in rounds:
        touch(table, keys)
    table.settle()
    assert heard(table) == expected(rounds)
    assert table.lost == 0
    assert table.link.edges == 2 * sum(map(len, expected(rounds)))
    table.close()


@given(
    parts=st.lists(st.lists(keys_of_all, max_size=3), min_size=2, max_size=4),
    what=st.lists(st.integers(0, 4), min_size=4, max_size=4),
    loss=st.sampled_from(LOSSES),
    seed=st.integers(0, 2**32),
)
@example(parts=[[(None, None, 0, 0)], []], what=[2, 2, 0, 0], loss=0.05, seed=207_847)
@settings(max_examples=20)
def test_after_a_restart_of_either_end_nothing_comes_twice_and_what_is_missing_was_told(
    parts, what, loss, seed
):
    table = RadioTable(Air(loss, seed, doubled=0.1, late=0.2))
    table.meet()
    for part, ends in zip(parts, what, strict=False):
        for keys in part:
            touch(table, keys)
        if ends == 4:
            table.restart_receiver()
        else:
            table.boxes[ends].restart(table.now_ms)
    table.settle()
    wanted = expected([keys for part in parts for keys in part])
    assert all(is_part(some, whole) for some, whole in zip(heard(table), wanted, strict=True))
    if heard(table) != wanted:
        assert table.statuses(Condition.RESTARTED) or table.lost
    table.close()


@pytest.mark.parametrize("loss", LOSSES)
def test_a_thousand_presses_of_four_seats(loss):
    table = RadioTable(Air(loss, seed=7))
    dice = random.Random(8)
    rounds = [[dice.randrange(8) for _ in range(4)] for _ in range(250)]
    for keys in rounds:
        touch(table, keys)
    table.settle()
    assert heard(table) == expected(rounds)
    assert table.lost == 0
    table.close()


def test_a_box_out_of_reach_for_a_minute_is_told_and_keeps_what_was_pressed(table):
    table.air.unreachable = {2}
    rounds = [[1, 2, key, 4] for key in range(8)]
    for keys in rounds:
        touch(table, keys, rest_ms=500)
    table.run(60_000 - 8 * 512)
    assert table.of_seat(2) == []
    away = table.statuses(Condition.BOX_AWAY)[-1]
    assert (away.says, away.gone) == ("the seat box of side C is not heard", {Side.C})
    assert away.sides == {Side.C}
    table.air.unreachable = set()
    table.settle()
    assert heard(table) == expected(rounds)
    assert table.lost == 0
    late = [press for press in table.presses if press.side.value == 2]
    assert all(press.at_ns < 10_000 * MS for press in late)
    assert table.statuses(Condition.CONNECTED)[-1].says == "all seat boxes are heard"


def test_whether_any_box_is_heard_is_told_with_those_that_are_not(table):
    boxes = SeatBoxes(tuple(Side), lambda: None)
    news = []
    for is_away in (False, True, False):
        for seat in range(4):
            news += boxes.take(BoxState(seat, 0, 0, is_away, boot=1), 0)
    gone = [status.gone for status in news]
    assert gone == [{Side.A}, {Side.B}, {Side.C}, EVERY_SIDE, *[frozenset()] * 4]
    about = ["".join(sorted(side.name for side in status.sides)) for status in news]
    assert about == ["A", "AB", "ABC", "ABCD", "BCD", "CD", "D", ""]


def test_more_than_a_box_can_keep_is_counted_and_told(table):
    table.air.unreachable = {0}
    for number in range(40):
        touch(table, [number % 8, None, None, None])
    table.air.unreachable = set()
    table.settle()
    assert table.of_seat(0) == [number % 8 for number in range(32)]
    assert table.lost == 16


def test_the_first_press_after_the_receiver_started_anew_counts(table):
    for key in range(4):
        table.run(1_000)
        table.restart_receiver()
        table.run(10)
        touch(table, [key] * 4)
        table.settle()
    assert heard(table) == [[0, 1, 2, 3]] * 4
    assert table.lost == 0


def test_a_press_while_the_receiver_has_no_power_counts(table):
    table.air.unreachable = {0, 1, 2, 3}
    table.run(2_000)
    touch(table, [None, 5, None, None], rest_ms=1_000)
    table.restart_receiver()
    table.air.unreachable = set()
    table.settle()
    assert table.of_seat(1) == [5]
    assert table.lost == 0


def test_what_may_have_been_handed_on_before_a_power_cut_is_given_up_and_told():
    table = RadioTable(Air(0.0, 1))
    table.run(1_000)
    answers = table.air.send
    table.air.send = lambda now, sender, to, data: answers(now, sender, to, data) if sender != 4 else None
    touch(table, [6, None, None, None], rest_ms=40)
    assert table.of_seat(0) == [6]
    table.restart_receiver()
    table.air.send = answers
    table.settle()
    assert table.of_seat(0) == [6]
    assert table.lost == 2
    table.close()


def test_a_box_with_another_battery_is_told_and_goes_on(table):
    touch(table, [1, None, None, None])
    table.boxes[0].restart(table.now_ms)
    touch(table, [2, None, None, None])
    table.settle()
    assert table.of_seat(0) == [1, 2]
    (status,) = table.statuses(Condition.RESTARTED)
    assert status.says == "the seat box of side A has restarted; keys pressed just before may be missing"
    assert status.sides == {Side.A}


def test_a_box_that_is_away_stays_the_last_word_when_another_restarts(table):
    table.air.unreachable = {2}
    table.run(60_000)
    table.boxes[0].restart(table.now_ms)
    touch(table, [2, None, None, None])
    table.settle()
    told = [signal.condition for signal in table.signals if isinstance(signal, PanelStatus)]
    assert told[-2:] == [Condition.RESTARTED, Condition.BOX_AWAY]


def test_a_low_battery_is_told_once_and_so_is_a_full_one(table):
    for millivolts in (3_490, 3_510, 3_490):
        table.boxes[1].millivolts = millivolts
        table.run(2_500)
    told = table.statuses(Condition.BATTERY_LOW)
    assert [status.says for status in told] == ["the battery of the seat box of side B is nearly empty"]
    assert (told[0].is_usable, told[0].sides) == (True, {Side.B})
    table.boxes[1].millivolts = 4_100
    table.run(2_500)
    assert table.signals[-1] == table.statuses(Condition.CONNECTED)[-1]


def test_a_press_of_another_seat_makes_no_long_press_of_a_tap_whose_release_is_late(table):
    table.boxes[0].keys = 1 << 6
    table.run(60)
    table.air.unreachable = {0}
    table.boxes[0].keys = 0
    table.run(900)
    touch(table, [None, 1, None, None])
    table.air.unreachable = set()
    table.settle()
    assert heard(table) == [[6], [1], [], []]
    assert not [signal for signal in table.signals if isinstance(signal, LongPress)]


@pytest.mark.parametrize("loss", [0.0, 0.2])
def test_lamps_come_back_with_the_answers(loss):
    table = RadioTable(Air(loss, 3))
    table.run(1_500)
    dice = random.Random(4)
    for _ in range(5):
        wanted = [dice.choice([Lamp.OFF, Lamp.STEADY]) for _ in range(4)]
        table.link.show(Lamps(*wanted))
        table.run(3_000)
        assert [box.is_lit for box in table.boxes] == [lamp is Lamp.STEADY for lamp in wanted]
    table.close()


@pytest.mark.parametrize("loss", [0.0, 0.2])
def test_a_key_that_is_held_becomes_a_long_press(loss):
    table = RadioTable(Air(loss, 5))
    table.run(1_000)
    touch(table, [None, 6, None, None], hold_ms=1_500, rest_ms=500)
    assert [(s.side.value, s.button.value) for s in table.signals if isinstance(s, LongPress)] == [(1, 6)]
    table.close()


def test_a_release_that_is_late_does_not_make_a_tap_a_long_press(table):
    table.boxes[3].keys = 1 << 6
    table.run(200)
    table.air.unreachable = {3}
    table.boxes[3].keys = 0
    table.run(2_500)
    table.air.unreachable = set()
    table.settle()
    assert table.of_seat(3) == [6]
    assert not [s for s in table.signals if isinstance(s, LongPress)]
    assert not table.statuses(Condition.DISCONNECTED)


def test_a_box_that_is_gone_while_a_key_is_down_spoils_no_long_press_of_others(table):
    table.boxes[3].keys = 1 << 6
    table.run(200)
    table.air.unreachable = {3}
    table.run(5_000)
    touch(table, [6, None, None, None], hold_ms=1_500, rest_ms=500)
    assert [s.side.value for s in table.signals if isinstance(s, LongPress)] == [0]


def test_a_box_that_sleeps_deeply_is_not_away_and_its_first_press_is_not_lost():
    table = RadioTable(Air(0.2, 6))
    table.run(1_000)
    for box in table.boxes:
        box.may_sleep = True
    table.rest(PLAY_MS + 20_000)
    slept = [box.slept_ms for box in table.boxes]
    table.rest(SIGN_MS + 30_000)
    assert all(box.slept_ms - before > SIGN_MS * 0.99 for box, before in zip(table.boxes, slept, strict=True))
    assert not table.statuses(Condition.BOX_AWAY)
    pressed_ms = table.now_ms
    touch(table, [None, None, 4, None], hold_ms=40, rest_ms=WAKING_MS + 400)
    assert table.of_seat(2) == [4]
    assert abs(table.presses[0].at_ns - pressed_ms * MS) < 40 * MS
    table.settle()
    assert table.link.edges == 2
    table.close()


def test_a_stuck_key_does_not_keep_a_box_awake(table):
    box = table.boxes[0]
    box.keys = 1
    table.rest(PLAY_MS + 20_000)
    assert box.rest()[0] == DEEP
    box.may_sleep = True
    table.rest(SIGN_MS + 30_000)
    assert box.slept_ms > SIGN_MS * 0.9


def test_a_box_whose_receiver_is_off_sleeps_too(table):
    table.air.unreachable = {0, 1, 2, 3}
    for box in table.boxes:
        box.may_sleep = True
    table.rest(PLAY_MS + SIGN_MS + 20_000)
    slept = [box.slept_ms for box in table.boxes]
    table.rest(2 * SIGN_MS)
    assert all(box.slept_ms - before > SIGN_MS * 0.99 for box, before in zip(table.boxes, slept, strict=True))


def test_between_two_polls_a_box_rests(table):
    table.run(2_000)
    rests = []
    for _ in range(1_000):
        table.run(1)
        rests.append(table.boxes[0].rest()[0])
    assert rests.count(LIGHT) > 950


def test_a_key_that_is_down_when_its_box_gets_its_battery_counts_once_it_was_released(table):
    table.boxes[2].keys = 1 << 4
    table.boxes[2].restart(table.now_ms)
    table.run(3_000)
    assert heard(table) == [[], [], [], []]
    table.boxes[2].keys = 0
    table.run(100)
    touch(table, [None, None, 4, None])
    table.settle()
    assert heard(table) == [[], [], [4], []]
