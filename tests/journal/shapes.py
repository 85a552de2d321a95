"""What a journal of each form holds, as text: every field of facts and rule sets, every word of a choice.

A journal is read for ever. `CHECKLIST` says how a fact or a rule set is changed;
`python -m tests.journal.shapes` writes the last step.
"""

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.journal import SqliteJournal
from companion.journal.codec import SCHEMA_VERSION
from companion.journal.strict import KINDS_OF_FACT
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from tests.reliability.evenings import drafts, facts_of_a_game

FOLDER: Final = Path(__file__).parent
CHECKLIST: Final = """
A fact or a rule set has changed, so journals are written in a new form:
0. Before you change anything, type: python -m tests.journal.shapes --keep
1. Give each new field a default that means what the old form meant.
2. Raise SCHEMA_VERSION in companion/journal/codec.py, and say in one line what is new.
3. Say in docs/reference/journal.md what the form before did not have.
4. Type: python -m tests.journal.shapes
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


def keep_a_journal() -> None:
    """The journal of the form before, taken up by today's, with a hand by today's rules: `form-N.sql`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.sqlite"
        with closing(sqlite3.connect(path)) as db:
            db.executescript((FOLDER / f"form-{SCHEMA_VERSION - 1}.sql").read_text(encoding="utf-8"))
        with closing(SqliteJournal(path)) as journal:
            game = journal.next_game("table", TENHOU, "2024-01-01T12:00:00.000000Z")
            journal.append(game, drafts(facts_of_a_game()[:30]))
        with closing(sqlite3.connect(path)) as db:
            pragmas = [
                f"PRAGMA {name} = {db.execute(f'PRAGMA {name}').fetchone()[0]};\n"
                for name in ("application_id", "user_version")
            ]
            dump = "".join(f"{line}\n" for line in db.iterdump())
    head = (
        f"-- A journal as form {SCHEMA_VERSION} wrote it, which took up one of form {SCHEMA_VERSION - 1}.\n"
    )
    (FOLDER / f"form-{SCHEMA_VERSION}.sql").write_text(head + "".join(pragmas) + dump, encoding="utf-8")


if __name__ == "__main__":
    if "--keep" in sys.argv:
        keep_a_journal()
        sys.exit()
    path = kept(SCHEMA_VERSION)
    if path.exists() and path.read_text(encoding="utf-8") != shape():
        sys.exit(
            f"{path.name} says otherwise, and journals of form {SCHEMA_VERSION} lie on disks.\n{CHECKLIST}"
        )
    path.write_text(shape(), encoding="utf-8")
