"""`companion show`: the table of a record or of a kept game at one moment, as text."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.commands.data_folder import JOURNALS, data_folder_to_read
from companion.commands.records import only_record
from companion.errors import CompanionError
from companion.intake.record_player import playable
from companion.journal import Entry, SqliteReader, in_force, replay
from companion.plurals import counted
from companion.riichi.diagram import diagram
from companion.riichi.ruleset import RuleSet


@click.command()
@click.option("--record", "path", metavar="FILE", help="A game record in any supported format.")
@click.option("--game", metavar="GAME", help="A game that was kept, by its name in the journal.")
@click.option("--data", metavar="DIR", help="Where games are kept.")
@click.option(
    "--at", type=click.IntRange(min=1), metavar="N", help="After the N-th fact; without it, after the last."
)
def show(path: str | None, game: str | None, data: str | None, at: int | None) -> None:
    """Show the table after the N-th fact of a record or of a kept game, as text.

    Above it is what was agreed outside the play: a break, who is away, who sits where, coming rules.
    A record that is cut off or breaks a rule is shown up to that point; exit status 2 says so.
    """
    if (path is None) == (game is None):
        raise click.UsageError("say either --record FILE or --game GAME")
    if game is not None:
        _show_kept(game, data, at)
        return
    record = playable(only_record(str(path)))
    if record.tables:
        number = min(at or len(record.tables), len(record.tables))
        click.echo(f"fact {number} of {len(record.tables)}: {type(record.facts[number - 1]).__name__}\n")
        click.echo(diagram(record.tables[number - 1]), nl=False)
    if record.failure:
        click.echo(record.failure, err=True)
        raise SystemExit(2)
    if at is not None and at > len(record.tables):
        raise click.ClickException(f"the record has {counted(len(record.tables), 'fact')}, not {at}")


def _show_kept(game: str, data: str | None, at: int | None) -> None:
    try:
        folder = data_folder_to_read(data)
        rules, entries = _found(folder, game)
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    number = min(at or len(entries), len(entries))
    found = replay(entries[:number], rules)
    if found.entries:
        click.echo(f"fact {len(found.entries)} of {len(entries)}: {type(found.entries[-1].fact).__name__}\n")
        click.echo(diagram(found.hanchan), nl=False)
    if found.failure:
        click.echo(str(found.failure), err=True)
        raise SystemExit(2)
    if at is not None and at > len(entries):
        raise click.ClickException(f"{game} has {counted(len(entries), 'fact')}, not {at}")


def _found(folder: Path, name: str) -> tuple[RuleSet, tuple[Entry, ...]]:
    """The rules with which it began, and the facts that count. Raises ClickException, CompanionError."""
    for file in JOURNALS:
        if (folder / file).exists():
            with closing(SqliteReader(folder / file)) as reader:
                for game in reader.games():
                    if game.name == name:
                        return game.rules, in_force(reader.entries(game.number))
    raise click.ClickException(f"there is no game {name}; `companion games list` names those that are there")
