"""The least that a winning hand must be worth without dora (縛り): one han, or two from some honba on."""

from __future__ import annotations

from companion.riichi.facts import HandValue
from companion.riichi.ruleset import RuleSet
from companion.riichi.yaku import DORA

TWO = 2


def needs_two_han(honba: int, rules: RuleSet) -> bool:
    """Whether a win needs two han of yaku at this many honba (二翻縛り)."""
    return rules.two_han_from is not None and honba >= rules.two_han_from


def has_two_han(value: HandValue) -> bool | None:
    """Whether two han come from yaku; None where not all yaku were named and dora may be among the han."""
    if value.yakuman:
        return True
    if sum(han for name, han in value.yaku if name not in DORA) >= TWO:
        return True
    is_all_named = sum(han for _, han in value.yaku) >= value.han
    return False if is_all_named or value.han < TWO else None
