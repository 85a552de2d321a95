"""Chatter in, clean edges out."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.debounce import Debouncer, Settled

SETTLE = 5


def test_a_contact_that_closes_once_settles_after_its_time():
    contact = Debouncer(SETTLE)
    contact.feel(True, 100)
    assert contact.tick(104) is None
    assert contact.tick(105) == Settled(is_down=True, at_ns=100)
    assert contact.tick(1000) is None


def test_the_edge_carries_the_moment_at_which_the_chatter_ended():
    contact = Debouncer(SETTLE)
    for at, level in ((100, True), (101, False), (102, True), (103, False), (104, True)):
        contact.feel(level, at)
    assert contact.tick(109) == Settled(is_down=True, at_ns=104)


def test_a_short_touch_is_no_press():
    contact = Debouncer(SETTLE)
    contact.feel(True, 100)
    contact.feel(False, 103)
    assert contact.tick(200) is None
    assert contact.due_ns is None


def test_an_edge_that_comes_late_still_settles_what_was_before():
    contact = Debouncer(SETTLE)
    contact.feel(True, 100)
    assert contact.feel(False, 150) == Settled(is_down=True, at_ns=100)
    assert contact.tick(155) == Settled(is_down=False, at_ns=150)


def test_a_contact_that_opens_for_a_moment_while_it_is_held_is_one_press():
    contact = Debouncer(SETTLE, 20)
    told = [contact.feel(level, at) for at, level in ((0, True), (50, False), (56, True), (70, False))]
    assert [edge for edge in [*told, contact.tick(89), contact.tick(90)] if edge] == [
        Settled(is_down=True, at_ns=0),
        Settled(is_down=False, at_ns=70),
    ]


@st.composite
def chatters(draw):
    """Bursts of quick changes, each followed by a rest longer than the settling time."""
    at, level, edges, rests = 0, False, [], []
    for _ in range(draw(st.integers(1, 12))):
        for _ in range(draw(st.integers(1, 15))):
            at += draw(st.integers(1, SETTLE - 1))
            level = not level
            edges.append((at, level))
        rests.append((at, level))
        at += draw(st.integers(SETTLE + 1, 50))
    return edges, rests


@given(chatters(), st.booleans())
def test_every_rest_in_a_new_place_is_told_once_whatever_the_chatter(chatter, ticks_often):
    edges, rests = chatter
    contact = Debouncer(SETTLE)
    told, now = [], 0
    for at, level in edges:
        while ticks_often and now < at:
            told.append(contact.tick(now))
            now += 1
        told.append(contact.feel(level, at))
    told.append(contact.tick(edges[-1][0] + SETTLE))
    expected, last = [], False
    for at, level in rests:
        if level is not last:
            expected.append(Settled(level, at))
            last = level
    assert [edge for edge in told if edge] == expected
