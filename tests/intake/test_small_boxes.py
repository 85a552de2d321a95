"""Boxes of five keys between two hands: no lamp asks for a key that they lack, and nobody waits for it."""

from __future__ import annotations

import pytest

from companion.evidence import DealAsked, Depth, StartAsked
from companion.intake.panel.keys_there import KeysThere
from companion.intake.panel.several import Beside
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.tea_facts import GamePaused
from firmware_bridge.signals import Condition, PanelStatus, Side
from tests.intake.panel_table import FIVE_KEYS, PanelTable, small_boxes

E, S, W, N = range(4)


def after_a_draw(*phones: Side, sides: str = "ABCD") -> PanelTable:
    """The hand has ended by a draw. East sits at side B, South at C, West at D, and North at A."""
    table = PanelTable(keys=small_boxes(*phones, sides=sides))
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    return table


@pytest.mark.parametrize("key", ["chi", "pon", "kan", "ron", "riichi"])
def test_a_key_of_a_small_box_says_that_the_page_goes_on(key):
    assert after_a_draw().refused(f"B {key}") == "panel_between_by_page"


def test_no_lamp_asks_for_next_where_there_is_none():
    table = after_a_draw()
    assert table.lamps == ["OFF"] * 4
    table.press("B chi")
    assert table.lamps == ["OFF", "TRIPLE", "OFF", "OFF"]
    table.wait(3)
    assert table.lamps == ["OFF"] * 4
    table.ask(DealAsked("next", None, "", Depth.COUNTING))
    assert table.kyoku.name == "E1-1"


def test_no_lamp_asks_for_next_before_the_first_hand():
    table = PanelTable(depth=None, keys=small_boxes())
    table.ask(StartAsked("start", None, "", ("e", "s", "w", "n"), TENHOU))
    table.press("A chi", "B pon", "C kan")
    assert table.lamps == ["WINK", "WINK", "WINK", "SLOW"]
    table.press("D ron")
    assert table.lamps == ["OFF"] * 4
    assert table.refused("A riichi") == "panel_between_by_page"


def test_another_ron_on_the_same_tile_is_still_told():
    table = PanelTable(keys=small_boxes())
    table.discard()
    table.press("D ron")
    table.wait(2)
    assert [win.seat for win in table.kyoku.wins] == [W]
    assert table.lamps == ["OFF", "OFF", "OFF", "FAST"]
    assert table.refused("C chi") == "panel_between_by_page"
    table.press("A ron")
    assert [win.seat for win in table.kyoku.wins] == [W, N]
    assert table.lamps[0] == table.lamps[3] == "FAST"


def test_nobody_waits_for_a_side_that_has_no_next():
    """Phones serve two sides beside boxes of five keys."""
    table = after_a_draw(Side.A, Side.C)
    assert table.lamps == ["SLOW", "OFF", "SLOW", "OFF"]
    table.press("A next")
    assert table.lamps == ["WINK", "OFF", "SLOW", "OFF"]
    assert table.kyoku.is_over
    table.press("C next")
    assert table.kyoku.name == "E1-1"


def test_nobody_waits_for_a_side_that_has_no_keys_at_all():
    table = after_a_draw(Side.A, sides="B")
    table.press("A next")
    assert table.kyoku.name == "E1-1"


AWAY = Beside(PanelStatus(Condition.CONNECTED, 0, "", gone=frozenset({Side.C})))


def ready_but_for(phones: list[Side]) -> PanelTable:
    """Phones are the only keys; all but the last of them are ready."""
    table = PanelTable(keys=KeysThere({}, lambda: phones))
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    table.press(*(f"{side.name} next" for side in phones[:-1]))
    return table


def test_nobody_waits_for_a_phone_that_was_put_away():
    phones = [Side.A, Side.C]
    table = ready_but_for(phones)
    table.source._hear(AWAY)
    assert table.kyoku.is_over
    phones.remove(Side.C)
    for _ in range(2):
        table.source._hear(AWAY)
        table.source._show()
        assert table.kyoku.name == "E1-1"
    assert not table.codes


@pytest.mark.parametrize("is_paused", [False, True])
def test_a_phone_that_is_put_away_deals_nothing_in_a_break_or_during_a_hand(is_paused):
    phones = [Side.A, Side.C]
    table = ready_but_for(phones)
    if is_paused:
        table.tell(GamePaused())
    else:
        table.ask(DealAsked("next", None, "", Depth.COUNTING))
    before = table.state.seq
    phones.remove(Side.C)
    table.source._hear(AWAY)
    table.source._show()
    assert (table.state.seq, table.codes) == (before, [])


def test_a_phone_says_which_key_means_ready():
    table = after_a_draw(Side.A)
    table.press_beside("A chi")
    assert table.codes == ["panel_between"]


def test_a_phone_is_not_asked_which_win_it_is_because_it_has_both_keys():
    table = PanelTable(keys=small_boxes(Side.C))
    table.discard()
    table.press_beside("C ron")
    table.wait(2)
    assert table.facts[-1] == f.Won(S, f.WinBy.RON, E)


@pytest.mark.parametrize(("wired", "stays"), [({}, []), ({Side.A: FIVE_KEYS}, ["panel_ask_giver"])])
def test_a_question_stands_only_while_its_side_has_keys_to_answer_it(wired, stays):
    phones = [Side.A, Side.C]
    table = PanelTable(Depth.POINTS, sides="ABCD", keys=KeysThere(wired, lambda: phones))
    table.press_beside("A ron")
    assert table.codes == ["panel_ask_giver"]
    phones.remove(Side.A)
    table.source._hear(Beside(PanelStatus(Condition.CONNECTED, 0, "", gone=frozenset({Side.A}))))
    table.source._show()
    assert table.codes == stays
