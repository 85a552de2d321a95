"""Where two rule sets differ, field by field."""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.ruleset import RuleSet
from companion.rules_file.fields import NAMES
from companion.rules_file.sources import source_of

_NO_RULES = frozenset({"name", "unverified"})


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that has two values; each side says whether its value is verified."""

    field: str
    left: object
    right: object
    left_is_verified: bool = True
    right_is_verified: bool = True
    left_source: str = ""
    """Where the value comes from; empty where a house has decided it, or it needs no source."""
    right_source: str = ""


def differences(left: RuleSet, right: RuleSet) -> tuple[Difference, ...]:
    """All fields with different values, in the order of the rule set."""
    return tuple(
        Difference(
            name,
            getattr(left, name),
            getattr(right, name),
            name not in left.unverified,
            name not in right.unverified,
            source_of(left, name),
            source_of(right, name),
        )
        for name in NAMES
        if name not in _NO_RULES and getattr(left, name) != getattr(right, name)
    )
