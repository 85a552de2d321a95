"""The paint of tiles that were read surely at this table helps where a five is in doubt."""

import numpy as np
import pytest

from vision.familiar import Familiar
from vision.inks import paint_of
from vision.labels import READINGS
from vision.odds import with_evidence
from vision.weights import FEWEST

RNG = np.random.default_rng(7)


@pytest.fixture(autouse=True)
def thrown_anew() -> None:
    """Whichever tests ran before."""
    RNG.bit_generator.state = np.random.default_rng(11).bit_generator.state


def read_as(**chances: float) -> np.ndarray:
    out = np.full(len(READINGS), 1e-5, np.float32)
    for label, chance in chances.items():
        out[READINGS.index(label[1:] + label[0])] = chance
    return out / out.sum()


def crop(paint: tuple[int, int, int] = (30, 30, 30), white: int = 235) -> np.ndarray:
    """A face with some strokes of a paint, a little lighter or darker each time."""
    picture = np.full((48, 48, 3), white, np.uint8)
    picture[14:34, 16:32:4] = np.clip(np.array(paint) + RNG.integers(-2, 3, 3), 0, 255)
    return picture


GREEN, RED = (40, 110, 60), (190, 40, 50)


def read(familiar: Familiar, chances: np.ndarray, seen: np.ndarray):
    """What is told of one face."""
    return told_by(familiar, chances[None], seen[None])[0]


def told_by(familiar: Familiar, chances: np.ndarray, crops: np.ndarray):
    """The chances of some faces, once the table's known paints were heard; what is sure is learnt."""
    out = with_evidence(chances, familiar.says_of_fives(chances, crops))
    familiar.learn(out, crops)
    return out


@pytest.fixture
def familiar() -> Familiar:
    """A table at which some twos were read surely."""
    known = Familiar()
    for _ in range(4):
        read(known, read_as(m2=0.99), crop())
    return known


def redness(row: np.ndarray) -> float:
    plain, red = (float(row[READINGS.index(label)]) for label in ("5s", "0s"))
    return red / (plain + red)


def test_without_known_fives_red_or_plain_is_the_readers_word(familiar: Familiar) -> None:
    row = read(familiar, read_as(s5=0.6, s0=0.3), crop(RED))
    assert redness(row) == pytest.approx(1 / 3, rel=0.01)


@pytest.mark.parametrize(("paint", "is_red"), [(GREEN, False), (RED, True)], ids=["green", "red"])
def test_a_five_is_as_red_as_its_paint_beside_that_of_others(familiar, paint, is_red) -> None:
    for _ in range(FEWEST):
        read(familiar, read_as(s5=0.99), crop(GREEN))
        read(familiar, read_as(s0=0.99), crop(RED))
    row = read(familiar, read_as(s5=0.5, s0=0.5), crop(paint))
    assert redness(row) > 0.85 if is_red else redness(row) < 0.15


def test_paint_is_the_same_in_less_light(familiar: Familiar) -> None:
    for _ in range(FEWEST):
        read(familiar, read_as(s5=0.99), crop(GREEN))
        read(familiar, read_as(s0=0.99), crop(RED))
    dim = (crop(GREEN) * 0.7).astype(np.uint8)
    assert redness(read(familiar, read_as(s5=0.6, s0=0.4), dim)) < 0.15


def test_a_face_without_any_paint_has_none() -> None:
    assert paint_of(np.full((48, 48, 3), 240, np.uint8)).tolist() == [0, 0, 0]


def test_nothing_found_is_nothing_read(familiar: Familiar) -> None:
    nothing = (
        np.zeros((0, len(READINGS)), np.float32),
        np.zeros((0, 48, 48, 3), np.uint8),
    )
    assert len(told_by(familiar, *nothing)) == 0
