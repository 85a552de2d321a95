"""What a benchmark prints: figures with their unit, and their target or the peer's figure beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a benchmark."""

    what: str
    value: float
    unit: str
    beside: str = ""
    """The peer's figure or the target, in words."""


def table(title: str, figures: Iterable[Figure]) -> str:
    """The figures as a text table."""
    rows = [(figure.what, f"{figure.value:,.1f}", figure.unit, figure.beside) for figure in figures]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = [f"{title}", "-" * len(title)]
    for what, value, unit, beside in rows:
        lines.append(f"{what:<{widths[0]}}  {value:>{widths[1]}} {unit:<{widths[2]}}  {beside}".rstrip())
    return "\n".join(lines)


def percentile(values: Sequence[float], part: float) -> float:
    """The value at this share (`part`, 0 to 1) of the sorted ones. Raises IndexError if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(part * (len(ordered) - 1)))]
