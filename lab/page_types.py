"""Writes `Intention`, all that a person can mean, as types for the page: `python -m lab.page_types`."""

from __future__ import annotations

import types
import typing
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

from companion.evidence.intentions import Intention
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile

__all__ = ["WRITTEN", "intentions"]

WRITTEN: Final = Path(__file__).resolve().parent.parent / "scripts" / "page" / "intentions.d.ts"
_HEAD: Final = """// What people can mean: `what` of the command `say`. Written by `python -m lab.page_types`.
// A seat is 0 to 3, a tile a text such as 5p.
"""
_PLAIN: Final = {
    int: "number",
    str: "string",
    bool: "boolean",
    Seat: "number",
    Tile: "string",
    Wind: "string",
}


def intentions() -> str:
    """The text of the whole file.

    >>> "is_tenpai: boolean;" in intentions()
    True
    """
    found: dict[str, str] = {}
    kinds = get_args(Intention)
    for kind in kinds:
        _interface(kind, found, is_said=True)
    union = "\n".join(f"  | {kind.__name__}" for kind in kinds)
    return "\n".join([_HEAD, *found.values(), f"type Intention =\n{union};\n"])


def _interface(kind: type, found: dict[str, str], *, is_said: bool) -> None:
    if kind.__name__ in found:
        return
    found[kind.__name__] = ""  # keeps its place before the types that it names
    hints = get_type_hints(kind)
    lines = [f'  is: "{kind.__name__}";'] if is_said else []
    for field in fields(kind):
        is_due = field.default is MISSING and field.default_factory is MISSING
        lines.append(f"  {field.name}{'' if is_due else '?'}: {_type(hints[field.name], found)};")
    found[kind.__name__] = "\n".join([f"interface {kind.__name__} {{", *lines, "}\n"])


def _type(hint: Any, found: dict[str, str]) -> str:
    """The type of one field; the types that it is made of are added to `found`."""
    if hint is type(None):
        return "null"
    if hint in _PLAIN:
        return _PLAIN[hint]
    if get_origin(hint) in (types.UnionType, typing.Union):
        return " | ".join(_type(one, found) for one in get_args(hint))
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint), found)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return " | ".join(f'"{word.value}"' for word in hint)
    if is_dataclass(hint) and isinstance(hint, type):
        _interface(hint, found, is_said=hint in get_args(Intention))
        return hint.__name__
    raise TypeError(f"the page has no type for {hint}")


def _tuple(members: tuple[Any, ...], found: dict[str, str]) -> str:
    *first, last = members
    if last is Ellipsis:
        one = _type(first[0], found)
        return f"({one})[]" if " | " in one else f"{one}[]"
    return f"[{', '.join(_type(each, found) for each in members)}]"


if __name__ == "__main__":
    WRITTEN.write_text(intentions(), encoding="utf-8")
