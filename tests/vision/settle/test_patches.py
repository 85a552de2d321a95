"""Patches of a table are looked at at the scale at which their own tiles have the usual size."""

import numpy as np
import pytest

from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from vision.find.finder import USUAL_TILE
from vision.find.scales import GROWN_AT_MOST
from vision.place.raising import raised
from vision.place.rectify import TABLE_MM, TILE_MM, TablePlace, placed
from vision.settle.glance import WHOLE, Patch
from vision.settle.patches import LARGER, PatchReader

EXACTLY = ((0.0, 0.0),) * 4
PIXELS = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
FAR, NEAR = (1.03, 0.0), (1.03, 1.0)


def table(camera: str, share: float = 1.0) -> TablePlace:
    corners = np.array(CAMERAS[camera].tapped(EXACTLY)) * share
    found = placed(corners, (round(WIDTH * share), round(HEIGHT * share)))
    assert isinstance(found, TablePlace)
    return raised(found)


def around(at: tuple[float, float]) -> Patch:
    x, y = at
    return Patch(x - 0.02, y - 0.02, x + 0.02, y + 0.02)


def scales(place: TablePlace, patch: Patch) -> list[float]:
    """At which scales a patch in which nothing is found is looked at."""
    asked: list[float] = []

    def look(_picture, scale):
        asked.append(scale)
        return []

    PatchReader(look).read(PIXELS[: place.height, : place.width], place, [patch])
    return asked


def side(place: TablePlace, at: tuple[float, float]) -> float:
    """The side in pixels of a square as large as a tile there, by two steps across the table."""
    step = np.sqrt(TILE_MM[0] * TILE_MM[1]) / TABLE_MM / 2
    square = place.pixels(np.array(at) + step * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]))
    across, down = square[2] - square[0], square[3] - square[1]
    return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0]) / 2))


@pytest.mark.parametrize("camera", ["oblique", "low"])
@pytest.mark.parametrize("at", [FAR, NEAR])
def test_tiles_in_a_corner_are_looked_at_at_their_usual_size(camera: str, at: tuple[float, float]) -> None:
    place = table(camera)
    first, larger = scales(place, around(at))
    assert first * side(place, at) == pytest.approx(USUAL_TILE, rel=0.01)
    assert larger == pytest.approx(LARGER * first)
    assert abs(first * place.tile_side - USUAL_TILE) > 0.1 * USUAL_TILE, "it is so anywhere on this table"


def test_a_whole_table_is_looked_at_at_the_scale_of_its_middle() -> None:
    place = table("oblique")
    assert scales(place, WHOLE) == [pytest.approx(USUAL_TILE / place.tile_side)]


def test_a_small_picture_is_not_enlarged_without_end() -> None:
    assert scales(table("low", 0.3), around(FAR)) == [GROWN_AT_MOST, GROWN_AT_MOST]


@pytest.mark.parametrize("patch", [Patch(0.0, 0.4, 0.05, 0.45), Patch(0.95, 0.4, 1.0, 0.45)])
def test_a_patch_that_the_camera_does_not_see_is_not_looked_at(patch: Patch) -> None:
    place = placed([(-300, 100), (1580, 100), (1580, 700), (-300, 700)], (1280, 720))
    assert isinstance(place, TablePlace)
    assert scales(place, patch) == []
