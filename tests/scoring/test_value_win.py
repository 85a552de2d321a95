"""Wins at a table: whose ura counts, and what cannot be told where tiles were not seen."""

from dataclasses import replace

import pytest

from companion.riichi.apply import apply, start
from companion.riichi.facts import (
    Discarded,
    Drawn,
    KyokuFact,
    KyokuStarted,
    RiichiAccepted,
    RiichiDeclared,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet, Suukaikan
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile, parse_tiles
from companion.scoring import ScoringError, value_win

EAST, SOUTH = Seat(0), Seat(1)
HAND = parse_tiles("234m567m345p67s22p")
RIICHI = (RiichiDeclared(EAST), Discarded(EAST, Tile("1z")), RiichiAccepted(EAST))


def table(
    *facts: KyokuFact, indicator: str = "9m", rules: RuleSet = TENHOU, hand: tuple[Tile, ...] | None = HAND
) -> Kyoku:
    first = KyokuStarted(
        Wind.EAST, EAST, 0, 0, (25_000,) * 4, Tile(indicator) if indicator else None, (hand, None, None, None)
    )
    kyoku = start(first, rules)
    for fact in facts:
        kyoku = apply(kyoku, fact)
    return kyoku


def ron(ura: str = "", **other) -> Won:
    return Won(EAST, WinBy.RON, SOUTH, Tile("8s"), hand=HAND, ura=parse_tiles(ura), **other)


WAITING = (Drawn(EAST, Tile("1z")), *RIICHI, Drawn(SOUTH, Tile("8s")), Discarded(SOUTH, Tile("8s")))


def test_a_win_has_the_same_value_before_and_after_it_was_applied():
    before = table(*WAITING)
    value = value_win(before, ron("1p"))
    assert value.yaku == (
        ("ippatsu", 1),
        ("pinfu", 1),
        ("tanyao", 1),
        ("double_riichi", 2),
        ("ura_dora", 2),
    )
    after = apply(before, ron("1p"))
    assert value_win(after, ron("1p")) == value


def test_a_known_hand_and_tile_need_not_be_named():
    kyoku = table(*WAITING)
    short = Won(EAST, WinBy.RON, SOUTH)
    assert value_win(kyoku, short) == value_win(kyoku, ron())
    drawn = table(Drawn(EAST, Tile("8s")))
    tsumo = value_win(drawn, Won(EAST, WinBy.TSUMO, EAST))
    assert tsumo.yakuman == 1
    assert tsumo == value_win(drawn, Won(EAST, WinBy.TSUMO, EAST, Tile("8s"), HAND))


def test_ura_of_a_hand_without_riichi_do_not_count():
    kyoku = table(Drawn(EAST, Tile("1z")), Discarded(EAST, Tile("1z")), *WAITING[-2:])
    assert dict(value_win(kyoku, ron("1p")).yaku).keys() == {"pinfu", "tanyao"}


def test_ura_places_that_served_for_a_fifth_kan_hold_no_ura():
    rules = replace(TENHOU, suukaikan=Suukaikan.URA_POSITIONS)
    kyoku = table(*WAITING, rules=rules)
    four, five = (replace(kyoku, wall=replace(kyoku.wall, kans=kans)) for kans in (4, 5))
    assert dict(value_win(four, ron("1p")).yaku)["ura_dora"] == 2
    assert "ura_dora" not in dict(value_win(five, ron("1p")).yaku)
    elsewhere = replace(five, rules=TENHOU)
    assert "ura_dora" in dict(value_win(elsewhere, ron("1p")).yaku)


@pytest.mark.parametrize(
    ("kyoku", "win"),
    [
        (table(Drawn(EAST), hand=None), Won(EAST, WinBy.TSUMO, EAST)),
        (table(Drawn(EAST, Tile("8s")), hand=None), Won(EAST, WinBy.TSUMO, EAST)),
        (table(*WAITING, hand=None), Won(EAST, WinBy.RON, SOUTH)),
        (table(Drawn(EAST, Tile("8s")), indicator=""), Won(EAST, WinBy.TSUMO, EAST)),
    ],
)
def test_what_was_not_seen_has_no_value(kyoku: Kyoku, win: Won):
    with pytest.raises(ScoringError) as caught:
        value_win(kyoku, win)
    assert caught.value.code == "not_seen"
