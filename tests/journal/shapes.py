"""What a journal of each form holds, as text: every field of facts and rule sets, every word of a choice.

A journal is read for ever. `CHECKLIST` says how a fact or a rule set is changed;
`python -m tests.journal.shapes` writes the last step.
"""

import sys
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.journal.codec import SCHEMA_VERSION
from companion.journal.strict import KINDS_OF_FACT
from companion.riichi.ruleset import RuleSet

FOLDER: Final = Path(__file__).parent
CHECKLIST: Final = """
A fact or a rule set has changed, so journals are written in a new form:
1. Give each new field a default that means what the old form meant.
2. Raise SCHEMA_VERSION in companion/journal/codec.py, and say in one line what is new.
3. Say in docs/reference/journal.md what the form before did not have.
4. Keep a journal of the form before: tests/journal/form-N.sql.
5. Type: python -m tests.journal.shapes
""".strip()


def shape() -> str:
    """Today's fields, one a line, such as `Drawn.tile: Tile | None`."""
    kinds = [*KINDS_OF_FACT.values(), RuleSet]
    lines = {line for kind in kinds for line in _lines_of(kind)}
    return "\n".join(sorted(lines)) + "\n"


def kept(form: int) -> Path:
    return FOLDER / f"form-{form}.txt"


def _lines_of(kind: type) -> Iterator[str]:
    hints = get_type_hints(kind)
    if not fields(kind):
        yield kind.__name__
    for field in fields(kind):
        yield f"{kind.__name__}.{field.name}: {_spelled(hints[field.name])}"
        yield from _choices(hints[field.name])


def _spelled(hint: Any) -> str:
    """A type in words that every version of Python writes alike."""
    if hint in {NoneType, Ellipsis}:
        return "None" if hint is NoneType else "..."
    inner = [_spelled(part) for part in get_args(hint)]
    if get_origin(hint) in {Union, UnionType}:
        return " | ".join(inner)
    return f"{hint.__name__}[{', '.join(inner)}]" if inner else str(hint.__name__)


def _choices(hint: Any) -> Iterator[str]:
    """The words that a choice is written with; they are as lasting as the fields."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        yield f"{hint.__name__} = {', '.join(sorted(str(each.value) for each in hint))}"
    for part in get_args(hint):
        yield from _choices(part)


if __name__ == "__main__":
    path = kept(SCHEMA_VERSION)
    if path.exists() and path.read_text(encoding="utf-8") != shape():
        sys.exit(
            f"{path.name} says otherwise, and journals of form {SCHEMA_VERSION} lie on disks.\n{CHECKLIST}"
        )
    path.write_text(shape(), encoding="utf-8")
