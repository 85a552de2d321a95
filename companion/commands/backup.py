"""`companion backup`: everything of this table in one zip."""

from __future__ import annotations

from pathlib import Path

import click

from companion.clock import SystemClock
from companion.commands.data_folder import data_folder_to_read
from companion.errors import CompanionError
from companion.keeping.one_zip import write_backup
from companion.plurals import counted


@click.command()
@click.option("--data", metavar="DIR", help="Where games are kept.")
@click.argument("file", type=click.Path(path_type=Path))
def backup(data: str | None, file: Path) -> None:
    """Put games, settings, rules, profiles and tiles into one zip. The companion may be running."""
    try:
        made = write_backup(data_folder_to_read(data), file, SystemClock().utc_now())
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror or error}") from error
    held = f"{counted(len(made.items), 'file')} with {counted(made.entries, 'entry', 'entries')}"
    click.echo(f"{file} holds {held}.")
