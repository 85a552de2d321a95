"""Who ran over at a table, on its way to the hub: when it changes, and never once more."""

import pytest

from companion.club.flags_told import RaisedFlags, SaidFlags
from companion.player_clock import ClockRules, ClocksSeen, Flag, Reckoning, SeatClock
from companion.tournament.flags import TableFlags, decode_flags
from companion.tournament.told import ToldRefused
from tests.club.conftest import soon
from tests.club_page.conftest import linked
from tests.club_page.playing import hands_of

__all__ = ["linked"]

RULES = ClockRules(360, 6, 60)
FINE, OVER = SeatClock(12.0), SeatClock(-0.5, Flag(40, 3))
WAIVED = SeatClock(-0.5, Flag(40, 3, is_waived=True))


def seen(*seats, hand=3):
    return ClocksSeen(RULES, Reckoning(seats, hand), "", 0.0)


def said(flags):
    told = flags.due()
    return None if told is None else decode_flags(told).seats


def test_a_table_says_its_flags_when_they_change_and_on_a_new_connection():
    flags = SaidFlags()
    assert said(flags) == ()
    flags.look = lambda: seen(FINE, FINE, FINE, FINE)
    assert said(flags) is None
    flags.look = lambda: seen(FINE, OVER, FINE, OVER)
    assert (said(flags), said(flags)) == ((1, 3), None)
    flags.connected()
    assert (said(flags), said(flags)) == ((1, 3), None)
    flags.look = lambda: seen(FINE, OVER, FINE, WAIVED)
    assert said(flags) == (1,)
    # In the hand after it people still have to know; in the one after that they do not.
    flags.look = lambda: seen(FINE, OVER, FINE, WAIVED, hand=4)
    assert said(flags) is None
    flags.look = lambda: seen(FINE, OVER, FINE, WAIVED, hand=5)
    assert said(flags) == ()


@pytest.mark.parametrize(
    "payload",
    [b"", b"[]", b"{", b'{"seats":[4]}', b'{"seats":[-1]}', b'{"seats":[true]}', b'{"seats":[1,1]}',
     b'{"seats":[2,1]}', b'{"seats":["1"]}', b'{"seats":3}', b'{"seats":[1.0]}'],
)  # fmt: skip
def test_what_no_table_says_changes_nothing(payload):
    with pytest.raises(ToldRefused):
        decode_flags(payload)
    heard = RaisedFlags()
    heard.hear("00000001", b'{"seats":[2]}')
    heard.hear("00000001", payload)
    assert (heard.of("00000001"), heard.of("00000002")) == ((2,), ())


def test_a_newer_companion_may_say_more():
    assert decode_flags(b'{"seats":[0],"left_s":[1,2]}') == TableFlags((0,))


def test_it_goes_through_a_real_broker_and_is_there_after_a_broken_connection(hub, linked):
    table = linked("Clocked")
    table.begin(hands_of(5, 1))
    mine = table.mine.table
    table.link.flags.look = lambda: seen(FINE, OVER, FINE, FINE)
    assert soon(lambda: hub.flags.of(mine) == (1,))
    table.link.stop()
    assert soon(lambda: not any(one.is_here for one in hub.tables if one.member.id == mine))
    assert hub.flags.of(mine) == (1,)


def test_a_table_that_begins_anew_without_clocks_has_no_flags_left(hub, linked):
    table = linked("Anew")
    mine = table.mine.table
    table.link.flags.look = lambda: seen(OVER, FINE, FINE, FINE)
    assert soon(lambda: hub.flags.of(mine) == (0,))
    table.link.flags.look = lambda: None
    assert soon(lambda: hub.flags.of(mine) == ())
