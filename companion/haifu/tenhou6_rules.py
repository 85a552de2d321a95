"""Reads the rules from the head of a tenhou.net/6 record, and writes them there.

`disp` is a row of marks such as `三般南喰赤`: three players, room, hanchan, open tanyao, red fives. For
rules other than Tenhou's, this project writes the name of a preset in their place, or a house's own name
before them. Where these do not say everything, `rules` and `rule_changes` follow, as in this project's mjai
files.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.haifu.named_rules import changes_of, rules_with
from companion.riichi.presets import TENHOU, TENHOU_3P, preset_called
from companion.riichi.ruleset import RuleSet
from companion.rules_file import differences

_SEATS_AT, _LISTS_A_SEAT = 4, 3


def rules_of(game: dict[str, Any], first: list[Any]) -> RuleSet:
    """The rule set of a record, by its head and its first kyoku.

    Raises:
        Unreadable: `rule_changes` makes no sense.
    """
    rule = game.get("rule")
    rule = rule if isinstance(rule, dict) else {}
    if "rule_changes" in rule:
        return rules_with(rule.get("rules"), rule["rule_changes"])
    disp = str(rule.get("disp", ""))
    preset = preset_called(disp)
    if preset is not None:
        return preset
    words = disp.split()
    marked = [at for at, word in enumerate(words) if "東" in word or "南" in word]
    marks = " ".join(words[marked[-1] :]) if marked else disp
    rules = TENHOU_3P if _has_three(game, marks, first) else TENHOU
    told = [rule[key] for key in ("aka", "aka51", "aka52", "aka53") if key in rule]
    has_red = any(told) if told else "赤" in marks or not marked
    return replace(
        rules,
        rounds=1 if "東" in marks else 2,
        # A text without marks is a name, and says nothing of the rules.
        open_tanyao="喰" in marks or not marked,
        red_fives=rules.red_fives if has_red else (0, 0, 0),
    )


def _has_three(game: dict[str, Any], marks: str, first: list[Any]) -> bool:
    if "三" in marks:
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


def rule_marks(rules: RuleSet) -> dict[str, Any]:
    """The head's `rule` for a rule set."""
    marks = _marks(rules)
    said = rules_of({"rule": marks}, [])
    if said.name == rules.name and not differences(said, rules):
        return marks
    return {**marks, "rules": rules.name, "rule_changes": changes_of(rules)}


def _marks(rules: RuleSet) -> dict[str, Any]:
    """The `rule` that the format itself has, without our `rules` and `rule_changes`."""
    is_tenhou = rules.name.startswith("tenhou")
    if not is_tenhou and preset_called(rules.name) is not None:
        return {"disp": rules.name, **_red_marks(rules)}
    marks = "三" if rules.players == 3 else ""
    marks += "般" + ("東" if rules.rounds == 1 else "南")
    marks += ("喰" if rules.open_tanyao else "") + ("赤" if any(rules.red_fives) else "")
    return {"disp": marks if is_tenhou else f"{rules.name} {marks}", **_red_marks(rules)}


def _red_marks(rules: RuleSet) -> dict[str, int]:
    characters, circles, bamboos = rules.red_fives
    return {"aka": int(any(rules.red_fives)), "aka51": characters, "aka52": circles, "aka53": bamboos}
