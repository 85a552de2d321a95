"""Where each value of a preset comes from, as docs/reference/rule-sets.md has it.

A tag in square brackets is a source; text in round brackets is not verified.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from companion.riichi.presets import EDITIONS, preset_called
from companion.riichi.ruleset import RuleSet

__all__ = ["source_of"]

_HOUSE = "house"
"""The preset that follows nobody's rule book."""


def source_of(rules: RuleSet, field: str) -> str:
    """Where the value comes from; empty for what a house has decided itself, or what needs no source.

    >>> from companion.riichi.presets import TENHOU
    >>> source_of(TENHOU, "multiple_ron")
    '[D, R]'
    """
    preset = preset_called(rules.name)
    if preset is None or getattr(preset, field) != getattr(rules, field):
        return ""
    of_presets = _sources().get(field)
    if of_presets is None:  # a new field, which every preset leaves at its default
        return "" if rules.name == _HOUSE else "no source names it"
    return of_presets.get(rules.name, of_presets.get(_undated(rules.name), ""))


def _undated(name: str) -> str:
    return name.rpartition("-")[0] if name in EDITIONS else name


@cache
def _sources() -> dict[str, dict[str, str]]:
    text = (files(__package__) / "sources.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text))
