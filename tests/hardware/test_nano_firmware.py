"""The Nano's own firmware on a simulated chip, its serial line on a pseudo-terminal."""

import itertools

import pytest

from firmware_bridge.protocol import HostLink
from firmware_bridge.serial_panel import SerialPanel
from firmware_bridge.signals import Button, Condition, Lamp, Lamps, Press, Side
from hardware import SerialLink
from tests.firmware_bridge.firmware import Conversation, HostileLine, NanoBench, quiet
from tests.firmware_bridge.waiting import eventually, until_condition, until_count


@pytest.fixture
def nano():
    with NanoBench() as bench:
        yield bench


@pytest.fixture
def talk(nano):
    conversation = Conversation(nano, HostLink(), quiet(), quiet())
    conversation.run(1_200)
    assert conversation.link.is_connected
    return conversation


def tap(nano, talk, keys, hold_ms=30):
    nano.press(keys)
    talk.run(hold_ms)
    nano.press(0)
    talk.run(hold_ms)


def finish(talk, edges, limit_ms=400_000):
    """Run until this many edges are here or reported as lost."""
    for _ in range(0, limit_ms, 250):
        lost = sum(status.lost for status in talk.statuses(Condition.PRESSES_LOST))
        if talk.link.edges + lost >= edges:
            return
        talk.run(250)
    raise AssertionError(f"{talk.link.edges} of {edges} edges came")


def test_every_key_is_told_as_itself(nano, talk):
    for key in range(32):
        tap(nano, talk, 1 << key)
    assert talk.presses == [divmod(key, 8) for key in range(32)]
    assert talk.link.edges == 64
    assert talk.link.damaged == 0


def test_a_key_that_is_down_when_the_chip_starts_counts_once_it_was_released(nano, talk):
    nano.press(1 << 19)
    nano.reset()
    talk.run(3_000)
    assert talk.statuses(Condition.RESTARTED)
    assert talk.presses == []
    nano.press(0)
    talk.run(100)
    tap(nano, talk, 1 << 19)
    assert talk.presses == [(2, 3)]


@pytest.mark.parametrize("key", [0, 7, 18, 31])
def test_a_bouncing_key_is_one_press(nano, talk, key):
    for bounce in range(9):
        nano.press(1 << key if bounce % 2 == 0 else 0)
        nano.order("run 700")
    talk.run(100)
    assert talk.presses == [divmod(key, 8)]
    assert talk.link.edges == 1


def test_a_touch_of_three_milliseconds_is_no_press(nano, talk):
    nano.press(1)
    nano.order("run 3000")
    nano.press(0)
    talk.run(200)
    assert talk.link.edges == 0


RECTANGLE = [0, 3, 8]  # two rows and two columns: the fourth corner, key 11, is not pressed


def test_diodes_keep_ghosts_away(nano, talk):
    tap(nano, talk, sum(1 << key for key in RECTANGLE), 60)
    assert sorted(talk.presses) == [divmod(key, 8) for key in RECTANGLE]


def test_without_diodes_there_would_be_a_ghost(nano, talk):
    nano.order("diodes 0")
    tap(nano, talk, sum(1 << key for key in RECTANGLE), 60)
    assert sorted(talk.presses) == [divmod(key, 8) for key in (*RECTANGLE, 11)]


def test_all_keys_at_once_are_all_told(nano, talk):
    nano.press(0xFFFF)
    talk.run(500)
    assert sorted(talk.presses) == [divmod(key, 8) for key in range(16)]
    nano.press(0)
    finish(talk, 32)


def test_each_lamp_has_its_pin(nano, talk):
    for lit in itertools.product([Lamp.OFF, Lamp.STEADY], repeat=4):
        talk.link.show(Lamps(*lit))
        talk.run(60)
        assert talk.link.lamps_are_right
        assert [bool(nano.lamps >> seat & 1) for seat in range(4)] == [lamp is Lamp.STEADY for lamp in lit]


def test_a_blinking_lamp_blinks_by_itself(nano, talk):
    talk.link.show(Lamps(a=Lamp.FAST))
    talk.run(100)
    before = nano.lamp_edges
    talk.run(2_000)
    assert 14 <= nano.lamp_edges - before <= 18


def test_a_pulled_cable_loses_and_doubles_nothing(nano, talk):
    tap(nano, talk, 1 << 1)
    for key in (5, 17, 30):
        talk.link.closed(nano.now_ns, "pulled")
        nano.unplug()
        for keys in (1 << key, 0):
            nano.press(keys)
            nano.order("run 20000")
        nano.replug()
        talk.link.opened(nano.now_ns)
        talk.run(500)
    assert talk.presses == [divmod(key, 8) for key in (1, 5, 17, 30)]
    assert not talk.statuses(Condition.PRESSES_LOST)


def test_a_power_cut_is_told_by_the_number_that_the_chip_keeps(nano, talk):
    tap(nano, talk, 1 << 1)
    nano.reset()
    talk.run(800)
    tap(nano, talk, 1 << 2)
    assert talk.presses == [(0, 1), (0, 2)]
    assert len(talk.statuses(Condition.RESTARTED)) == 1


@pytest.mark.gate(2)
@pytest.mark.parametrize("rate", [0.01, 0.05])
@pytest.mark.parametrize("seed", range(20))
def test_on_a_hostile_line_every_press_comes_once_and_in_order_or_is_reported(nano, rate, seed):
    talk = Conversation(nano, HostLink(), HostileLine(rate, seed), HostileLine(rate, seed + 100))
    talk.run(1_200)
    keys = [(7 * n + 5 * seed) % 32 for n in range(12)]
    for key in keys:
        tap(nano, talk, 1 << key, 40)
    finish(talk, 2 * len(keys))
    talk.run(2_000)
    lost = sum(status.lost for status in talk.statuses(Condition.PRESSES_LOST))
    assert talk.link.edges + lost == 2 * len(keys)
    remaining = iter(divmod(key, 8) for key in keys)
    assert all(press in remaining for press in talk.presses)
    if lost == 0:
        assert talk.presses == [divmod(key, 8) for key in keys]
    assert talk.link.damaged > 0


def test_the_panel_on_its_port_can_be_pressed_lit_pulled_and_put_back(nano):
    panel = SerialPanel(SerialLink(port=str(nano.port)))
    nano.order("run 60000")  # it has found its keys up
    nano.order("pace 1")
    until_condition(panel, Condition.CONNECTED)
    nano.press(1 << 12)
    signals = until_count(panel, Press, 1)
    nano.press(0)
    nano.order("unplug")
    until_condition(panel, Condition.DISCONNECTED)
    nano.press(1 << 21)
    nano.order("replug")
    signals += until_count(panel, Press, 1)
    panel.show(Lamps(c=Lamp.STEADY))

    def third_lamp_is_lit():
        nano.order("pace 1")
        return nano.lamps == 0b0100

    eventually(panel, third_lamp_is_lit)
    panel.close()
    assert [(s.side, s.button) for s in signals if isinstance(s, Press)] == [
        (Side.B, Button.TSUMO),
        (Side.C, Button.RIICHI),
    ]
