"""Seat colours are told apart, also by those who see fewer of them; computed from the style sheet."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from companion.dashboard.pages import STATIC

# What is left of linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1).
SIGHTS = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LEAST = 20.0
"""A difference of 2.3 is just seen side by side; this is seen across a table."""
WHITE = (0.95047, 1.0, 1.08883)
XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def seat_colours(theme: str) -> dict[str, str]:
    css = (STATIC / "css/base.css").read_text(encoding="utf-8")
    begins = r":root\[data-theme=\"light\"\]" if theme == "light" else ":root"
    block = re.search(begins + r" \{(.*?)\}", css, re.DOTALL)
    assert block is not None
    found = dict(re.findall(r"--(east|south|west|north): (#[0-9a-f]{6})", block[1]))
    assert len(found) == 4
    return found


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    seen = tuple(min(1.0, max(0.0, part)) for part in times(SIGHTS[sight], linear(colour)))
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (value / white for value, white in zip(times(XYZ, seen), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, sight: str) -> float:
    pairs = zip(lab(one, sight), lab(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_every_two_seats_differ(theme, sight):
    colours = seat_colours(theme)
    found = {
        f"{one} and {other}": distance(colours[one], colours[other], sight)
        for one, other in combinations(colours, 2)
    }
    assert {pair: round(far) for pair, far in found.items() if far < LEAST} == {}


def test_red_and_green_of_one_lightness_would_not_do():
    """The measure itself: what everybody sees as red and green is one brown to a deuteranope."""
    assert (
        distance("#c04040", "#7a7a20", "deuteranopia") < LEAST < distance("#c04040", "#7a7a20", "all colours")
    )
