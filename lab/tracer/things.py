"""What else lies on a table and around it: centre units, sticks, dice, phones, cups, mats, arms, the rim."""

from __future__ import annotations

import math
from random import Random

from lab.tracer.layout import Ground
from lab.tracer.solids import Box, Capsule, Solid, pose
from lab.tracer.tiles import Board, turned

SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc",
    "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcfgd",
}  # fmt: skip
BARS = {
    "a": (0, 3, 1),
    "g": (0, 0, 1),
    "d": (0, -3, 1),
    "f": (-1.6, 1.5, 0),
    "b": (1.6, 1.5, 0),
    "e": (-1.6, -1.5, 0),
    "c": (1.6, -1.5, 0),
}


def slab(
    name: str,
    seat: int,
    at: tuple[float, float, float],
    half: tuple[float, float, float],
    look: str,
    **how: float,
) -> Box:
    """A box lying flat in a seat's own frame; `yaw` in radians and `edge` in millimetres may be given."""
    x, y = turned(at[0], at[1], seat)
    body = pose((x, y, at[2]), how.get("yaw", 0.0) + seat * math.pi / 2)
    return Box(name, body, half, look, how.get("edge", 0.6))


def _score(seat: int, y: float, z: float, dice: Random, look: str) -> list[Solid]:
    """A display of a score: five digits of seven segments each; the score is a multiple of 100."""
    out: list[Solid] = [slab("display", seat, (0, y, z), (19, 6.5, 0.5), "display")]
    for k, digit in enumerate(f"{dice.randint(10, 480) * 100:5d}"):
        for bar in SEGMENTS.get(digit, ""):
            dx, dy, flat = BARS[bar]
            half = (1.3, 0.35, 0.1) if flat else (0.35, 1.2, 0.1)
            out.append(slab("segment", seat, ((k - 2) * 6.5 + dx, y + dy, z + 0.55), half, look, edge=0.05))
    return out


def centre_unit(ground: Ground, dice: Random) -> list[Solid]:
    """An automatic table's unit: a plate, displays, letters of the winds, two dice, often under a window."""
    half, high = ground.unit - 2.5, dice.uniform(2.0, 5.0)
    out: list[Solid] = [
        Box(
            "unit",
            pose((0, 0, high)),
            (half, half, high),
            dice.choice(("unit dark", "unit grey", "unit red")),
            4.0,
        )
    ]
    top, lit, east = 2 * high, dice.choice(("lit red", "lit green", "lit blue")), dice.randrange(4)
    round_window = dice.random() < 0.6
    for seat in range(4):
        out += _score(seat, -half + 12, top + 0.3, dice, lit)
        wind = "東南西北"[(seat - east) % 4]
        out.append(slab("letter", seat, (-half + 12, -half + 12, top + 0.2), (6, 6, 0.3), f"letter {wind}"))
        out.append(slab("slot", seat, (0, -half + 24, top), (half * 0.75, 4, 0.4), "display"))
    if round_window:
        out.append(Capsule("window", (0, 0, top - 14), (0, 0, top - 13.9), 24, "glass"))
    out += _dice(dice, [(-6, 3), (7, -4)], top)
    return out


def _dice(dice: Random, places: list[tuple[float, float]], z: float) -> list[Solid]:
    """Dice with the pips of a thrown face on top."""
    out: list[Solid] = []
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    }
    spots[5] = [*spots[4], (0, 0)]
    spots[6] = [*spots[4], (-1, 0), (1, 0)]
    for x, y in places:
        half, yaw, eyes = 5.0, dice.uniform(0, 3.1), dice.randint(1, 6)
        out.append(Box("die", pose((x, y, z + half), yaw), (half, half, half), "white", 1.2))
        for dx, dy in spots[eyes]:
            c, s = math.cos(yaw), math.sin(yaw)
            px, py = x + 2.4 * (c * dx - s * dy), y + 2.4 * (s * dx + c * dy)
            out.append(
                Capsule(
                    "pip",
                    (px, py, z + 2 * half),
                    (px, py, z + 2 * half + 0.01),
                    0.8,
                    "pip red" if eyes == 1 else "black",
                )
            )
    return out


def stick(seat: int, at: tuple[float, float, float], yaw: float) -> list[Solid]:
    """A thousand-point stick: white, with one red dot."""
    x, y = turned(at[0], at[1], seat)
    return [
        slab("stick", seat, at, (44, 3, 1.4), "white", yaw=yaw, edge=1.0),
        Capsule("dot", (x, y, at[2] + 0.4), (x, y, at[2] + 0.41), 1.6, "pip red"),
    ]


def rim(ground: Ground, dice: Random) -> list[Solid]:
    """Four boards around the cloth, 4 to 11 mm higher than it."""
    wide, high = dice.uniform(20, 42), dice.uniform(4, 11)
    # Each board goes on past one corner, as the sails of a windmill do.
    return [
        slab(
            "rim",
            seat,
            (wide, -ground.reach - wide, high - 8),
            (ground.reach + wide, wide, 8),
            "rim",
            edge=4.0,
        )
        for seat in range(4)
    ]


def _fits(board: Board, body: Box, ground: Ground) -> bool:
    return board.is_free(body) and max(abs(v) for v in body.pose.at[:2]) < ground.reach - 10


def clutter(board: Board, ground: Ground, dice: Random) -> None:
    """Phones, cups, mats and stick boxes where room is left near the cloth's border."""
    for what, chance in (("phone", 0.45), ("cup", 0.5), ("mat", 0.3), ("box", 0.35)):
        if dice.random() > chance:
            continue
        for _ in range(30):
            seat, x, y = (
                dice.randrange(4),
                dice.uniform(-330, 330),
                -dice.uniform(ground.reach - 110, ground.reach - 40),
            )
            things = _thing(what, seat, x, y, dice)
            if all(_fits(board, t, ground) for t in things if isinstance(t, Box)):
                board.put(*things)
                break


def _thing(what: str, seat: int, x: float, y: float, dice: Random) -> list[Solid]:
    """One thing as a box, with its middle at `x` and `y` of a seat's own frame."""
    yaw = dice.uniform(-0.5, 0.5)
    if what == "phone":
        return [
            slab(
                "phone",
                seat,
                (x, y, 4),
                (36, 75, 4),
                "black",
                yaw=yaw + math.pi / 2 * dice.randrange(2),
                edge=3.0,
            ),
        ]
    if what == "mat":
        return [
            slab("mat", seat, (x, y, 0.6), (45, 45, 0.6), dice.choice(("bamboo", "paper", "black")), yaw=yaw)
        ]
    if what == "box":
        return [
            slab(
                "stick box",
                seat,
                (x, y, 8),
                (50, 26, 8),
                dice.choice(("white", "unit grey", "black")),
                yaw=yaw,
                edge=2.0,
            )
        ]
    look = dice.choice(("white", "glass", "pip red", "black"))
    return [slab("cup", seat, (x, y, 40), (26, 26, 40), look, yaw=yaw, edge=25.0)]


def arm(ground: Ground, seat: int, dice: Random) -> list[Solid]:
    """A forearm in a sleeve, a hand and four fingers, over the cloth; the fingertips may touch a wall."""
    tip_x, tip_y = dice.uniform(-110, 110), -dice.uniform(90, 230)
    from_x = tip_x + dice.uniform(40, 190)
    low = 62.0

    def at(share: float, side: float = 0.0, up: float = 0.0) -> tuple[float, float, float]:
        x, y = tip_x + (from_x - tip_x) * share, tip_y + (-ground.reach - 260 - tip_y) * share
        return (*turned(x + side, y, seat), low + up + 150 * share)

    out: list[Solid] = [
        Capsule("sleeve", at(0.45), at(1.0, up=40), 44, "sleeve"),
        Capsule("wrist", at(0.22, up=4), at(0.5), 27, "skin"),
        Capsule("palm", at(0.10), at(0.22, up=4), 24, "skin"),
        Capsule("palm", at(0.10, 16), at(0.22, 10, 4), 22, "skin"),
    ]
    out.extend(
        Capsule(
            "finger",
            at(0.11, -14 + k * 15, 2),
            at(-0.05, -10 + k * 11, -14 + 3 * abs(k - 1)),
            8.5,
            "skin",
        )
        for k in range(4)
    )
    return out
