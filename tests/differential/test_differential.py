"""Our answer to "what may happen now" beside that of an independent program, at every decision.

`DIFFERENTIAL_POSITIONS=50000` makes the run long, `DIFFERENTIAL_SEED` deals other tiles.
"""

import os
from dataclasses import replace

import pytest

from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import KanInRiichi, Kuikae, MultipleRon
from tests.differential.comparing import House, compare
from tests.differential.houses import HOUSES
from tests.differential.known_differences import KNOWN_DIFFERENCES, unexplained

POSITIONS = int(os.environ.get("DIFFERENTIAL_POSITIONS", "4000"))
SEED = os.environ.get("DIFFERENTIAL_SEED", "default")

WRONG = {
    "kuikae is allowed": replace(TENHOU, kuikae=Kuikae.ALLOWED),
    "riichi without points": replace(TENHOU, riichi_min_points=None),
    "riichi on the last tiles": replace(TENHOU, riichi_min_live=0),
    "no kyuushu kyuuhai": replace(TENHOU, kyuushu_kyuuhai=False),
    "no kan in riichi": replace(TENHOU, kan_in_riichi=KanInRiichi.FORBIDDEN),
    "no open tanyao": replace(TENHOU, open_tanyao=False),
    "kiriage mangan": replace(TENHOU, kiriage=True),
    "head bump": replace(TENHOU, multiple_ron=MultipleRon.HEAD_BUMP),
}


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_both_allow_the_same_at_every_decision(house: House) -> None:
    tally = compare(house, SEED, POSITIONS // len(HOUSES))
    left = unexplained(tally.disagreements)
    assert not left, "\n".join(map(str, left))
    assert tally.positions >= POSITIONS // len(HOUSES)
    assert tally.contests
    assert tally.results["win"]


@pytest.mark.gate(3)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_rule_is_noticed(wrong: str) -> None:
    """The comparison would see it: in the same kyoku a house that errs disagrees."""
    house = House("tenhou", WRONG[wrong], "default_tenhou")
    assert any(unexplained(compare(house, f"wrong {seed}", 500).disagreements) for seed in range(20))


def test_each_known_difference_has_its_own_name_and_sentence() -> None:
    assert len({known.name for known in KNOWN_DIFFERENCES}) == len(KNOWN_DIFFERENCES)
    assert all(known.sentence.endswith(".") for known in KNOWN_DIFFERENCES)
