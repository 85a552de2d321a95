"""The 1s tile: a peacock in our own geometry, and nothing else."""

import math
from typing import Final

from lab.tile_faces.markup import Point, dots, element, numbers
from lab.tile_faces.palette import BLUE, GREEN, IVORY, RED, Face

ROOT: Final = Point(96, 168)
FEATHERS: Final = ((97, 140), (76, 146), (55, 124), (32, 98), (8, 79))
"""Degrees above the horizon, and length: long upwards, short to the side, so the fan fills the tile."""


def _along(degrees: float, length: float, aside: float = 0.0) -> Point:
    turn = math.radians(degrees)
    return Point(
        ROOT.x + length * math.cos(turn) + aside * math.sin(turn),
        ROOT.y - length * math.sin(turn) + aside * math.cos(turn),
    )


def _plume(degrees: float, length: float, girth: float) -> str:
    """Describe one feather: a drop that swells towards its round end."""
    left, right = _along(degrees, length * 0.8, -girth), _along(degrees, length * 0.8, girth)
    tip_left, tip_right = _along(degrees, length, -girth), _along(degrees, length, girth)
    tip = _along(degrees, length)
    return (
        f"M{numbers(ROOT)}L{numbers(left)}C{numbers((*tip_left, *tip_left, *tip))}"
        f"C{numbers((*tip_right, *tip_right, *right))}Z"
    )


def _fan() -> str:
    """Draw the raised tail, each feather with the eye that makes it a peacock."""
    plumes = "".join(_plume(degrees, length, 16) for degrees, length in FEATHERS)
    eyes = [_along(degrees, length - 20) for degrees, length in FEATHERS]
    return (
        element("path", d=plumes, fill=GREEN, stroke=IVORY, stroke_width=2.5)
        + element("path", d=dots(eyes, 10), fill=IVORY)
        + element("path", d=dots(eyes, 7), fill=RED)
    )


def _legs_and_ground() -> str:
    ground = element("path", d="M22 239H168", stroke=GREEN, stroke_width=6, stroke_linecap="round")
    legs = element(
        "path", d="M80 200V237M66 237H82M104 196V237M90 237H106", fill="none", stroke=RED, stroke_width=5
    )
    return ground + legs


def _body() -> str:
    """Draw neck, breast and folded wing in one sweep from the head to the root of the tail."""
    trunk = (
        "M36 72C50 60 68 68 67 88C66 104 66 118 82 130C104 138 124 152 128 176"
        "C124 204 92 214 66 204C40 194 34 168 42 146C50 124 46 112 44 104C34 100 28 84 36 72Z"
    )
    wing = "M74 152C96 146 118 158 126 180C108 196 84 194 74 176C68 166 68 158 74 152Z"
    quills = "M82 162C96 160 108 166 116 178M82 174C92 176 102 178 110 184"
    return (
        element("path", d=trunk, fill=BLUE, stroke=IVORY, stroke_width=3)
        + element("path", d=wing, fill=RED, stroke=IVORY, stroke_width=3)
        + element("path", d=quills, fill="none", stroke=IVORY, stroke_width=3)
    )


def _head() -> str:
    crest = element("path", d="M52 68L46 44M55 67L60 42M58 70L74 48", stroke=BLUE, stroke_width=3)
    tips = element("path", d=dots((Point(45, 41), Point(61, 38), Point(76, 45)), 5), fill=RED)
    beak = element("path", d="M36 76L16 88L37 93Z", fill=RED)
    eye = element("path", d=dots((Point(47, 82),), 5), fill=IVORY)
    return crest + tips + beak + eye


def bird_face() -> Face:
    """Draw 1s: the peacock stands, looks to the left and lifts its tail."""
    return Face("1s", _fan() + _legs_and_ground() + _body() + _head())
