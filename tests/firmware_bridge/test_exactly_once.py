"""Both real ends, joined by a simulated cable: the laws that hold whatever the cable does."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.frames import encode
from firmware_bridge.protocol import HostLink
from firmware_bridge.signals import Button, Condition, HeldDown, Lamp, Lamps, LongPress, Press, Stuck
from tests.firmware_bridge.firmware import Conversation, HostileLine, NativePanel, quiet


@pytest.fixture
def native():
    panel = NativePanel()
    yield panel
    panel.close()


def talk(panel, rate=0.0, seed=0):
    panel.exchange(b"", 60_000)  # it has found its keys up
    return Conversation(panel, HostLink(), HostileLine(rate, seed), HostileLine(rate, seed + 1000))


def lost(talk):
    """How many edges were reported as lost."""
    return sum(status.lost for status in talk.statuses(Condition.PRESSES_LOST))


def finish(talk, panel, limit_ms=240_000):
    """Run until the panel has nothing left to tell, and what it lost has been told."""
    for _ in range(0, limit_ms, 300):
        if panel.queued == 0 and lost(talk) == panel.lost:
            break
        talk.run(300)
    assert panel.queued == 0


def play(talk, panel, touches, hold_ms=12, rest_ms=27):
    """Press and let go of keys one after another, each long enough to be felt."""
    for key in touches:
        panel.press(1 << key)
        talk.run(hold_ms)
        panel.press(0)
        talk.run(rest_ms)


@given(
    touches=st.lists(st.integers(0, 31), max_size=40),
    rate=st.sampled_from([0.0, 0.002, 0.01, 0.03]),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=25)
def test_every_press_arrives_once_and_in_order_or_is_reported(touches, rate, seed):
    panel = NativePanel()
    conversation = talk(panel, rate, seed)
    play(conversation, panel, touches)
    finish(conversation, panel)
    conversation.run(1_000)
    assert lost(conversation) == panel.lost
    assert conversation.link.edges + panel.lost == 2 * len(touches)
    expected = [divmod(key, 8) for key in touches]
    if panel.lost == 0:
        assert conversation.presses == expected
    else:
        remaining = iter(expected)
        assert all(press in remaining for press in conversation.presses)
    panel.close()


@given(
    parts=st.lists(st.lists(st.integers(0, 31), max_size=6), min_size=2, max_size=4),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=20)
def test_pulled_cables_neither_lose_nor_double(parts, seed):
    panel = NativePanel()
    conversation = talk(panel, 0.005, seed)
    dice = random.Random(seed)
    for part in parts:
        play(conversation, panel, part)
        conversation.link.closed(panel.now_ns, "pulled")
        panel.exchange(b"", dice.choice([10, 400, 4_000]) * 1000)
        conversation.link.opened(panel.now_ns)
        finish(conversation, panel)
    conversation.run(3_000)
    assert panel.lost == 0
    assert conversation.presses == [divmod(key, 8) for part in parts for key in part]
    panel.close()


def test_presses_made_while_the_host_is_away_wait_for_it(native):
    native.exchange(b"", 60_000)
    for key in (3, 12, 30):
        for mask in (1 << key, 0):
            native.press(mask)
            native.exchange(b"", 20_000)
    conversation = talk(native)
    conversation.run(500)
    assert conversation.presses == [(0, 3), (1, 4), (3, 6)]
    press = next(s for s in conversation.signals if isinstance(s, Press))
    assert abs(press.at_ns - 65_000_000) < 40_000_000


def test_a_full_queue_is_reported_with_its_number(native):
    for key in range(12):
        for mask in (1 << key, 0):
            native.press(mask)
            native.exchange(b"", 30_000)
    conversation = talk(native)
    conversation.run(2_000)
    assert conversation.link.edges == 16
    assert [s.lost for s in conversation.statuses(Condition.PRESSES_LOST)] == [8]


def test_a_key_whose_release_was_dropped_does_not_count_as_held(native):
    keys = [0] * 7
    for mask in [each for key in keys for each in (1 << key, 0)] + [1 << 18, 1 << 18 | 1 << 6, 0]:
        native.press(mask)
        native.exchange(b"", 30_000)
    conversation = talk(native)
    conversation.run(2_000, step_ms=20)  # a host that is busy: the panel tells of the loss between its edges
    assert conversation.link.edges == 16
    play(conversation, native, [1])
    finish(conversation, native)
    pressed = [s for s in conversation.signals if isinstance(s, Press)][-1]
    assert (pressed.button, pressed.held_with) == (Button.PON, frozenset())


def test_a_panel_that_loses_power_is_reported_and_goes_on(native):
    conversation = talk(native)
    play(conversation, native, [1, 2, 3])
    finish(conversation, native)
    native.restart(2)
    conversation.run(1_000)
    play(conversation, native, [4])
    conversation.run(500)
    assert conversation.presses == [(0, 1), (0, 2), (0, 3), (0, 4)]
    assert len(conversation.statuses(Condition.RESTARTED)) == 1


def test_a_stale_acknowledgement_cannot_drop_what_a_restarted_panel_has_not_told(native):
    conversation = talk(native)
    play(conversation, native, [1])
    finish(conversation, native)
    native.restart(2)
    native.exchange(b"", 60_000)
    native.press(1 << 9)
    native.exchange(b"", 20_000)
    native.exchange(encode("A 0"), 20_000)
    conversation.run(1_000)
    assert conversation.presses == [(0, 1), (1, 1)]


def test_four_seats_at_once_lose_and_double_nothing(native):
    conversation = talk(native)
    dice = random.Random(4)
    for _ in range(250):
        native.press(sum(1 << (8 * seat + dice.randrange(8)) for seat in range(4)))
        conversation.run(30)
        native.press(0)
        conversation.run(30)
    finish(conversation, native)
    assert len(conversation.presses) == 1_000
    assert conversation.link.edges == 2_000
    assert native.lost == 0
    times = [s.at_ns for s in conversation.signals if isinstance(s, Press)]
    assert times == sorted(times)


@pytest.mark.parametrize("rate", [0.0, 0.01])
def test_the_lamps_come_right_on_every_line(native, rate):
    conversation = talk(native, rate, 5)
    conversation.run(1_500)
    dice = random.Random(6)
    for _ in range(20):
        wanted = Lamps(*(dice.choice([Lamp.OFF, Lamp.STEADY]) for _ in range(4)))
        conversation.link.show(wanted)
        while not conversation.link.lamps_are_right:
            conversation.run(30)
        assert [bool(native.lamps >> seat & 1) for seat in range(4)] == [
            lamp is Lamp.STEADY for lamp in wanted
        ]


def test_a_key_that_is_held_becomes_a_long_press_on_a_bad_line_too(native):
    conversation = talk(native, 0.01, 8)
    conversation.run(1_000)
    native.press(1 << 6)
    conversation.run(1_500)
    native.press(0)
    conversation.run(500)
    play(conversation, native, [6])
    conversation.run(2_000)
    assert [(s.side.value, s.seq) for s in conversation.signals if isinstance(s, LongPress)] == [(0, 1)]


def test_a_quiet_line_carries_no_damage(native):
    conversation = Conversation(native, HostLink(), quiet(), quiet())
    play(conversation, native, [1, 2, 3])
    assert conversation.link.damaged == native.damaged == 0


def test_a_key_that_lies_under_a_tile_while_the_panel_starts_again_and_again_is_no_press(native):
    conversation = talk(native)
    conversation.run(500)
    native.press(1 << 3)
    conversation.run(100)
    for boot in range(2, 6):
        native.restart(boot)
        conversation.run(3_000)
    assert conversation.presses == [(0, 3)]
    assert not any(isinstance(signal, HeldDown) for signal in conversation.signals)
    conversation.run(28_000)
    assert [signal.is_over for signal in conversation.signals if isinstance(signal, Stuck)] == [False]
    native.press(0)
    conversation.run(300)
    assert [signal.is_over for signal in conversation.signals if isinstance(signal, Stuck)] == [False, True]
    play(conversation, native, [3])
    assert conversation.presses == [(0, 3)] * 2


def test_a_key_that_is_down_when_panel_and_companion_get_their_power_is_no_press():
    panel = NativePanel()
    panel.press(1 << 10)
    panel.exchange(b"", 1_500_000)
    conversation = talk(panel)
    conversation.run(2_500)
    assert conversation.presses == []
    panel.press(0)
    conversation.run(100)
    play(conversation, panel, [10])
    assert conversation.presses == [(1, 2)]
    panel.close()
