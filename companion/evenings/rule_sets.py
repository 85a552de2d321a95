"""The presets as a page offers them, each with what differs from a chosen one. Pure."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from companion.riichi.presets import PRESETS
from companion.riichi.ruleset import RuleSet
from companion.rules_file.comparing import differences
from companion.rules_file.fields import NAMES
from companion.rules_file.forms import forms_for, plain

__all__ = ["preset_of", "rule_sets"]

_NO_CHOICE = frozenset({"name", "players", "unverified"})


def rule_sets(base: RuleSet, house: RuleSet, now: RuleSet) -> dict[str, Any]:
    """The house's rules and every other preset, the rules of the next hand, and how a form offers each field.

    The fields are those of a table with as many players as the base has.
    """
    others = [rules for rules in PRESETS.values() if rules.name != house.name]
    return {
        "base": base.name,
        "house": house.name,
        "presets": [preset_of(rules, base) for rules in (house, *others)],
        "now": preset_of(now, base),
        "fields": [asdict(form) for form in forms_for(base.players)],
    }


def preset_of(rules: RuleSet, base: RuleSet) -> dict[str, Any]:
    """One preset: its values, and where they differ from the base's."""
    return {
        "name": rules.name,
        "players": rules.players,
        "rounds": rules.rounds,
        "start_points": rules.start_points,
        "values": {name: plain(getattr(rules, name)) for name in NAMES if name not in _NO_CHOICE},
        "differs": [
            {"field": one.field, "value": plain(one.right), "base": plain(one.left)}
            for one in differences(base, rules)
        ],
        "unverified": list(rules.unverified),
    }
