"""A cattrs converter that believes nothing: no text for a number, no unknown field, no mapping for a list.

What is read has to be what would be written, except that a field with a default may be missing. Nothing here
knows the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any, NoReturn, get_args, get_origin

from cattrs import Converter, transform_error
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError

from companion.riichi.facts import Fact
from companion.riichi.seats import SEATS, Seat, Wind
from companion.riichi.tiles import Tile

TAG = "is"
"""The field that tells the kind of a fact or an intention."""
KINDS_OF_FACT = {kind.__name__: kind for kind in get_args(Fact)}


@cache
def common_converter() -> Converter:
    """The converter that all share, as making one slows the start. Add hooks only for types of your own."""
    return strict_converter()


def strict_converter() -> Converter:
    """Facts, rule sets and what holds them, as plain lists and dictionaries and back."""
    # Everything is written, defaults too: a default that changes later must not change the past.
    converter = Converter(forbid_extra_keys=True)
    for scalar in (int, str, bool):
        converter.register_structure_hook(scalar, _scalar)
    converter.register_structure_hook_factory(_is_tuple, _tuple_reader)
    converter.register_structure_hook_func(_is_names, _names)
    converter.register_unstructure_hook_func(_is_names, sorted)
    converter.register_structure_hook(Tile, lambda text, _: Tile(text))
    converter.register_unstructure_hook(Tile, lambda tile: tile.text)
    converter.register_structure_hook(Seat, _seat)
    converter.register_structure_hook(Wind, _wind)
    converter.register_unstructure_hook(Wind, lambda wind: wind.letter)
    _allow_facts(converter)
    _allow_no_fact(converter)
    return converter


def _allow_facts(converter: Converter) -> None:
    """A fact is its fields and the name of its kind.

    The hooks of a kind are made when one of its kind is first met: there are many kinds, and to make them all
    would take a tenth of the time that a start takes.
    """

    @cache
    def reader(tag: str) -> Callable[[Any, Any], Any]:
        return converter.get_structure_hook(KINDS_OF_FACT[tag])

    @cache
    def writer(tag: str) -> Callable[[Any], Any]:
        return converter.get_unstructure_hook(KINDS_OF_FACT[tag])

    def read(value: Any, _: Any) -> Any:
        fields = value.copy()
        tag = fields.pop(TAG)
        return reader(tag)(fields, KINDS_OF_FACT[tag])

    def write(fact: Fact) -> dict[str, Any]:
        tag = type(fact).__name__
        fields: dict[str, Any] = writer(tag)(fact)
        fields[TAG] = tag
        return fields

    converter.register_structure_hook(Fact, read)
    converter.register_unstructure_hook(Fact, write)


def _allow_no_fact(converter: Converter) -> None:
    # To Python `Fact | None` is one flat union, so it needs hooks of its own.
    read_fact = converter.get_structure_hook(Fact)
    write_fact = converter.get_unstructure_hook(Fact)

    def read(value: Any, _: Any) -> Any:
        return None if value is None else read_fact(_tagged(value), Fact)

    def write(fact: Fact | None) -> dict[str, Any] | None:
        if fact is None:
            return None
        fields: dict[str, Any] = write_fact(fact)
        return {TAG: fields.pop(TAG), **fields}

    converter.register_structure_hook(Fact | None, read)
    converter.register_unstructure_hook(Fact | None, write)


def sentences(failure: Exception) -> str:
    """What was wrong and where, from the errors that reading can raise."""
    if isinstance(failure, BaseValidationError):
        return "; ".join(transform_error(failure, format_exception=_sentence))
    return _sentence(failure, None)


def _sentence(failure: BaseException, _: Any) -> str:
    if isinstance(failure, ForbiddenExtraKeysError):
        return f"unknown field {', '.join(map(repr, sorted(map(str, failure.extra_fields))))}"
    if isinstance(failure, KeyError):
        return f"{failure} is missing"
    return str(failure)


def _scalar(value: Any, kind: type) -> Any:
    # The hook for `str` is asked about every StrEnum as well.
    if issubclass(kind, Enum):
        return kind(value)
    # True is an int to Python, not to the person who reads the journal.
    return value if type(value) is kind else _refuse(value, kind.__name__)


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _tuple_reader(kind: Any, converter: Any) -> Callable[[Any, Any], Any]:
    *members, last = get_args(kind)
    if last is Ellipsis:
        read_all = converter.get_structure_hook(members[0])
        return lambda value, _: tuple(read_all(item, members[0]) for item in _list(value))
    kinds = (*members, last)
    readers = tuple(converter.get_structure_hook(member) for member in kinds)

    def read(value: Any, _: Any) -> Any:
        if len(_list(value)) != len(readers):
            _refuse(value, f"list of {len(readers)}")
        return tuple(reader(*pair) for reader, *pair in zip(readers, value, kinds, strict=True))

    return read


def _list(value: Any) -> list[Any]:
    return value if type(value) is list else _refuse(value, "list")


def _is_names(kind: Any) -> bool:
    return bool(kind == frozenset[str])


def _names(value: Any, _: Any) -> frozenset[str]:
    if not all(type(name) is str for name in _list(value)):
        _refuse(value, "list of names")
    return frozenset(value)


def _seat(value: Any, _: Any) -> Seat:
    return SEATS[value] if type(value) is int and 0 <= value < len(SEATS) else _refuse(value, "seat")


def _wind(value: Any, _: Any) -> Wind:
    return Wind.from_letter(value) if type(value) is str else _refuse(value, "wind")


def _tagged(value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        _refuse(value, "fact")
    tag = value.get(TAG)
    if type(tag) is not str or tag not in KINDS_OF_FACT:
        raise ValueError(f"{_short(tag)} is not a kind of fact")
    return value


def _refuse(value: Any, wanted: str) -> NoReturn:
    raise ValueError(f"{_short(value)} is not a valid {wanted}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
