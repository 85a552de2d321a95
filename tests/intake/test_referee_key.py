"""`wait`, held alone for two seconds, calls the referee for its seat; held again, it withdraws the call."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import ConfigError
from companion.evidence import Depth
from companion.riichi.presets import TENHOU
from companion.riichi.seats import Seat
from companion.tournament.referee import CallSeen, CallState
from firmware_bridge.signals import Lamp
from tests.intake.panel_table import PanelTable

E, S, W, N = (Seat(seat) for seat in range(4))
KEYS = ("chi", "pon", "kan", "ron", "tsumo", "riichi", "next")


class Club:
    """A club whose hub is as far away as the test says."""

    def __init__(self, state=CallState.NONE, seat=None):
        self.seen = CallSeen(state, 0, seat)
        self.asked = []
        self.calls = 0
        self.is_disk_full = False

    def called(self):
        return self.seen

    def call(self, *, is_wanted, seat):
        if self.is_disk_full:
            raise ConfigError("the call cannot be kept")
        self.asked.append((is_wanted, seat))
        self.said(is_wanted=is_wanted, seat=seat)

    def said(self, *, is_wanted, seat=None):
        """A key, a page or the referee has said so."""
        self.calls += is_wanted
        self.seen = CallSeen(CallState.UNSENT, 0, seat, self.calls) if is_wanted else CallSeen(CallState.NONE)


@pytest.fixture
def club():
    return Club()


@pytest.fixture
def table(club):
    return PanelTable(referee=club)


def said(table):
    """What the panel says on the page: the codes, and whose key it was."""
    return [(one.code, one.seat) for each in table.state.notices for one in each.notices]


def test_held_for_two_seconds_it_calls_for_its_seat_and_says_so(table, club):
    table.discard(3)
    before = table.facts
    table.hold_down("D wait")
    assert club.asked == [(True, W)]
    assert said(table) == [("panel_referee_called", W)]
    assert table.facts == before
    assert table.lamp("D") is Lamp.WINK
    table.wait(2)
    assert table.lamp("D") is Lamp.OFF
    table.wait(8)
    assert said(table) == []


def test_nothing_shorter_calls(table, club):
    table.press("D wait")
    table.hold("D wait")
    table.hold("A wait")
    assert club.asked == []


@pytest.mark.parametrize("key", KEYS)
def test_no_other_key_calls(table, club, key):
    table.hold_down(f"C {key}")
    assert club.asked == []


@pytest.mark.parametrize("key", KEYS)
def test_a_chord_does_not_call_however_long_it_is_held(table, club, key):
    table.press("C wait", f"C wait+{key}")
    table.hold_down("C wait", beside=key)
    assert club.asked == []


def test_held_again_it_withdraws_its_own_call_and_the_lamp_goes_dark(table, club):
    table.hold_down("C wait")
    table.hold_down("C wait")
    assert club.asked == [(True, S), (False, S)]
    assert said(table) == [("panel_referee_withdrawn", S)]
    assert table.lamp("C") is Lamp.OFF


@pytest.mark.parametrize("state", [CallState.UNSENT, CallState.WAITING, CallState.COMING])
@pytest.mark.parametrize("seat", [E, None])
def test_two_who_quarrel_do_not_withdraw_each_others_call(state, seat):
    club = Club(state, seat)
    table = PanelTable(referee=club)
    table.hold_down("C wait")
    assert club.asked == []
    assert said(table) == [("panel_referee_called_before", S)]
    assert table.lamp("C") is Lamp.WINK


def test_before_anybody_has_sat_down_a_side_calls_and_withdraws_its_call():
    club = Club()
    table = PanelTable(None, referee=club)
    table.hold_down("B wait")
    assert (club.asked, table.lamp("B")) == ([(True, None)], Lamp.WINK)
    table.hold_down("A wait")
    assert club.asked == [(True, None)]
    table.hold_down("B wait")
    assert club.asked == [(True, None), (False, None)]


@pytest.mark.parametrize("when", ["before a game", "during a game"])
def test_a_later_call_from_a_page_is_not_withdrawn_by_the_side_that_called_before(club, when):
    table = PanelTable(None if when == "before a game" else Depth.COUNTING, referee=club)
    table.hold_down("B wait")
    club.said(is_wanted=False)  # the referee was there
    club.said(is_wanted=True)  # on a page that nobody's seat is tied to
    table.hold_down("B wait")
    assert len(club.asked) == 1
    assert club.seen.is_wanted
    assert table.codes == ["panel_referee_called_before"]


def test_the_side_where_nobody_sits_does_not_call(club):
    table = PanelTable(rules=replace(TENHOU, players=3), referee=club)
    table.hold_down("A wait")
    assert club.asked == []
    assert table.codes == ["panel_not_seated"]


def test_the_question_that_the_same_finger_has_raised_is_gone(table, club):
    table.discard(2)
    table.hold_down("C wait")
    assert "panel_ask_undo" not in table.codes
    table.press("C chi")
    assert len(table.kyoku.players[E].discards) == 1
    assert club.asked == [(True, S)]


@pytest.mark.parametrize("referee", [None, Club(None)], ids=["never a club", "left the club"])
def test_in_no_club_it_says_so_and_the_question_stays(referee):
    if referee is not None:
        referee.seen = None
    table = PanelTable(referee=referee)
    table.discard(2)
    table.hold_down("C wait")
    assert set(table.codes) == {"panel_ask_undo", "panel_no_club"}
    assert table.lamp("C") is Lamp.TRIPLE
    table.press("C chi")
    assert table.kyoku.turn == S


def test_what_cannot_be_kept_is_not_called(table, club):
    club.is_disk_full = True
    table.hold_down("C wait")
    assert "panel_not_done" in table.codes
    assert table.lamp("C") is Lamp.TRIPLE


PRESSES = st.lists(
    st.tuples(st.sampled_from("ABCD"), st.sampled_from((*KEYS, "wait")), st.sampled_from(("press", "hold")))
)


@settings(max_examples=25, deadline=None)
@given(PRESSES)
def test_whatever_is_pressed_or_held_for_a_second_never_calls(presses):
    club = Club()
    table = PanelTable(referee=club)
    for side, key, how in presses:
        getattr(table, how)(f"{side} {key}")
    assert club.asked == []
    assert not {code for code, _ in said(table)} & {"panel_referee_called", "panel_no_club"}
