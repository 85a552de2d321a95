"""Where a camera looks over a player's shoulder, the first threes that are read stand."""

import numpy as np
import pytest

from tests.vision.read.test_familiar import told_by
from vision.labels import READINGS
from vision.read.familiar import Familiar
from vision.weights import CONFIDENT

SIDE = 48
RNG = np.random.default_rng(3)
LYING, UPRIGHT, TWO = (RNG.normal(size=96) for _ in range(3))


class Table:
    """An eye that gets to know the faces of a table."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(446)
        self.familiar = Familiar()

    def sees(self, look: np.ndarray, **chances: float) -> dict[str, float]:
        """How a face of such looks, that is read so, is told."""
        embedding = look / np.linalg.norm(look) + self.rng.normal(0, 0.03, 96)
        embedding = (embedding / np.linalg.norm(embedding)).astype(np.float32)
        read = np.full(len(READINGS), 1e-5, np.float32)
        for name, chance in chances.items():
            read[READINGS.index(name[1] + name[0])] = chance
        read /= read.sum()
        told = told_by(
            self.familiar, read[None], embedding[None], np.full((1, SIDE, SIDE, 3), 230, np.uint8)
        )[0]
        return {label: float(told[READINGS.index(label)]) for label in ("2m", "3m")}


@pytest.fixture
def table() -> Table:
    """Threes on a rack, slanting and in shade, are read confidently whenever the table is looked at."""
    table = Table()
    for _ in range(4):
        table.sees(LYING + UPRIGHT, m3=0.98, m2=0.02)
    return table


def test_the_first_three_that_is_discarded_is_no_two_because_it_looks_otherwise(table) -> None:
    told = table.sees(LYING + 0.2 * TWO, m3=0.88, m2=0.09)
    assert told["3m"] == pytest.approx(0.88 / 0.97, abs=0.05)


def test_what_is_not_told_as_a_two_teaches_nobody_what_twos_look_like(table) -> None:
    """Three such looks at one three were learnt as twos, and then it was confidently told as one."""
    for _ in range(4):
        told = table.sees(LYING + 0.2 * TWO, m3=0.56, m2=0.43)
    assert told["2m"] < CONFIDENT
    assert told["3m"] > told["2m"]


def test_twos_that_are_known_settle_it(table) -> None:
    for _ in range(3):
        table.sees(LYING + 0.2 * TWO, m3=0.98, m2=0.01)
        table.sees(LYING + TWO, m2=0.98, m3=0.01)
    told = table.sees(LYING + 0.2 * TWO, m3=0.56, m2=0.43)
    assert told["3m"] > 0.9
