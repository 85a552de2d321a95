"""How this project's files name the rules of a house: a preset, and the fields changed in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.haifu.record import Unreadable
from companion.riichi.presets import PRESETS, TENHOU, TENHOU_3P, preset_called
from companion.riichi.ruleset import RuleSet
from companion.rules_file import RulesError, changed_rules, differences, still_unverified
from companion.rules_file.fields import broken_demands

__all__ = ["changes_of", "preset_or_tenhou", "rules_with"]

_UNVERIFIED = "unverified"


def changes_of(rules: RuleSet) -> dict[str, Any]:
    """The preset that differs from `rules` in the fewest fields, and what `rules` has in those fields.

    The list of values that no source confirms is written too, where it does not follow from these fields.
    """
    fitting = (preset for preset in PRESETS.values() if preset.players == rules.players)
    base = min(fitting, key=lambda preset: len(differences(preset, rules)))
    changes = {one.field: _plain(one.right) for one in differences(base, rules)}
    if still_unverified(base, changes) != rules.unverified:
        changes[_UNVERIFIED] = list(rules.unverified)
    return {"base": base.name, "changes": changes}


def rules_with(name: Any, told: Any) -> RuleSet:
    """The rules that `changes_of` has written; named after the preset if `name` cannot name a rule set.

    Raises:
        Unreadable: `told` does not name a preset and its changes, or has a value that no rule set can have.
    """
    called, changes = (told.get("base"), told.get("changes")) if isinstance(told, dict) else (None, None)
    base = preset_called(called) if isinstance(called, str) else None
    if base is None or not isinstance(changes, dict):
        raise Unreadable("rule_changes does not say what is changed in which preset")
    try:
        rules = changed_rules(base, changes)
    except RulesError as error:
        raise Unreadable(str(error)) from None
    if _UNVERIFIED in changes:  # also where nothing else is changed
        rules = replace(rules, unverified=tuple(changes[_UNVERIFIED]))
    named = replace(rules, name=name) if isinstance(name, str) else rules
    return rules if any(broken_demands(named)) else named


def preset_or_tenhou(name: Any, players: int) -> RuleSet:
    """The preset of that name; Tenhou's rules if there is none."""
    found = preset_called(name) if isinstance(name, str) else None
    return found or (TENHOU_3P if players == 3 else TENHOU)


def _plain(value: Any) -> Any:
    if value is None:
        return "none"  # as in a file of rules
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
