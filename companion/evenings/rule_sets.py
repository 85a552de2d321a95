"""規則集: the presets as a page offers them, each with what differs from a chosen one. Pure."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from companion.riichi.presets import PRESETS
from companion.riichi.ruleset import RuleSet
from companion.rules_file.comparing import differences
from companion.rules_file.fields import HINTS, MEANINGS, NAMES, wanted

__all__ = ["field_of", "preset_of", "rule_sets"]

_NO_CHOICE = frozenset({"name", "players", "unverified"})


def rule_sets(base: RuleSet, house: RuleSet) -> dict[str, Any]:
    """The house's own rules first, then every preset, and every field that a house may change."""
    others = [rules for rules in PRESETS.values() if rules.name != house.name]
    return {
        "base": base.name,
        "house": house.name,
        "presets": [preset_of(rules, base) for rules in (house, *others)],
        "fields": [field_of(name) for name in NAMES if name not in _NO_CHOICE],
    }


def preset_of(rules: RuleSet, base: RuleSet) -> dict[str, Any]:
    """One preset: its values, and where they differ from the base's."""
    return {
        "name": rules.name,
        "players": rules.players,
        "rounds": rules.rounds,
        "start_points": rules.start_points,
        "values": {name: _plain(getattr(rules, name)) for name in NAMES if name not in _NO_CHOICE},
        "differs": [
            {"field": one.field, "value": _plain(one.right), "base": _plain(one.left)}
            for one in differences(base, rules)
        ],
        "unverified": list(rules.unverified),
    }


def field_of(name: str) -> dict[str, Any]:
    """What may stand in a field, and one English sentence on what it decides."""
    hint = HINTS[name]
    choices: list[Any] | None = None
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        choices = [choice.value for choice in hint]
    elif hint is bool:
        choices = [False, True]
    return {"field": name, "choices": choices, "wanted": wanted(name), "meaning": MEANINGS[name]}


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
