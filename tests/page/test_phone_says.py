"""What a phone used as a seat's keys says below its lamp: at every state of the table the two agree."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.evidence import Depth, StartAsked
from companion.intake.panel.keys_there import KeysThere
from companion.projections.snapshot import project, snapshot_json
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.tea_facts import GamePaused, GameResumed
from companion.table_state import OpenChoice, OpenQuestion, TableState
from firmware_bridge.signals import Side
from tests.intake.panel_table import PanelTable

E, S = 0, 1
READY = "Ready. For two keys"


@pytest.fixture
def phone(drawn):
    """The lamp of a side, and what its phone says."""

    def phone(table: PanelTable, side: str, state: TableState | None = None, **more) -> tuple[str, str]:
        shown = state or table.state
        snapshot = json.loads(snapshot_json(project(shown, last_kyoku=shown.last_kyoku)))
        at = snapshot["sides"].find(side)
        lamp = table.lamp(side).name.lower()
        props = {
            "snapshot": snapshot,
            "seat": None if at < 0 else snapshot["seats"][at],
            "line": {"state": "live", "lamp": lamp},
            "isAwake": True,
            **more,
        }
        return lamp, drawn("keys/said:Said", props, views=("keys",))["said"][-1].strip()

    return phone


def test_before_a_game_the_phone_says_that_one_has_to_be_started(phone):
    assert phone(PanelTable(None), "A") == ("off", "Start a game first; then the keys work")


def test_before_the_first_deal_the_phone_says_who_presses_and_that_a_press_was_heard(phone):
    table = PanelTable(None)
    table.ask(StartAsked("start", None, "", ("e", "s", "w", "n"), TENHOU))
    assert phone(table, "B") == ("slow", "Each player presses a key: East first, then South and so on")
    table.press("B pon")
    assert phone(table, "B") == ("wink", "Heard. Each player presses a key: East first, then South and so on")
    table.press("B pon")
    lamp, said = phone(table, "B")
    assert (lamp, said.partition(";")[0]) == ("triple", "One side has pressed twice")
    table.press("C pon", "D pon", "A pon")
    assert phone(table, "C") == ("slow", "Press next when you are ready to go on.")


def test_in_a_hand_where_nothing_is_to_do_the_keys_are_ready(phone):
    table = PanelTable()
    lamp, said = phone(table, "A")
    assert lamp == "off"
    assert said.startswith(READY)


def test_between_hands_the_phone_asks_for_next_and_then_waits_with_its_player(phone):
    table = PanelTable()
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    assert phone(table, "C") == ("slow", "Press next when you are ready to go on.")
    table.press("C next")
    assert phone(table, "C") == ("wink", "You are ready; the others are not yet.")
    table.wait(11)
    assert phone(table, "D") == ("slow", "Press next when you are ready to go on.")
    table.press("C pon")
    lamp, said = phone(table, "C")
    assert (lamp, said) == (
        "triple",
        "s: no hand is being played; next means you are ready",
    )


def test_whoever_thinks_is_told_that_the_others_wait(phone):
    table = PanelTable()
    table.discard()
    table.press("D wait")
    table.tell(GamePaused())
    assert phone(table, "D") == ("off", "The game is paused; resume it first.")
    table.tell(GameResumed())
    assert phone(table, "D") == ("slow", "The others wait for you: press a key when you have decided.")


def test_a_call_that_is_held_was_heard_and_one_that_was_refused_says_why(phone):
    table = PanelTable()
    table.discard()
    table.press("D pon")
    assert phone(table, "D") == ("wink", "Heard.")
    table.press("A tsumo")
    lamp, said = phone(table, "A")
    assert (lamp, said[:3]) == ("triple", "n: ")
    table.wait(4)
    assert phone(table, "A") == ("off", said)


def test_a_question_of_the_keys_and_one_of_the_scribe_are_said(phone):
    table = PanelTable(Depth.POINTS)
    table.press("C ron")
    lamp, said = phone(table, "C")
    assert (lamp, said[:25]) == ("fast", "s, ron on whose tile? chi")
    asked = OpenQuestion(1, "which_tile", 2, (OpenChoice(()),))
    table.door.keeper._show(replace(table.state, questions=(asked,)))
    table.source._show()
    assert phone(table, "D") == ("fast", "The table’s page has a question for you.")


def test_a_win_without_a_value_is_asked_for_where_its_player_sits(phone):
    table = PanelTable()
    table.press("B tsumo")
    assert phone(table, "B") == ("fast", "e: enter han and fu")
    assert phone(table, "C") == ("off", "Enter the value of the win first")


def test_a_win_without_a_value_has_nobody_be_ready_or_press_next(phone):
    """Whoever called nothing was heard, and whoever thought when the page told the win still does."""
    table = PanelTable()
    table.discard()
    table.press("D ron", "A next", "C next")
    assert phone(table, "C") == ("wink", "Heard.")
    table = PanelTable()
    table.discard()
    table.press("D wait")
    table.tell(f.Won(S, f.WinBy.RON, E))
    assert phone(table, "D") == ("slow", "The others wait for you: press a key when you have decided.")


def test_when_the_last_hand_has_ended_a_question_and_a_refusal_are_not_denied(phone):
    table = PanelTable(Depth.POINTS)
    table.tell(f.Won(E, f.WinBy.RON, S, value=f.HandValue(13, 30)), f.KyokuEnded())
    assert (table.state.hanchan.ended is None, table.state.hanchan.is_closed) == (False, False)
    assert phone(table, "C") == ("slow", "Press next when you are ready to go on.")
    table.press("C pon")
    assert phone(table, "C") == ("triple", "s: no hand is being played; next means you are ready")
    table.hold("D wait")
    lamp, said = phone(table, "D")
    assert (lamp, said.partition("?")[0][:14]) == ("fast", "w: take back t")


def test_whoever_owes_an_indicator_is_told_to_flip_it(phone):
    table = PanelTable()
    table.tell(f.IndicatorRevealed(None))
    table.press("B kan")
    lamp, said = phone(table, "B")
    assert lamp == "double"
    assert said.startswith("Flip the kan dora now")


def test_a_lamp_that_is_lit_is_a_riichi(phone):
    table = PanelTable()
    table.press("B riichi", "C next")
    assert phone(table, "B") == ("steady", "In double riichi")


def test_in_a_break_the_phone_says_so_and_who_was_ready_still_is(phone):
    table = PanelTable()
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    table.press("C next")
    table.tell(GamePaused())
    assert phone(table, "D") == ("off", "The game is paused; resume it first.")
    assert phone(table, "C") == (
        "wink",
        "The game is paused; resume it first. You are ready; the others are not yet.",
    )


def test_after_the_game_no_key_is_asked_for(phone):
    table = PanelTable()
    table.tell(f.HanchanEnded())
    lamp, said = phone(table, "B")
    assert (lamp, said) == ("off", "Start a game first; then the keys work")


def test_with_three_players_the_phone_at_the_empty_side_says_that_nobody_sits_there(phone):
    table = PanelTable(rules=TENHOU_3P, sides="BCD")
    lamp, said = phone(table, "A")
    assert lamp == "off"
    assert said.startswith("Nobody sits at this side")


def test_where_not_every_player_has_keys_the_phone_says_where_to_say_who_sits_where(phone):
    table = PanelTable(None, keys=KeysThere({}, lambda: [Side.A]))
    table.ask(StartAsked("start", None, "", ("e", "s", "w", "n"), TENHOU))
    said = "Not everybody has keys yet: wait for the others, or set “Who sits where” in the menu"
    assert phone(table, "A") == ("off", said)


def test_a_call_for_the_referee_is_said_beside_the_lamp(phone):
    table = PanelTable()
    table.tell(f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=E))
    lamp, said = phone(table, "C", call={"state": "called", "seat": 1})
    assert lamp == "slow"
    assert said.startswith("Press next when you are ready to go on.")
