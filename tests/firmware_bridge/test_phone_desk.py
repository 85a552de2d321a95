"""Phones as a panel: what is sent twice is heard once, what is late is known to be, who goes is missed."""

import threading

import pytest

from firmware_bridge.errors import PhoneRefused
from firmware_bridge.phone_desk import AWAY_NS, FORGOTTEN_NS, PhoneDesk, PhoneEdge
from firmware_bridge.signals import (
    EVERY_SIDE,
    Button,
    Condition,
    HeldDown,
    Lamp,
    Lamps,
    LongPress,
    PanelStatus,
    Press,
    Side,
    Stuck,
)

MS = 1_000_000
BEGAN = 5_000_000_000
"""What the clock of the table says when a test begins; the phone's says 40,000 ms."""


class Desk:
    """One phone at side A, and both clocks in the test's hand."""

    def __init__(self):
        self.now_ns = BEGAN
        self.desk = PhoneDesk(clock=lambda: self.now_ns)
        self.line = self.desk.sit("aki", Side.A, self.ms)

    @property
    def ms(self):
        return 40_000 + (self.now_ns - BEGAN) // MS

    def pass_ms(self, ms):
        self.now_ns += ms * MS

    def hear(self, *edges, ms=None):
        told = [PhoneEdge(number, button, is_down, at) for number, button, is_down, at in edges]
        return self.desk.hear("aki", self.line, self.ms if ms is None else ms, told)

    def signals(self, *kinds):
        return [each for each in self.desk.wait(0) if isinstance(each, kinds or object)]


@pytest.fixture
def phone():
    return Desk()


def test_what_is_sent_again_is_heard_once(phone):
    pressed = (1, Button.PON, True, 40_000)
    assert phone.hear(pressed).heard == 1
    assert phone.hear(pressed, (2, Button.PON, False, 40_090)).heard == 2
    assert phone.hear(pressed).heard == 2
    assert [press.button for press in phone.signals(Press)] == [Button.PON]


def test_what_comes_before_its_forerunner_waits_for_it(phone):
    first, second = (1, Button.CHI, True, 40_000), (2, Button.PON, True, 40_050)
    assert phone.hear(second).heard == 0
    assert phone.hear(first, second).heard == 2
    assert [press.button for press in phone.signals(Press)] == [Button.CHI, Button.PON]


def test_a_press_that_was_long_on_its_way_has_its_age(phone):
    phone.pass_ms(500)
    phone.hear()
    pressed_at = phone.now_ns
    at_ms = phone.ms
    phone.pass_ms(3_000)
    phone.hear((1, Button.RON, True, at_ms), ms=at_ms)
    (press,) = phone.signals(Press)
    assert press.at_ns == pressed_at
    # Sent once more after the stop, with a newer time of the phone: as old as it is.
    phone.pass_ms(100)
    phone.hear((2, Button.RON, False, at_ms + 80), (3, Button.KAN, True, at_ms + 100))
    (press,) = phone.signals(Press)
    assert press.at_ns == pressed_at + 100 * MS


def test_a_key_that_stays_down_is_a_long_press_but_never_makes_a_host(phone):
    phone.hear((1, Button.KAN, True, phone.ms))
    phone.pass_ms(830)
    phone.hear()
    phone.pass_ms(3_000)
    phone.hear((2, Button.KAN, False, phone.ms))
    signals = phone.signals(Press, LongPress, HeldDown)
    assert [type(signal) for signal in signals] == [Press, LongPress]


def test_wait_that_stays_down_is_held_down_which_makes_nobody_host(phone):
    phone.hear((1, Button.WAIT, True, phone.ms))
    for pause in (830, 1_200):
        phone.pass_ms(pause)
        phone.hear()
    signals = phone.signals(Press, LongPress, HeldDown)
    assert [(type(signal), signal.button) for signal in signals] == [
        (Press, Button.WAIT),
        (LongPress, Button.WAIT),
        (HeldDown, Button.WAIT),
    ]


def test_a_release_that_is_late_makes_no_long_press(phone):
    """The network stood still; the finger did not."""
    phone.hear((1, Button.WAIT, True, 40_000))
    phone.pass_ms(1_500)
    phone.hear((2, Button.WAIT, False, 40_100), ms=40_110)
    assert not phone.signals(LongPress)


def test_a_chord_of_one_phone_is_not_one_with_another(phone):
    other = phone.desk.sit("ben", Side.B, phone.ms)
    phone.hear((1, Button.WAIT, True, phone.ms))
    phone.desk.hear("ben", other, phone.ms, [PhoneEdge(1, Button.KAN, True, phone.ms)])
    phone.hear((2, Button.KAN, True, phone.ms))
    assert [press.held_with for press in phone.signals(Press)] == [set(), set(), {Button.WAIT}]


def test_a_silent_phone_is_missed_and_told_when_it_is_back(phone):
    phone.signals()
    phone.now_ns += AWAY_NS
    (gone,) = phone.signals(PanelStatus)
    assert (gone.condition, gone.is_usable, gone.gone) == (Condition.PHONE_AWAY, False, EVERY_SIDE)
    assert "side A" in gone.says
    assert not phone.signals()
    phone.hear()
    (back,) = phone.signals(PanelStatus)
    assert (back.condition, back.gone) == (Condition.CONNECTED, frozenset())


def test_whether_any_other_phone_answers_is_told_with_the_one_that_does_not(phone):
    other = phone.desk.sit("ben", Side.B, phone.ms)
    phone.signals()
    phone.now_ns += AWAY_NS
    phone.desk.hear("ben", other, phone.ms, [])
    (gone,) = phone.signals(PanelStatus)
    phone.now_ns += AWAY_NS
    (both,) = phone.signals(PanelStatus)
    assert not phone.signals()
    phone.desk.hear("ben", other, phone.ms, [])
    (back,) = phone.signals(PanelStatus)
    assert [status.gone for status in (gone, both, back)] == [{Side.A}, EVERY_SIDE, frozenset()]
    phone.now_ns += AWAY_NS
    phone.signals()
    phone.desk.sit("chie", Side.C, phone.ms)
    (third,) = phone.signals(PanelStatus)
    assert (third.condition, third.gone) == (Condition.PHONE_AWAY, frozenset())
    assert [status.sides for status in (gone, both, back)] == [{Side.A}, {Side.A, Side.B}, {Side.A}]
    assert third.sides == {Side.A, Side.B}


def test_who_went_home_is_not_missed_for_ever(phone):
    phone.signals()
    phone.now_ns += AWAY_NS
    phone.signals()
    phone.now_ns += FORGOTTEN_NS
    assert [status.condition for status in phone.signals(PanelStatus)] == [Condition.PUT_AWAY]


def test_who_leaves_is_not_missed(phone):
    phone.signals()
    phone.desk.leave("aki", phone.line)
    assert [status.condition for status in phone.signals(PanelStatus)] == [Condition.PUT_AWAY]
    with pytest.raises(PhoneRefused) as refused:
        phone.hear()
    assert refused.value.code == "no_line"


def test_whose_phone_leaves_while_others_stay_is_told(phone):
    other = phone.desk.sit("ben", Side.B, phone.ms)
    phone.signals()
    phone.desk.leave("ben", other)
    phone.desk.sit("aki", Side.C, phone.ms, instead_of=phone.line)
    told = phone.signals(PanelStatus)
    assert [(status.condition, status.gone) for status in told] == [
        (Condition.CONNECTED, {Side.B}),
        (Condition.CONNECTED, {Side.A}),
    ]


def test_a_page_that_is_opened_again_leaves_nobody_without_keys(phone):
    phone.signals()
    phone.desk.sit("aki", Side.A, phone.ms, instead_of=phone.line)
    assert not phone.signals(PanelStatus)


def test_nobody_takes_the_keys_of_a_phone_that_is_there(phone):
    with pytest.raises(PhoneRefused) as refused:
        phone.desk.sit("ben", Side.A, 1)
    assert refused.value.code == "side_taken"
    assert phone.desk.taken("ben") == {Side.A}
    assert phone.desk.taken("aki") == frozenset()
    phone.now_ns += AWAY_NS
    phone.desk.sit("ben", Side.A, 1)
    with pytest.raises(PhoneRefused) as refused:
        phone.hear()
    assert refused.value.code == "replaced"


def test_nobody_presses_with_the_line_of_another(phone):
    with pytest.raises(PhoneRefused):
        phone.desk.hear("ben", phone.line, phone.ms, [PhoneEdge(1, Button.RON, True, phone.ms)])
    assert not phone.signals(Press)


def test_the_same_phone_moves_to_another_side(phone):
    phone.desk.sit("aki", Side.C, phone.ms, instead_of=phone.line)
    assert phone.desk.taken("ben") == {Side.C}


def test_a_beat_waits_for_another_lamp():
    desk = PhoneDesk()
    line = desk.sit("aki", Side.B, 0)
    assert desk.beat("aki", line, 0, None).lamp is Lamp.OFF
    lighting = threading.Timer(0.05, desk.show, [Lamps(b=Lamp.TRIPLE)])
    lighting.start()
    assert desk.beat("aki", line, 1, Lamp.OFF).lamp is Lamp.TRIPLE
    lighting.join()


def test_a_beat_ends_when_the_house_does():
    desk = PhoneDesk()
    line = desk.sit("aki", Side.B, 0)
    desk.end()
    assert desk.beat("aki", line, 1, Lamp.OFF).lamp is Lamp.OFF


def test_numbers_begin_where_they_are_told_to():
    desk = PhoneDesk(first_number=1_000)
    line = desk.sit("aki", Side.D, 0)
    desk.hear("aki", line, 0, [PhoneEdge(1, Button.NEXT, True, 0)])
    assert [signal.seq for signal in desk.wait(0) if isinstance(signal, Press)] == [1_000]


@pytest.mark.parametrize("how", ["sits again", "leaves", "falls silent"])
def test_a_key_that_is_stuck_at_a_phone_is_so_no_longer_once_the_phone_has_gone(phone, how):
    phone.hear((1, Button.PON, True, 40_000))
    for _ in range(31):
        phone.pass_ms(1_000)
        phone.hear()
    assert [stuck.is_over for stuck in phone.signals(Stuck)] == [False]
    match how:
        case "sits again":
            phone.desk.sit("aki", Side.A, phone.ms)
        case "leaves":
            phone.desk.leave("aki", phone.line)
        case _:
            phone.now_ns += AWAY_NS
    assert [stuck.is_over for stuck in phone.signals(Stuck)] == [True]
