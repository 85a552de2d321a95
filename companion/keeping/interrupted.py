"""Finishes what a kill or a power cut interrupted, before anybody looks into the data folder."""

from __future__ import annotations

import logging
from pathlib import Path

from companion.journal.opening import LEFT_BY_OLDER, RESTORE

_log = logging.getLogger(__name__)


def is_cut_off(folder: Path) -> bool:
    """Whether something of a restore is left in the folder."""
    return (folder / RESTORE).exists() or any(folder.glob(f"{LEFT_BY_OLDER}*"))


def finish_what_was_cut_off(folder: Path) -> None:
    """Finish a restore that was cut off.

    Raises:
        BackupError: it cannot be finished; nothing was changed.
        JournalInUse: it is still going on.
        JournalDown: the folder cannot be written.
    """
    if is_cut_off(folder):
        # Loading what reads zips slows the start, and few starts need it.
        from companion.keeping.restoring import finish_restore

        if finish_restore(folder):
            _log.warning("restore.finished %s", folder)
