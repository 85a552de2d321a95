"""How much a record file may hold: far above any game, far below what fills a small machine."""

from __future__ import annotations

from typing import Final

from companion.haifu.record import Format

MOST_BYTES: Final = 16 * 1024 * 1024
"""Of one record, unpacked. The longest game that is known has less than one MB."""
MOST_EVENTS: Final = 50_000
"""Tags or lines of one record; a long game has 3,000."""
MOST_HANDS: Final = 200
MOST_VALUES: Final = 500_000
"""Numbers, texts and lists of a JSON text, about. Some bots write fifty values beside each move."""
DEEPEST_TAG: Final = 16
"""An mjlog has tags within one tag, and no deeper ones."""

MOST_MEMBERS: Final = 500_000
"""Of an archive: the games of a year of a busy house."""
MOST_ARCHIVE_BYTES: Final = 4 * 1024**3
"""Of a whole archive, unpacked."""
MOST_TIMES: Final = 200
"""An archive is at most this many times as large unpacked as packed; texts of games are ten times."""
ALWAYS_ALLOWED: Final = 64 * 1024 * 1024
"""Unpacked, whatever the archive's packed size is: empty space packs well."""
MOST_HEAD_BYTES: Final = 1024 * 1024
"""Between one member of an archive and the next; a name takes some hundred."""
MOST_UNPACKER_BYTES: Final = 80 * 1024 * 1024
"""What unpacking xz may hold: its strongest common setting takes 65 MiB."""

_JSON_MARKS: Final = "{[,:"
_LINE_ENDS: Final = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def too_much_in(text: str, form: Format) -> str:
    """What the text has too many of for one game, in a few words; empty if it may be read.

    Letters are counted before anything is made of them: what is made takes many times their room.

    >>> too_much_in("<a>" * 60_000, Format.MJLOG)
    'more than 50,000 tags'
    """
    if form is Format.MJLOG:
        return _more_than(MOST_EVENTS, text.count("<"), "tags")
    marks = sum(map(text.count, _JSON_MARKS)) + text.count("%") * ("#json=" in text)
    ends = sum(map(text.count, _LINE_ENDS))
    return _more_than(MOST_EVENTS, ends, "lines") or _more_than(MOST_VALUES, marks, "values")


def _more_than(most: int, count: int, what: str) -> str:
    return f"more than {most:,} {what}" if count > most else ""
