"""Who sits where is said by keys, written down, and known after a restart (席決め)."""

import pytest

from companion.clock import ManualClock
from companion.evidence import DealAsked, Depth, StartAsked
from companion.journal import SqliteJournal
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from firmware_bridge.signals import EVERY_SIDE, Condition, PanelStatus, Side
from tests.intake.panel_table import PanelTable

E = 0
RITUAL = ("C riichi", "D pon", "A next", "B chi")


@pytest.fixture
def table():
    """People have sat down, but no key is anybody's yet."""
    table = PanelTable(depth=None)
    table.ask(StartAsked("start", None, "", ("e", "s", "w", "n"), TENHOU))
    return table


def test_without_a_game_a_press_says_that_there_is_none():
    table = PanelTable(depth=None)
    table.press("A pon")
    assert table.codes == ["panel_no_game"]
    assert table.lamps == ["TRIPLE", "OFF", "OFF", "OFF"]
    assert table.state.seq == 0


def test_east_presses_first_and_the_lamps_show_who_is_bound(table):
    assert table.lamps == ["SLOW"] * 4
    table.press(*RITUAL[:2])
    assert table.lamps == ["SLOW", "SLOW", "WINK", "WINK"]
    table.press(*RITUAL[2:])
    assert table.state.hanchan.sides == "CDAB"
    assert table.facts == [f.SeatsBound("CDAB")]


def test_the_page_says_what_to_do_until_all_are_bound(table):
    assert table.codes == ["panel_who_sits"]
    table.press(*RITUAL)
    assert table.codes == []


@pytest.mark.parametrize("away", [Condition.DISCONNECTED, Condition.BOX_AWAY, Condition.PHONE_AWAY])
@pytest.mark.parametrize(("gone", "codes"), [({Side.D}, ["panel_who_sits"]), (EVERY_SIDE, [])])
def test_the_page_says_what_to_do_while_any_side_still_has_its_keys(table, away, gone, codes):
    """Such as with three players, who plug in three number pads of four."""
    table.source._hear(PanelStatus(away, 0, "", gone=frozenset(gone)))
    table.source._show()
    assert table.codes == codes


def test_a_side_that_presses_twice_is_refused(table):
    table.press("C riichi", "C riichi")
    assert table.codes == ["panel_who_sits", "panel_side_taken"]
    assert table.lamp("C").name == "TRIPLE"
    table.press("D pon", "A next", "B chi")
    assert table.state.hanchan.sides == "CDAB"


def test_a_long_wait_starts_over(table):
    table.press("A chi", "B chi")
    table.hold("C wait")
    assert table.lamps == ["SLOW"] * 4
    table.press(*RITUAL)
    assert table.state.hanchan.sides == "CDAB"


def test_the_binding_is_known_after_a_restart(table):
    table.press(*RITUAL)
    again = TableKeeper(table.door.journal, TENHOU, ManualClock(), trust=Trust)
    assert again.state.hanchan.sides == "CDAB"


def test_another_hanchan_asks_again(table):
    table.press(*RITUAL)
    table.ask(StartAsked("second", None, "", ("e", "s", "w", "n"), TENHOU))
    assert table.state.hanchan.sides == ""
    assert table.lamps == ["SLOW"] * 4


def test_another_hanchan_begins_the_ritual_anew(table):
    table.press("A chi", "B chi")
    table.ask(StartAsked("second", None, "", ("e", "s", "w", "n"), TENHOU))
    assert table.lamps == ["SLOW"] * 4
    table.press(*RITUAL)
    assert table.state.hanchan.sides == "CDAB"


def test_who_was_ready_in_the_last_hanchan_is_not_ready_in_the_next(table):
    table.press(*RITUAL, "A next", "B next", "C next")
    table.ask(StartAsked("second", None, "", ("e", "s", "w", "n"), TENHOU))
    table.tell(f.SeatsBound("CDAB"))
    table.press("D next")
    assert table.kyoku is None
    assert table.lamps == ["SLOW", "SLOW", "SLOW", "WINK"]


def test_when_people_change_places_nothing_of_their_keys_is_pending(table):
    table.press(*RITUAL, "A next", "B next", "C next", "D wait")
    table.tell(f.SeatsBound("ABCD"))
    assert table.lamps == ["SLOW"] * 4
    table.press("D next")
    assert table.kyoku is None


def test_a_call_that_is_held_when_people_change_places_is_refused_with_a_flash(table):
    table.press(*RITUAL)
    table.ask(DealAsked("deal", None, "", Depth.COUNTING))
    table.discard(1)
    table.press("D pon")
    assert table.lamp("D").name == "WINK"
    table.tell(f.SeatsBound("CBAD"))
    assert (table.lamp("D").name, table.codes) == ("TRIPLE", ["panel_not_done"])
    assert not table.state.hanchan.kyoku.players[1].melds


def test_the_tablet_may_say_it_in_the_middle_of_the_ritual(table):
    table.press("A chi")
    table.tell(f.SeatsBound("BCDA"))
    table.ask(DealAsked("deal", None, "", Depth.POINTS))
    table.press("A riichi")
    assert table.kyoku.players[3].in_riichi


def test_boxes_in_each_others_sockets_are_put_right_on_the_page_in_mid_hand(tmp_path):
    """The plugs of East and South were exchanged after the ritual: each box speaks for the other player."""
    journal = SqliteJournal(tmp_path / "table.sqlite")
    table = PanelTable(journal=journal)
    table.discard(2)
    table.press("D riichi")
    table.tell(f.SeatsBound("CBDA"))
    assert table.lamps == ["OFF", "OFF", "OFF", "OFF"]
    assert table.refused("B riichi") == "not_your_turn"
    table.discard(2)
    table.press("C riichi")
    assert table.kyoku.players[E].in_riichi
    journal.close()
    found = SqliteJournal(tmp_path / "table.sqlite")
    hanchan = TableKeeper(found, TENHOU, ManualClock(), trust=Trust).state.hanchan
    found.close()
    assert (hanchan.sides, hanchan.kyoku.players[E].in_riichi) == ("CBDA", True)


def test_with_three_players_the_empty_side_is_told_so():
    table = PanelTable(rules=TENHOU_3P, sides="ABC")
    table.press("D pon")
    assert table.codes == ["panel_not_seated"]
    assert table.lamp("D").name == "TRIPLE"
