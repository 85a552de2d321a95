"""The host's end alone: the test writes the panel's lines by hand."""

import random

import pytest

from firmware_bridge.errors import PanelDisconnected, PanelProtocolMismatch
from firmware_bridge.frames import LineReader, encode
from firmware_bridge.protocol import GREETING_NS, NOISE_NS, SILENCE_NS, HostLink, lamp_mask
from firmware_bridge.signals import Button, Condition, Lamp, Lamps, LongPress, PanelStatus, Press, Side

MS = 1_000_000
HELLO = "I 1 pico 1 77 0 4 8 0"


def said(link):
    return LineReader().feed(link.outgoing())


def lines(*payloads):
    return b"".join(map(encode, payloads))


@pytest.fixture
def link():
    """A link that has been greeted at time 0 and has nothing left to send."""
    link = HostLink()
    link.opened(0)
    link.receive(lines(HELLO), 0)
    link.receive(lines("K 1 0"), 0)
    link.outgoing()
    return link


def presses(signals):
    return [(s.side, s.button) for s in signals if isinstance(s, Press)]


def conditions(signals):
    return [s.condition for s in signals if isinstance(s, PanelStatus)]


def test_opening_clears_the_line_and_asks_who_is_there():
    link = HostLink()
    link.opened(0)
    assert link.outgoing() == b"\n?*264C\n"


def test_the_question_is_repeated_until_it_is_answered():
    link = HostLink()
    link.opened(0)
    link.outgoing()
    link.tick(199 * MS)
    assert said(link) == []
    link.tick(200 * MS)
    assert said(link) == ["?"]
    link.receive(lines(HELLO), 201 * MS)
    link.outgoing()
    link.tick(420 * MS)
    assert "?" not in said(link)


def test_the_greeting_is_told_once_and_acknowledged():
    link = HostLink()
    link.opened(0)
    assert conditions(link.receive(lines(HELLO, HELLO, HELLO), 5)) == [Condition.CONNECTED]
    assert "A 255" in said(link)


def test_events_are_handed_on_in_order_and_once(link):
    first = link.receive(lines("E 0 2 1 D 110", "E 1 2 1 U 120", "E 1 2 1 U 120", "E 0 2 1 D 110"), 30 * MS)
    assert presses(first) == [(Side.C, Button.PON)]
    assert said(link) == ["A 1"]
    assert presses(link.receive(lines("E 2 0 3 D 140"), 50 * MS)) == [(Side.A, Button.RON)]


def test_an_event_that_overtakes_waits_for_the_one_before(link):
    assert link.receive(lines("E 1 1 1 D 120"), 30 * MS) == []
    assert said(link) == ["A 255"]
    late = link.receive(lines("E 0 0 0 D 110"), 31 * MS)
    assert presses(late) == [(Side.A, Button.CHI), (Side.B, Button.PON)]
    assert [s.seq for s in late] == [1, 2]


def test_the_sequence_wraps():
    link = HostLink()
    link.opened(0)
    link.receive(lines("I 1 pico 1 5 254 4 8 0"), 0)
    signals = link.receive(lines(*(f"E {n % 256} 0 {n % 8} D {n}" for n in range(254, 260))), 1)
    assert [button.value for _, button in presses(signals)] == [6, 7, 0, 1, 2, 3]


def test_a_duplicate_does_not_come_back_when_the_sequence_has_wrapped(link):
    told = []
    for number in range(600):
        edge = f"E {number % 256} {number % 4} {number % 8} D {number + 100}"
        late = f"E {(number - 7) % 256} 0 0 D {max(0, number - 7) + 100}"
        told += presses(link.receive(lines(late, edge, edge), number * MS))
    assert [(side.value, button.value) for side, button in told] == [(n % 4, n % 8) for n in range(600)]


def test_the_same_panel_after_an_unplugged_cable_goes_on_where_it_was(link):
    link.receive(lines("E 0 0 0 D 110"), 20 * MS)
    (pulled,) = link.closed(30 * MS, "pulled")
    assert (pulled.condition, pulled.is_down) == (Condition.DISCONNECTED, True)
    assert link.closed(31 * MS, "pulled") == []
    link.opened(100 * MS)
    signals = link.receive(lines("I 1 pico 1 77 0 4 8 100", "E 0 0 0 D 110", "E 1 0 1 D 150"), 110 * MS)
    assert conditions(signals) == [Condition.CONNECTED]
    assert presses(signals) == [(Side.A, Button.PON)]


def test_a_panel_that_started_anew_is_reported_and_believed(link):
    link.receive(lines("E 0 0 0 D 110"), 20 * MS)
    signals = link.receive(lines("I 1 pico 1 78 0 4 8 1", "E 0 0 1 D 105"), 40 * MS)
    assert conditions(signals) == [Condition.RESTARTED]
    assert presses(signals) == [(Side.A, Button.PON)]
    assert "?" in said(link)


def test_a_panel_that_cannot_be_the_same_counts_as_started_anew(link):
    for seq in range(9):
        link.receive(lines(f"E {seq} 0 0 D {seq + 100}"), seq * MS)
    signals = link.receive(lines("I 1 pico 1 77 0 4 8 1"), 400 * MS)
    assert conditions(signals) == [Condition.RESTARTED]
    assert presses(link.receive(lines("E 0 0 1 D 105"), 410 * MS)) == [(Side.A, Button.PON)]


def test_dropped_edges_are_reported_with_their_number_and_only_once(link):
    signals = link.receive(lines("H 250 16 0 0 3", "H 500 16 0 0 3"), 500 * MS)
    assert [(s.condition, s.lost) for s in signals] == [(Condition.PRESSES_LOST, 3)]
    assert [s.lost for s in link.receive(lines("H 750 0 0 0 4"), 750 * MS)] == [1]


def test_lamps_are_asked_for_until_the_mask_itself_is_in_force(link):
    link.show(Lamps(a=Lamp.STEADY, d=Lamp.STEADY))
    link.tick(100 * MS)
    assert said(link) == ["L 2 9"]
    link.receive(lines("K 1 9"), 110 * MS)
    assert not link.lamps_are_right
    link.receive(lines("K 2 1"), 120 * MS)
    assert not link.lamps_are_right
    link.tick(160 * MS)
    assert "L 2 9" in said(link)
    link.receive(lines("K 2 9"), 170 * MS)
    assert link.lamps_are_right
    link.tick(400 * MS)
    assert said(link) == ["A 255"]


def test_the_lamps_are_asked_for_again_when_the_panel_is_back(link):
    link.show(Lamps(b=Lamp.SLOW))
    link.receive(lines("K 2 32"), 10 * MS)
    link.closed(20 * MS, "pulled")
    link.opened(30 * MS)
    link.receive(lines("I 1 pico 1 78 0 4 8 1"), 40 * MS)
    assert [line for line in said(link) if line.startswith("L")] == ["L 3 32"]


@pytest.mark.parametrize(
    ("lamps", "mask"), [(Lamps(), 0), (Lamps(*[Lamp.STEADY] * 4), 15), (Lamps(c=Lamp.WINK), 0x444)]
)
def test_lamp_masks_lie_in_planes(lamps, mask):
    assert lamp_mask(lamps, tuple(Side)) == mask


def test_sockets_may_serve_other_sides():
    link = HostLink((Side.D, Side.A, Side.B, Side.C))
    link.opened(0)
    link.receive(lines(HELLO), 0)
    assert presses(link.receive(lines("E 0 0 1 D 105"), 10 * MS)) == [(Side.D, Button.PON)]
    assert lamp_mask(Lamps(d=Lamp.STEADY), (Side.D, Side.A, Side.B, Side.C)) == 1


def test_silence_is_noticed_within_a_second(link):
    assert SILENCE_NS < 1_000 * MS
    link.tick(SILENCE_NS - 1)
    with pytest.raises(PanelDisconnected, match="silent"):
        link.tick(SILENCE_NS)


def test_a_panel_that_is_heard_is_not_silent(link):
    for ms in range(0, 5_000, 250):
        link.receive(lines(f"H {ms} 0 0 0 0"), ms * MS)
        link.tick(ms * MS)
    assert link.is_connected


def test_noise_for_ten_seconds_is_a_broken_cable(link):
    for ms in range(0, NOISE_NS // MS, 100):
        link.receive(b"\xffnoise\n", ms * MS)
        link.tick(ms * MS)
    with pytest.raises(PanelDisconnected, match="noise"):
        link.tick(NOISE_NS)


def test_another_version_of_the_protocol_is_named():
    link = HostLink()
    link.opened(0)
    assert link.receive(lines("I 2 pico 9 77 0 4 8"), 10) == []
    with pytest.raises(PanelProtocolMismatch, match="version 2"):
        link.tick(11)


def test_a_panel_with_more_keys_than_we_know_is_refused():
    link = HostLink()
    link.opened(0)
    link.receive(lines("I 1 pico 9 77 0 6 8"), 10)
    with pytest.raises(PanelProtocolMismatch, match="6 seats"):
        link.tick(11)


@pytest.mark.parametrize(
    ("noise", "words"), [(b"", "nothing answers"), (b"GPS $GPGGA,1*47\r\n", "another device")]
)
def test_a_port_without_a_panel_is_told_apart(noise, words):
    link = HostLink()
    link.opened(0)
    link.receive(noise, 1_000 * MS)
    with pytest.raises(PanelProtocolMismatch, match=words):
        link.tick(GREETING_NS)


def test_a_long_press_waits_until_every_edge_before_it_is_known(link):
    link.receive(lines("E 0 0 6 D 100"), 100 * MS)
    assert link.receive(lines("H 950 1 0 0 0"), 950 * MS) == []
    (signal,) = link.receive(lines("H 1000 0 0 0 0"), 1_000 * MS)
    assert isinstance(signal, LongPress)
    assert signal.seq == 1


def test_a_release_that_was_delayed_by_the_line_prevents_the_long_press(link):
    link.receive(lines("E 0 0 6 D 100"), 100 * MS)
    link.receive(lines("H 950 1 0 0 0"), 950 * MS)
    assert link.receive(lines("E 1 0 6 U 200", "H 1000 0 0 0 0"), 1_000 * MS) == []


def test_after_dropped_edges_no_key_counts_as_held(link):
    link.receive(lines("E 0 0 6 D 100"), 100 * MS)
    link.receive(lines("H 500 0 0 0 1"), 500 * MS)
    assert link.receive(lines("H 5000 0 0 0 1"), 5_000 * MS) == []


def test_stamps_are_the_panels_own_and_keep_their_order(link):
    link.receive(lines("H 1000 0 0 0 0"), 6_000 * MS)
    signals = link.receive(lines("E 0 0 0 D 1100", "E 1 1 0 D 1103"), 6_400 * MS)
    assert [s.at_ns // MS for s in signals] == [1_100, 1_103]


def test_an_edge_is_taken_once_the_panels_clock_is_known():
    """Firmware that does not say its clock when it greets: nobody knows yet how long the edge was kept."""
    link = HostLink()
    link.opened(0)
    edge = "E 0 0 1 D 1000"
    assert presses(link.receive(lines("I 1 mjbox 0.1 5 0 4 8", edge), 10_000 * MS)) == []
    assert "A 255" in said(link)
    link.receive(lines("H 61000 1 0 0 0"), 10_100 * MS)
    (press,) = link.receive(lines(edge), 10_130 * MS)
    assert press.at_ns == 0  # a minute ago, when we were not there yet


def test_keys_we_do_not_have_are_acknowledged_and_left_alone(link):
    assert link.receive(lines("E 0 9 0 D 10"), 10 * MS) == []
    assert said(link) == ["A 0"]


def test_a_key_that_goes_down_as_soon_as_its_panel_starts_was_down_already(link):
    assert link.receive(lines("E 0 0 1 D 7", "E 1 0 6 D 60"), 70 * MS) == [
        Press(Side.A, Button.WAIT, 60 * MS, 1)
    ]
    assert presses(link.receive(lines("E 2 0 1 U 90", "E 3 0 1 D 130"), 140 * MS)) == [(Side.A, Button.PON)]


def test_a_million_bytes_of_noise_are_no_press(link):
    dice = random.Random(1)
    signals = []
    for turn in range(1, 501):
        signals += link.receive(dice.randbytes(1_000), turn * MS)
        signals += link.receive(bytes(dice.choices(b"E 0123 456789DU*AF\n", k=1_000)), turn * MS)
        link.outgoing()
    assert signals == []
    assert link.damaged > 10_000
    assert presses(link.receive(lines("\n", "E 0 0 0 D 109"), 600 * MS)) == [(Side.A, Button.CHI)]


@pytest.mark.parametrize("other", ["I 2 pico 2 78 1 4 8 0", "I 1 pico 1 78 1 6 8 0"])
def test_a_panel_that_comes_back_as_one_we_do_not_know_presses_nothing(link, other):
    """It restarted with another firmware while its line stood."""
    heard = link.receive(lines("E 0 1 2 D 100", other, "E 1 0 3 D 100", "H 200 0 0 0 7"), 200 * MS)
    assert presses(heard) == [(Side.B, Button.KAN)]
    assert conditions(heard) == []
    with pytest.raises(PanelProtocolMismatch):
        link.tick(200 * MS)
