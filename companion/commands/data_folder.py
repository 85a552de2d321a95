"""The data folder of a command: made if it is missing, and with no restore left half done in it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from companion.config import prepared_folder
from companion.keeping.interrupted import finish_what_was_cut_off

JOURNALS: Final = ("table.sqlite", "records.sqlite", "demo.sqlite")
"""The journals of a data folder: of this table, of records that were played, of the demo."""


def data_folder(path: str | None) -> Path:
    """The data folder, in which every journal is where it belongs.

    Raises:
        ConfigError: it cannot be made or is not a folder.
        BackupError: a restore was cut off and cannot be finished; the sentence says what to do.
        JournalInUse: a restore is going on.
    """
    folder = prepared_folder(path)
    finish_what_was_cut_off(folder)
    return folder


def club_folder(path: str | None) -> Path:
    """The hub's folder within the data folder. Raises ClickException where there is no club."""
    from companion.club.service import FOLDER

    folder = data_folder(path) / FOLDER
    if not folder.is_dir():
        raise click.ClickException("there is no club here; begin one with: companion club start")
    return folder
