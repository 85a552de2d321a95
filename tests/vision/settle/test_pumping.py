"""Light that comes and goes, as with a camera whose exposure pumps: said once, and not at each change."""

import pytest

from vision.camera.lens import Verdict
from vision.settle.settling import Glance, Settler
from vision.sighting import Condition

STEP_NS = 100_000_000


def told(verdicts: list[Verdict]) -> list[Condition]:
    """What is said in the course of these pictures, ten a second: each condition once."""
    settler, said = Settler(), []
    for number, lens in enumerate(verdicts, start=1):
        condition = settler.see(Glance(number * STEP_NS, lens, 60.0, 0.0, 0.0)).condition
        if not said or condition is not said[-1]:
            said.append(condition)
    return said


@pytest.mark.parametrize("verdict", [Verdict.DARK, Verdict.BRIGHT, Verdict.COVERED])
def test_exposure_that_pumps_is_a_fault_until_it_has_stopped(verdict: Verdict) -> None:
    pumps = [*[verdict] * 6, *[Verdict.GOOD] * 6] * 8
    good = [Verdict.GOOD] * 8
    assert told([*good, *pumps]) == [Condition.WATCHING, Condition(verdict.value)]
    after = [Condition.WATCHING, Condition(verdict.value), Condition.WATCHING]
    assert told([*good, *pumps, *good]) == after


def test_one_flash_is_nothing() -> None:
    assert told([*[Verdict.GOOD] * 8, *[Verdict.BRIGHT] * 2, *[Verdict.GOOD] * 8]) == [Condition.WATCHING]
