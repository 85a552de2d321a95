"""A closed kan after riichi (リーチ後の暗槓): the four examples [kan], in three strictnesses."""

from dataclasses import replace

import pytest

from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import KanInRiichi
from companion.riichi.shape import counts_of, judge_kan_in_riichi
from companion.riichi.tiles import Tile, parse_tiles
from tests.toolbox.positions import in_riichi
from tests.toolbox.tables import play, refused

WAITS, READING = Reason.KAN_IN_RIICHI_WAITS, Reason.KAN_IN_RIICHI_READING
EXAMPLES = [
    ("3444m778899s333z", "4m", WAITS, WAITS),
    ("3444m778899s333z", "3z", None, None),
    ("111m222333p5678s", "1m", None, None),
    ("111m222333p5678s", "2p", None, None),
    ("111m222333p5678s", "3p", None, None),
    ("3335666p111456s", "6p", WAITS, WAITS),
    ("3335666p111456s", "3p", READING, None),
    ("3335666p111456s", "1s", None, None),
    ("222333444p23m11z", "2p", READING, None),
    ("222333444p23m11z", "3p", READING, None),
    ("222333444p23m11z", "4p", READING, None),
]
"""Hand, fourth tile, what speaks against the kan when every reading counts, and when only waits do."""


def judge(hand: str, tile: str, strictness: KanInRiichi):
    return judge_kan_in_riichi(counts_of(parse_tiles(hand)), Tile(tile).kind, strictness)


@pytest.mark.parametrize(("hand", "tile", "strict", "lenient"), EXAMPLES)
def test_the_examples_of_the_seeds(hand: str, tile: str, strict, lenient) -> None:
    assert judge(hand, tile, KanInRiichi.EVERY_READING).reason is strict
    assert judge(hand, tile, KanInRiichi.WAITS).reason is lenient
    assert judge(hand, tile, KanInRiichi.FORBIDDEN).reason is Reason.KAN_IN_RIICHI_FORBIDDEN


@pytest.mark.parametrize(("hand", "tile", "strict", "lenient"), EXAMPLES)
def test_the_table_judges_as_the_examples_do(hand: str, tile: str, strict, lenient) -> None:
    for strictness, expected in ((KanInRiichi.EVERY_READING, strict), (KanInRiichi.WAITS, lenient)):
        kyoku = in_riichi(rules=replace(TENHOU, kan_in_riichi=strictness), E=hand)
        kyoku = play(kyoku, f"E draws {tile}")
        if expected is None:
            assert play(kyoku, f"E closes {tile}").kans == 1
        else:
            assert refused(kyoku, f"E closes {tile}") is expected


def test_the_answer_names_the_reading_that_forbids_it() -> None:
    """Example 3: won with 4p the hand reads as 33p 345p 666p, and 3p is not a triplet."""
    judgement = judge("3335666p111456s", "3p", KanInRiichi.EVERY_READING)
    assert [[str(group) for group in reading] for reading in judgement.against] == [
        ["33p", "345p", "666p", "111s", "456s"]
    ]


def test_the_answer_names_the_waits_that_would_change() -> None:
    """Example 3: a kan of 6p would take the wait on 7p away."""
    judgement = judge("3335666p111456s", "6p", KanInRiichi.EVERY_READING)
    assert {Tile(text).kind for text in ("4p", "5p", "7p")} == judgement.waits_before
    assert Tile("7p").kind not in judgement.waits_after


def test_a_tile_of_which_three_are_not_held_is_not_the_fourth() -> None:
    assert judge("3444m778899s333z", "7s", KanInRiichi.WAITS).reason is Reason.KAN_IN_RIICHI_NOT_DRAWN


def test_a_hand_that_nobody_sees_is_not_judged() -> None:
    assert play(in_riichi(), "E draws, E closes 1z").kans == 1


def test_a_known_hand_is_not_judged_by_an_unseen_kan() -> None:
    assert play(in_riichi(E="111m222333p5678s"), "E draws 1m, E closes ?").kans == 1
