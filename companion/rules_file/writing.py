"""From a rule set to TOML text that reads back as the same rule set."""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.riichi.ruleset import RuleSet
from companion.rules_file.fields import MEANINGS, NAMES, NO_MINIMUM


def write_rules(rules: RuleSet) -> str:
    """The whole rule set as TOML, each field with its sentence; unverified values are marked."""
    return "\n".join(_lines(rules)) + "\n"


def _lines(rules: RuleSet) -> Iterator[str]:
    for name in NAMES:
        if name == "unverified":
            yield f"\n# {MEANINGS[name]}"
            yield f"{name} = {written(getattr(rules, name))}"
            continue
        mark = " UNVERIFIED" if name in rules.unverified else ""
        yield f"{name} = {written(getattr(rules, name))}  # {MEANINGS[name]}{mark}"


def written(value: object) -> str:
    """One value as TOML.

    >>> written((20, 10, -10, -20)), written(True), written(None)
    ('[20, 10, -10, -20]', 'true', '"none"')
    """
    if value is None:
        return f'"{NO_MINIMUM}"'
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(str(value), ensure_ascii=False)
    if isinstance(value, frozenset):
        value = tuple(sorted(value))
    if isinstance(value, tuple):
        return f"[{', '.join(written(each) for each in value)}]"
    raise TypeError(f"a rule set has no {type(value).__name__}")
