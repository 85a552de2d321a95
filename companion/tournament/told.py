"""How a hub and its tables tell each other of a tournament: one form of bytes, read strictly. Pure."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Final, TypeVar

from cattrs.errors import BaseValidationError

from companion.errors import CompanionError, JournalCorrupt
from companion.journal.strict import sentences, strict_converter

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["ToldRefused", "decoded", "encoded", "require_numbers"]

_MOST: Final = 2**53
_CONVERTER: Final = strict_converter()
_Told = TypeVar("_Told", bound="DataclassInstance")


class ToldRefused(CompanionError, ValueError):
    """What came cannot be read; the sentence says why."""


def encoded(told: DataclassInstance) -> bytes:
    """The bytes that are sent."""
    return json.dumps(_CONVERTER.unstructure(told), separators=(",", ":")).encode()


def decoded(kind: type[_Told], payload: bytes, what: str) -> _Told:
    """What these bytes say; `what` names them at the beginning of a refusal's sentence.

    Fields that only a newer machine knows are ignored.

    Raises:
        ToldRefused: they say nothing of that kind.
    """
    try:
        value = json.loads(payload)
        if type(value) is not dict:
            raise ValueError("it is not a JSON object")
        known = {field.name: value[field.name] for field in fields(kind) if field.name in value}
        return _CONVERTER.structure(known, kind)
    except (
        BaseValidationError,
        JournalCorrupt,
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        RecursionError,
    ) as failure:
        raise ToldRefused(f"{what} cannot be read: {sentences(failure)}") from failure


def require_numbers(*numbers: int) -> None:
    """Raises ValueError where one of them is below 0, or too large for JSON."""
    if any(not 0 <= number < _MOST for number in numbers):
        raise ValueError("a number is below 0 or too large")
