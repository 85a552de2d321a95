"""Presses, chords and long presses from clean edges."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.gestures import HELD_DOWN_NS, LONG_PRESS_NS, STUCK_NS, Gestures
from firmware_bridge.signals import Button, HeldDown, KeyEdge, LongPress, Press, Side, Stuck


def down(button, at_ns, seq=1, side=Side.A):
    return KeyEdge(side, button, True, at_ns, seq)


def up(button, at_ns, seq=1, side=Side.A):
    return KeyEdge(side, button, False, at_ns, seq)


def test_a_press_is_told_while_the_finger_is_still_down():
    assert Gestures().edge(down(Button.PON, 5)) == [Press(Side.A, Button.PON, 5, 1)]


def test_a_release_says_nothing():
    gestures = Gestures()
    gestures.edge(down(Button.PON, 5))
    assert gestures.edge(up(Button.PON, 9)) == []
    assert gestures.tick(5 + 2 * LONG_PRESS_NS) == []


def test_a_key_held_long_enough_is_a_long_press_once():
    gestures = Gestures()
    gestures.edge(down(Button.WAIT, 5, seq=3))
    assert gestures.tick(4 + LONG_PRESS_NS) == []
    expected = LongPress(Side.A, Button.WAIT, 5 + LONG_PRESS_NS, 3)
    assert gestures.tick(5 + LONG_PRESS_NS) == [expected]
    assert gestures.tick(4 + HELD_DOWN_NS) == []


def test_a_key_that_stays_down_is_held_down_once():
    gestures = Gestures()
    gestures.edge(down(Button.KAN, 5, seq=3))
    assert gestures.due_ns == 5 + LONG_PRESS_NS
    gestures.tick(5 + LONG_PRESS_NS)
    assert gestures.due_ns == 5 + HELD_DOWN_NS
    assert gestures.tick(5 + HELD_DOWN_NS) == [HeldDown(Side.A, Button.KAN, 5 + HELD_DOWN_NS, 3)]
    assert gestures.due_ns == 5 + STUCK_NS
    assert gestures.tick(5 + 9 * HELD_DOWN_NS) == []


def test_whoever_looks_late_hears_both_in_order():
    gestures = Gestures()
    gestures.edge(down(Button.KAN, 5))
    assert [type(signal) for signal in gestures.edge(up(Button.KAN, 9 * HELD_DOWN_NS))] == [
        LongPress,
        HeldDown,
    ]


def test_a_late_release_does_not_undo_that_the_press_was_long():
    gestures = Gestures()
    gestures.edge(down(Button.WAIT, 0, seq=3))
    assert gestures.edge(up(Button.WAIT, LONG_PRESS_NS)) == [LongPress(Side.A, Button.WAIT, LONG_PRESS_NS, 3)]


def test_a_chord_names_the_keys_of_the_same_side_that_were_down():
    gestures = Gestures()
    gestures.edge(down(Button.WAIT, 1))
    gestures.edge(down(Button.RON, 2, seq=2, side=Side.B))
    assert gestures.edge(down(Button.PON, 3, seq=3)) == [
        Press(Side.A, Button.PON, 3, 3, frozenset({Button.WAIT}))
    ]


def test_a_key_that_is_stuck_makes_no_chords():
    """Else every call of its side would be a chord, for the rest of the evening."""
    keys = Gestures()
    keys.edge(down(Button.WAIT, 0))
    (press,) = keys.edge(down(Button.PON, STUCK_NS - 1, 2))[-1:]
    assert press.held_with == {Button.WAIT}
    keys.edge(up(Button.PON, STUCK_NS, 2))
    (press,) = keys.edge(down(Button.PON, STUCK_NS + 1, 3))
    assert press.held_with == frozenset()


def test_a_key_that_stays_down_for_very_long_is_told_as_stuck_until_it_is_up_again():
    gestures = Gestures()
    gestures.edge(down(Button.PON, 5, seq=3))
    assert gestures.tick(5 + STUCK_NS)[-1] == Stuck(Side.A, Button.PON, 5 + STUCK_NS, 3)
    assert gestures.due_ns is None
    over = [Stuck(Side.A, Button.PON, 9 * STUCK_NS, 3, is_over=True)]
    assert gestures.edge(up(Button.PON, 9 * STUCK_NS)) == over
    assert gestures.edge(down(Button.PON, 10 * STUCK_NS, seq=4)) == [
        Press(Side.A, Button.PON, 10 * STUCK_NS, 4)
    ]


def test_after_a_loss_a_key_that_was_told_as_stuck_is_told_to_be_so_no_longer():
    gestures = Gestures()
    gestures.edge(down(Button.PON, 5, seq=3))
    gestures.edge(down(Button.KAN, STUCK_NS, seq=4, side=Side.B))
    gestures.tick(6 + STUCK_NS)
    gestures.forget()
    assert gestures.due_ns is not None
    over = Stuck(Side.A, Button.PON, 5 + STUCK_NS, 3, is_over=True)
    assert gestures.tick(9 * STUCK_NS, Side.B) == [over]
    assert gestures.tick(9 * STUCK_NS) == []
    assert gestures.due_ns is None


def test_a_key_that_was_found_down_counts_once_it_was_released():
    gestures = Gestures()
    assert gestures.edge(KeyEdge(Side.A, Button.WAIT, True, 5, 0, is_found=True)) == []
    assert gestures.tick(5 + HELD_DOWN_NS) == []
    (press,) = gestures.edge(down(Button.KAN, 6 + HELD_DOWN_NS))
    assert press.held_with == frozenset()
    gestures.edge(up(Button.KAN, 7 + HELD_DOWN_NS))
    assert gestures.tick(5 + STUCK_NS) == [Stuck(Side.A, Button.WAIT, 5 + STUCK_NS, 0)]
    assert len(gestures.edge(up(Button.WAIT, 6 + STUCK_NS))) == 1
    assert gestures.edge(down(Button.WAIT, 7 + STUCK_NS, 2)) == [Press(Side.A, Button.WAIT, 7 + STUCK_NS, 2)]


def test_after_a_loss_no_key_counts_as_held():
    gestures = Gestures()
    gestures.edge(down(Button.WAIT, 1))
    gestures.forget()
    assert gestures.due_ns is None
    assert gestures.edge(down(Button.PON, 3)) == [Press(Side.A, Button.PON, 3, 1)]


@given(
    st.lists(st.tuples(st.sampled_from(Side), st.sampled_from(Button), st.integers(0, 10**9)), max_size=60)
)
def test_every_down_is_one_press_in_order(touches):
    gestures, at, seq, signals = Gestures(), 0, 0, []
    for side, button, step in touches:
        at += step
        seq += 1
        signals += gestures.edge(KeyEdge(side, button, True, at, seq))
    assert [s.seq for s in signals if isinstance(s, Press)] == list(range(1, seq + 1))
    assert [s.at_ns for s in signals] == sorted(s.at_ns for s in signals)
