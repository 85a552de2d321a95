"""What the first call has settled, what it has not, and what has to be asked (先付け)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.projections.house_reminders import HOUSE_AFTER
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import HandValue, WinBy, Won
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.sakizuke import Settled, settled_by_the_first_call
from companion.riichi.tiles import Tile, parse_tiles
from tests.toolbox.tables import E, S, play, step, table

RULES = replace(TENHOU, sakizuke=True)
TWO_CALLS = (
    "E draws, E discards {0}, S pons {0}, S discards 1m, W draws, W discards {1}, S pons {1}, S discards 9m"
)
HATSU_FIRST, HATSU_LATER = TWO_CALLS.format("6z", "4p"), TWO_CALLS.format("4p", "6z")
TOLD_LATER = "S pons 4p from W, S pons 6z from E"
PON_FIRST = "E draws, E discards 4p, S pons 4p, S discards 1m"


def won(tile: str, hand: str | None, *yaku: str) -> Won:
    value = HandValue(len(yaku), 30, 0, tuple((name, 1) for name in yaku))
    return Won(S, WinBy.RON, E, Tile(tile), None if hand is None else parse_tiles(hand), value=value)


def judged(script: str, win: Won) -> Settled:
    return settled_by_the_first_call(play(table(), script), win)


@pytest.mark.parametrize(
    ("script", "win", "expected"),
    [
        (HATSU_FIRST, won("5s", "23477m46s", "hatsu"), Settled.YES),
        (HATSU_LATER, won("5s", "23477m46s", "hatsu"), Settled.NO),
        # The triplet is complete with the winning tile, or it lay concealed and nobody knows since when.
        (PON_FIRST, won("6z", "234m5677p66z", "hatsu"), Settled.NO),
        (PON_FIRST, won("5s", "234m46s77p666z", "hatsu"), Settled.ASK),
        # 23m waits for 1m and 4m: one of them is no tanyao. 34m waits for 2m and 5m.
        (PON_FIRST, won("4m", "23m567s666s77p", "tanyao"), Settled.NO),
        (PON_FIRST, won("5m", "34m567s666s77p", "tanyao"), Settled.YES),
        (PON_FIRST, won("5m", None, "tanyao"), Settled.ASK),
        (PON_FIRST, won("5m", "34m567s666s77p", "houtei", "dora"), Settled.NO),
        (PON_FIRST, won("5m", "34m567s666s77p", "houtei", "sanshoku_doujun"), Settled.ASK),
        (PON_FIRST, won("5m", "34m567s666s77p"), Settled.ASK),
        ("E draws", won("5m", "34m567s666s77p456p", "tanyao"), Settled.YES),
        # Where nobody follows the turns, melds are entered in any order.
        (f"nobody follows, {TOLD_LATER}", won("5s", "23477m46s", "hatsu"), Settled.ASK),
        ("nobody follows, S pons 6z from E", won("5s", "23477m46s789p", "hatsu"), Settled.YES),
    ],
)
def test_what_the_first_call_has_settled(script: str, win: Won, expected: Settled) -> None:
    assert judged(script, win) is expected


def after(rules, script: str, win: Won):
    turn = "W draws, W discards 8p, N draws, N discards 9p, E draws, E discards 5s"
    return step(play(table(rules), f"{script}, {turn}"), win)


def test_what_is_not_settled_is_refused_where_the_house_says_so_and_may_be_allowed() -> None:
    win = won("5s", "23477m46s", "hatsu")
    with pytest.raises(IllegalFactError) as refusal:
        after(RULES, HATSU_LATER, win)
    assert refusal.value.reason is Reason.ATOZUKE
    assert Reason.ATOZUKE.is_waivable
    assert after(TENHOU, HATSU_LATER, win).is_over
    assert after(RULES, HATSU_FIRST, win).is_over
    assert step(play(table(RULES), f"nobody follows, {TOLD_LATER}"), win).is_over


def test_what_nobody_can_see_is_asked_and_not_guessed() -> None:
    kyoku = after(RULES, HATSU_LATER, replace(won("5s", "23477m46s", "hatsu"), value=HandValue(2, 30)))
    found = [one for rule in HOUSE_AFTER for one in rule(kyoku)]
    assert [(one.code, one.seat) for one in found] == [("ask_sakizuke", S)]
    settled = after(RULES, HATSU_FIRST, won("5s", "23477m46s", "hatsu"))
    assert not [one for rule in HOUSE_AFTER for one in rule(settled)]
