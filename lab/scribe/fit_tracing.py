"""Numbers that know how much of each weight is in them, so that a cost can be taken apart again.

The scribe adds weights up in many places. Instead of keeping books beside each sum, the weights themselves
are replaced while hands are watched: a `Traced` number is a float that carries its derivative with respect
to each weight.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Self

from lab.scribe.thresholds import Threshold, thresholds

__all__ = ["Traced", "all_weights", "parts_of", "turned"]


class Traced(float):
    """A float with its derivatives, kept by sums, differences and products; all else gives a plain float."""

    __slots__ = ("parts",)
    parts: Mapping[str, float]

    def __new__(cls, value: float, parts: Mapping[str, float]) -> Self:
        made = float.__new__(cls, value)
        made.parts = parts
        return made

    def __add__(self, other: float) -> Traced:
        """The derivatives of a sum are the sums of the derivatives."""
        value = float.__add__(self, other)
        if not isinstance(other, Traced):
            return Traced(value, self.parts)
        parts = dict(self.parts)
        for name, part in other.parts.items():
            parts[name] = parts.get(name, 0.0) + part
        return Traced(value, parts)

    __radd__ = __add__

    def __neg__(self) -> Traced:
        return self * -1.0

    def __sub__(self, other: float) -> Traced:
        return self + -other

    def __rsub__(self, other: float) -> Traced:
        return -self + other

    def __mul__(self, other: float) -> Traced:
        """The derivative of a product: each factor's, times the other factor."""
        value = float.__mul__(self, other)
        parts = {name: part * float(other) for name, part in self.parts.items()}
        if isinstance(other, Traced):
            for name, part in other.parts.items():
                parts[name] = parts.get(name, 0.0) + part * float(self)
        return Traced(value, parts)

    __rmul__ = __mul__


def parts_of(cost: float) -> Mapping[str, float]:
    """How a cost changes with each weight; nothing for a plain number."""
    return cost.parts if isinstance(cost, Traced) else {}


@cache
def all_weights() -> Mapping[str, Threshold]:
    """Every number of the scribe that somebody may change, with the modules that use it."""
    return {one.name: one for one in thresholds() if one.home != "numbers"}


@contextmanager
def turned(values: Mapping[str, float]) -> Iterator[None]:
    """The scribe with these weights instead of its own, in every module that uses them."""
    before: list[tuple[ModuleType, str, object]] = []
    for user, names in _users(values).items():
        module = importlib.import_module(f"companion.{user}")
        for name in sorted(names):
            _put(module, name, values[name], all_weights()[name].home, before)
    try:
        yield
    finally:
        for module, name, value in reversed(before):
            setattr(module, name, value)


def _users(values: Mapping[str, float]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name in values:
        for user in all_weights()[name].users:
            found.setdefault(user, set()).add(name)
    return found


def _put(module: ModuleType, name: str, value: float, home: str, before: list) -> None:
    """Give a module another weight, whether it imports the weight or the module that defines it."""
    if hasattr(module, name):
        before.append((module, name, getattr(module, name)))
        setattr(module, name, value)
        return
    held = getattr(module, home)
    before.append((module, home, held))
    setattr(module, home, SimpleNamespace(**{**vars(held), name: value}))
