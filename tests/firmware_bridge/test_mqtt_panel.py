"""Buttons over a real broker: every press once and in order, none that is old, and a line that comes back."""

import threading
import time
from collections import Counter

import pytest

from firmware_bridge.errors import PanelError
from firmware_bridge.mqtt_line import MOST_WAITING
from firmware_bridge.opening import open_panel
from firmware_bridge.signals import Button, Condition, Lamp, Lamps, LongPress, PanelStatus, Press, Side
from hardware import ProfileError, load_profile, parse_profile
from hardware.mqtt_buttons import MqttButtons
from tests.club.conftest import require_broker
from tests.firmware_bridge.mqtt_desk import PROFILE, MqttDesk
from tests.firmware_bridge.waiting import eventually, signals_until, until_condition, until_count


@pytest.fixture
def desk(tmp_path):
    require_broker()
    desk = MqttDesk(tmp_path)
    desk.start_broker()
    yield desk
    desk.close()


@pytest.fixture
def panel(desk):
    panel = desk.open_panel()
    until_condition(panel, Condition.CONNECTED)
    return panel


def presses(signals):
    return [(signal.side, signal.button) for signal in signals if isinstance(signal, Press)]


def losses(signals):
    return [s.says for s in signals if isinstance(s, PanelStatus) and s.condition is Condition.PRESSES_LOST]


def test_a_thousand_presses_of_four_seats_come_once_each_and_in_their_order(desk, panel):
    told = []
    for number in range(250):
        told += panel.wait(0)
        desk.zigbee(("single", "double")[number % 2], 1_000 + number)
        desk.say("box-b/pon/state", "ON")
        desk.say("box-b/pon/state", "OFF")
        desk.say("riichi/c", ("ron", "pon", "next")[number % 3])
        desk.say("riichi/d", ("next", "ron", "pon")[number % 3])
    told += until_count(panel, Press, 1_000 - len(presses(told)))
    told += panel.wait(0.3)
    told = [signal for signal in told if isinstance(signal, Press)]
    assert Counter(press.side for press in told) == dict.fromkeys(Side, 250)
    assert len({press.seq for press in told}) == 1_000
    mine = [press.button for press in told if press.side is Side.C]
    assert mine == [(Button.RON, Button.PON, Button.NEXT)[number % 3] for number in range(250)]
    assert [press.at_ns for press in told if press.side is Side.D] == sorted(
        press.at_ns for press in told if press.side is Side.D
    )


def test_keys_that_are_let_go_can_be_held_and_make_chords(desk, panel):
    desk.say("box-b/ron/state", "ON")
    until_count(panel, LongPress, 1)
    desk.say("box-b/pon/state", "ON")
    (press,) = [signal for signal in until_count(panel, Press, 1) if isinstance(signal, Press)]
    assert (press.button, press.held_with) == (Button.PON, {Button.RON})
    desk.say("box-b/ron/state", "OFF")
    desk.say("box-b/pon/state", "OFF")
    desk.say("riichi/d", "next")
    until_count(panel, Press, 1)
    assert panel.wait(1.0) == ()


def test_a_device_that_says_itself_that_it_was_held_is_believed(desk, panel):
    desk.zigbee("hold", 1_000)
    told = until_count(panel, LongPress, 1)
    assert [(type(signal), signal.button) for signal in told] == [
        (Press, Button.WAIT),
        (LongPress, Button.WAIT),
    ]
    assert told[0].seq == told[1].seq


def test_a_release_that_was_lost_takes_no_press_away(desk, panel):
    desk.say("box-b/pon/state", "ON")
    desk.say("box-b/pon/state", "ON")
    assert presses(until_count(panel, Press, 2)) == [(Side.B, Button.PON)] * 2


def test_what_a_broker_kept_is_not_a_press(desk):
    desk.say("riichi/c", "ron", is_retained=True)
    panel = desk.open_panel()
    until_condition(panel, Condition.CONNECTED)
    desk.say("riichi/d", "next")
    assert presses(until_count(panel, Press, 1)) == [(Side.D, Button.NEXT)]


def test_presses_that_were_kept_back_are_told_of_and_not_counted(desk):
    """The bridge lost its own line for a minute, and hands out what it has when it is back."""
    ahead_ns = 0
    panel = desk.open_panel(clock=lambda: time.monotonic_ns() + ahead_ns)
    until_condition(panel, Condition.CONNECTED)
    desk.zigbee("single", 1_000)
    until_count(panel, Press, 1)
    ahead_ns = 60_000_000_000
    for at_s in (1_001.2, 1_010.5, 1_050.1, 1_060):
        desk.zigbee("double", at_s)
    told = signals_until(panel, lambda seen: len(losses(seen)) + len(presses(seen)) >= 4)
    assert presses(told) == [(Side.A, Button.RON)]
    assert len(losses(told)) == 3
    assert all("side A was" in says and "s old" in says for says in losses(told))


def test_a_key_that_was_let_go_counts_as_let_go_however_late_that_comes(tmp_path):
    require_broker()
    words = 'presses = {{ wait = "wait", pon = "pon" }}\nreleases = {{ up = "wait" }}'
    profile = PROFILE.replace('presses = {{ single = "riichi", double = "ron", hold = "wait held" }}', words)
    desk = MqttDesk(tmp_path, profile)
    desk.start_broker()
    ahead_ns = 0
    panel = desk.open_panel(clock=lambda: time.monotonic_ns() + ahead_ns)
    until_condition(panel, Condition.CONNECTED)
    desk.zigbee("wait", 1_000)
    until_count(panel, Press, 1)
    ahead_ns = 60_000_000_000
    desk.zigbee("up", 1_001)
    desk.zigbee("pon", 1_060)
    told = until_count(panel, Press, 1)
    assert [signal.held_with for signal in told if isinstance(signal, Press)] == [frozenset()]
    assert not losses(told)
    desk.close()


def test_a_clock_that_was_set_anew_is_believed_after_some_presses(desk):
    ahead_ns = 0
    panel = desk.open_panel(clock=lambda: time.monotonic_ns() + ahead_ns)
    until_condition(panel, Condition.CONNECTED)
    told = []
    for at_s in (1_000, 1_010, 970, 980, 990, 1_000.5, 1_010.5):
        desk.zigbee("single", at_s)
        told += signals_until(panel, lambda seen: losses(seen) or presses(seen))
        ahead_ns += 10_000_000_000
    assert len(presses(told)) >= 3
    assert isinstance(told[-1], Press)


def test_the_same_message_twice_is_one_press_and_one_that_was_overtaken_is_none(desk, panel):
    desk.zigbee("single", 1_000)
    desk.zigbee("single", 1_000)
    desk.zigbee("single", 1_001)
    desk.zigbee("double", 1_000.5)
    told = signals_until(panel, lambda seen: len(losses(seen)) + len(presses(seen)) >= 4)
    assert presses(told) == [(Side.A, Button.RIICHI)] * 2
    assert [says.split(" side A ")[1].split(" and ")[0] for says in losses(told)] == [
        "came twice",
        "came after a later one",
    ]


def test_words_of_no_key_and_messages_that_cannot_be_read_say_nothing(desk, panel):
    desk.say("riichi/c", "battery low")
    desk.say("zigbee2mqtt/seat A", '{"action": ""}')
    for broken in ("", "{", "[]", '{"action":"single","last_seen":"yesterday"}', "[" * 20_000, "x" * 20_000):
        desk.say("zigbee2mqtt/seat A", broken)
    desk.say("riichi/d", "next")
    assert presses(until_count(panel, Press, 1)) == [(Side.D, Button.NEXT)]
    assert panel.damaged_lines == 6


def test_a_flood_is_told_of_and_the_panel_lives(desk, panel):
    told = []
    for _ in range(20):  # the broker, too, drops what a busy machine does not fetch in time
        for _ in range(MOST_WAITING + 200):
            desk.say("riichi/c", "ron")
        desk.say("box-b/lamp/set", "the last one")
        eventually(desk.open_panel(), lambda: desk.heard and desk.heard[-1][1] == "the last one")
        desk.heard.clear()
        told += panel.wait(0.3)
        if losses(told):
            break
    while late := panel.wait(0.3):
        told += late
    assert set(losses(told)) == {"the broker was faster than the Pi"}
    desk.say("riichi/d", "next")
    signals_until(panel, lambda seen: (Side.D, Button.NEXT) in presses(seen))


def test_after_a_flood_no_key_counts_as_held(desk, panel):
    """What was dropped may have been the release."""
    desk.say("box-b/ron/state", "ON")
    until_count(panel, Press, 1)
    panel._line._dropped = 1
    assert len(losses(panel.wait(0.1))) == 1
    desk.say("box-b/pon/state", "ON")
    (press,) = [s for s in until_count(panel, Press, 1) if isinstance(s, Press)]
    assert (press.button, press.held_with) == (Button.PON, frozenset())


def test_a_button_that_is_away_is_said_by_its_name_until_it_is_back(desk, panel):
    desk.say("zigbee2mqtt/seat A/availability", '{"state":"offline"}', is_retained=True)
    away = until_condition(panel, Condition.BUTTON_AWAY)
    assert (away[-1].says, away[-1].gone) == ("the button zigbee2mqtt/seat A is away", {Side.A})
    assert away[-1].sides == {Side.A}
    desk.say("zigbee2mqtt/seat A/availability", "online", is_retained=True)
    until_condition(panel, Condition.CONNECTED)


def test_whether_any_button_can_be_heard_is_told_with_those_that_are_away(desk, panel):
    told = []
    for is_away in (True, False):
        for device, _ in panel._messages:
            panel._mark([device], is_away)
            told += panel.wait(0)
    assert [status.is_down for status in told] == [False] * 4 + [True] + [False] * 5


def test_a_lamp_that_was_away_is_told_once_more_how_it_should_look(tmp_path):
    require_broker()
    seat = 'side = "B"\ntopic = "box-b/ron/state"'
    desk = MqttDesk(tmp_path, PROFILE.replace(seat, f'{seat}\nstatus = "box-b/status"'))
    desk.start_broker()
    try:
        panel = desk.open_panel()
        until_condition(panel, Condition.CONNECTED)
        panel.show(Lamps(b=Lamp.STEADY))
        eventually(panel, lambda: desk.lamp("box-b/lamp/set") == "ON")
        desk.say("box-b/status", "offline", is_retained=True)
        until_condition(panel, Condition.BUTTON_AWAY)
        heard = len(desk.heard)
        desk.say("box-b/status", "online", is_retained=True)
        until_condition(panel, Condition.CONNECTED)
        eventually(panel, lambda: len(desk.heard) > heard)
        assert desk.heard[heard:] == [("box-b/lamp/set", "ON")]
    finally:
        desk.close()


def test_a_device_of_two_sides_goes_and_comes_back_for_both(tmp_path):
    """One box in the corner has keys for both; each side has a lamp, and somebody may be thinking there."""
    require_broker()
    profile = PROFILE.replace('"riichi/c"', '"box"\nstatus = "box/status"\nlamp = {{ topic = "c/lamp" }}')
    shared = '"box"\nfield = "d"\nstatus = "box/status"\nlamp = {{ topic = "d/lamp" }}'
    desk = MqttDesk(tmp_path, profile.replace('"riichi/d"', shared))
    desk.start_broker()
    try:
        panel = desk.open_panel()
        until_condition(panel, Condition.CONNECTED)
        panel.show(Lamps(c=Lamp.STEADY, d=Lamp.STEADY))
        eventually(panel, lambda: (desk.lamp("c/lamp"), desk.lamp("d/lamp")) == ("ON", "ON"))
        desk.say("box/status", "offline", is_retained=True)
        assert until_condition(panel, Condition.BUTTON_AWAY)[-1].gone == {Side.C, Side.D}
        desk.heard.clear()
        desk.say("box/status", "online", is_retained=True)
        until_condition(panel, Condition.CONNECTED)
        eventually(panel, lambda: desk.lamp("c/lamp") == desk.lamp("d/lamp") == "ON")
    finally:
        desk.close()


def test_a_broker_that_dies_is_said_once_and_comes_back_by_itself(desk, panel):
    desk.end_broker()
    lost = until_condition(panel, Condition.BROKER_AWAY)
    assert "was lost" in lost[-1].says
    assert lost[-1].is_down
    told = signals_until(panel, lambda seen: any("no MQTT broker answers" in s.says for s in seen))
    assert len(told) == 1
    assert told[0].is_down
    assert panel.wait(1.5) == ()
    desk.start_broker()
    until_condition(panel, Condition.CONNECTED)
    desk.say("riichi/d", "next")
    until_count(panel, Press, 1)


def test_lamps_are_told_when_they_change_and_again_to_a_new_broker(desk, panel):
    panel.show(Lamps(b=Lamp.STEADY))
    panel.show(Lamps(b=Lamp.STEADY, c=Lamp.FAST))
    panel.show(Lamps(b=Lamp.DOUBLE))
    eventually(panel, lambda: len(desk.heard) >= 3)
    assert [word for _, word in desk.heard] == ["OFF", "ON", "BLINK"]
    desk.end_broker()
    until_condition(panel, Condition.BROKER_AWAY)
    desk.start_broker()
    eventually(panel, lambda: len(desk.heard) >= 4)
    assert desk.heard[-1][1] == "BLINK"


def test_a_lamp_goes_dark_with_the_companion(desk, panel):
    panel.show(Lamps(b=Lamp.SLOW))
    eventually(panel, lambda: desk.lamp("box-b/lamp/set") == "BLINK")
    panel.close()
    other = desk.open_panel()
    eventually(other, lambda: [word for _, word in desk.heard[-2:]] == ["OFF", "OFF"])


def test_the_shipped_profile_opens_and_waits_for_its_broker():
    panel = open_panel(load_profile("mqtt-buttons"))
    panel.close()
    assert panel.wait(1) == ()


def test_a_panel_closes_although_the_librarys_thread_ends_at_that_moment(monkeypatch):
    """The library first checks that its thread is there, and then joins it."""
    panel = open_panel(load_profile("mqtt-buttons"))
    client, current, closing = panel._line._client, threading.current_thread, threading.current_thread()

    def ends_first():
        while current() is closing and client._thread is not None:
            time.sleep(0.01)
        return current()

    monkeypatch.setattr(threading, "current_thread", ends_first)
    panel.close()
    panel.close()
    assert panel.wait(1) == ()


def test_the_mark_of_an_editor_is_no_part_of_a_password(tmp_path):
    (tmp_path / "word").write_text("s\u00e9same\n", encoding="utf-8-sig")
    text = f'name = "x"\n[panel]\nkind = "mqtt"\nuser = "u"\npassword_file = "{tmp_path}/word"\n'
    text += '[[panel.device]]\nside = "A"\ntopic = "t"\npresses = { x = "ron" }\n'
    panel = open_panel(parse_profile(text))
    panel.close()
    assert panel._line._client.password == "s\u00e9same"


def test_a_password_that_cannot_be_read_is_one_sentence(tmp_path):
    text = f'name = "x"\n[panel]\nkind = "mqtt"\nuser = "u"\npassword_file = "{tmp_path}/none"\n'
    text += '[[panel.device]]\nside = "A"\ntopic = "t"\npresses = { x = "ron" }\n'
    with pytest.raises(PanelError, match="password or certificate cannot be used"):
        open_panel(parse_profile(text))


@pytest.mark.parametrize(
    ("was", "would", "place", "says"),
    [
        ('side = "A"', 'side = "E"', "panel.device[0].side", "'E' is not a side"),
        ('topic = "riichi/c"', 'topic = "riichi/+"', "panel.device[3].topic", "without # and +"),
        ('topic = "riichi/c"', 'topic = "riichi/d"', "panel.device[4]", "already stands for a key"),
        ('ron = "ron", pon', 'ron = "rom", pon', "panel.device[3].presses.ron", "'rom' is not a key"),
        ('field = "action"', "", "panel.device[0].time", "needs a `field`"),
        ("presses = {{ ON", "pushes = {{ ON", "panel.device[1].pushes", "is not a key that a profile has"),
        ("port = {port}", "port = 70000", "panel.port", "between 1 and 65535"),
        ("port = {port}", 'host = " "', "panel.host", "the name or the address of a broker"),
        ("port = {port}", 'host = "broker..home"', "panel.host", "the name or the address of a broker"),
        ("port = {port}", 'host = "mqtt://10.0.0.5"', "panel.host", "alone, not 'mqtt://10.0.0.5'"),
        ("port = {port}", 'host = "10.0.0.5:1883"', "panel.host", "alone, not '10.0.0.5:1883'"),
        ("port = {port}", 'host = "eve:secret@broker"', "panel.host", "alone, not 'broker'"),
    ],
)
def test_mistakes_of_a_profile_are_named_with_their_place(was, would, place, says):
    with pytest.raises(ProfileError) as caught:
        parse_profile(PROFILE.replace(was, would, 1).format(port=1))
    assert [mistake for mistake in caught.value.mistakes if mistake.place == place and says in mistake.says]


def test_a_panel_without_devices_is_a_mistake():
    with pytest.raises(ProfileError, match="names no device"):
        parse_profile('name = "x"\n[panel]\nkind = "mqtt"\n')
    assert isinstance(load_profile("mqtt-buttons").panel, MqttButtons)
