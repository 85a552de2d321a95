"""Changes rows of a TOML file and leaves the rest as a person has written it: comments, order, blank lines.

A row is a name and its value. What a file may say is not known here: whoever changes one reads it again.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.person_names import naming, same_name

__all__ = ["Row", "with_rows", "without_comments_on"]

Row = tuple[str, ...]
"""The tables around a row, from the outermost, and its name."""
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_MOST_LINES: Final = 100
"""Of one row; a longer one is not worth understanding."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """The lines of a comment, a blank, a table's head or one row; or of several rows between braces."""

    text: str
    table: Row = ()
    """The table in which it stands."""
    rows: Mapping[Row, Any] = field(default_factory=dict)
    is_head: bool = False


def with_rows(
    text: str, wanted: Mapping[Row, Any], within: Iterable[Row], spelled: Callable[[str], str] = str
) -> str:
    """The file with these rows, and no others in the tables `within`; the file itself is the table ().

    A row that says already what is wanted stays as it is. `spelled` is how names are compared.

    Raises:
        ValueError: the file cannot be understood, or a row in it cannot be changed alone.
    """
    tables, found, pieces = set(within), set[Row](), list[_Piece]()
    for piece in _pieces(text):
        rows = {(*path[:-1], spelled(path[-1])): value for path, value in piece.rows.items()}
        found |= rows.keys()
        changed = {path for path, value in rows.items() if path in wanted and not _is(value, wanted[path])}
        gone = {path for path in rows if path[:-1] in tables and path not in wanted}
        if len(rows) > 1 and changed | gone:
            raise ValueError("several rows stand between braces")
        if not gone:
            pieces.append(_changed(piece, wanted[changed.pop()]) if changed else piece)
    for path, value in wanted.items():
        if path not in found:
            _add(pieces, path, value)
    return "".join(piece.text for piece in pieces)


def without_comments_on(text: str, names: Iterable[str]) -> str:
    """The file without the comments in which one of these people is named. Raises ValueError."""
    told = [naming(name) for name in names]

    def is_on_them(comment: str) -> bool:
        return any(one.search(same_name(comment)) for one in told)

    kept = []
    for piece in _pieces(text):
        at = _end_of_value(piece.text)
        row, comment = piece.text[:at], piece.text[at:]
        # What stands between the lines of a list goes with the list's own layout.
        if "#" in row and is_on_them(row):
            raise ValueError("a comment stands within a row")
        kept.append(row.rstrip(" \t") + ("\n" if row.strip() else "") if is_on_them(comment) else piece.text)
    return "".join(kept)


def _pieces(text: str) -> Iterator[_Piece]:
    table: Row = ()
    lines = iter(_LINE.findall(text))
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            yield _Piece(line, table)
            continue
        whole, said = _read(line, lines)
        rows = dict(_rows(said))
        if whole.lstrip().startswith("["):
            (table,) = rows
            yield _Piece(whole, table, is_head=True)
        else:
            yield _Piece(whole, table, {(*table, *path): value for path, value in rows.items()})


def _read(line: str, lines: Iterator[str]) -> tuple[str, dict[str, Any]]:
    """A row or a table's head with the lines on which it goes on, and what it says. Raises ValueError."""
    for _ in range(_MOST_LINES):
        try:
            return line, tomllib.loads(line)
        except tomllib.TOMLDecodeError:
            line += next(lines, "")
    raise ValueError(f"{line[:40]!r} begins no row")


def _rows(said: Any, *outer: str) -> Iterator[tuple[Row, Any]]:
    if type(said) is dict and said:
        for name, value in said.items():
            yield from _rows(value, *outer, name)
    else:
        yield outer, said


def _changed(piece: _Piece, value: Any) -> _Piece:
    """A row with another value, and its comment. Raises ValueError."""
    name = dict(_rows(tomllib.loads(piece.text))).keys()
    starts = (piece.text[: at + 1] for at in _places(piece.text, "="))
    start = next((one for one in starts if dict(_rows(_says(f"{one} 0"))).keys() == name), None)
    if start is None:
        raise ValueError("the row stands between braces")
    said = piece.text[len(start) :]
    blanks = said[: len(said) - len(said.lstrip(" \t"))]
    text = f"{start}{blanks}{_written(value)}{piece.text[_end_of_value(piece.text) :]}"
    return replace(piece, text=text)


def _end_of_value(text: str) -> int:
    """Where the blanks and the comment after a row or a table's head begin; 0 for what is only a comment."""
    said = _says(text)
    ends = (*_places(text, "#"), len(text))
    at = next(one for one in ends if _says(text[:one]) == said)
    return len(text[:at].rstrip())


def _places(text: str, letter: str) -> Iterator[int]:
    return (at for at, one in enumerate(text) if one == letter)


def _says(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _add(pieces: list[_Piece], path: Row, value: Any) -> None:
    """Put a new row after the others of its table; the table itself comes last where there is none."""
    *table, name = path
    row = _Piece(f"{_named(name)} = {_written(value)}\n", tuple(table), {path: value})
    places = [at for at, one in enumerate(pieces, 1) if one.table == row.table and (one.rows or one.is_head)]
    if not table and not places:
        places = [_below_the_head_of(pieces)]
        if any(one.is_head for one in pieces[places[0] :][:1]):
            row = replace(row, text=f"{row.text}\n")
    if not places:
        head = ".".join(map(_named, table))
        pieces.append(_Piece(f"\n[{head}]\n", row.table, is_head=True))
        places = [len(pieces)]
    at = places[-1]
    if at and not (before := pieces[at - 1]).text.endswith("\n"):
        pieces[at - 1] = replace(before, text=f"{before.text}\n")
    pieces.insert(at, row)


def _below_the_head_of(pieces: list[_Piece]) -> int:
    """Below the comment with which the file begins and a blank line, where there is such a comment."""
    first_blank = next((at for at, one in enumerate(pieces) if not one.text.strip()), None)
    is_head = first_blank and all(one.text.lstrip().startswith("#") for one in pieces[:first_blank])
    return first_blank + 1 if is_head and first_blank is not None else 0


def _is(value: Any, wanted: Any) -> bool:
    return bool(value == wanted) and (type(value) is bool) == (type(wanted) is bool)


def _named(name: str) -> str:
    return name if re.fullmatch("[a-z_]+", name) else _written(name)


def _written(value: Any) -> str:
    """A value as TOML writes it: for what is one line here, JSON writes the same."""
    return json.dumps(value, ensure_ascii=False)
