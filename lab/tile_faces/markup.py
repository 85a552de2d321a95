"""How a drawing is written as SVG: numbers, points and elements. No shape and no colour lives here."""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

TENTHS: Final = 10  # coordinates keep one decimal: finer than any screen shows a tile


class Point(NamedTuple):
    """A place on the tile, in the units of the view box: right and down from the top left corner."""

    x: float
    y: float


def number(value: float) -> str:
    """Write a number as briefly as SVG allows: one decimal, no needless zero.

    >>> number(12.0), number(0.52), number(-0.5), number(-0.01)
    ('12', '.5', '-.5', '0')
    """
    tenths = round(value * TENTHS)
    whole, tenth = divmod(abs(tenths), TENTHS)
    text = f"{whole or ''}.{tenth}" if tenth else str(whole)
    return f"-{text}" if tenths < 0 else text


def numbers(values: Iterable[float]) -> str:
    """Join numbers with a space only where the next one could not be told apart.

    >>> numbers([1, -2, 0.5, 0.5, 3])
    '1-2 .5.5 3'
    """
    text = last = ""
    for value in values:
        word = number(value)
        runs_on = not last or word[0] == "-" or (word[0] == "." and "." in last)
        text += word if runs_on else f" {word}"
        last = word
    return text


def element(name: str, inside: str = "", /, **attributes: str | float) -> str:
    """Write one element; ``_`` in a name stands for ``-``.

    >>> element("circle", r=4, stroke_width=2)
    '<circle r="4" stroke-width="2"/>'
    """
    words = (
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    opened = f"<{name}{''.join(words)}"
    return f"{opened}>{inside}</{name}>" if inside else f"{opened}/>"


def around(centre: Point, radius: float, count: int) -> tuple[Point, ...]:
    """Spread places evenly on a ring, clockwise, the first one at the top."""
    turns = (math.radians(360 * step / count - 90) for step in range(count))
    return tuple(Point(centre.x + radius * math.cos(t), centre.y + radius * math.sin(t)) for t in turns)


def dots(places: Iterable[Point], radius: float) -> str:
    """Describe round dots as one path, which is far shorter than a circle element each."""
    arc = f"a{numbers((radius, radius))} 0 1 0 "
    return "".join(
        f"M{numbers((p.x - radius, p.y))}{arc}{numbers((2 * radius, 0))}{arc}{numbers((-2 * radius, 0))}"
        for p in places
    )
