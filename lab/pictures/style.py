"""How one tile set is cut and painted: every choice that its faces share, made at random once.

Nothing is drawn here.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np

from lab.pictures.running_hand import BOWL, ROOFED, RUNNING
from lab.pictures.sketch import Ink
from lab.pictures.typefaces import Typeface, latin_typefaces, typefaces

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Inks:
    """The paints of a set, RGB 0 to 1."""

    black: Ink
    blue: Ink
    green: Ink
    red: Ink
    red_five: Ink

    @property
    def all_plain(self) -> tuple[Ink, ...]:
        return (self.black, self.blue, self.green, self.red)


@dataclass(frozen=True, slots=True)
class MedallionLayer:
    """One ring of a circle's ornament; radii are shares of the circle's, `ink` is a place in its paints."""

    form: str
    outer: float
    inner: float
    count: int
    ink: int


@dataclass(frozen=True, slots=True)
class Style:
    """How one tile set is cut and painted.

    Sizes and `margin` are shares of the face, `stick_width` and `pin_scale` factors of what is usual,
    `stick_line` is a share of the stick's width, and `light` is in radians.
    """

    seed: int
    japanese: bool
    inks: Inks
    font: Typeface
    myriad_font: Typeface
    honour_font: Typeface
    bold: float
    wobble: float
    lean: tuple[float, float, float, float]
    myriad: str
    five: str
    prosperity: str
    """How 發 is written: a character, or the name of a way in `running_hand` to put it together."""
    north: str
    """How 北 is written: many Japanese cutters brush it so that it looks like 此."""
    west: str
    number_ink: Ink
    wind_ink: Ink
    myriad_ink: Ink
    number_size: tuple[float, float]
    myriad_size: tuple[float, float]
    honour_size: tuple[float, float]
    margin: float
    pin: tuple[MedallionLayer, ...]
    big_pin: tuple[MedallionLayer, ...]
    pin_scale: float
    pin_scheme: int
    stick: str
    stick_width: float
    stick_line: float
    stick_hollow: bool
    stick_scheme: int
    eight_turned: bool
    bird: int
    white: str
    index: str
    index_font: Typeface
    index_size: float
    index_on_honours_only: bool
    red_by: str
    base: Ink
    ink_noise: float
    depth: float
    light: float
    outline: float


def hsv(rng: Rng, hue: tuple[float, float], sat: tuple[float, float], value: tuple[float, float]) -> Ink:
    """A paint from ranges of hue (in turns), saturation and value."""
    red, green, blue = colorsys.hsv_to_rgb(rng.uniform(*hue) % 1, rng.uniform(*sat), rng.uniform(*value))
    return (red, green, blue)


def random_inks(rng: Rng, *, japanese: bool) -> Inks:
    """Japanese paints are dark, often hard to tell apart; Chinese ones are bright."""
    if japanese:
        black = hsv(rng, (0.5, 0.68), (0, 0.5), (0.04, 0.22))
        blue = hsv(rng, (0.5, 0.66), (0.3, 0.9), (0.1, 0.5))
        green = hsv(rng, (0.33, 0.48), (0.3, 0.9), (0.1, 0.45))
        if rng.random() < 0.4:
            blue = black
        if rng.random() < 0.4:
            green = black if rng.random() < 0.6 else blue
        red = hsv(rng, (0.94, 1.03), (0.6, 0.95), (0.4, 0.85))
    else:
        black = hsv(rng, (0.5, 0.68), (0, 0.5), (0.03, 0.2))
        blue = hsv(rng, (0.57, 0.68), (0.6, 1), (0.3, 0.85))
        green = hsv(rng, (0.3, 0.45), (0.5, 1), (0.15, 0.6))
        red = hsv(rng, (0.96, 1.04), (0.7, 1), (0.6, 0.95))
    red_five = red if rng.random() < 0.7 else hsv(rng, (0.9, 1.07), (0.6, 1), (0.55, 1))
    return Inks(black, blue, green, red, red_five)


FORMS = ("ring", "ring", "disc", "petals", "petals", "spokes", "beads", "scallop", "gear")


def random_medallion(rng: Rng, *, layers: int, inks: int) -> tuple[MedallionLayer, ...]:
    """The ornament of a circle: rings from the rim to the middle, each of a random form."""
    edges = np.sort(rng.uniform(0.12, 0.88, layers - 1))[::-1] if layers > 1 else np.array([])
    radii = [1.0, *edges.tolist(), 0.0]
    out = []
    for number in range(layers):
        form = (
            str(rng.choice(FORMS))
            if number < layers - 1
            else str(rng.choice(["disc", "ring", "petals", "cross", "glyph"]))
        )
        if number == 0 and rng.random() < 0.6:
            form = str(rng.choice(["ring", "scallop", "petals", "gear"]))
        out.append(
            MedallionLayer(
                form, radii[number], radii[number + 1], int(rng.integers(6, 19)), int(rng.integers(inks))
            )
        )
    return tuple(out)


def random_small_medallion(rng: Rng) -> tuple[MedallionLayer, ...]:
    """A small circle: most are concentric rings or little wheels, all of one paint."""
    kind = rng.random()
    count = int(rng.integers(6, 15))
    if kind < 0.3:
        rings = int(rng.integers(1, 4))
        edges = np.linspace(1, 0.25, rings + 1)
        parts = [MedallionLayer("ring", edges[i], edges[i + 1], 0, 0) for i in range(rings)]
        return (*parts, MedallionLayer("disc", float(rng.uniform(0.1, 0.35)), 0, 0, 0))
    if kind < 0.55:
        middle = float(rng.uniform(0.3, 0.6))
        return (
            MedallionLayer("ring", 1, 0.8, 0, 0),
            MedallionLayer(str(rng.choice(["spokes", "petals", "beads"])), 0.9, middle, count, 0),
            MedallionLayer(str(rng.choice(["ring", "disc"])), middle, middle * 0.4, 0, 0),
            MedallionLayer("disc", middle * float(rng.uniform(0.2, 0.7)), 0, 0, 0),
        )
    if kind < 0.75:
        middle = float(rng.uniform(0.25, 0.5))
        return (
            MedallionLayer("gear" if rng.random() < 0.5 else "scallop", 1, middle + 0.1, count, 0),
            MedallionLayer(
                str(rng.choice(["ring", "disc", "cross", "petals"])), middle, 0, int(rng.integers(4, 9)), 0
            ),
        )
    if kind < 0.85:
        return (
            MedallionLayer("disc", 1, 0, 0, 0),
            MedallionLayer("hole_flower", 0.6, 0, int(rng.integers(4, 8)), 0),
        )
    return tuple(
        MedallionLayer(part.form if part.form != "glyph" else "disc", part.outer, part.inner, part.count, 0)
        for part in random_medallion(rng, layers=int(rng.integers(1, 4)), inks=1)
    )


def random_font(rng: Rng) -> Typeface:
    """One of the fonts, the brush scripts most often."""
    fonts = typefaces()
    weights = np.array([font.weight for font in fonts])
    return fonts[int(rng.choice(len(fonts), p=weights / weights.sum()))]


def random_lean(rng: Rng) -> tuple[float, float, float, float]:
    """How a cutter's hand leans: three hands in ten do not, and most others rise to the right."""
    if rng.random() < 0.3:
        return (0.0, 0.0, 0.0, 0.0)
    rise, slant, flare, pull = rng.normal((0.05, 0, 0, 0), (0.09, 0.07, 0.18, 0.12))
    return (float(rise), float(slant), float(flare), float(pull))


def random_white(rng: Rng, *, japanese: bool) -> str:
    """How 5z looks: Japanese ones are mostly blank, Chinese ones framed."""
    ways = ["blank", "frame", "double", "ornate", "letter", "glyph"]
    japanese_odds, chinese_odds = [0.68, 0.12, 0.1, 0.03, 0.02, 0.05], [0.12, 0.26, 0.28, 0.2, 0.07, 0.07]
    return str(rng.choice(ways, p=japanese_odds if japanese else chinese_odds))


def random_index(rng: Rng, *, japanese: bool) -> str:
    """Where little numbers are: nowhere, in one corner, in two, or in either of the two."""
    ways = ["none", "one", "two", "alternate"]
    return str(rng.choice(ways, p=[0.9, 0.05, 0.03, 0.02] if japanese else [0.5, 0.25, 0.15, 0.1]))


def random_style(seed: int) -> Style:
    """A random tile set; the same seed gives the same set wherever the same fonts are installed."""
    rng = np.random.default_rng(seed)
    japanese = bool(rng.random() < 0.65)
    inks = random_inks(rng, japanese=japanese)
    font = random_font(rng)
    same = rng.random() < 0.75
    dark = inks.black if japanese or rng.random() < 0.5 else inks.blue
    number_height = float(rng.uniform(0.26, 0.4))
    myriad_height = float(rng.uniform(0.34, 0.48))
    return Style(
        seed=seed,
        japanese=japanese,
        inks=inks,
        font=font,
        myriad_font=font if same else random_font(rng),
        honour_font=font if same else random_font(rng),
        bold=float(rng.normal(0.5, 0.75)),
        wobble=float(rng.choice([0, 0.8, 1.8], p=[0.4, 0.35, 0.25])),
        lean=random_lean(rng),
        myriad="萬" if rng.random() < 0.9 else "万",
        five="伍" if rng.random() < 0.6 else "五",
        prosperity=random_prosperity(
            seed, str(rng.choice(["發", "発", "发"], p=[0.9, 0.07, 0.03])), japanese=japanese
        ),
        north=random_north(seed, japanese=japanese),
        west=BOWL if np.random.default_rng([seed, 7]).random() < 0.35 else "西",
        number_ink=dark,
        wind_ink=dark if rng.random() < 0.9 else inks.green,
        myriad_ink=inks.red,
        number_size=(float(rng.uniform(0.42, 0.66)), number_height),
        myriad_size=(float(rng.uniform(0.44, 0.68)), myriad_height),
        honour_size=(float(rng.uniform(0.52, 0.8)), float(rng.uniform(0.46, 0.74))),
        margin=float(rng.uniform(0.07, 0.16)),
        pin=random_small_medallion(rng),
        big_pin=random_medallion(rng, layers=int(rng.integers(3, 6)), inks=3),
        pin_scale=float(rng.uniform(0.85, 1.16)),
        pin_scheme=int(rng.integers(4)) if not japanese else int(rng.choice([0, 1, 4], p=[0.3, 0.2, 0.5])),
        stick=str(
            rng.choice(["bone", "capsule", "jointed", "hourglass", "bar"], p=[0.36, 0.2, 0.24, 0.12, 0.08])
        ),
        stick_width=float(rng.uniform(0.85, 1.5)),
        stick_line=float(rng.choice([0, 0.18, 0.3], p=[0.35, 0.4, 0.25])),
        stick_hollow=bool(rng.random() < 0.3),
        stick_scheme=int(rng.integers(4)),
        eight_turned=bool(rng.random() < 0.3),
        bird=int(rng.integers(1 << 30)),
        white=random_white(rng, japanese=japanese),
        index=random_index(rng, japanese=japanese),
        index_font=latin_typefaces()[int(rng.integers(len(latin_typefaces())))],
        index_size=float(rng.uniform(0.1, 0.17)),
        index_on_honours_only=bool(rng.random() < 0.1),
        red_by=str(rng.choice(["colour", "dot", "both", "part"], p=[0.66, 0.06, 0.22, 0.06])),
        base=random_base(rng),
        ink_noise=float(rng.uniform(0, 0.12)),
        depth=float(rng.choice([0, 0.25, 0.5, 0.9], p=[0.2, 0.3, 0.3, 0.2])),
        light=float(rng.uniform(0, 2 * np.pi)),
        outline=float(rng.choice([0, 0.5, 1.0], p=[0.45, 0.25, 0.3])),
    )


def random_north(seed: int, *, japanese: bool) -> str:
    """北, or 此, which a brushed 北 looks like.

    It is chosen with dice of its own, so that the rest of the set stays as it is.
    """
    rng = np.random.default_rng([seed, 4])
    return "此" if rng.random() < (0.45 if japanese else 0.1) else "北"


def random_prosperity(seed: int, printed: str, *, japanese: bool) -> str:
    """發 as it is printed, or as brush hands write it; chosen with dice of its own, too."""
    rng = np.random.default_rng([seed, 6])
    running, roofed = (0.32, 0.16) if japanese else (0.1, 0.08)
    return str(rng.choice([RUNNING, ROOFED, printed], p=[running, roofed, 1 - running - roofed]))


def random_base(rng: Rng) -> Ink:
    """The colour of the blank: white, ivory, yellowed, or with a hint of a colour, mostly green or blue."""
    kind = rng.random()
    if kind < 0.45:
        return hsv(rng, (0.08, 0.16), (0, 0.08), (0.9, 1))
    if kind < 0.8:
        return hsv(rng, (0.1, 0.15), (0.06, 0.22), (0.86, 0.99))
    if kind < 0.95:
        return hsv(rng, (0.3, 0.6), (0, 0.08), (0.86, 1))
    return hsv(rng, (0, 1), (0.03, 0.12), (0.78, 1))
