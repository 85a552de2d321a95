"""The inks and the measures of every tile: what all faces share, and no face itself."""

from dataclasses import dataclass
from typing import Final

from lab.tile_faces.markup import Point, element

WIDTH: Final = 190
HEIGHT: Final = 260
CENTRE: Final = Point(WIDTH / 2, HEIGHT / 2)

IVORY: Final = "#fdfaef"
EDGE: Final = "#c9bc9a"
BLACK: Final = "#1c1c22"
RED: Final = "#cf1526"
GREEN: Final = "#0a7040"
BLUE: Final = "#1d3f86"
BACK: Final = "#d98a1c"
BACK_LINE: Final = "#f2b650"

BODY: Final = "tf-body"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a 牌 tile: its mpsz text or ``back``, its drawing, and the shared parts it uses."""

    name: str
    drawing: str
    parts: tuple[str, ...] = (BODY,)


def slab(fill: str, edge: str) -> str:
    """Draw the blank tile: rounded, with a thin edge that shows on light and on dark tables."""
    return element(
        "rect", x=2, y=2, width=WIDTH - 4, height=HEIGHT - 4, rx=18, fill=fill, stroke=edge, stroke_width=4
    )


def body_part() -> str:
    """Draw the ivory tile that every face lies on."""
    return element("g", slab(IVORY, EDGE), id=BODY)
