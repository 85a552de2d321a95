"""The tiles calibrate: corners that were tapped a little wrong are put right by what lies on the table."""

import pytest

from companion.intake.eye.calibrating_tiles import fitted_by_tiles
from companion.intake.stage.setting import EXACTLY, TableKind, setting_of
from lab.bench.plane_by_tiles import WAYS, cloth, fit, off_mm, read
from vision.laid import zones_with
from vision.plane import FEWEST
from vision.sighting import Sighting
from vision.zones import zones_of

SEEDS = {"overhead": 3001, "oblique": 3002}
"""Tables on which nothing was tried while this was made."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("camera", ["overhead", "oblique"])
def test_corners_three_per_cent_beside_are_put_right_by_the_tiles(camera: str, way: int) -> None:
    seed = SEEDS[camera]
    beside = setting_of(TableKind.USUAL, seed).moved(3.0, way).beside
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
    assert fitted_by_tiles(Sighting("stage", 0, 1, told), "ABCD", cloth("overhead")) is None
