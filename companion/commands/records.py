"""What the commands that take one record share."""

from __future__ import annotations

import click

from companion.haifu.opening import open_records
from companion.haifu.record import Record


def only_record(path: str) -> Record:
    """The one record in a file. Raises ClickException where there are none or several."""
    records = open_records([path])
    record = next(records, None)
    if record is None:
        raise click.ClickException(f"there is no record in {path}")
    if next(records, None) is not None:
        raise click.ClickException(f"{path} holds several records; unpack it and name one")
    return record
