"""The tiles that carry writing, and the white dragon that carries none: 1m to 9m and 1z to 7z."""

from typing import Final

from lab.tile_faces.markup import Point, element
from lab.tile_faces.outlines import SHRINK, Box, Brush
from lab.tile_faces.palette import BLACK, BLUE, BODY, CENTRE, GREEN, RED, Face

MYRIAD: Final = "tf-man"
FIVE: Final = "tf-five"

NUMERALS: Final = {  # character, width, height
    1: ("一", 118, 24), 2: ("二", 118, 70), 3: ("三", 118, 84), 4: ("四", 116, 84), 5: ("伍", 120, 92),
    6: ("六", 120, 88), 7: ("七", 118, 90), 8: ("八", 124, 82), 9: ("九", 120, 88),
}  # fmt: skip
HONOURS: Final = {  # character, width, height, ink
    1: ("東", 146, 194, BLACK), 2: ("南", 140, 194, BLACK),
    3: ("西", 146, 176, BLACK), 4: ("北", 150, 184, BLACK),
    6: ("發", 152, 200, GREEN), 7: ("中", 128, 206, RED),
}  # fmt: skip
WHITE_DRAGON: Final = 5


def _written(kanji: str, box: Box, brush: Brush, **attributes: str | float) -> str:
    return element("path", d=brush.outline(kanji, box), transform=SHRINK, **attributes)


def character_parts(brush: Brush) -> dict[str, str]:
    """Write 萬 and 伍, the characters that more than one tile uses."""
    myriad = Box(Point(95, 181), 132, 126)
    return {
        MYRIAD: _written("萬", myriad, brush, id=MYRIAD),
        FIVE: _written("伍", _numeral_box(5), brush, id=FIVE),
    }


def _numeral_box(rank: int) -> Box:
    _, width, height = NUMERALS[rank]
    return Box(Point(95, 62), width, height)


def character_face(rank: int, brush: Brush, *, is_red: bool = False) -> Face:
    """Write one 萬子 tile: a dark numeral over a red 萬; the red five is red throughout."""
    ink = RED if is_red else BLACK
    myriad = element("use", href=f"#{MYRIAD}", fill=RED, stroke=RED, stroke_width=3)
    if rank == 5:  # the plain and the red five share one outline, filled in different colours
        five = element("use", href=f"#{FIVE}", fill=ink, stroke=ink, stroke_width=5)
        return Face(f"{0 if is_red else 5}m", five + myriad, (BODY, FIVE, MYRIAD))
    numeral = _written(NUMERALS[rank][0], _numeral_box(rank), brush, fill=ink, stroke=ink, stroke_width=5)
    return Face(f"{rank}m", numeral + myriad, (BODY, MYRIAD))


def _white_dragon() -> Face:
    """Draw 白: empty but for a double frame, so that it is never taken for a tile not yet known."""
    outer = element("rect", x=26, y=26, width=138, height=208, rx=8, fill="none", stroke=BLUE, stroke_width=7)
    inner = element(
        "rect", x=38, y=38, width=114, height=184, rx=3, fill="none", stroke=BLUE, stroke_width=2.5
    )
    return Face("5z", outer + inner)


def honour_face(number: int, brush: Brush) -> Face:
    """Write one 字牌 tile: the winds in black, 發 in green, 中 in red; 白 is a frame with nothing in it."""
    if number == WHITE_DRAGON:
        return _white_dragon()
    kanji, width, height, ink = HONOURS[number]
    drawing = _written(kanji, Box(CENTRE, width, height), brush, fill=ink, stroke=ink, stroke_width=4)
    return Face(f"{number}z", drawing)
