"""The bit field in which mjlog writes a call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CallKind = Literal["chi", "pon", "daiminkan", "kakan", "ankan", "kita"]


@dataclass(frozen=True, slots=True)
class Call:
    """A decoded call: tile numbers 0 to 135."""

    kind: CallKind
    tiles: tuple[int, ...]
    """Ascending; for a kakan the added tile comes last."""
    called: int = -1
    """Which of `tiles` was taken from another player; -1 for none."""
    giver_distance: int = 0
    """How many places after the caller the giver sits."""


def decode_call(bits: int) -> Call:
    """Read the bit field `m` of a tag `N`."""
    giver = bits & 3
    if bits & 4:
        return _chi(bits, giver)
    if bits & 24:
        return _triplet(bits, giver)
    first = bits >> 8
    if bits & 32:
        return Call("kita", (first,))
    quad = tuple(range(first // 4 * 4, first // 4 * 4 + 4))
    return Call("daiminkan", quad, first % 4, giver) if giver else Call("ankan", quad)


def _chi(bits: int, giver: int) -> Call:
    pattern, called = divmod(bits >> 10, 3)
    lowest = pattern // 7 * 9 + pattern % 7
    tiles = tuple(4 * (lowest + step) + (bits >> 3 + 2 * step & 3) for step in range(3))
    return Call("chi", tiles, called, giver)


def _triplet(bits: int, giver: int) -> Call:
    kind, called = divmod(bits >> 9, 3)
    fourth = 4 * kind + (bits >> 5 & 3)
    three = tuple(number for number in range(4 * kind, 4 * kind + 4) if number != fourth)
    if bits & 8:
        return Call("pon", three, called, giver)
    return Call("kakan", (*three, fourth), called, giver)


def brings_replacement(kind: CallKind) -> bool:
    """Whether a replacement tile follows: after any kan, and after a north."""
    return kind in ("daiminkan", "kakan", "ankan", "kita")
