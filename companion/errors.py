"""The errors that rooms of the companion share: one root, and leaves that are builtins too.

Ordinary outcomes are values, never raised. The errors of the rules are in `companion.riichi.errors`.
"""

from __future__ import annotations

__all__ = [
    "CompanionError",
    "ConfigError",
    "JournalCorrupt",
    "JournalDown",
    "JournalError",
    "JournalGone",
    "JournalInUse",
    "JournalTooNew",
    "SourceStuck",
    "TableStopped",
]


class CompanionError(Exception):
    """Root of the errors of most rooms; `str()` is a sentence for people.

    Rules, scoring and records have errors of their own.
    """


class ConfigError(CompanionError, ValueError):
    """What was set, typed or kept cannot be used; the sentence names it and says what is wrong."""


class JournalError(CompanionError):
    """Something is wrong with the journal."""


class JournalCorrupt(JournalError, ValueError):
    """The journal is damaged or is not one; the sentence says what was found. Nothing was changed."""


class JournalTooNew(JournalError, RuntimeError):
    """A newer companion has written this journal. It was not touched."""


class JournalInUse(JournalError, BlockingIOError):
    """Another companion writes this journal; there is one writer at a time."""


class JournalDown(JournalError, OSError):
    """The journal cannot be read or written now: no space, no permission, no disk. Nothing was changed."""


class JournalGone(JournalDown):
    """The journal's file was removed or replaced under the companion that writes it."""


class SourceStuck(CompanionError, RuntimeError):
    """Something that runs beside the table did not stop when it was asked to."""


class TableStopped(CompanionError, RuntimeError):
    """The table has stopped and takes no more evidence."""
