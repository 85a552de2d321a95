"""Finds in the journal what was taken back before a restart, so that it can be redone. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from companion.journal import Entry, in_force
from companion.table_loop.desk import Step, step_of

__all__ = ["undone_last"]


def undone_last(entries: Sequence[Entry]) -> tuple[Step, ...]:
    """What the newest commands took back from the end of the game, if nothing was told since; newest last."""
    steps: list[Step] = []
    left = tuple(entries)
    while taken := _of_the_newest_command(left):
        left = left[: -len(taken)]
        standing = in_force(left)
        if not _is_undo(taken, standing):
            break
        steps.append(step_of(standing, taken))
    return tuple(reversed(steps))


def _of_the_newest_command(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    if not entries or entries[-1].command_id is None:
        return ()
    name = entries[-1].command_id
    return tuple(takewhile(lambda entry: entry.command_id == name, reversed(entries)))[::-1]


def _is_undo(taken: tuple[Entry, ...], standing: tuple[Entry, ...]) -> bool:
    """Whether the command told nothing and took back what came last. No correction elsewhere counts."""
    gone = {entry.retracts for entry in taken}
    return None not in gone and gone == {entry.seq for entry in standing[len(standing) - len(gone) :]}
