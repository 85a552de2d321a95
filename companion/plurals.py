"""How many there are, in words: by Unicode's CLDR for the page's languages, and in a command's English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["counted", "plural_of"]

_RELATION: Final = re.compile(r"([nivfte])(?: % (\d+))? (=|!=) ([\d.,]+)")


def counted(number: int, one: str, many: str = "") -> str:
    """A number and what there is of it, in English; without `many` an s makes the plural.

    >>> counted(1, "entry", "entries"), counted(1_234, "entry", "entries"), counted(0, "hand")
    ('1 entry', '1,234 entries', '0 hands')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def plural_of(number: float, rules: Mapping[str, str]) -> str:
    """The category of a number: that of the first rule that holds, else `other`.

    Raises:
        ValueError: a rule cannot be read.

    >>> polish = {"one": "i = 1 and v = 0", "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"}
    >>> [plural_of(number, polish) for number in (1, 2, 12, 22)]
    ['one', 'few', 'other', 'few']
    """
    return next((category for category, rule in rules.items() if _holds(rule, number)), "other")


def _holds(rule: str, number: float) -> bool:
    return any(
        all(_is_so(relation, number) for relation in either.split(" and ")) for either in rule.split(" or ")
    )


def _is_so(relation: str, number: float) -> bool:
    read = _RELATION.fullmatch(relation.strip())
    if read is None:
        raise ValueError(f"{relation!r} is not a relation of CLDR's plural rules")
    operand, modulus, sign, values = read.groups()
    value = _operand(operand, number)
    if modulus:
        value %= int(modulus)
    return any(_is_in(value, each) for each in values.split(",")) == (sign == "=")


def _is_in(value: float, values: str) -> bool:
    first, _, last = values.partition("..")
    return value in range(int(first), int(last or first) + 1)


def _operand(operand: str, number: float) -> float:
    """CLDR's operands: n the number, i its whole part, v how many decimals, f and t these; e is always 0."""
    decimals = f"{number:.6f}".rstrip("0").partition(".")[2]
    match operand:
        case "n":
            return abs(number)
        case "i":
            return int(abs(number))
        case "v":
            return len(decimals)
        case "f" | "t":
            return int(decimals or 0)
        case _:
            return 0
