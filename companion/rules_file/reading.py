"""From a name or a TOML text to a rule set; whatever cannot be used is one clear error."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.riichi.presets import EDITIONS, PRESETS, preset_called
from companion.riichi.ruleset import RuleSet
from companion.rules_file.errors import RulesError
from companion.rules_file.fields import HINTS, NAMES, NO_MINIMUM, broken_demands, wanted

BASE = "base"
"""The key with which a file names the preset that it starts from."""
LARGEST_FILE = 100_000
"""The largest file that is read, in bytes."""
CHANGED = " (changed)"
"""What a rule set's name ends with once a table has changed some of its rules."""


def load_rules(name_or_path: str) -> RuleSet:
    """A rule set by its name, or from a TOML file.

    Raises:
        RulesError: there is none of that name, or the file cannot be used.
    """
    preset = preset_called(name_or_path)
    if preset is not None:
        return preset
    path = Path(name_or_path)
    if path.suffix != ".toml" and not _is_file(path):
        raise RulesError(f"there is no rule set {name_or_path!r}: {_choices(name_or_path)}")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RulesError(f"{_printable(name_or_path)}: cannot be read: {why}") from error
    return read_rules(content, _printable(name_or_path))


def _printable(path: str) -> str:
    """The path as text that can be printed, even if it holds bytes that are not text."""
    return path.encode(errors="backslashreplace").decode()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no disk can have
        return False


def _choices(name: str) -> str:
    near = get_close_matches(name, (*PRESETS, *EDITIONS), n=1)
    meant = f"do you mean {near[0]}? " if near else ""
    return f"{meant}choose {', '.join(PRESETS)}, or the path of a TOML file"


def read_rules(content: bytes, source: str) -> RuleSet:
    """A rule set from the content of a TOML file; `source` is what an error calls it.

    The file starts from a preset (`base = "tenhou"`, which may be left out) and changes some of
    its fields. A field that a house sets itself needs no other source: it counts as verified. Without a
    `name` in the file, the rule set is named after the stem of `source`.

    Raises:
        RulesError: naming file, line and field.
    """
    if len(content) > LARGEST_FILE:
        raise RulesError(f"{source}: is too large for a rule set")
    try:
        text = content.decode("utf-8-sig")  # some editors put a mark before the first line
        written = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise RulesError(f"{source}: is not text in UTF-8 (byte {error.start + 1})") from error
    except (ValueError, RecursionError) as error:  # also a number of more than 4,300 digits
        raise RulesError(f"{source}: is not TOML: {error}") from error
    return _Page(source, text).rules(written)


def changed_rules(base: RuleSet, changes: Mapping[str, Any]) -> RuleSet:
    """A rule set in which a table has changed some fields for one game; values as TOML and JSON have them.

    Raises:
        RulesError: naming the field.
    """
    changed = _Page("the rules", "").checked(base, {"name": _changed_name(base.name), **changes})
    is_the_same = replace(changed, name=base.name, unverified=base.unverified) == base
    return base if is_the_same else changed


def still_unverified(base: RuleSet, decided: Container[str]) -> tuple[str, ...]:
    """The fields that no source confirms once a house has decided some fields itself."""
    return tuple(name for name in base.unverified if name not in decided)


def _changed_name(name: str) -> str:
    return name if name.endswith(CHANGED) else name[: 60 - len(CHANGED)] + CHANGED


class _Page:
    """One file while it is read, so that an error can name the line."""

    def __init__(self, source: str, text: str) -> None:
        self._source = source
        self._text = text

    def rules(self, written: dict[str, Any]) -> RuleSet:
        base = self._base(written.pop(BASE, "tenhou"))
        return self.checked(base, {"name": Path(self._source).stem, **written})

    def checked(self, base: RuleSet, written: Mapping[str, Any]) -> RuleSet:
        """The base with these fields changed, if that makes a rule set."""
        changes = {name: self._value(name, value) for name, value in written.items()}
        changes.setdefault("unverified", still_unverified(base, changes))
        rules = replace(base, **changes)
        for demand in broken_demands(rules):
            raise self._error(demand.field, f"{demand.field} {demand.sentence}")
        preset = preset_called(rules.name)
        if preset is not None and preset != rules:
            raise self._error(
                "name", f"{rules.name} is the name of a preset with other values: choose another"
            )
        return rules

    def _base(self, name: Any) -> RuleSet:
        if not isinstance(name, str):
            raise self._error(BASE, f"{BASE} must be the name of a preset, not {_told(name)}")
        found = preset_called(name)
        if found is None:
            raise self._error(BASE, f"there is no preset {name!r}: choose {', '.join(PRESETS)}")
        return found

    def _value(self, name: str, value: Any) -> Any:
        if name not in NAMES:
            # The word that names what a file starts from is no field, so it is not proposed for itself.
            near = get_close_matches(name, NAMES if name == BASE else (*NAMES, BASE), n=1)
            meant = f"; do you mean {near[0]}?" if near else ""
            raise self._error(name, f"there is no field {name}{meant}")
        try:
            return _readers()[name](value)
        except ValueError as error:
            raise self._error(name, f"{name} must be {wanted(name)}, not {_told(value)}") from error

    def _error(self, key: str, sentence: str) -> RulesError:
        line = self._line(key)
        place = f"{self._source}, line {line}" if line else self._source
        return RulesError(f"{place}: {sentence}")

    def _line(self, key: str) -> int:
        # The TOML parser gives no line numbers; the keys of a rule set are at the start of their lines.
        pattern = re.compile(rf"^\s*\[*\s*[\"']?{re.escape(key)}[\"']?\s*[=.\]]")
        numbered = enumerate(self._text.splitlines(), 1)
        return next((number for number, line in numbered if pattern.match(line)), 0)


def _told(value: Any) -> str:
    try:
        shown = repr(value)
    except ValueError:  # Python prints no number of more than 4,300 digits
        shown = "a number that is too long"
    kinds = {bool: "", str: "the string ", dict: "a table", list: "the list "}
    kind = kinds.get(type(value), "")
    text = str(value).lower() if isinstance(value, bool) else shown
    return kind if kind == "a table" else kind + (text if len(text) <= 60 else f"{text[:60]}…")


def _readers() -> dict[str, Callable[[Any], Any]]:
    return {field.name: _reader_of(HINTS[field.name]) for field in fields(RuleSet)}


def _reader_of(hint: Any) -> Callable[[Any], Any]:
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint
    return _BY_HINT[hint]


def _exactly(kind: type, value: Any) -> Any:
    if type(value) is not kind:  # true is not a number, and 3.0 is not a whole number
        raise ValueError(value)
    return value


def _int(value: Any) -> int:
    return int(_exactly(int, value))


def _ints(value: Any) -> tuple[int, ...]:
    return tuple(_int(each) for each in _exactly(list, value))


def _three_ints(value: Any) -> tuple[int, ...]:
    if len(_ints(value)) != 3:
        raise ValueError(value)
    return _ints(value)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(_exactly(str, each) for each in _exactly(list, value))


def _named_numbers(value: Any) -> tuple[tuple[str, int], ...]:
    return tuple(_named_number(each) for each in _exactly(list, value))


def _named_number(value: Any) -> tuple[str, int]:
    if len(_exactly(list, value)) != 2:
        raise ValueError(value)
    name, number = value
    return str(_exactly(str, name)), _int(number)


_BY_HINT: dict[Any, Callable[[Any], Any]] = {
    bool: lambda value: _exactly(bool, value),
    int: _int,
    str: lambda value: _exactly(str, value),
    int | None: lambda value: None if value == NO_MINIMUM else _int(value),
    tuple[int, ...]: _ints,
    tuple[int, int, int]: _three_ints,
    tuple[tuple[int, ...], ...]: lambda value: tuple(_ints(row) for row in _exactly(list, value)),
    tuple[str, ...]: _texts,
    tuple[tuple[str, int], ...]: _named_numbers,
    frozenset[str]: lambda value: frozenset(_texts(value)),
}
