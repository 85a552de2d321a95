"""In the first hand of an evening no five is known: the red dragon tells red ones from plain ones."""

import cv2
import numpy as np
import pytest

from companion.pretend.painting.faces import faces
from tests.vision.read.test_familiar import told_by
from vision.labels import READINGS
from vision.read.familiar import Familiar
from vision.weights import FEWEST

SIDE = 48


def chances_of(*named: tuple[str, float]) -> np.ndarray:
    """One face that is read as each of these."""
    chances = np.full(len(READINGS), 1e-5, np.float32)
    for label, chance in named:
        chances[READINGS.index(label)] = chance
    return chances / chances.sum()


class Table:
    """What one set's faces look like to an eye that gets to know them."""

    def __init__(self, number: int) -> None:
        self.rng = np.random.default_rng(number)
        self.number = number
        self.familiar = Familiar()

    def crop(self, label: str) -> np.ndarray:
        face = cv2.cvtColor(faces(self.number)[label], cv2.COLOR_BGR2RGB)
        small = cv2.resize(face, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        return np.clip(small + self.rng.normal(0, 4, small.shape), 0, 255).astype(np.uint8)

    def reads(self, label: str, *named: tuple[str, float]) -> float:
        """Show a face that is read so; how likely a red five it is then."""
        embedding = self.rng.normal(size=(1, 32)).astype(np.float32)
        embedding /= np.linalg.norm(embedding)
        told = told_by(self.familiar, chances_of(*named)[None], embedding, self.crop(label)[None])
        return float(sum(told[0][READINGS.index(f"0{suit}")] for suit in "mps"))


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("suit", "mps")
def test_a_five_in_doubt_is_settled_once_the_red_dragon_and_its_neighbours_were_seen(
    number: int, suit: str
) -> None:
    table = Table(number)
    plain, red = f"5{suit}", f"0{suit}"
    before = table.reads(plain, (plain, 0.82), (red, 0.18))
    assert before == pytest.approx(0.18, abs=0.01)
    for label in ("7z", f"4{suit}", f"6{suit}") * FEWEST:
        table.reads(label, (label, 0.999))
    assert table.reads(plain, (plain, 0.82), (red, 0.18)) < 0.04
    assert table.reads(red, (plain, 0.45), (red, 0.55)) > 0.85


def test_nothing_is_concluded_from_ink_while_no_red_dragon_was_seen() -> None:
    table = Table(1)
    for label in ("4s", "6s") * FEWEST:
        table.reads(label, (label, 0.999))
    assert table.reads("5s", ("5s", 0.82), ("0s", 0.18)) == pytest.approx(0.18, abs=0.01)
