"""Which tiles on a pretend table a camera sees from above, and where it sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.things import DEEP, TABLE, Pose, Stance
from companion.pretend.stage.setting import TappedOff
from companion.pretend.stage.truth import flat_quad
from vision.place.raising import raised
from vision.place.rectify import TablePlace, placed


def in_sight(lying: Mapping[int, Pose]) -> Iterator[tuple[int, Pose]]:
    """The tiles that lie and are not covered by others."""
    covered = {(round(pose.x), round(pose.y)) for pose in lying.values() if pose.z > 0}
    for piece, pose in lying.items():
        is_under = pose.z == 0 and (round(pose.x), round(pose.y)) in covered
        if pose.stance is not Stance.STANDING and not is_under:
            yield piece, pose


class Places:
    """Where a camera whose corners were tapped this far off (`tapped_off`) sees the upper sides of tiles."""

    def __init__(self, camera: str, tapped_off: TappedOff) -> None:
        self._lens = CAMERAS[camera]
        cloth = placed(np.array(self._lens.tapped(tapped_off)), (WIDTH, HEIGHT))
        assert isinstance(cloth, TablePlace)
        self._place = raised(cloth)
        self._quads: dict[Pose, NDArray[np.float64]] = {}

    def quad(self, pose: Pose) -> NDArray[np.float64]:
        """The corners of a tile's upper side, in shares of the table's sides."""
        if pose not in self._quads:
            flat = (np.array(flat_quad(pose)) - 0.5) * TABLE
            over = np.full((4, 1), pose.z + DEEP)
            pixels = self._lens.pixels(np.concatenate([flat, over], axis=1))
            self._quads[pose] = np.asarray(self._place.flat(pixels))
        return self._quads[pose]
