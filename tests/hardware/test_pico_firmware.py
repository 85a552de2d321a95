"""The Pico's released firmware on a simulated RP2040: USB, keys, lamps and the diodes."""

import itertools

import pytest

from firmware_bridge.protocol import HostLink
from firmware_bridge.signals import Lamp, Lamps
from hardware import SerialLink
from tests.firmware_bridge.firmware import Conversation, HostileLine, PicoBench, quiet


@pytest.fixture(scope="module")
def pico():
    bench = PicoBench()
    yield bench
    bench.close()


@pytest.fixture
def talk(pico):
    conversation = Conversation(pico, HostLink(), quiet(), quiet())
    conversation.run(60)
    assert conversation.link.is_connected
    conversation.signals.clear()
    return conversation


def test_it_says_on_usb_who_it_is(pico):
    vendor, product, maker, name, serial = pico.who()
    link = SerialLink()
    assert (vendor, product) == (link.vendor, link.product)
    assert (maker, name) == ("Riichi Table Companion", "riichi panel")
    assert len(serial) == 16


def test_rows_float_and_columns_are_pulled_up(pico):
    """A row that is pulled down draws current through every held key: five in one column are too many."""
    rows, columns, _ = pico.pulls()
    assert (rows, columns) == (["none"] * 8, ["up"] * 4)


def test_every_key_is_told_as_itself(pico, talk):
    for key in range(32):
        pico.press(1 << key)
        talk.run(12)
        pico.press(0)
        talk.run(27)
    assert talk.presses == [divmod(key, 8) for key in range(32)]
    assert talk.link.edges == 64


def test_a_key_that_is_down_when_the_chip_starts_counts_once_it_was_released():
    bench = PicoBench(keys_down=1 << 10)
    conversation = Conversation(bench, HostLink(), quiet(), quiet())
    conversation.run(200)
    assert (conversation.link.edges, conversation.presses) == (1, [])
    for keys in (0, 1 << 10, 0):
        bench.press(keys)
        conversation.run(60)
    bench.close()
    assert conversation.presses == [(1, 2)]


def test_diodes_keep_ghosts_away(pico, talk):
    pico.press(1 << 0 | 1 << 3 | 1 << 8)
    talk.run(40)
    pico.press(0)
    talk.run(40)
    assert sorted(talk.presses) == [(0, 0), (0, 3), (1, 0)]


def test_each_lamp_has_its_pin(pico, talk):
    for lit in itertools.product([Lamp.OFF, Lamp.STEADY], repeat=4):
        talk.link.show(Lamps(*lit))
        talk.run(20)
        assert talk.link.lamps_are_right
        assert [bool(pico.lamps >> seat & 1) for seat in range(4)] == [lamp is Lamp.STEADY for lamp in lit]


@pytest.mark.gate(0)
def test_damaged_bytes_lose_and_double_nothing(pico, talk):
    hostile = Conversation(pico, talk.link, HostileLine(0.01, 1), HostileLine(0.01, 2))
    before = talk.link.edges
    for keys in (1 << 3, 0, 1 << 21, 0):
        pico.press(keys)
        hostile.run(12)
    for _ in range(100):
        if hostile.link.edges == before + 4:
            break
        hostile.run(50)
    assert hostile.presses == [(0, 3), (2, 5)]
    assert hostile.link.damaged > 0
