"""Entries and rule sets as JSON text and back, strictly. No disk here.

A line that was written must stay readable for ever, so the names of fields and kinds of fact are
part of the format: if you rename one, raise `SCHEMA_VERSION` and write how the old one is read.
"""

from __future__ import annotations

import json
from typing import Any, Final, TypeVar

from cattrs.errors import BaseValidationError
from cattrs.gen import make_dict_unstructure_fn

from companion.errors import JournalCorrupt
from companion.journal.entry import Entry, is_utc
from companion.journal.strict import common_converter, sentences
from companion.riichi.ruleset import RuleSet

SCHEMA_VERSION: Final = 9
"""The form that is written now.

2: a fact may stand `before` another; `Won` says who is `liable`; turns that are not followed.
3: the file says which journal it is, and of which epoch.
4: what a house settles outside the play: dead hands, smaller penalties, an early end, chips.
5: what people agree on outside the play (`riichi.tea_facts`).
6: yaku of the house, the size of the dead wall, and who else is liable for a win.
7: which penalties a referee can give.
8: closed kans of which nobody knows when they were made.
9: whether a command told, corrected, undid or redid something, and how closely the hand is kept."""

_Value = TypeVar("_Value", Entry, RuleSet)
_CONVERTER: Final = common_converter()
# The envelope leaves out what most entries do not have; its defaults mean "nothing" and never change.
_CONVERTER.register_unstructure_hook(
    Entry, make_dict_unstructure_fn(Entry, _CONVERTER, _cattrs_omit_if_default=True)
)
# Plain ASCII: half a surrogate pair in somebody's name must not make the file unreadable.
_write = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode


def encode_entry(entry: Entry) -> str:
    """One line of JSON, always the same for the same entry."""
    return _write(_CONVERTER.unstructure(entry))


def decode_entry(text: str | bytes, place: str = "an entry") -> Entry:
    """Read one line. `place` names the entry in the error.

    Raises:
        JournalCorrupt: it is not an entry, or a field is unknown, lacking, or of the wrong kind.
    """
    entry = _decode(text, Entry, place)
    if not is_utc(entry.at):
        raise JournalCorrupt(f"{place} cannot be read: {entry.at[:40]!r} is not a UTC time")
    return entry


def encode_rules(rules: RuleSet) -> str:
    """A whole rule set as JSON."""
    return _write(_CONVERTER.unstructure(rules))


def decode_rules(text: str | bytes, place: str = "a rule set") -> RuleSet:
    """Read a rule set. Raises JournalCorrupt if it is not one."""
    return _decode(text, RuleSet, place)


def _decode(text: str | bytes, kind: type[_Value], place: str) -> _Value:
    try:
        return _CONVERTER.structure(_loads(text), kind)
    # LookupError and TypeError: odd JSON meets generated readers before any check of ours.
    except (BaseValidationError, ValueError, TypeError, LookupError, AttributeError) as failure:
        raise JournalCorrupt(f"{place} cannot be read: {sentences(failure)}") from failure


def _loads(text: str | bytes) -> Any:
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if type(value) is not dict:
        raise ValueError("it is not a JSON object")
    return value
