"""Keys and lamps are at the sides where people say that they are, from then on."""

import pytest

from companion.evidence import DealAsked, Depth, StartAsked
from companion.intake.panel.keys_there import ALL_KEYS, KeysThere
from companion.intake.turned import with_sides
from companion.keeping.key_sides import HouseKeys
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
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
from tests.intake.panel_table import PanelTable

A, B, C, D = Side


class Panel:
    """A panel that says what it is given."""

    damaged_lines = 0

    def __init__(self):
        self.says, self.shown = [], Lamps()

    def wait(self, _timeout_s):
        said, self.says = tuple(self.says), []
        return said

    def show(self, lamps):
        self.shown = lamps


@pytest.fixture
def house(tmp_path):
    return HouseKeys(tmp_path)


@pytest.fixture
def panel():
    return Panel()


@pytest.fixture
def told(house, panel):
    turned = with_sides(lambda: panel, house)()

    def told(*says):
        panel.says += says
        return turned.wait(0)

    told.show = turned.show
    return told


def press(side, seq, button=Button.PON):
    return Press(side, button, seq, seq)


def test_a_press_comes_from_the_side_where_the_keys_are(house, told):
    assert told(press(A, 1)) == (press(A, 1),)
    house.change("BCAD", "")
    assert [each.side for each in told(press(A, 2), press(B, 3), press(C, 4), press(D, 5))] == [B, C, A, D]


def test_a_lamp_is_shown_where_its_keys_are(house, panel, told):
    house.change("BCAD", "")
    told.show(Lamps.of({B: Lamp.FAST, A: Lamp.SLOW}))
    assert panel.shown == Lamps.of({A: Lamp.FAST, C: Lamp.SLOW})


def test_a_key_that_is_still_down_means_nothing_more_at_its_new_side(house, told):
    told(press(A, 1, Button.WAIT))
    house.change("BACD", "")
    assert told(LongPress(A, Button.WAIT, 9, 1), HeldDown(A, Button.WAIT, 9, 1)) == ()
    told(press(A, 2, Button.WAIT))
    assert told(LongPress(A, Button.WAIT, 9, 2)) == (LongPress(B, Button.WAIT, 9, 2),)


def test_a_key_that_is_stuck_is_stuck_where_it_is(house, told):
    told(Stuck(A, Button.PON, 9, 1))
    house.change("BACD", "")
    assert told() == (Stuck(A, Button.PON, 9, 1, is_over=True), Stuck(B, Button.PON, 9, 1))
    assert told(Stuck(A, Button.PON, 9, 1, is_over=True)) == (Stuck(B, Button.PON, 9, 1, is_over=True),)
    house.change("ABCD", "")
    assert told() == ()


def test_a_key_that_was_stuck_before_the_panel_was_gone_is_not_told_again(house, told):
    told(Stuck(A, Button.PON, 9, 1), PanelStatus(Condition.DISCONNECTED, 1, "", gone=EVERY_SIDE))
    house.change("BACD", "")
    assert told() == ()


def test_a_box_that_is_away_is_named_by_the_side_where_it_is(house, told):
    away = PanelStatus(Condition.BOX_AWAY, 1, "", gone=frozenset({A}), sides=frozenset({A}))
    house.change("BACD", "")
    (said,) = told(away)
    assert (said.gone, said.sides) == ({B}, {B})
    house.change("CABD", "")
    (said,) = told()
    assert (said.gone, said.sides) == (frozenset(), {C})


def test_a_panel_that_is_away_as_a_whole_still_is(house, told):
    told(PanelStatus(Condition.BOX_AWAY, 1, "", gone=EVERY_SIDE, sides=frozenset({A})))
    house.change("BACD", "")
    (said,) = told()
    assert (said.gone, said.sides) == (EVERY_SIDE, {B})


@pytest.mark.parametrize("sides", [frozenset(), frozenset({C})])
@pytest.mark.parametrize("passing", [Condition.RESTARTED, Condition.PRESSES_LOST])
def test_doubts_about_lost_presses_are_not_said_again(house, told, passing, sides):
    told(PanelStatus(passing, 1, "", sides=sides))
    house.change("BACD", "")
    assert told() == ()


def test_a_battery_is_low_also_after_presses_were_lost(house, told):
    told(PanelStatus(Condition.BATTERY_LOW, 1, "", sides=frozenset({A})))
    told(PanelStatus(Condition.PRESSES_LOST, 2, "", 1))
    house.change("BACD", "")
    assert told() == (PanelStatus(Condition.BATTERY_LOW, 1, "", sides=frozenset({B})),)


def test_keys_that_are_pressed_are_there(house, told):
    house.change("ABCD", "CD")
    told(press(D, 1))
    assert house.sides.without == "C"


# At a table.


def at_table(house, depth=Depth.COUNTING):
    keys = KeysThere(ALL_KEYS, tuple, lambda: house.sides)
    table = PanelTable(depth=None, keys=keys)
    table.ask(StartAsked("start", None, "", ("e", "s", "w", "n"), TENHOU))
    table.tell(f.SeatsBound("ABCD"))
    if depth is not None:
        table.ask(DealAsked("deal", None, "", depth))
    return table


def test_all_are_ready_without_the_player_who_has_no_keys(house):
    table = at_table(house, None)
    house.change("ABCD", "D")
    table.press("A next", "B next")
    assert table.kyoku is None
    table.press("C next")
    assert table.kyoku is not None


def test_once_it_is_said_that_a_player_has_no_keys_the_others_wait_no_longer(house):
    table = at_table(house, None)
    table.press("A next", "B next", "C next")
    assert table.kyoku is None
    house.change("ABCD", "D")
    table.source._show()
    assert table.kyoku is not None


def test_a_call_that_is_held_when_keys_are_moved_is_refused_with_a_flash(house):
    table = at_table(house)
    table.discard(1)
    table.press("D pon")
    house.change("ABDC", "")
    table.source._show()
    assert table.codes == ["panel_not_done"]
    assert not table.kyoku.players[3].melds
