"""Keys in a break (中断): each says that the game is paused, and no lamp asks for one."""

from __future__ import annotations

import pytest

from companion.evidence import Depth, SourceChanged, SourceState
from companion.riichi import facts as f
from companion.riichi.tea_facts import GamePaused, GameResumed
from tests.intake.panel_table import PanelTable

E = 0
KEYS = ("chi", "pon", "kan", "ron", "tsumo", "riichi", "next")


def between_hands() -> PanelTable:
    table = PanelTable()
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    return table


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("eye", [False, True])
def test_a_key_in_mid_hand_says_that_the_game_is_paused(key, eye):
    table = PanelTable(Depth.FULL if eye else Depth.COUNTING)
    if eye:
        table.door.put(SourceChanged("camera", SourceState.UP))
    else:
        table.discard()
    table.tell(GamePaused())
    assert table.refused(f"C {key}") == "paused"


@pytest.mark.parametrize("key", KEYS)
def test_a_key_between_hands_says_that_the_game_is_paused(key):
    table = between_hands()
    table.tell(GamePaused())
    assert table.refused(f"C {key}") == "paused"


def test_no_lamp_asks_for_a_key_in_a_break_and_who_was_ready_still_is():
    table = between_hands()
    table.press("A next")
    table.tell(GamePaused())
    assert table.lamps == ["WINK", "OFF", "OFF", "OFF"]
    table.tell(GameResumed())
    assert table.lamps == ["WINK", "SLOW", "SLOW", "SLOW"]
    table.press("B next", "C next", "D next")
    assert table.kyoku.name == "E1-1"


def test_no_lamp_asks_a_player_who_thinks_for_a_key_in_a_break():
    table = PanelTable()
    table.discard()
    table.press("D wait")
    table.tell(GamePaused())
    assert table.lamps == ["OFF"] * 4
    table.tell(GameResumed())
    assert table.lamps == ["OFF", "OFF", "OFF", "SLOW"]


def test_whose_tile_it_was_is_not_asked_in_a_break():
    table = PanelTable(Depth.POINTS)
    table.press("C ron")
    assert (table.codes, table.lamps) == (["panel_ask_giver"], ["OFF", "OFF", "FAST", "OFF"])
    table.tell(GamePaused())
    assert (table.codes, table.lamps) == ([], ["OFF"] * 4)
    assert table.refused("C chi") == "paused"
    table.tell(GameResumed())
    table.wait(3)
    assert not table.kyoku.wins


def test_what_was_told_last_can_be_undone_by_keys_in_a_break():
    table = PanelTable(Depth.POINTS)
    table.tell(GamePaused())
    table.hold("C wait")
    table.press("C chi")
    assert not table.state.hanchan.sitting.is_paused
