"""When lamps ask for `next`, and what else lets the next hand be dealt where keys are missing."""

from companion.evidence import DealAsked, Depth, StartAsked, UndoAsked
from companion.intake.panel.keys_there import KeysThere
from companion.keeping.key_sides import KeySides
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.tea_facts import GamePaused, GameResumed
from firmware_bridge.signals import Side
from tests.intake.panel_table import PanelTable

E, S, W, N = range(4)


def test_no_lamp_asks_for_next_while_it_is_refused_because_a_value_is_missing():
    table = PanelTable()
    table.press("B tsumo")
    assert table.lamps == ["OFF", "FAST", "OFF", "OFF"]
    assert table.refused("C next") == "panel_value_missing"
    table.ask(UndoAsked("u", table.state.seq, ""))
    table.tell(f.Won(E, f.WinBy.TSUMO, E, value=f.HandValue(3, 30)))
    table.wait(3)
    assert table.lamps == ["SLOW"] * 4


def after_a_draw(keys: KeysThere | None = None) -> PanelTable:
    table = PanelTable(keys=keys)
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    return table


def test_the_page_says_whose_next_is_missing_where_a_box_was_never_plugged_in():
    """A side whose box is missing cannot be told from one whose player takes time."""
    table = after_a_draw()
    table.press("A next", "B next", "D next")
    table.wait(8)
    assert table.codes == []
    table.wait(3)
    assert awaited(table) == [S]
    table.ask(DealAsked("next", None, "", Depth.COUNTING))
    assert (table.kyoku.name, table.codes) == ("E1-1", [])


def test_whoever_presses_next_again_while_waiting_puts_nothing_off():
    table = after_a_draw()
    table.press("A next", "B next", "D next")
    table.wait(6)
    table.press("A next")
    table.wait(5)
    assert awaited(table) == [S]
    table.press("A next")
    assert awaited(table) == [S]


def test_nobody_is_awaited_before_somebody_is_ready_in_a_break_and_once_all_are():
    table = after_a_draw()
    table.wait(60)
    assert table.codes == []
    table.press("A next")
    table.wait(11)
    assert awaited(table) == [E, S, W]
    table.tell(GamePaused())
    assert table.codes == []
    table.tell(GameResumed())
    table.press("B next", "C next", "D next")
    assert table.codes == []


def test_where_no_keys_are_said_to_be_nobody_is_awaited():
    sides = [KeySides()]
    table = after_a_draw(KeysThere(placed=lambda: sides[0]))
    table.press("A next", "B next", "D next")
    table.wait(11)
    assert awaited(table) == [S]
    sides[0] = KeySides(without="C")
    table.source._show()
    assert (table.kyoku.name, table.codes) == ("E1-1", [])


def test_where_not_every_player_has_keys_the_page_is_asked_who_sits_where():
    phones = [Side.A, Side.C]
    table = PanelTable(None, keys=KeysThere({}, lambda: phones))
    table.ask(StartAsked("start", None, "", ("e", "s", "w", "n"), TENHOU))
    assert (table.codes, table.lamps) == (["panel_who_sits_by_page"], ["OFF"] * 4)
    phones += [Side.B, Side.D]
    table.source._show()
    assert (table.codes, table.lamps) == (["panel_who_sits"], ["SLOW"] * 4)


def awaited(table: PanelTable) -> list[int]:
    """Whose `next` the page says is missing."""
    said = [notice for each in table.state.notices for notice in each.notices]
    assert {notice.code for notice in said} <= {"panel_awaited"}
    return sorted(notice.seat for notice in said)
