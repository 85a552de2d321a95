"""One table in play from one seed: everything that the path tracer draws."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from lab.tracer.camera import Camera
from lab.tracer.deal import Deal, deal
from lab.tracer.layout import Ground, corners, lay_hands, lay_rivers, lay_wall
from lab.tracer.looks import Look, choose_look
from lab.tracer.solids import Box, Solid
from lab.tracer.things import arm, centre_unit, clutter, rim, stick
from lab.tracer.tiles import Board, Size, Tile

WIDTH, HEIGHT = 1920, 1080
VIEWS = ("overhead", "oblique", "low")
ELEVATIONS = {"overhead": (74, 89), "oblique": (42, 62), "low": (26, 38)}
"""How high the camera stands above the table, seen from its middle: least and most, in degrees."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lit square of `size` mm at `at`, facing the table's middle; its `warmth` in kelvin."""

    at: tuple[float, float, float]
    size: float
    watts: float
    warmth: float


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything of one picture."""

    seed: int
    look: Look
    camera: Camera
    view: str
    """overhead, oblique or low."""
    automatic: bool
    ground: Ground
    deal: Deal
    tiles: tuple[Tile, ...]
    others: tuple[Solid, ...]
    lamps: tuple[Lamp, ...]
    ambient: float
    lost: int
    """Tiles of rivers for which no room was left."""

    @property
    def solids(self) -> list[Solid]:
        """Every body."""
        return [*(tile.body for tile in self.tiles), *self.others]

    @property
    def cloth_corners(self) -> list[tuple[float, float, float]]:
        """The four corners of the cloth in millimetres."""
        return corners(self.ground)


def choose_camera(dice: Random, view: str, reach: float) -> Camera:
    """A camera at one of three heights that has most of the table in its picture."""
    low, high = ELEVATIONS[view]
    up, around = math.radians(dice.uniform(low, high)), dice.uniform(-math.pi, math.pi)
    if view == "overhead":
        # A camera on a gantry is roughly square to the table.
        around = dice.randrange(4) * math.pi / 2 + dice.gauss(0, 0.08)
    focal = dice.uniform(1.25, 2.08) * HEIGHT
    # The cloth fills most of the picture's height; from the side, what counts is its foreshortened diagonal.
    tall = 2 * reach * (0.55 + 0.45 * math.sin(up)) * (1.0 if view == "overhead" else 1.05)
    far = focal * tall / (HEIGHT * dice.uniform(0.86, 1.08)) + 0.5 * reach * math.cos(up)
    target = (dice.gauss(0, 15), dice.gauss(0, 15), 0.0)
    at = (
        target[0] + far * math.cos(up) * math.sin(around),
        target[1] - far * math.cos(up) * math.cos(around),
        far * math.sin(up),
    )
    return Camera(
        at,
        target,
        math.radians(dice.gauss(0, 1.5)),
        focal,
        (WIDTH, HEIGHT),
        dice.choice((2.0, 2.8, 5.6, 8.0)),
    )


def choose_lamps(dice: Random) -> tuple[Lamp, ...]:
    """A lamp over the table, and often a window or a second lamp."""
    lamps = [
        Lamp(
            (dice.uniform(-400, 400), dice.uniform(-400, 400), dice.uniform(900, 1700)),
            dice.uniform(80, 700), dice.uniform(14, 26), dice.uniform(2700, 5200),
        )
    ]  # fmt: skip
    if dice.random() < 0.6:
        around = dice.uniform(0, 2 * math.pi)
        lamps.append(
            Lamp(
                (2300 * math.cos(around), 2300 * math.sin(around), dice.uniform(500, 1500)),
                1300,
                dice.uniform(50, 110),
                dice.uniform(5200, 7500),
            )
        )
    return tuple(lamps)


def shown_hands(dice: Random, camera: Camera) -> tuple[str, ...]:
    """How each hand lies: `face`, `back` or `edge` (it stands, but never with its faces to the camera)."""
    out = []
    for seat in range(4):
        outward = ((0, -1), (1, 0), (0, 1), (-1, 0))[seat]
        is_behind = outward[0] * camera.at[0] + outward[1] * camera.at[1] > 250
        throw = dice.random()
        out.append("face" if throw < 0.12 else "back" if throw < 0.25 or is_behind else "edge")
    return tuple(out)


def make_scene(seed: int, arts: tuple[str, ...], *, leaning: bool = False) -> Scene:
    """The scene of a seed; the same seed and arts give the same scene, whatever was made before.

    If `leaning`, the last tile of each row of a river leans; one that has no room for it is not there.

    Raises:
        ValueError: the wall finds no room.
    """
    dice = Random(f"a table in play {seed}")
    look = choose_look(dice, seed, arts)
    thick = dice.uniform(15.5, 19.5)
    size = Size(dice.uniform(18.8, 21.0), 0.0, thick)
    size = Size(size.w, size.w * dice.uniform(1.31, 1.38), thick)
    across = 6
    automatic = dice.random() < 0.65
    unit = (across * size.w + 6 * 0.9) / 2 + dice.uniform(0, 3)
    ground = Ground(unit, dice.uniform(335, 360), dice.uniform(3, 7), across)
    view = VIEWS[seed % len(VIEWS)]
    camera = choose_camera(dice, view, ground.reach)
    hand = deal(dice)
    board = Board(size, 0.2 if dice.random() < 0.12 else dice.uniform(0.7, 1.25), dice)
    if automatic:
        board.put(*centre_unit(ground, dice))
    lost = lay_rivers(board, ground, hand, Random(f"what leans in {seed}") if leaning else None)
    # Walls that were pushed into a river are pushed less; square ones have room.
    if not any(lay_wall(board, hand, 0.6**trial) for trial in range(14)):
        raise ValueError(f"Scene {seed} has no room for its wall.")
    lay_hands(board, ground, hand, shown_hands(dice, camera))
    for seat, place in enumerate(hand.riichi):
        if place is not None:
            top = max(
                (o.pose.at[2] + o.half[2] for o in board.others if isinstance(o, Box) and o.name == "slot"),
                default=0.0,
            )
            board.put(
                *stick(
                    seat,
                    (dice.gauss(0, 1), -ground.unit + 26.5, top + 1.4),
                    dice.gauss(0, 0.02 if top else 0.06),
                )
            )
    clutter(board, ground, dice)
    board.put(*rim(ground, dice))
    for _ in range(dice.choices((0, 1, 2), (60, 33, 7))[0]):
        board.put(*arm(ground, dice.randrange(4), dice))
    return Scene(
        seed, look, camera, view, automatic, ground, hand, tuple(board.tiles), tuple(board.others),
        choose_lamps(dice), dice.uniform(0.15, 0.5), lost,
    )  # fmt: skip
