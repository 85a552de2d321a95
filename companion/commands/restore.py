"""`companion restore`: puts back what a backup holds; nothing that is there is lost."""

from __future__ import annotations

from pathlib import Path

import click

from companion.clock import SystemClock
from companion.config import folder_to_make
from companion.errors import CompanionError
from companion.keeping.restoring import restore_backup
from companion.plurals import counted


@click.command()
@click.option("--data", metavar="DIR", help="Where games are kept.")
@click.argument("file", type=click.Path(path_type=Path))
def restore(data: str | None, file: Path) -> None:
    """Restore a backup. Existing files are moved into a folder of their own first."""
    try:
        made, older = restore_backup(file, folder_to_make(data), SystemClock().utc_now())
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{file} cannot be restored: {error.strerror or error}") from error
    are_back = "is back" if len(made.items) == 1 else "are back"
    held = f"{counted(len(made.items), 'file')} with {counted(made.entries, 'entry', 'entries')}"
    click.echo(f"{held} {are_back}.")
    if older:
        click.echo(f"What was there before lies in {older}.")
