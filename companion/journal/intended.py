"""Intentions as plain dictionaries and back, as strictly as facts. Nothing here knows what comes of them."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

from cattrs import Converter
from cattrs.strategies import configure_tagged_union

from companion.evidence.intentions import Intention, Result
from companion.journal.strict import TAG, strict_converter

__all__ = ["intention_converter", "teach_intentions"]


@cache
def intention_converter() -> Converter:
    """The converter for all intentions, made when it is first needed."""
    converter = strict_converter()
    teach_intentions(converter)
    return converter


def teach_intentions(converter: Converter) -> None:
    """Teach the converter to read and write intentions, each with its kind in `is`."""
    for union in (Result, Intention):
        configure_tagged_union(union, converter, tag_name=TAG)
        converter.register_structure_hook(union, _reader(converter.get_structure_hook(union), union))


def _reader(read: Any, union: Any) -> Any:
    kinds = {kind.__name__ for kind in get_args(union)}

    def checked(value: Any, _: Any) -> Any:
        tag = value.get(TAG) if type(value) is dict else None
        if type(tag) is not str or tag not in kinds:
            raise ValueError(f"{TAG} must be one of {', '.join(sorted(kinds))}")
        return read(value, union)

    return checked
