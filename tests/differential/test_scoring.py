"""What each of thousands of random hands is worth, by us and by a second scorer that knows nothing of ours.

`SCORED_HANDS=200000` makes the run long, `SCORED_SEED` deals other tiles.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache

import pytest

from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from companion.riichi.yaku import OTHER, YAKU
from tests.differential.scoring import HOUSES, KNOWN, Tally, compare, unexplained

HANDS = int(os.environ.get("SCORED_HANDS", "6000"))
SEED = os.environ.get("SCORED_SEED", "default")
NOT_HAD = frozenset({"renhou", "open_riichi"})
"""The second scorer does not know them."""

WRONG = {
    "no open tanyao": replace(TENHOU, open_tanyao=False),
    "two fu for a pair of the double wind": replace(TENHOU, double_wind_fu=2),
    "no fu for a tsumo on a replacement tile": replace(TENHOU, rinshan_fu=False),
    "rounded up to mangan": replace(TENHOU, kiriage=True),
    "thirteen han are sanbaiman": replace(TENHOU, kazoe_yakuman=False),
    "some yakuman are double": replace(TENHOU, double_yakuman=True),
    "yakuman do not add up": replace(TENHOU, yakuman_stack=False),
    "no ippatsu": replace(TENHOU, ippatsu=False),
    "no dora for kans": replace(TENHOU, kan_dora=False),
    "no ura for kans": replace(TENHOU, kan_ura=False),
    "the missing player's share is paid": replace(TENHOU_3P, tsumo_loss=False),
}


@cache
def compared(rules: RuleSet) -> Tally:
    return compare(rules, SEED, HANDS // len(HOUSES))


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_both_give_a_hand_the_same_yaku_han_fu_and_points(rules: RuleSet) -> None:
    tally = compared(rules)
    left = unexplained(tally)
    assert not left, "\n".join(map(str, left[:5]))
    assert tally.wins < tally.hands, "some hands nobody can win with"
    assert tally.wins > 0.8 * tally.hands


def test_every_yaku_was_among_them() -> None:
    yaku = {name for rules in HOUSES for name in compared(rules).yaku}
    wanted = {name.partition("_wind_")[0] + "_wind" if "_wind_" in name else name for name in (*YAKU, *OTHER)}
    assert wanted - NOT_HAD <= yaku


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_rule_is_noticed(wrong: str) -> None:
    """The comparison would see it: of the same hands a house that errs says something else."""
    house = TENHOU if WRONG[wrong].players == 4 else TENHOU_3P
    assert any(unexplained(compare(house, f"wrong {part}", 100, ours=WRONG[wrong])) for part in range(40))


def test_each_known_difference_has_its_own_name_and_sentence() -> None:
    assert len({known.name for known in KNOWN}) == len(KNOWN)
    assert all(known.sentence.endswith(".") for known in KNOWN)
