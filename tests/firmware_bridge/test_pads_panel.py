"""Number pads: told apart by their ports, plugged in and pulled out one by one, and never believed twice."""

import os
import time

import pytest

from firmware_bridge.pad_device import open_pad
from firmware_bridge.pad_ports import names_of, pad_at, pads_at
from firmware_bridge.pads_panel import EVENT, KEY, NS, SYN, SYN_DROPPED, PadsPanel
from firmware_bridge.signals import (
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
from hardware import NumberPads, ProfileError, load_profile, parse_profile
from tests.firmware_bridge.pad_desk import CODE_OF, PORTS, PadDesk
from tests.firmware_bridge.waiting import eventually, signals_until, until_condition, until_count


@pytest.fixture
def desk(tmp_path):
    desk = PadDesk(tmp_path)
    yield desk
    desk.close()


def presses(signals):
    return [(signal.side, signal.button) for signal in signals if isinstance(signal, Press)]


def test_the_shipped_profile_is_this_desk():
    panel = load_profile("number-pads").panel
    assert isinstance(panel, NumberPads)
    assert panel == NumberPads(PORTS)


def test_every_key_of_every_pad_is_told_as_its_sides(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    for button in Button:
        for side in Side:
            desk.key(side, button, 1)
            desk.key(side, button, 0)
    told = presses(until_count(desk.panel, Press, 32))
    assert len(told) == 32
    for side in Side:
        assert [button for where, button in told if where is side] == list(Button)


def test_keys_that_stand_for_nothing_and_keys_that_repeat_say_nothing(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    desk.says("1.1", KEY, 69, 1)
    desk.key(Side.A, Button.CHI, 1)
    for _ in range(5):
        desk.key(Side.A, Button.CHI, 2)
    desk.key(Side.A, Button.CHI, 1)
    desk.key(Side.A, Button.CHI, 0)
    desk.key(Side.B, Button.PON, 1)
    assert sorted(presses(until_count(desk.panel, Press, 2)), key=str) == [
        (Side.A, Button.CHI),
        (Side.B, Button.PON),
    ]
    assert presses(desk.panel.wait(0.05)) == []


def test_a_pad_that_says_home_for_seven_while_its_lock_is_off_is_understood(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    for code in (102, 103, 104, 105, 106):  # Home, Up, Page Up, Left, Right
        desk.says("1.3", KEY, code, 1)
        desk.says("1.3", KEY, code, 0)
    told = presses(until_count(desk.panel, Press, 5))
    named = (Button.CHI, Button.PON, Button.KAN, Button.TSUMO, Button.WAIT)
    assert told == [(Side.C, button) for button in named]


def test_a_key_that_stays_down_becomes_a_long_press(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    desk.key(Side.C, Button.WAIT, 1)
    signals = until_count(desk.panel, HeldDown, 1)
    assert [type(signal) for signal in signals] == [Press, LongPress, HeldDown]
    assert len({signal.seq for signal in signals}) == 1


def test_a_key_that_is_down_when_its_pad_is_plugged_in_counts_once_it_was_released(tmp_path):
    at = [10 * NS]
    desk = PadDesk(tmp_path, clock=lambda: at[0])
    desk.panel.wait(0)

    def says(value, seconds):
        at[0] += seconds * NS
        desk.says("1.1", KEY, CODE_OF[Button.WAIT], value, at[0])
        return [signal for signal in desk.panel.wait(0) if not isinstance(signal, PanelStatus)]

    assert says(2, 1) == says(2, 3) == []
    assert [type(signal) for signal in says(2, 30)] == [Stuck]
    assert [signal.is_over for signal in says(0, 1)] == [True]
    assert presses(says(1, 1)) == [(Side.A, Button.WAIT)]
    desk.close()


def test_a_key_that_is_stuck_is_so_no_longer_once_a_release_may_have_been_lost(tmp_path):
    at = [10 * NS]
    desk = PadDesk(tmp_path, clock=lambda: at[0])
    desk.panel.wait(0)
    for kind, code, value in ((KEY, CODE_OF[Button.WAIT], 1), (SYN, 0, 0), (SYN, SYN_DROPPED, 0)):
        desk.says("1.1", kind, code, value, at[0])
        signals = desk.panel.wait(0)
        at[0] += 31 * NS
        desk.panel.wait(0)
    assert [signal.is_over for signal in signals if isinstance(signal, Stuck)] == [True]
    desk.close()


def test_one_pad_that_is_pulled_out_leaves_the_others_playing(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    desk.key(Side.B, Button.KAN, 1)
    until_count(desk.panel, Press, 1)
    desk.unplug("1.2")
    (status,) = [
        s for s in until_condition(desk.panel, Condition.DISCONNECTED) if isinstance(s, PanelStatus)
    ][:1]
    assert "side B (port 1.2)" in status.says
    assert status.gone == {Side.B}
    desk.key(Side.A, Button.CHI, 1)
    assert presses(until_count(desk.panel, Press, 1)) == [(Side.A, Button.CHI)]
    desk.plug("1.2")
    until_condition(desk.panel, Condition.CONNECTED)
    desk.key(Side.B, Button.PON, 1)
    (press,) = [s for s in until_count(desk.panel, Press, 1) if isinstance(s, Press)]
    # The key that was down when it was pulled out is not held any more.
    assert (press.side, press.button, press.held_with, press.seq) == (Side.B, Button.PON, frozenset(), 3)


def test_a_pad_that_is_plugged_in_again_at_another_port_is_not_called_unplugged(desk):
    desk.plug("1.5")  # a keyboard, say, that was there all the time
    until_condition(desk.panel, Condition.CONNECTED)
    desk.unplug("1.2")
    until_condition(desk.panel, Condition.DISCONNECTED)
    desk.plug("1.7")
    (status,) = until_condition(desk.panel, Condition.OTHER_PORT)[-1:]
    assert (status.sides, status.gone, "1.7" in status.says) == ({Side.B}, set(), True)
    desk.unplug("1.7")
    desk.plug("1.2")
    until_condition(desk.panel, Condition.CONNECTED)


def test_a_key_that_stays_down_while_another_pad_is_pulled_out_becomes_a_long_press(tmp_path):
    at = [10 * NS]
    desk = PadDesk(tmp_path, clock=lambda: at[0])
    desk.panel.wait(0)
    for side in (Side.A, Side.B):
        desk.says(f"1.{side.value + 1}", KEY, CODE_OF[Button.WAIT], 1, at[0])
    signals_until(desk.panel, lambda told: len(presses(told)) == 2)
    desk.unplug("1.2")
    at[0] += NS
    told = [signal for signal in desk.panel.wait(0) if isinstance(signal, LongPress)]
    desk.close()
    assert [signal.side for signal in told] == [Side.A, Side.B]


def test_where_no_pad_is_plugged_in_the_whole_panel_is_away(desk):
    for _, port in PORTS:
        desk.unplug(port)
    (status,) = desk.panel.wait(0)
    assert isinstance(status, PanelStatus)
    assert status.is_down
    desk.plug("1.3")
    (status,) = until_condition(desk.panel, Condition.DISCONNECTED)
    assert isinstance(status, PanelStatus)
    assert not status.is_down


def test_a_pad_in_another_port_is_told_with_the_ports_that_have_one(desk, tmp_path):
    desk.unplug("1.4")
    desk.plug("2")
    (status,) = until_condition(desk.panel, Condition.DISCONNECTED)
    assert status.says == "no number pad at port 1.4 (side D); there are pads at 1.1, 1.2, 1.3, 2"
    assert status.sides == {Side.D}
    assert list(names_of(pads_at(tmp_path))) == ["1.1", "1.2", "1.3", "2"]


def test_ports_with_one_number_at_two_controllers_are_told_apart_and_none_is_guessed(tmp_path):
    """As in the sockets of a Pi 5: what is plugged in at the other controller may be somebody's keyboard."""
    for port in ("0-usb-0:1", "1-usb-0:1", "1-usb-0:2"):
        (tmp_path / f"platform-xhci-hcd.{port}:1.0-event-kbd").touch()
    (tmp_path / "pci-0000:01:00.0-usb-0:2:1.0-event-kbd").symlink_to(
        "platform-xhci-hcd.1-usb-0:2:1.0-event-kbd"
    )
    there = pads_at(tmp_path)
    assert list(names_of(there)) == ["2", "xhci-hcd.0/1", "xhci-hcd.1/1"]
    assert pad_at("1", there) is None
    for name in ("2", "xhci-hcd.1/2", "pci-0000:01:00.0/2"):
        assert pad_at(name, there).resolve().name == "platform-xhci-hcd.1-usb-0:2:1.0-event-kbd"
    assert pad_at("xhci-hcd.1/1", there) == tmp_path / "platform-xhci-hcd.1-usb-0:1:1.0-event-kbd"
    profile = parse_profile(
        'name = "x"\npanel = { kind = "pads", ports = { A = "xhci-hcd.0/1", B = "xhci-hcd.1/1" } }'
    )
    panel = PadsPanel(profile.panel, by_path=tmp_path, opener=lambda path: os.open(path, os.O_RDWR))
    assert panel.wait(0)[0].condition is Condition.CONNECTED
    panel.close()


def test_events_that_come_in_pieces_are_put_together(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    event = EVENT.pack(1, 0, KEY, CODE_OF[Button.RON], 1)
    desk._there["1.3"].sendall(event[:7])
    assert presses(desk.panel.wait(0.05)) == []
    desk._there["1.3"].sendall(event[7:])
    assert presses(until_count(desk.panel, Press, 1)) == [(Side.C, Button.RON)]


def test_what_the_kernel_has_dropped_is_told_and_nothing_stays_held(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    desk.key(Side.A, Button.KAN, 1)
    until_count(desk.panel, Press, 1)
    desk.says("1.1", SYN, SYN_DROPPED, 0)
    signals = until_condition(desk.panel, Condition.PRESSES_LOST)
    assert not any(isinstance(signal, LongPress) for signal in signals)


def test_a_key_whose_release_was_dropped_is_heard_when_it_is_pressed_again(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    desk.key(Side.A, Button.PON, 1)
    until_count(desk.panel, Press, 1)
    desk.says("1.1", SYN, SYN_DROPPED, 0)
    until_condition(desk.panel, Condition.PRESSES_LOST)
    desk.key(Side.A, Button.PON, 1)
    (press,) = until_count(desk.panel, Press, 1)
    assert (press.side, press.button, press.held_with) == (Side.A, Button.PON, frozenset())


def test_a_press_has_the_time_at_which_the_kernel_saw_it_and_never_one_to_come(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    before = time.monotonic_ns() - 1_500_000_000
    desk.says("1.1", KEY, CODE_OF[Button.CHI], 1, before)
    desk.says("1.2", KEY, CODE_OF[Button.CHI], 1, time.monotonic_ns() + 60_000_000_000)
    told = [s for s in until_count(desk.panel, Press, 2) if isinstance(s, Press)]
    by_side = {press.side: press for press in told}
    assert abs(by_side[Side.A].at_ns - before) < 1_000
    assert by_side[Side.B].at_ns <= time.monotonic_ns()


def test_a_lamp_blinks_by_the_light_of_the_lock_key(desk):
    until_condition(desk.panel, Condition.CONNECTED)
    desk.panel.show(Lamps(b=Lamp.FAST))
    eventually(desk.panel, lambda: desk.is_lit(Side.B))
    eventually(desk.panel, lambda: not desk.is_lit(Side.B))
    assert not desk.is_lit(Side.A)


def test_a_lamp_goes_dark_with_the_companion(desk):
    desk.panel.show(Lamps(b=Lamp.STEADY))
    desk.panel.wait(0.05)
    assert desk.is_lit(Side.B)
    desk.panel.close()
    assert not desk.is_lit(Side.B)


def test_a_panel_that_is_closed_touches_no_file_that_has_its_numbers_now(desk, tmp_path):
    desk.panel.close()
    files = [os.open(tmp_path / f"file-{number}", os.O_CREAT | os.O_RDWR) for number in range(8)]
    try:
        desk.panel.show(Lamps(b=Lamp.STEADY))
        desk.panel.close()
        assert [os.fstat(file).st_size for file in files] == [0] * 8
    finally:
        for file in files:
            os.close(file)


def test_presses_of_several_pads_come_in_the_order_in_which_the_kernel_saw_them(tmp_path):
    at = [10 * NS]
    desk = PadDesk(tmp_path, clock=lambda: at[0])
    desk.panel.wait(0)
    for side, button, value, ms in (
        (Side.D, Button.WAIT, 1, 0),
        (Side.D, Button.WAIT, 0, 90),
        (Side.A, Button.RON, 1, 900),
    ):
        desk.says(dict(PORTS)[side], KEY, CODE_OF[button], value, at[0] + ms * NS // 1000)
    at[0] += NS
    told = signals_until(desk.panel, lambda seen: len(presses(seen)) == 2)
    desk.close()
    assert [(type(each), each.side) for each in told if not isinstance(each, PanelStatus)] == [
        (Press, Side.D),
        (Press, Side.A),
    ]


def test_a_pad_that_is_not_allowed_to_us_is_one_sentence(desk):
    desk.denied.add("1.1")
    signals = signals_until(desk.panel, lambda seen: len(seen) > 0)
    assert signals[0].condition is Condition.NOT_ALLOWED
    assert "port 1.1 cannot be opened: Permission denied; is your user in the group input?" in signals[0].says


def test_the_system_refuses_a_file_that_is_no_pad(tmp_path):
    (tmp_path / "usb-0:1.1:1.0-event-kbd").write_text("no pad")
    panel = PadsPanel(NumberPads(((Side.A, "1.1"),)), by_path=tmp_path)
    (status,) = until_condition(panel, Condition.NOT_OPENED)
    assert "cannot be opened" in status.says
    panel.close()
    with pytest.raises(OSError, match="device"):
        open_pad(tmp_path / "usb-0:1.1:1.0-event-kbd")


@pytest.mark.parametrize(
    ("words", "place", "says"),
    [
        ("ports = {}", "panel.ports", "names no port"),
        ('ports = {A = "one"}', "panel.ports.A", "has to be a port such as '1.2'"),
        ('ports = {A = "1.1", B = "1.1"}', "panel.ports.B", "already that of side A"),
        ('ports = {E = "1.1"}', "panel.ports.E", "not a side"),
        ('ports = {A = "1.1"}\nkeys = {chi = "KP77"}', "panel.keys.chi", "not a key of a number pad"),
        ('ports = {A = "1.1"}\nkeys = {chi = "KP8"}', "panel.keys.pon", "already stands for chi"),
        ('ports = {A = "1.1"}\nkeys = {chii = "KP8"}', "panel.keys.chii", "did you mean 'chi'"),
    ],
)
def test_a_mistake_in_the_profile_is_told_with_its_place(words, place, says):
    with pytest.raises(ProfileError) as told:
        parse_profile(f"name = 'x'\n[panel]\nkind = 'pads'\n{words}\n")
    assert any(mistake.place == place and says in mistake.says for mistake in told.value.mistakes), told.value
