"""How much a record file may hold: far more than any game, far less than fills a small machine."""

from __future__ import annotations

from typing import Final

from companion.haifu.record import Format

MOST_BYTES: Final = 16 * 1024 * 1024
"""The largest record, unpacked, in bytes. The longest known game has less than one MB."""
MOST_EVENTS: Final = 50_000
"""The most tags or lines in one record; a long game has 3,000."""
MOST_HANDS: Final = 200
MOST_VALUES: Final = 500_000
"""The most numbers, strings and lists in a JSON text, roughly; some bots write fifty for each move."""
DEEPEST_TAG: Final = 16
"""How deeply the tags of an mjlog may be nested; real ones have a single level within the root."""

MOST_MEMBERS: Final = 500_000
"""The most members of an archive: a year's games of a busy house."""
MOST_ARCHIVE_BYTES: Final = 4 * 1024**3
"""The largest archive, unpacked, in bytes."""
MOST_TIMES: Final = 200
"""An archive may be this many times as large unpacked as packed; game records grow about tenfold."""
ALWAYS_ALLOWED: Final = 64 * 1024 * 1024
"""Bytes that any archive may have unpacked, however small it is packed: empty space packs well."""
MOST_HEAD_BYTES: Final = 1024 * 1024
"""The most bytes between one member of an archive and the next; a name takes a few hundred."""
MOST_UNPACKER_BYTES: Final = 80 * 1024 * 1024
"""How much memory unpacking xz may take, in bytes: its strongest common setting takes 65 MiB."""

_JSON_MARKS: Final = "{[,:"
_LINE_ENDS: Final = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def too_much_in(text: str, form: Format) -> str:
    """What the text has too many of for one game, in a few words; empty if it may be read.

    Characters are counted before the text is parsed, because the result takes many times the memory.

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
