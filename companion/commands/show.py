"""`companion show`: the table of a record at one moment, as text."""

from __future__ import annotations

import click

from companion.commands.records import only_record
from companion.intake.record_player import playable
from companion.riichi.diagram import diagram


@click.command()
@click.option(
    "--record", "path", required=True, metavar="FILE", help="A game record of any format that is read."
)
@click.option(
    "--at", type=click.IntRange(min=1), metavar="N", help="After the N-th fact; the last without it."
)
def show(path: str, at: int | None) -> None:
    """Show the table after the N-th fact of a record, as text.

    A record that breaks off or breaks a law is shown as far as it is good; exit status 2 says so.
    """
    record = playable(only_record(path))
    if record.tables:
        number = min(at or len(record.tables), len(record.tables))
        click.echo(f"fact {number} of {len(record.tables)}: {type(record.facts[number - 1]).__name__}\n")
        click.echo(diagram(record.tables[number - 1]), nl=False)
    if record.failure:
        click.echo(record.failure, err=True)
        raise SystemExit(2)
    if at is not None and at > len(record.tables):
        raise click.ClickException(f"the record has {len(record.tables)} facts, not {at}")
