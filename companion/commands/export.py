"""`companion export`: a game of the journal as a record for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.data_folder import data_folder
from companion.errors import CompanionError, JournalError
from companion.evenings.exporting import record_of
from companion.evenings.played import played
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.record import Record
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.journal import Game, SqliteReader

_WRITERS = {"mjai": write_mjai, "tenhou6": write_tenhou6}
_FILES = ("table.sqlite", "records.sqlite", "demo.sqlite")


@click.command()
@click.option(
    "--format",
    "form",
    required=True,
    type=click.Choice(sorted(_WRITERS)),
    help="mjai JSON lines or tenhou.net/6 JSON.",
)
@click.option("--data", metavar="DIR", help="Where games are kept.")
@click.argument("game")
def export(form: str, data: str | None, game: str) -> None:
    """Write GAME, by its name in the journal, to standard output. What nobody saw stays unknown."""
    try:
        folder = data_folder(data)
        record = _found(folder, game)
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    click.echo(_WRITERS[form](record), nl=False)


def _found(folder: Path, name: str) -> Record:
    """The game as a record. Raises ClickException naming the games that are there."""
    known: list[str] = []
    for file in _FILES:
        if not (folder / file).exists():
            continue
        reader = SqliteReader(folder / file)
        try:
            games = reader.games()
            known += [game.name for game in games]
            for game in games:
                if game.name == name:
                    return _as_record(reader, game)
        finally:
            reader.close()
    there = ", ".join(known[-20:]) if known else "none"
    raise click.ClickException(f"there is no game {name} in {folder}; there are: {there}")


def _as_record(reader: SqliteReader, game: Game) -> Record:
    found = played(game, reader.entries(game.number))
    if found.failure:
        raise JournalError(f"{game.name} cannot be followed to its end: {found.failure}")
    return record_of(found)
