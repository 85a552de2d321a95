"""A tile that lies where another one lay, or is in doubt: what a glance does not see, and is read anew."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.pretend_table import DotReader, PretendTable
from tests.vision.settle.test_settling import RIVER, Film, river, wanted
from vision.camera.lens import Verdict
from vision.place.rectify import TABLE_MM
from vision.read.detect import Reading
from vision.settle.glance import MARGIN, Patch
from vision.settle.settling import Glance, Settler, Task
from vision.settle.swapped import SIDE, are_swapped
from vision.sighting import Sighting


def face(dark: int, strokes: tuple[int, ...] = (3, 9), *, light: float = 1.0, step: int = 0) -> np.ndarray:
    """A flat picture with one tile in its middle, a few strokes on it."""
    picture = np.full((SIDE, SIDE, 3), 60, np.uint8)
    middle = round((0.5 + MARGIN) * TABLE_MM) + step
    picture[middle - 13 : middle + 13, middle - 13 : middle + 13] = round(200 * light)
    for row in strokes:
        picture[middle - 8 + row : middle - 6 + row, middle - 6 : middle + 6] = round(dark * light)
    return picture


@pytest.mark.parametrize(
    ("now", "is_other"),
    [
        (face(80), False),
        (face(80, light=0.6), False),
        (face(80, step=1), False),
        (face(80, (3, 14)), True),
        (face(80, ()), True),
        (face(80, (3, 9, 14)), True),
    ],
    ids=["as it was", "in less light", "pushed by a millimetre", "other strokes", "blank", "a stroke more"],
)
def test_a_face_is_compared_whatever_the_light(now: np.ndarray, is_other: bool) -> None:
    assert are_swapped(face(80), now, np.array([(0.5, 0.5)])).tolist() == [is_other]


def test_a_light_that_is_other_for_all_is_no_other_tile() -> None:
    """A brighter lamp flattens what is white: strokes look stronger on every face alike."""
    middles = np.array([(0.5, 0.5)] * 3)
    assert not are_swapped(face(80), face(60), middles).any()


def test_with_no_tile_there_is_nothing_to_compare() -> None:
    assert are_swapped(face(80), face(80), np.zeros((0, 2))).tolist() == []


@pytest.fixture
def film() -> Film:
    return Film(PretendTable(tiles={RIVER[0]: 3, RIVER[1]: 5, RIVER[4]: 2}))


def test_a_discard_that_is_taken_back_for_another_one_is_read(film: Film) -> None:
    film.run(8)
    film.reach_in(*RIVER[1])
    film.table.tiles[RIVER[1]] = 4
    film.run(2)
    film.reach_out()
    (seen,) = film.run(12)
    assert river(seen) == wanted(film.table)


def test_only_the_tile_that_was_swapped_is_read_again(film: Film) -> None:
    film.run(8)
    looks, areas = film.pipeline.looks, []
    reader = film.pipeline._reader._look
    film.pipeline._reader._look = lambda part, scale: areas.append(part.size) or reader(part, scale)
    film.reach_in(*RIVER[1])
    film.table.tiles[RIVER[1]] = 6
    film.reach_out()
    film.run(12)
    assert film.pipeline.looks > looks
    assert max(areas) < 0.05 * film.table.picture().size


def test_a_hand_that_changes_nothing_makes_nobody_read(film: Film) -> None:
    film.run(8)
    looks = film.pipeline.looks
    film.reach_in(*RIVER[1])
    film.reach_out()
    assert film.run(12) == []
    assert film.pipeline.looks == looks


def test_a_tile_that_looks_otherwise_and_cannot_be_found_lies_there_still(film: Film) -> None:
    """Something small lies on it: had it gone, the cloth would show at a glance."""
    film.run(8)
    reader = film.pipeline._reader._look
    film.pipeline._reader._look = lambda *_: []
    film.reach_in(*RIVER[1])
    film.table.tiles[RIVER[1]] = 4
    film.reach_out()
    assert film.run(12) == []
    film.pipeline._reader._look = reader
    film.reach_in(*RIVER[1])
    film.table.tiles[RIVER[1]] = 6
    film.reach_out()
    (seen,) = film.run(12)
    assert river(seen) == wanted(film.table)


def test_where_most_was_cleared_what_looks_alike_is_read_too(film: Film) -> None:
    """The next deal breaks the wall at the same place: the new indicator lies where the old one lay."""
    film.table.tiles |= dict.fromkeys(RIVER, 4) | {(0.3, 0.8): 5}
    film.run(8)
    film.reach_in(0.5, 0.7)
    film.table.tiles = {(0.3, 0.8): 6}
    film.reach_out()
    seen = film.run(16)[-1]
    assert [tile.label for zone in seen.zones for tile in zone.tiles] == ["6p"]


class Doubting(DotReader):
    """Reads like the other, and is less sure of one number of dots."""

    def __init__(self, dots: int, *confidences: float) -> None:
        self.dots, self.confidences = dots, list(confidences)
        self.looks = 0

    def __call__(self, picture: np.ndarray, scale: float) -> list[Reading]:
        self.looks += 1
        chance = self.confidences.pop(0) if len(self.confidences) > 1 else self.confidences[0]
        found = super().__call__(picture, scale)
        return [replace(one, confidence=chance) if one.tile == f"{self.dots}p" else one for one in found]


def sure_of(sighting: Sighting) -> dict[str, float]:
    return {tile.label: round(tile.confidence, 2) for zone in sighting.zones for tile in zone.tiles}


def test_a_tile_in_doubt_is_looked_at_again_and_told_when_it_reads_otherwise(film: Film) -> None:
    film.pipeline._reader._look = Doubting(5, 0.6, 0.6, 0.6, 0.96)
    first, second = film.run(12)
    assert sure_of(first) == {"3p": 0.99, "5p": 0.6, "2p": 0.99}
    assert sure_of(second) == {"3p": 0.99, "5p": 0.96, "2p": 0.99}
    assert film.run(12) == []


def test_a_doubt_that_stays_is_looked_at_once_after_each_rest_and_not_for_ever(film: Film) -> None:
    reader = film.pipeline._reader._look = Doubting(5, 0.6)
    film.run(30)
    assert reader.looks == 3 + 1
    for number in range(6, 12):
        film.table.tiles[RIVER[number]] = 4
        film.run(12)
    after_rests = (1, 2, 4)
    assert reader.looks == 3 + 6 * 3 + len(after_rests)
    assert len(film.sightings) == 7


def test_what_is_sure_is_not_looked_at_again(film: Film) -> None:
    film.run(30)
    assert film.pipeline.looks == 3


@pytest.mark.parametrize(("again", "told"), [(0.66, "5p"), (0.999, "4p")])
def test_a_tile_that_looks_as_it_did_is_what_it_was_unless_it_is_read_more_surely(
    film: Film, again: float, told: str
) -> None:
    """Beside a new tile a tile across was only half found, and read as another, with two thirds."""
    film.run(8)
    reader = film.pipeline._reader._look

    def look(picture: np.ndarray, scale: float) -> list[Reading]:
        found = reader(picture, scale)
        return [replace(one, tile="4p", confidence=again) if one.tile == "5p" else one for one in found]

    film.pipeline._reader._look = look
    film.table.tiles[RIVER[2]] = 1
    seen = film.run(12)[-1]
    assert river(seen)[RIVER[1]] == told


def test_a_blank_face_is_no_face_with_strokes_in_another_light() -> None:
    assert are_swapped(face(80, ()), face(80), np.array([(0.5, 0.5)])).all()
    assert are_swapped(face(80), face(80, ()), np.array([(0.5, 0.5)])).all()


def test_many_tiles_that_look_otherwise_are_no_bump_of_the_camera() -> None:
    """They are read at once: the table is where it was, else all of it would differ."""
    swapped = tuple(Patch(0.1 * at, 0.1, 0.1 * at + 0.02, 0.13) for at in range(1, 8))
    settler = Settler()
    tasks = [
        settler.see(Glance(at * 100_000_000, Verdict.GOOD, 1.0, 0.0, 0.0, swapped=swapped)).task
        for at in range(3)
    ]
    assert tasks == [Task.LOOK, Task.LOOK, Task.REST]
