"""The 筒子 suit: one coin as a shared part, and where the coins lie on 1p to 9p. No other suit lives here."""

from typing import Final, TypeAlias

from lab.tile_faces.markup import Point, around, dots, element
from lab.tile_faces.palette import BLUE, BODY, CENTRE, GREEN, IVORY, RED, Face

COIN: Final = "tf-coin"
COIN_RADIUS: Final = 40.0

Coin: TypeAlias = tuple[float, float, str]

_TOP_PAIR: Final = ((57.0, 48.0, GREEN), (133.0, 48.0, GREEN))
_LOW_FOUR: Final = ((57.0, 140.0, RED), (133.0, 140.0, RED), (57.0, 212.0, RED), (133.0, 212.0, RED))
_CORNERS: Final = ((50.0, 57.0, BLUE), (140.0, 57.0, GREEN), (50.0, 203.0, GREEN), (140.0, 203.0, BLUE))

LAYOUTS: Final[dict[int, tuple[float, tuple[Coin, ...]]]] = {  # radius, coins
    2: (47, ((95, 72, GREEN), (95, 188, BLUE))),
    3: (39, ((49, 53, BLUE), (95, 130, RED), (141, 207, GREEN))),
    4: (41, ((51, 68, BLUE), (139, 68, GREEN), (51, 192, GREEN), (139, 192, BLUE))),
    5: (36, (*_CORNERS, (95, 130, RED))),
    6: (35, (*_TOP_PAIR, *_LOW_FOUR)),
    7: (
        29,
        (
            (39, 39, GREEN), (95, 65, GREEN), (151, 91, GREEN),
            (61, 154, RED), (129, 154, RED), (61, 219, RED), (129, 219, RED),
        ),
    ),
    8: (28.5, tuple((x, y, BLUE) for y in (40, 100, 160, 220) for x in (57, 133))),
    9: (28, tuple((x, y, ink) for y, ink in ((49, GREEN), (130, RED), (211, BLUE)) for x in (37, 95, 153))),
}  # fmt: skip


def coin_part() -> str:
    """Draw the coin in whatever ink it is used with: a heavy rim, an ivory ring, a flower."""
    middle = Point(0, 0)
    rings = element("circle", r=COIN_RADIUS) + element(
        "circle", r=27, fill="none", stroke=IVORY, stroke_width=6
    )
    petals = element("path", d=dots(around(middle, 13, 6), 3.4), fill=IVORY)
    return element("g", rings + petals + element("circle", r=3.6, fill=IVORY), id=COIN)


def _coin(x: float, y: float, ink: str, radius: float) -> str:
    scale = f"translate({x:g} {y:g})scale({radius / COIN_RADIUS:.3g})"
    return element("use", href=f"#{COIN}", transform=scale, fill=ink)


def _disc(radius: float, ink: str) -> str:
    return element("circle", cx=CENTRE.x, cy=CENTRE.y, r=radius, fill=ink)


def _beads(radius: float, count: int, size: float, ink: str) -> str:
    return element("path", d=dots(around(CENTRE, radius, count), size), fill=ink)


def _great_coin() -> str:
    """Draw 1p: the one coin that fills the tile, a red flower in a green wreath."""
    wreath = _disc(80, GREEN) + _disc(73, IVORY) + _disc(69, GREEN) + _beads(60, 20, 5.5, IVORY)
    rings = _disc(51, IVORY) + _disc(47, BLUE) + _disc(41, IVORY)
    flower = _beads(26, 8, 10.5, RED) + _disc(24, RED) + _beads(24, 8, 3.2, IVORY)
    return wreath + rings + flower + _disc(11, IVORY) + _disc(7.5, GREEN)


def circle_face(rank: int, *, is_red: bool = False) -> Face:
    """Draw one 筒子 tile; the red five has every coin in red."""
    name = f"{0 if is_red else rank}p"
    if rank == 1:
        return Face(name, _great_coin())
    radius, coins = LAYOUTS[rank]
    return Face(
        name, "".join(_coin(x, y, RED if is_red else ink, radius) for x, y, ink in coins), (BODY, COIN)
    )
