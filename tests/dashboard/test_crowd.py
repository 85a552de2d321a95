"""Who gets a place at the port, who goes for it, and how long one may take."""

from dataclasses import dataclass

import pytest

from companion.dashboard.crowd import KNOWN_FOR_S, MOST_KNOWN, Known, Limits, Stage, is_too_late, place_for
from companion.dashboard.standing import Standing

LIMITS = Limits()
STRANGER, PAIRED, OWN = Standing


@dataclass(frozen=True)
class Guest:
    address: str
    standing: Standing = STRANGER
    may_go: bool = True


def place(address, standing, there):
    return place_for(address, standing, there, LIMITS)


def test_a_stranger_has_sixteen_places_and_then_its_own_oldest_goes():
    others = [Guest("10.0.0.9")]
    mine = [Guest("10.0.0.1") for _ in range(15)]
    assert place("10.0.0.1", STRANGER, others + mine).instead_of is None
    mine.append(Guest("10.0.0.1"))
    assert place("10.0.0.1", STRANGER, others + mine).instead_of is mine[0]


def test_who_is_being_answered_does_not_go():
    busy = [Guest("10.0.0.1", may_go=False) for _ in range(15)]
    idle = Guest("10.0.0.1")
    assert place("10.0.0.1", STRANGER, [*busy, idle]).instead_of is idle
    assert not place("10.0.0.1", STRANGER, [*busy, busy[0]]).is_free


def test_a_network_of_the_newer_kind_is_one_stranger():
    there = [Guest(f"2001:db8:1:2::{number}", may_go=False) for number in range(16)]
    assert not place("2001:db8:1:2::99", STRANGER, there).is_free
    assert place("2001:db8:1:3::1", STRANGER, there).is_free


def crowd(count, standing, each, **more):
    return [Guest(f"10.0.{standing}.{number // each}", standing, **more) for number in range(count)]


def test_strangers_together_leave_places_for_who_was_paired_and_these_for_the_own_screen():
    strangers = crowd(120, STRANGER, 10, may_go=False)
    assert not place("10.9.9.9", STRANGER, strangers).is_free
    there = strangers + crowd(60, PAIRED, 20, may_go=False)
    assert place("10.9.9.9", PAIRED, there[:-1]).is_free
    assert not place("10.9.9.9", PAIRED, there).is_free
    own = crowd(20, OWN, 20, may_go=False)
    assert place("127.0.0.1", OWN, there + own[:-1]).is_free
    assert not place("127.0.0.1", OWN, there + own).is_free


def test_in_a_full_crowd_the_device_that_holds_most_makes_room():
    there = [Guest("10.0.0.1"), *(Guest(f"10.0.1.{number}") for number in range(105))]
    there += [Guest("10.0.0.2") for _ in range(14)]
    assert place("10.9.9.9", STRANGER, there).instead_of is there[106]


def test_nobody_goes_for_one_of_lower_standing():
    there = crowd(60, PAIRED, 20) + crowd(119, STRANGER, 10, may_go=False)
    assert place("10.9.9.9", STRANGER, there).is_free
    full = [*there, Guest("10.9.9.8", may_go=False)]
    assert not place("10.9.9.9", STRANGER, full).is_free
    assert place("10.9.9.9", OWN, full + crowd(20, OWN, 20)).instead_of is there[0]


@pytest.mark.parametrize(
    ("stage", "patience_s"),
    [(Stage.IDLE, 30), (Stage.HEAD, 10), (Stage.BODY, 30), (Stage.READER, 30)],
)
def test_each_stage_has_its_time(stage, patience_s):
    assert not is_too_late(stage, patience_s, LIMITS)
    assert is_too_late(stage, patience_s + 0.1, LIMITS)


def test_our_own_slowness_is_held_against_nobody():
    assert not is_too_late(Stage.ANSWER, 86_400, LIMITS)


def test_an_address_is_known_for_hours_and_not_for_ever():
    known = Known()
    known.remember("10.0.0.1", 5.0)
    assert known.knows("10.0.0.1", 4.0 + KNOWN_FOR_S)
    assert not known.knows("10.0.0.1", 5.0 + KNOWN_FOR_S)
    assert not known.knows("10.0.0.2", 5.0)


def test_addresses_without_end_take_no_room_without_end():
    known = Known()
    for number in range(2 * MOST_KNOWN):
        known.remember(f"10.0.{number // 256}.{number % 256}", float(number))
    assert len(known._seen_s) == MOST_KNOWN
    assert known.knows("10.0.1.255", 600.0)
