"""Two tiles that touch are found as one, and read as two: a river has no tile across that nobody laid so."""

import cv2
import numpy as np
import pytest

from tests.vision.pretend_table import DotReader, PretendTable
from vision.place.rectify import TABLE_MM, TILE_MM
from vision.place.zones import zones_of
from vision.read.detect import Reading
from vision.settle.laid import Lying
from vision.settle.pipeline import Pipeline
from vision.settle.pushed import Apart
from vision.sighting import Sighting

WIDE, HIGH = (mm / TABLE_MM for mm in TILE_MM)
OTHERS = {(0.2 + 0.06 * k, y): 5 for y in (0.3, 0.4) for k in range(10)}


class HastyReader(DotReader):
    """Takes whatever is white for one tile, as a finder does with tiles that leave no gap."""

    def __call__(self, picture: np.ndarray, scale: float) -> list[Reading]:
        found = super().__call__(picture, scale)
        grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
        white = cv2.morphologyEx(
            (grey > 1.8 * np.median(grey)).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)
        )
        count, _, boxes, _ = cv2.connectedComponentsWithStats(white)
        for x, y, wide, high, area in boxes[1:count].tolist():
            if max(wide, high) > 45 and min(wide, high) > 18 and area < 4000:
                quad = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)
                found.append(Reading("6p", 0.4, quad, 0.6, ()))
        return found


def told_of(table: PretendTable, laid: dict[tuple[float, float], int]) -> list[tuple[str, bool]]:
    """What is told of tiles that are laid after all others have come to rest."""
    pipeline = Pipeline(HastyReader(), lambda _: table.place(), zones_of(()))
    told: list[Sighting] = []
    for frame in range(16):
        if frame == 8:
            table.tiles |= laid
        told += [one for one in pipeline.feed(table.frame()) if isinstance(one, Sighting)]
    river = next(zone for zone in told[-1].zones if zone.name == "river.A")
    return sorted((tile.label, tile.sideways) for tile in river.tiles)


@pytest.mark.parametrize("step", [(WIDE, 0.0), (0.0, HIGH)])
def test_tiles_that_touch_are_two(step: tuple[float, float]) -> None:
    table = PretendTable(dict(OTHERS))
    laid = {(0.45, 0.62): 3, (0.45 + step[0], 0.62 + step[1]): 2}
    assert told_of(table, laid) == [("2p", False), ("3p", False)]


def test_two_pairs_that_touch_and_are_read_alike_are_four() -> None:
    laid = {(x, y): dots for y, dots in ((0.62, 3), (0.7, 2)) for x in (0.45, 0.45 + WIDE)}
    assert told_of(PretendTable(dict(OTHERS)), laid) == [("2p", False)] * 2 + [("3p", False)] * 2


def test_on_an_empty_table_nobody_knows_how_large_a_tile_is() -> None:
    assert told_of(PretendTable(), {(0.45, 0.62): 3, (0.45 + WIDE, 0.62): 2}) == [("6p", True)]


def test_standing_tiles_show_less_of_themselves_and_make_no_lying_one_two() -> None:
    place = PretendTable().place()

    def tile(wide: float, high: float) -> Lying:
        return Lying("3p", 0.99, np.array([[0, 0], [wide, 0], [wide, high], [0, high]]) + 0.4)

    def looked_again(_: np.ndarray) -> list[Lying]:
        pytest.fail("a tile that lies there alone is looked at as if it were two")

    seen = [tile(WIDE, 0.6 * HIGH)] * 60 + [tile(WIDE, HIGH)] * 40
    assert Apart().parted(seen, np.zeros((9, 9, 3), np.uint8), place, (0, 0), looked_again) == seen
