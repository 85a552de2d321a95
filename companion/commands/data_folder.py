"""The data folder of a command, with no restore left half done in it; only commands that write make it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from companion.config import (
    default_folder,
    folder_of_machine,
    folder_to_make,
    folder_to_read,
    prepared_folder,
)
from companion.keeping.interrupted import finish_what_was_cut_off

JOURNALS: Final = ("table.sqlite", "records.sqlite", "demo.sqlite")
"""The journals of a data folder: of this table, of records that were played, of the demo."""


def own_folder(path: str | None) -> Path:
    """The data folder of what is started here: made if it is missing, this account's where none was typed.

    Raises as `data_folder`.
    """
    return _finished(prepared_folder(path, default_folder))


def data_folder(path: str | None) -> Path:
    """The data folder of a command that writes: made if it is missing, every journal where it belongs.

    Raises:
        ConfigError: it cannot be made or is not a folder.
        BackupError: a restore was cut off and cannot be finished; the sentence says what to do.
        JournalInUse: a restore is going on.
    """
    return _finished(prepared_folder(path))


def own_folder_to_make(path: str | None) -> Path:
    """The folder of `own_folder`, for a command that makes it only once all that was typed is accepted.

    Raises:
        ConfigError: it is not a folder.
        BackupError: a restore was cut off and cannot be finished; the sentence says what to do.
        JournalInUse: a restore is going on.
    """
    return _finished(folder_to_make(path, default_folder))


def data_folder_to_read(path: str | None) -> Path:
    """The data folder of a command that looks at it, or changes what is there. It is never made.

    Where none was typed it may be missing: then nothing was played here yet.

    Raises:
        ConfigError: the one that was typed is not there, or it is not a folder.
        BackupError: a restore was cut off and cannot be finished; the sentence says what to do.
        JournalInUse: a restore is going on.
    """
    return _finished(folder_to_read(path))


def hub_data_folder(path: str | None) -> Path:
    """The data folder in which a hub was started, which is not made. Raises as `data_folder_to_read`."""
    return _finished(folder_to_read(path, default_folder))


def people_folder(path: str | None) -> Path:
    """The data folder for what is said of players and seasons, made by whoever writes there.

    Where none was typed it is that of this account if it has a hub, else that of this machine's table.

    Raises:
        ConfigError: it is not a folder, or it cannot be looked at.
        BackupError: a restore was cut off and cannot be finished; the sentence says what to do.
        JournalInUse: a restore is going on.
    """
    from companion.club.service import FOLDER

    has_hub = (default_folder() / FOLDER).is_dir()
    return _finished(folder_to_make(path, default_folder if has_hub else folder_of_machine))


def club_folder(path: str | None) -> Path:
    """The hub's folder within the data folder. Raises ClickException where there is no club."""
    from companion.club.service import FOLDER

    folder = hub_data_folder(path) / FOLDER
    if not folder.is_dir():
        raise click.ClickException("there is no club here; begin one with: companion club start")
    return folder


def _finished(folder: Path) -> Path:
    finish_what_was_cut_off(folder)
    return folder
