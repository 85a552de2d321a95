"""White dragons and pale backs, told by what the faces and backs of one table are made of."""

import numpy as np
import pytest

from companion.pretend.painting.lens import aimed
from companion.pretend.painting.painter import PALE, Painter, Tiles
from companion.pretend.painting.solids import solid_of
from companion.pretend.painting.things import Pose, StageTile, Stance
from tests.vision.finds import chances
from tests.vision.read.test_own_backs import FACES
from vision.find.cuts import cut_out
from vision.labels import BACK, READINGS
from vision.read.detect import Eye, Found
from vision.read.faces import FaceReader
from vision.read.familiar import Familiar
from vision.read.materials import MANY_BLANKS, WHITES, Materials
from vision.read.odds import for_back, with_evidence
from vision.weights import IN_A_WALL, MOST, SURELY_FOUND

IVORY, CREAM, GREY = (247, 244, 230), (238, 228, 204), (198, 196, 186)
RNG = np.random.default_rng(3)


def bare(colour: tuple[int, int, int], light: float = 1.0) -> np.ndarray:
    """A tile with nothing on it, in some light."""
    noise = RNG.normal(0, 2, (48, 48, 3))
    return np.clip(np.array(colour) * light + noise, 0, 255).astype(np.uint8)


def told_by(materials: Materials, read: np.ndarray, crops: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """The chances of some finds, once materials were heard."""
    return with_evidence(read, for_back(read, materials.says(read, crops, scores)[0]))


def best(materials: Materials, read: np.ndarray, crop: np.ndarray, score: float = 0.9) -> str:
    """What one find alone in its picture is told as."""
    told = told_by(materials, read[None], crop[None], np.array([score], np.float32))
    return READINGS[int(told[0].argmax())]


def known(colour: tuple[int, int, int]) -> Materials:
    """A table at which a wall with backs of this colour was seen, and then some faces."""
    materials = Materials()
    walls = np.stack([bare(colour) for _ in range(30)])
    materials.says(np.stack([chances(_5z=0.6, back=0.4)] * 30), walls, np.full(30, 0.8, np.float32))
    faces = np.stack([bare(IVORY) for _ in range(5)])
    materials.says(np.stack([chances(_4s=0.99)] * 5), faces, np.full(5, 0.9, np.float32))
    return materials


def test_each_back_of_a_wall_is_remembered_once() -> None:
    materials = Materials()
    walls = np.stack([bare(CREAM) for _ in range(45)])
    materials.says(np.stack([chances(_5z=0.02, back=0.97)] * 45), walls, np.full(45, 0.9, np.float32))
    assert len(np.unique(materials._backs, axis=0)) == len(materials._backs) == 45


@pytest.mark.parametrize("colour", [CREAM, GREY])
def test_one_back_in_a_patch_without_faces_is_no_white_dragon(colour) -> None:
    read = chances(_5z=0.97, back=0.02)
    assert best(Materials(), read, bare(colour)) == "5z", "it would have been read so anyway"
    assert best(known(colour), read, bare(colour)) == BACK
    assert best(known(colour), read, bare(IVORY)) == "5z"


def test_a_lamp_makes_no_white_dragon_of_a_back_in_a_wall_and_a_real_one_is_told_even_there() -> None:
    read = chances(back=0.9, _5z=0.09)[None]

    def told(share_of_ivory: float, rows: float) -> str:
        colour = share_of_ivory * np.array(IVORY) + (1 - share_of_ivory) * np.array(CREAM)
        scores, said = np.full(1, 0.9, np.float32), np.full(1, rows, np.float32)
        evidence, _ = known(CREAM).says(read, bare(tuple(colour))[None], scores, said)
        return READINGS[int(with_evidence(read, for_back(read, evidence))[0].argmax())]

    assert told(0.65, rows=0.0) == "5z"
    assert told(0.65, rows=IN_A_WALL) == BACK
    assert told(1.0, rows=IN_A_WALL) == "5z"


def test_a_white_dragon_that_is_surely_a_tile_is_no_back() -> None:
    read = chances(back=0.97, _5z=0.02)
    assert best(known(CREAM), read, bare(IVORY)) == "5z"
    assert best(known(CREAM), read, bare(IVORY), score=SURELY_FOUND - 0.05) == BACK, "it may be a tile's side"


def test_what_is_of_neither_material_stays_as_it_was_read() -> None:
    for read, label in ((chances(back=0.9, _5z=0.1), BACK), (chances(back=0.1, _5z=0.9), "5z")):
        assert best(known(CREAM), read, bare(IVORY, 0.5)) == label
        assert best(known(CREAM), read, bare((120, 180, 120))) == label


@pytest.mark.parametrize(("count", "label"), [(MANY_BLANKS - 1, "5z"), (MANY_BLANKS + 4, BACK)])
def test_of_many_blanks_alike_most_are_backs_for_a_set_has_four_white_dragons(count: int, label: str) -> None:
    blanks = np.stack([bare(CREAM) for _ in range(count)])
    read = np.stack([chances(_5z=0.7, back=0.3)] * count)
    told = told_by(Materials(), read, blanks, np.full(count, 0.8, np.float32))
    assert {READINGS[int(row.argmax())] for row in told} == {label}
    assert told.sum(axis=1) == pytest.approx(np.ones(count), abs=1e-4)
    assert WHITES < MANY_BLANKS


def test_a_sure_white_dragon_among_the_tops_of_standing_tiles_is_none_of_them() -> None:
    tops = [chances(_5z=part, back=1 - part) for part in RNG.uniform(0.3, 0.6, 30)]
    read = np.stack([*tops, chances(_5z=0.98, back=0.01)])
    blanks, scores = np.stack([bare(IVORY)] * len(read)), np.full(len(read), 0.7, np.float32)
    told = told_by(Materials(), read, blanks, scores)
    assert [READINGS[int(row.argmax())] for row in told] == [BACK] * 30 + ["5z"]


def test_faces_with_a_name_are_left_alone() -> None:
    read = chances(_8s=0.9, _5z=0.05)
    told = told_by(known(CREAM), read[None], bare(CREAM)[None], np.array([0.9], np.float32))
    assert told[0, READINGS.index("8s")] == pytest.approx(read[READINGS.index("8s")], abs=1e-3)


def test_materials_follow_the_light_slowly() -> None:
    materials, read = known(CREAM), chances(_5z=0.97, back=0.02)
    for light in np.linspace(1.0, 0.75, MOST):
        for _ in range(3):
            assert best(materials, read, bare(CREAM, light)) == BACK
            materials.says(chances(_4s=0.99)[None], bare(IVORY, light)[None], np.ones(1, np.float32))


def test_nothing_is_told_of_no_finds() -> None:
    none = np.zeros((0, len(READINGS)), np.float32)
    said, _ = Materials().says(none, np.zeros((0, 48, 48, 3), np.uint8), np.zeros(0, np.float32))
    assert said.shape == (0,)


LENS = aimed(70, 4, 1000, focal=1750)


@pytest.fixture(scope="module")
def reader() -> FaceReader:
    return FaceReader(threads=1)


class Looked(Eye):
    """An eye whose finds are given."""

    def __init__(self, reader: FaceReader) -> None:
        self.reader, self.tile_set = reader, None


def drawn(colour: tuple[int, int, int], names: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Tiles of a house in rows, and where each lies."""
    tiles = Tiles(0)
    tiles.back = np.array(colour, np.float64)
    painter, quads = Painter(LENS, tiles, 4), []
    for number, name in enumerate(names):
        pose = Pose(-160 + 40 * (number % 9), -90 + 50 * (number // 9), 0, 0.05, _stance(name))
        tile = StageTile("1m" if name == BACK else name, pose)
        painter.put(number, tile)
        quads.append(solid_of(tile, LENS).face)
    painter.refresh()
    return painter.picture[..., ::-1].copy(), np.array(quads, np.float32)


def _stance(name: str) -> Stance:
    return Stance.DOWN if name == BACK else Stance.UP


@pytest.mark.parametrize("colour", PALE)
def test_the_real_reader_tells_a_pale_wall_patch_by_patch_once_the_table_was_seen(reader, colour) -> None:
    names = [*FACES, *[BACK] * 17]
    picture, quads = drawn(colour, names)
    scores = np.full(len(names), 0.9, np.float32)
    familiar = Familiar()
    Looked(reader).read(picture, Found(quads, scores, np.zeros(len(names), np.bool_)), familiar)
    for at in [names.index("5z"), *range(len(FACES), len(names))]:
        one = Found(quads[at : at + 1], np.full(1, 0.7, np.float32), np.zeros(1, np.bool_))
        (told,) = Looked(reader).read(picture, one, familiar)
        assert told.tile == names[at]


def test_without_the_table_seen_pale_backs_alone_are_taken_for_white_dragons(reader) -> None:
    picture, quads = drawn(PALE[1], [*FACES, *[BACK] * 6])
    alone = quads[len(FACES) :]
    assert len(cut_out(picture, alone)) == 6
    one = Found(alone, np.full(6, 0.7, np.float32), np.zeros(6, np.bool_))
    told = Looked(reader).read(picture, one, Familiar())
    assert any(reading.tile == "5z" for reading in told)


@pytest.mark.gate(1)
@pytest.mark.parametrize("colour", PALE)
def test_a_single_photograph_tells_a_pale_wall_from_the_white_dragon_beside_it(colour) -> None:
    picture, _ = drawn(colour, [*FACES, *[BACK] * 17])
    told = [reading.tile for reading in Eye(threads=1).look(picture)]
    assert told.count("5z") == 1
    assert told.count(BACK) >= 17
