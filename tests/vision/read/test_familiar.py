"""Faces that were read confidently at this table help where one is in doubt, and only there."""

import numpy as np
import pytest

from vision.labels import READINGS
from vision.read.familiar import Familiar
from vision.read.inks import paint_of
from vision.read.odds import with_evidence
from vision.weights import CLEAR, CONFIDENT, FEWEST, MOST

RNG = np.random.default_rng(7)
STYLE = {label: RNG.normal(size=96) for label in ("2m", "3m", "4m", "5s")}
STYLE["3m"] = STYLE["2m"] + 0.8 * STYLE["3m"]
"""Three strokes are drawn much like two."""


@pytest.fixture(autouse=True)
def thrown_anew() -> None:
    """Whichever tests ran before."""
    RNG.bit_generator.state = np.random.default_rng(11).bit_generator.state


def face(label: str, strays: float = 0.03) -> np.ndarray:
    """An embedding of a face; no two tiles of a kind are quite alike."""
    vector = STYLE[label] / np.linalg.norm(STYLE[label]) + RNG.normal(0, strays, 96)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


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


def read(familiar: Familiar, chances: np.ndarray, embedding: np.ndarray, seen: np.ndarray | None = None):
    """What is told of one face."""
    crops = (crop() if seen is None else seen)[None]
    return told_by(familiar, chances[None], embedding[None], crops)[0]


def told_by(familiar: Familiar, chances: np.ndarray, embeddings: np.ndarray, crops: np.ndarray):
    """The chances of some faces, once the table's known faces were heard; what is sure is learnt."""
    out = with_evidence(chances, familiar.says_of_kinds(chances, embeddings))
    out = with_evidence(out, familiar.says_of_fives(out, crops))
    familiar.learn(out, embeddings, crops)
    return out


def told(familiar: Familiar, chances: np.ndarray, embedding: np.ndarray) -> dict[str, float]:
    row = read(familiar, chances, embedding)
    return {READINGS[at]: float(row[at]) for at in np.argsort(-row)[:2]}


@pytest.fixture
def familiar() -> Familiar:
    """A table at which some twos were read confidently."""
    known = Familiar()
    for _ in range(4):
        read(known, read_as(m2=0.99), face("2m"))
    return known


def test_at_a_new_table_a_doubt_stays_as_it_is() -> None:
    doubtful = read_as(m2=0.52, m3=0.47)
    assert np.allclose(read(Familiar(), doubtful, face("3m")), doubtful, atol=1e-3)


def test_a_face_that_looks_like_no_two_of_this_table_is_none(familiar: Familiar) -> None:
    for _ in range(4):
        read(familiar, read_as(m3=0.99), face("3m"))
    row = told(familiar, read_as(m2=0.52, m3=0.47), face("3m"))
    assert next(iter(row)) == "3m"
    assert row["3m"] > 0.9


def test_likeness_alone_proves_nothing_where_the_other_kind_is_not_known(familiar: Familiar) -> None:
    """A three was told as a two so, confidently, and nobody was asked."""
    for shown in (face("2m", 0.01), face("3m")):
        assert told(familiar, read_as(m2=0.52, m3=0.47), shown)["2m"] == pytest.approx(0.52, abs=0.02)


def test_a_face_that_looks_like_the_twos_of_this_table_is_one(familiar: Familiar) -> None:
    for _ in range(4):
        read(familiar, read_as(m3=0.99), face("3m"))
    row = told(familiar, read_as(m2=0.52, m3=0.47), face("2m", 0.01))
    assert row["2m"] > 0.9


def test_a_face_that_is_in_no_doubt_is_left_alone(familiar: Familiar) -> None:
    sure = read_as(m2=0.98, m3=0.98 / CLEAR / 2)
    assert np.allclose(read(familiar, sure, face("3m")), sure, atol=1e-3)


def test_a_face_that_looks_like_none_is_a_face_all_the_same(familiar: Familiar) -> None:
    chances = 0.7 * read_as(m2=0.6, m4=0.1)
    chances[READINGS.index("unknown")] += 0.3
    row = read(familiar, chances, face("5s"))
    assert row[READINGS.index("unknown")] == pytest.approx(0.3, abs=1e-3)


def redness(row: np.ndarray) -> float:
    plain, red = (float(row[READINGS.index(label)]) for label in ("5s", "0s"))
    return red / (plain + red)


def test_without_known_fives_red_or_plain_is_the_readers_word(familiar: Familiar) -> None:
    row = read(familiar, read_as(s5=0.6, s0=0.3), face("5s"), crop(RED))
    assert redness(row) == pytest.approx(1 / 3, rel=0.01)


@pytest.mark.parametrize(("paint", "is_red"), [(GREEN, False), (RED, True)], ids=["green", "red"])
def test_a_five_is_as_red_as_its_paint_beside_that_of_others(familiar, paint, is_red) -> None:
    for _ in range(FEWEST):
        read(familiar, read_as(s5=0.99), face("5s"), crop(GREEN))
        read(familiar, read_as(s0=0.99), face("5s"), crop(RED))
    row = read(familiar, read_as(s5=0.5, s0=0.5), face("5s"), crop(paint))
    assert redness(row) > 0.85 if is_red else redness(row) < 0.15


def test_paint_is_the_same_in_less_light(familiar: Familiar) -> None:
    for _ in range(FEWEST):
        read(familiar, read_as(s5=0.99), face("5s"), crop(GREEN))
        read(familiar, read_as(s0=0.99), face("5s"), crop(RED))
    dim = (crop(GREEN) * 0.7).astype(np.uint8)
    assert redness(read(familiar, read_as(s5=0.6, s0=0.4), face("5s"), dim)) < 0.15


def test_a_face_without_any_paint_has_none() -> None:
    assert paint_of(np.full((48, 48, 3), 240, np.uint8)).tolist() == [0, 0, 0]


def test_one_tile_that_is_looked_at_again_and_again_is_one_example() -> None:
    known, same = Familiar(), face("2m")
    for _ in range(FEWEST + 2):
        read(known, read_as(m2=0.99), same)
    doubtful = read_as(m2=0.52, m3=0.47)
    assert np.allclose(read(known, doubtful, face("3m")), doubtful, atol=1e-3)


def test_what_is_not_sure_teaches_nothing() -> None:
    known = Familiar()
    for _ in range(MOST):
        read(known, read_as(m2=CONFIDENT - 0.02, m4=1 - CONFIDENT + 0.02), face("2m"))
    doubtful = read_as(m2=0.52, m3=0.47)
    assert np.allclose(read(known, doubtful, face("3m")), doubtful, atol=1e-3)


def test_other_tiles_are_learnt_when_they_come(familiar: Familiar) -> None:
    """The other set of an automatic table: its faces take the place of those before."""
    STYLE["2m"], before = RNG.normal(size=96), STYLE["2m"]
    for _ in range(MOST):
        read(familiar, read_as(m2=0.99), face("2m"))
        read(familiar, read_as(m3=0.99), face("3m"))
    row = told(familiar, read_as(m2=0.5, m3=0.49), face("2m", 0.01))
    STYLE["2m"] = before
    assert row["2m"] > 0.9


def test_nothing_found_is_nothing_read(familiar: Familiar) -> None:
    nothing = (
        np.zeros((0, len(READINGS)), np.float32),
        np.zeros((0, 96), np.float32),
        np.zeros((0, 48, 48, 3), np.uint8),
    )
    assert len(told_by(familiar, *nothing)) == 0


def test_a_back_and_what_nobody_knows_are_left_alone(familiar: Familiar) -> None:
    strange = np.zeros(len(READINGS), np.float32)
    strange[READINGS.index("back")], strange[READINGS.index("unknown")] = 0.5, 0.5
    assert np.allclose(read(familiar, strange, face("2m")), strange, atol=1e-3)
