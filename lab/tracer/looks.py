"""What a table is made of, chosen once for each scene. Colours are sRGB from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

Colour = tuple[float, float, float]

BACKS: dict[str, Colour] = {
    "pale yellow": (0.93, 0.86, 0.55),
    "lilac": (0.77, 0.70, 0.88),
    "cream": (0.94, 0.90, 0.78),
    "grey": (0.66, 0.68, 0.70),
    "orange": (0.90, 0.52, 0.10),
    "green": (0.07, 0.42, 0.22),
    "blue": (0.08, 0.25, 0.58),
    "black": (0.05, 0.05, 0.06),
}
PALE = frozenset({"pale yellow", "lilac", "cream", "grey"})
CLOTHS: dict[str, Colour] = {
    "green": (0.05, 0.30, 0.16),
    "dark green": (0.03, 0.20, 0.13),
    "blue": (0.06, 0.16, 0.36),
    "wine": (0.36, 0.06, 0.10),
    "grey": (0.30, 0.31, 0.33),
    "brown": (0.34, 0.22, 0.13),
    "black": (0.045, 0.045, 0.055),
    "beige": (0.62, 0.55, 0.42),
}
RIMS: dict[str, Colour] = {
    "dark wood": (0.22, 0.11, 0.05),
    "light wood": (0.62, 0.42, 0.23),
    "black plastic": (0.03, 0.03, 0.035),
    "white plastic": (0.82, 0.82, 0.80),
}
IVORIES: tuple[Colour, ...] = ((0.94, 0.92, 0.85), (0.95, 0.95, 0.92), (0.91, 0.87, 0.76), (0.96, 0.94, 0.90))
SKINS: tuple[Colour, ...] = ((0.87, 0.67, 0.54), (0.78, 0.56, 0.42), (0.52, 0.34, 0.23), (0.91, 0.74, 0.64))
SLEEVES: tuple[Colour, ...] = (
    (0.08, 0.09, 0.14),
    (0.75, 0.74, 0.72),
    (0.45, 0.10, 0.12),
    (0.15, 0.28, 0.42),
    (0.2, 0.2, 0.2),
)
WEAVES = ("felt", "plain weave", "twill", "short pile")
TONES = ("Standard", "Filmic", "AgX")


@dataclass(frozen=True, slots=True)
class Look:
    """Every choice of material and light that says nothing about where things lie."""

    art: str
    back: str
    cloth: str
    weave: str
    rim: str
    ivory: Colour
    skin: Colour
    sleeve: Colour
    floor: Colour
    back_share: float
    """How much of a tile's thickness has the back's colour."""
    roughness: float
    """Of the tiles: 0.08 is polished, 0.35 worn."""
    carving: float
    """How deep the faces look carved, from 0 (printed) to 1."""
    tone: str
    exposure: float
    """In stops."""


def choose_look(dice: Random, number: int, arts: tuple[str, ...]) -> Look:
    """A look for scene `number`; backs and art go round, so that few pictures show them all."""
    backs = tuple(BACKS)
    return Look(
        art=arts[number % len(arts)],
        back=backs[(number * 3 + number // 8) % len(backs)],
        cloth=dice.choice(tuple(CLOTHS)),
        weave=dice.choice(WEAVES),
        rim=dice.choice(tuple(RIMS)),
        ivory=dice.choice(IVORIES),
        skin=dice.choice(SKINS),
        sleeve=dice.choice(SLEEVES),
        floor=tuple(dice.uniform(0.08, 0.6) for _ in range(3)),  # type: ignore[arg-type]
        back_share=dice.uniform(0.28, 0.5),
        roughness=dice.uniform(0.08, 0.35),
        carving=dice.uniform(0.3, 1.0),
        tone=dice.choice(TONES),
        exposure=dice.uniform(-0.7, 0.1),
    )
