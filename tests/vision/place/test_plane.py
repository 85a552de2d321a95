"""The tiles calibrate: corners that were tapped a little wrong are put right by what lies on the table."""

from dataclasses import replace

import numpy as np
import pytest

from companion.intake.eye.calibrating_tiles import marks_of
from companion.pretend.stage.setting import EXACTLY, TableKind, setting_of
from lab.bench.plane_by_tiles import WAYS, cloth, fit, off_mm, read
from vision.place.marks import Mark, PlaneDoubt, mark_of
from vision.place.plane import FEWEST, fitted
from vision.place.plane_doubt import doubt_of
from vision.place.zones import zones_of
from vision.settle.laid import zones_with
from vision.sighting import Sighting

SEEDS = {"overhead": 3001, "oblique": 3002}
"""Tables on which nothing was tried while this was made."""


@pytest.mark.gate("oblique-225")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("camera", ["overhead", "oblique"])
def test_corners_three_per_cent_beside_are_put_right_by_the_tiles(camera: str, way: int) -> None:
    seed = SEEDS[camera]
    beside = setting_of(TableKind.USUAL, seed).moved(3.0, way).tapped_off
    found = fit(camera, seed, beside)
    assert found is not None
    assert found.tiles >= 40
    assert off_mm(camera, cloth(camera, beside)) > 20
    assert off_mm(camera, found.place) < 12
    assert max(found.moved_mm) > 12, "and it is said how far they were moved"


@pytest.mark.parametrize("camera", ["overhead", "oblique"])
def test_corners_that_were_tapped_well_stay_about_where_they_are(camera: str) -> None:
    found = fit(camera, SEEDS[camera], EXACTLY)
    assert found is not None
    assert off_mm(camera, found.place) < 12


def test_too_few_tiles_say_nothing() -> None:
    told = zones_with(read("overhead", 3001)[: FEWEST - 1], zones_of(()))
    assert fitted(cloth("overhead"), marks_of(Sighting("stage", 0, 1, told), "ABCD")) is None


@pytest.mark.parametrize("corner", [[0.1], ["x", 0.1], [10**400, 0.1], None])
def test_what_is_no_mark_of_a_tile_is_refused(corner: object) -> None:
    with pytest.raises(ValueError, match="not the mark of a tile"):
        mark_of([[corner] * 4, "river", "A", False])


class TestABadFitIsNotOffered:
    """Each measure by which one is refused, on a table that was read by the real eye."""

    def told(self, beside) -> PlaneDoubt | None:
        return doubt_of(fit("overhead", 3001, beside))

    def test_a_good_one_is(self) -> None:
        assert self.told(setting_of(TableKind.USUAL, 3001).moved(3.0, 45).tapped_off) is None

    def test_corners_that_are_right_are_left_alone(self) -> None:
        assert self.told(EXACTLY) is PlaneDoubt.NEAR

    def test_corners_of_something_smaller_or_larger_than_the_table(self) -> None:
        for far in (-0.15, 0.15):
            square = ((-far, -far), (far, -far), (far, far), (-far, far))
            assert self.told(square) is PlaneDoubt.SIZE

    def test_few_tiles(self) -> None:
        marks = marks_of(Sighting("stage", 0, 1, zones_with(read("overhead", 3001), zones_of(()))), "ABCD")
        assert doubt_of(fitted(cloth("overhead"), marks[: FEWEST - 1])) is PlaneDoubt.FEW
        assert doubt_of(fitted(cloth("overhead"), marks[:FEWEST])) is PlaneDoubt.UNSURE

    def test_tiles_that_lie_in_no_rows(self) -> None:
        dice = np.random.default_rng(3)
        marks = marks_of(Sighting("stage", 0, 1, zones_with(read("overhead", 3001), zones_of(()))), "ABCD")
        assert doubt_of(fitted(cloth("overhead"), [strewn(one, dice) for one in marks])) is PlaneDoubt.LOOSE

    def test_corners_farther_off_than_anybody_taps_them(self) -> None:
        found = fit("overhead", 3001, setting_of(TableKind.USUAL, 3001).moved(3.0, 45).tapped_off)
        assert found is not None
        assert doubt_of(replace(found, beside_mm=3 * found.beside_mm)) is PlaneDoubt.FAR


def strewn(mark: Mark, dice: np.random.Generator) -> Mark:
    """The same tile turned anyhow."""
    quad, turn = np.array(mark.quad), dice.uniform(-0.8, 0.8)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    a, b, c, d = ((float(x), float(y)) for x, y in (quad - quad.mean(axis=0)) @ matrix + quad.mean(axis=0))
    return replace(mark, quad=(a, b, c, d))
