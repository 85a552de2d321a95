"""Reads the rules from the head of a tenhou.net/6 record, and writes them there.

`disp` is a row of marks such as `三般南喰赤`: three players, room, hanchan, open tanyao, red fives;
records that this project writes under other rules have the rule set's name there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.riichi.presets import TENHOU, TENHOU_3P, preset_called
from companion.riichi.ruleset import RuleSet

_SEATS_AT, _LISTS_A_SEAT = 4, 3


def rules_of(game: dict[str, Any], first: list[Any]) -> RuleSet:
    """The rule set of a record, by its head and its first kyoku."""
    rule = game.get("rule")
    rule = rule if isinstance(rule, dict) else {}
    disp = str(rule.get("disp", ""))
    preset = preset_called(disp)
    if preset is not None:
        return preset
    rules = TENHOU_3P if _has_three(game, disp, first) else TENHOU
    red = rules.red_fives if _has_red(rule, disp) else (0, 0, 0)
    return replace(
        rules,
        rounds=1 if "東" in disp else 2,
        open_tanyao="喰" in disp or not disp,
        red_fives=red,
    )


def _has_three(game: dict[str, Any], disp: str, first: list[Any]) -> bool:
    if "三" in disp:
        return True
    names = game.get("name")
    if isinstance(names, list) and len(names) == 3:
        return True
    length = len(first)
    if length in (_SEATS_AT + 3 * _LISTS_A_SEAT, _SEATS_AT + 3 * _LISTS_A_SEAT + 1):
        return True
    fourth = _SEATS_AT + 3 * _LISTS_A_SEAT
    points = first[1] if length > 1 and isinstance(first[1], list) else []
    is_nobody_there = len(points) == 3 or points[3:4] == [0]
    return is_nobody_there and all(entry == [] for entry in first[fourth : fourth + 3])


def _has_red(rule: dict[str, Any], disp: str) -> bool:
    told = [rule[key] for key in ("aka", "aka51", "aka52", "aka53") if key in rule]
    if told:
        return any(told)
    return "赤" in disp or not disp


def rule_marks(rules: RuleSet) -> dict[str, Any]:
    """The head's `rule` for a rule set."""
    if not rules.name.startswith("tenhou"):
        return {"disp": rules.name, **_red_marks(rules)}
    marks = "三" if rules.players == 3 else ""
    marks += "般" + ("東" if rules.rounds == 1 else "南")
    marks += ("喰" if rules.open_tanyao else "") + ("赤" if any(rules.red_fives) else "")
    return {"disp": marks, **_red_marks(rules)}


def _red_marks(rules: RuleSet) -> dict[str, int]:
    characters, circles, bamboos = rules.red_fives
    return {"aka": int(any(rules.red_fives)), "aka51": characters, "aka52": circles, "aka53": bamboos}
