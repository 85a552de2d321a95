"""The 索子 suit from 2s to 9s: one stick as a shared part, and where the sticks stand. No bird here."""

from typing import Final, TypeAlias

from lab.tile_faces.markup import element
from lab.tile_faces.palette import BODY, GREEN, IVORY, RED, Face

STICK: Final = "tf-stick"
STICK_HEIGHT: Final = 100.0

Stick: TypeAlias = tuple[float, float, str, float]
"""One stick: how far right and down its centre is, its ink, and its turn in degrees clockwise."""


def _upright(*places: tuple[float, float], ink: str = GREEN) -> tuple[Stick, ...]:
    return tuple((x, y, ink, 0.0) for x, y in places)


_CORNERS: Final = _upright((46, 71), (144, 71), (46, 189), (144, 189))
_SLANT: Final = 31.0

LAYOUTS: Final[dict[int, tuple[float, float, tuple[Stick, ...]]]] = {  # height, girth, sticks
    2: (106, 1.4, _upright((95, 72), (95, 188))),
    3: (106, 1.4, _upright((95, 72), (47, 188), (143, 188))),
    4: (106, 1.4, _upright((52, 72), (138, 72), (52, 188), (138, 188))),
    5: (102, 1.25, (*_CORNERS, *_upright((95, 130), ink=RED))),
    6: (106, 1.25, _upright(*((x, y) for y in (72, 188) for x in (40, 95, 150)))),
    7: (
        70,
        1.1,
        (*_upright((95, 46), ink=RED), *_upright(*((x, y) for y in (130, 212) for x in (40, 95, 150)))),
    ),
    8: (
        98,
        1.0,
        (
            *_upright((28, 72), (162, 72), (28, 188), (162, 188)),
            (71, 72, GREEN, -_SLANT), (119, 72, GREEN, _SLANT),
            (71, 188, GREEN, _SLANT), (119, 188, GREEN, -_SLANT),
        ),
    ),
    9: (
        72,
        1.1,
        tuple((x, y, ink, 0.0) for y in (47, 130, 213) for x, ink in ((40, GREEN), (95, RED), (150, GREEN))),
    ),
}  # fmt: skip


def stick_part() -> str:
    """Draw the stick in whatever ink it is used with: two joints, each with a highlight, and three knots."""
    joints = "M-11-45C-7-32-7-18-11-3H11C7-18 7-32 11-45ZM-11 3C-7 18-7 32-11 45H11C7 32 7 18 11 3Z"
    knots = "".join(element("rect", x=-15, y=y, width=30, height=12, rx=6) for y in (-50.0, -6.0, 38.0))
    lights = element("path", d="M0-33V-11M0 11V33", stroke=IVORY, stroke_width=4, stroke_linecap="round")
    return element("g", element("path", d=joints) + knots + lights, id=STICK)


def _stick(stick: Stick, height: float, girth: float) -> str:
    x, y, ink, degrees = stick
    turn = f"rotate({degrees:g})" if degrees else ""
    transform = f"translate({x:g} {y:g}){turn}scale({girth:g} {height / STICK_HEIGHT:g})"
    return element("use", href=f"#{STICK}", transform=transform, fill=ink)


def bamboo_face(rank: int, *, is_red: bool = False) -> Face:
    """Draw one 索子 tile from 2s up; the red five has every stick in red."""
    height, girth, sticks = LAYOUTS[rank]
    inked = ((x, y, RED if is_red else ink, degrees) for x, y, ink, degrees in sticks)
    drawing = "".join(_stick(stick, height, girth) for stick in inked)
    return Face(f"{0 if is_red else rank}s", drawing, (BODY, STICK))
