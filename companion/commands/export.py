"""`companion export`: a game of the journal as a record for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.data_folder import JOURNALS, data_folder_to_read
from companion.errors import CompanionError, JournalError
from companion.evenings.exporting import EXPORTS, exported
from companion.evenings.played import PlayedGame, played
from companion.evenings.words import Words
from companion.journal import Game, SqliteReader

_FORMATS = sorted(name for name, form in EXPORTS.items() if not form.has_words)


@click.command()
@click.option(
    "--format",
    "form",
    required=True,
    type=click.Choice(_FORMATS),
    help="CSV, mjai JSON lines or tenhou.net/6 JSON; the last has no place for chips and penalties.",
)
@click.option("--data", metavar="DIR", help="Where games are kept.")
@click.argument("game")
def export(form: str, data: str | None, game: str) -> None:
    """Write GAME, by its name in the journal, to standard output. What nobody saw stays unknown."""
    try:
        folder = data_folder_to_read(data)
        text = exported(_found(folder, game), form, Words("en", {})).text
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    click.echo(text, nl=False)


def _found(folder: Path, name: str) -> PlayedGame:
    """The game, hand by hand. Raises ClickException naming at most 20 of the games that are there."""
    known: list[str] = []
    for file in JOURNALS:
        if not (folder / file).exists():
            continue
        reader = SqliteReader(folder / file)
        try:
            games = reader.games()
            known += [game.name for game in games]
            for game in games:
                if game.name == name:
                    return _followed(reader, game)
        finally:
            reader.close()
    there = ", ".join(known[-20:]) if known else "none"
    raise click.ClickException(f"there is no game {name} in {folder}; there are: {there}")


def _followed(reader: SqliteReader, game: Game) -> PlayedGame:
    found = played(game, reader.entries(game.number))
    if found.failure:
        raise JournalError(f"{game.name} cannot be followed to its end: {found.failure}")
    return found
