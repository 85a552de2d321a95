"""How sure is told: damped, in the same order, and summing to one."""

import numpy as np
import pytest

from vision.read.certainty import Certainty, as_certain

CHANCES = np.array([[0.9, 0.08, 0.02], [0.4, 0.35, 0.25], [0.0, 1.0, 0.0]], np.float32)


@pytest.mark.parametrize("certainty", [Certainty(1.6), Certainty(0.7, 0.03), Certainty(2.0, 0.01)])
def test_the_order_stays_and_all_still_sums_to_one(certainty: Certainty) -> None:
    told = as_certain(CHANCES, certainty)
    assert told.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-5)
    assert (told.argsort(axis=1)[:2] == CHANCES.argsort(axis=1)[:2]).all()
    assert told[2].argmax() == 1


def test_heat_and_doubt_take_certainty_away() -> None:
    plain = CHANCES.max(axis=1)
    assert (as_certain(CHANCES, Certainty(1.5)).max(axis=1)[:2] < plain[:2]).all()
    assert as_certain(CHANCES, Certainty(1.0, 0.03))[2, 1] == pytest.approx(1 - 0.03 * 2 / 3)
    assert (as_certain(CHANCES, Certainty(0.6)).max(axis=1)[:2] > plain[:2]).all()


def test_without_a_remark_nothing_is_done() -> None:
    assert as_certain(CHANCES, Certainty()) is CHANCES
    assert len(as_certain(CHANCES[:0], Certainty(1.4))) == 0
