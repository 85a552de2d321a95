"""Faces that were read surely at this table help where one is in doubt, and only there."""

import numpy as np
import pytest

from vision.familiar import CLEAR, FEWEST, MOST, SURE, Familiar
from vision.labels import READINGS

RNG = np.random.default_rng(7)
STYLE = {label: RNG.normal(size=96) for label in ("2m", "3m", "4m", "5s")}
STYLE["3m"] = STYLE["2m"] + 0.8 * STYLE["3m"]
"""Three strokes are drawn much like two."""


def face(label: str, strays: float = 0.03) -> np.ndarray:
    """An embedding of a face; no two tiles of a kind are quite alike."""
    vector = STYLE[label] / np.linalg.norm(STYLE[label]) + RNG.normal(0, strays, 96)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def read_as(**chances: float) -> np.ndarray:
    out = np.full(len(READINGS), 1e-5, np.float32)
    for label, chance in chances.items():
        out[READINGS.index(label[1:] + label[0])] = chance
    return out / out.sum()


def told(familiar: Familiar, chances: np.ndarray, embedding: np.ndarray) -> dict[str, float]:
    row = familiar.told(chances[None], embedding[None])[0]
    return {READINGS[at]: float(row[at]) for at in np.argsort(-row)[:2]}


@pytest.fixture
def familiar() -> Familiar:
    """A table at which some twos were read surely."""
    known = Familiar()
    for _ in range(4):
        known.told(read_as(m2=0.99)[None], face("2m")[None])
    return known


def test_at_a_new_table_a_doubt_stays_as_it_is() -> None:
    doubtful = read_as(m2=0.52, m3=0.47)
    assert np.allclose(Familiar().told(doubtful[None], face("3m")[None])[0], doubtful, atol=1e-6)


def test_a_face_that_looks_like_no_two_of_this_table_is_none(familiar: Familiar) -> None:
    row = told(familiar, read_as(m2=0.52, m3=0.47), face("3m"))
    assert next(iter(row)) == "3m"
    assert row["3m"] > 0.9


def test_a_face_that_looks_like_the_twos_of_this_table_is_one(familiar: Familiar) -> None:
    row = told(familiar, read_as(m2=0.52, m3=0.47), face("2m", 0.01))
    assert row["2m"] > 0.9


def test_a_face_that_is_in_no_doubt_is_left_alone(familiar: Familiar) -> None:
    sure = read_as(m2=0.98, m3=0.98 / CLEAR / 2)
    assert np.allclose(familiar.told(sure[None], face("3m")[None])[0], sure)


def test_red_or_plain_is_the_readers_word(familiar: Familiar) -> None:
    for _ in range(3):
        familiar.told(read_as(s5=0.99)[None], face("5s")[None])
    row = familiar.told(read_as(s5=0.5, s0=0.3, m4=0.15)[None], face("5s")[None])[0]
    plain, red = (float(row[READINGS.index(label)]) for label in ("5s", "0s"))
    assert plain / red == pytest.approx(5 / 3, rel=0.01)


def test_one_tile_that_is_looked_at_again_and_again_is_one_example() -> None:
    known, same = Familiar(), face("2m")
    for _ in range(FEWEST + 2):
        known.told(read_as(m2=0.99)[None], same[None])
    doubtful = read_as(m2=0.52, m3=0.47)
    assert np.allclose(known.told(doubtful[None], face("3m")[None])[0], doubtful, atol=1e-6)


def test_what_is_not_sure_teaches_nothing() -> None:
    known = Familiar()
    for _ in range(MOST):
        known.told(read_as(m2=SURE - 0.02, m4=1 - SURE + 0.02)[None], face("2m")[None])
    doubtful = read_as(m2=0.52, m3=0.47)
    assert np.allclose(known.told(doubtful[None], face("3m")[None])[0], doubtful, atol=1e-6)


def test_other_tiles_are_learnt_when_they_come(familiar: Familiar) -> None:
    """The other set of an automatic table: its faces take the place of those before."""
    STYLE["2m"], before = RNG.normal(size=96), STYLE["2m"]
    for _ in range(MOST):
        familiar.told(read_as(m2=0.99)[None], face("2m")[None])
    row = told(familiar, read_as(m2=0.5, m3=0.49), face("2m", 0.01))
    STYLE["2m"] = before
    assert row["2m"] > 0.9


def test_nothing_found_is_nothing_read(familiar: Familiar) -> None:
    assert (
        familiar.told(np.zeros((0, len(READINGS)), np.float32), np.zeros((0, 96), np.float32)).shape[0] == 0
    )


def test_a_back_and_what_nobody_knows_are_left_alone(familiar: Familiar) -> None:
    strange = np.zeros(len(READINGS), np.float32)
    strange[READINGS.index("back")], strange[READINGS.index("unknown")] = 0.5, 0.5
    assert np.allclose(familiar.told(strange[None], face("2m")[None])[0], strange)
