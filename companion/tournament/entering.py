"""Names as people type them or a spreadsheet exports them: one a line, perhaps with a team. Pure."""

from __future__ import annotations

import csv
import re
from typing import Final

from companion.tournament.changes import Entrant

__all__ = ["entrants_in"]

_BETWEEN: Final = re.compile("[;\t，、；]")
"""What stands between name and team besides a comma: spreadsheets and keyboards differ."""


def entrants_in(text: str) -> tuple[Entrant, ...]:
    """Everybody whom the lines name, in their order.

    Raises:
        ValueError: the text cannot be read, or names nobody.

    >>> entrants_in("Chen; Blue")
    (Entrant(name='Chen', team='Blue', is_substitute=False),)
    """
    try:
        # Each line by itself: a quotation mark that is never closed takes no other lines with it.
        rows = [row for line in _BETWEEN.sub(",", text).splitlines() for row in _read(line)]
    except csv.Error as failure:
        raise ValueError(f"the names cannot be read: {failure}") from failure
    found = tuple(Entrant(row[0], row[1] if len(row) > 1 else "") for row in rows if row and row[0])
    if not found:
        raise ValueError("there is no name")
    return found


def _read(line: str) -> list[list[str]]:
    return [[each.strip() for each in row] for row in csv.reader([line], skipinitialspace=True)]
