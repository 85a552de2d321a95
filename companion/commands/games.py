"""`companion games`: what was played here: the list, statistics, files in, and forgetting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import click

from companion.clock import SystemClock, utc_text
from companion.commands.data_folder import JOURNALS, data_folder, data_folder_to_read
from companion.commands.sentences import told_in_a_sentence
from companion.config import folder_to_make
from companion.errors import CompanionError
from companion.evenings.apart import imported_apart
from companion.evenings.archive import Archive
from companion.evenings.club import day_of
from companion.evenings.importing import ImportedGame
from companion.evenings.statistics import PlayerStatistics
from companion.evenings.summary import GameState, GameSummary
from companion.evidence import Cause
from companion.haifu.limits import MOST_BYTES
from companion.journal import Draft, Game, SqliteJournal, SqliteReader, replay
from companion.journal.imported import newest_of_table
from companion.keeping.asides import asides
from companion.keeping.copies import is_renewal_due, mark_for_renewal, renew_copies
from companion.keeping.evenings_kept import forget_in_evenings
from companion.plurals import counted

_HOUSE = JOURNALS[0]
_STATES = {GameState.PLAYED: "unfinished", GameState.CUT_OFF: "cut off"}
"""Words for the states whose own names people would not understand."""
_data = click.option("--data", metavar="DIR", help="Where games are kept.")
_yes = click.option("--yes", is_flag=True, help="Do not ask first.")


@click.group()
def games() -> None:
    """List the saved games, import some, forget one."""


@games.command("list")
@_data
def list_games(data: str | None) -> None:
    """List every game, the newest of each file first."""
    with told_in_a_sentence():
        archives = [_archive(file) for file in _there(data)]
        told = [_line(one, archive.zone) for archive in archives for one in archive.summaries()]
    for line in told:
        click.echo(line)
    if not told:
        click.echo("there are no games")


@games.command()
@_data
def statistics(data: str | None) -> None:
    """Show each player's statistics from the finished games at this table.

    Imported games count, and those of the demo do not.
    """
    with told_in_a_sentence():
        file = data_folder_to_read(data) / _HOUSE
        told = _archive(file).statistics() if file.exists() else ()
    for one in told:
        click.echo(_figures(one))
    if not told:
        click.echo("no game of named players is finished")


@games.command("import")
@_data
@click.argument(
    "paths",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
def import_games(data: str | None, paths: tuple[Path, ...]) -> None:
    """Import the recorded game in each FILE, in any supported format.

    A FILE that cannot be read is named, and the others are imported all the same.
    """
    with told_in_a_sentence():
        folder_to_make(data)
    refused = 0
    for path in paths:
        try:
            with told_in_a_sentence():
                record = _record_in(path)
        except click.ClickException as failure:
            failure.show()
            refused += 1
        else:
            with told_in_a_sentence():
                click.echo(_kept(data, path.name, record))
    if refused:
        raise click.exceptions.Exit(1)


def _record_in(path: Path) -> ImportedGame:
    with path.open("rb") as file:
        return imported_apart(file.read(MOST_BYTES + 1), path.name, MOST_BYTES)


def _kept(data: str | None, name: str, record: ImportedGame) -> str:
    """Keep the game of a file, unless it is here already; returns what became of it."""
    with closing(SqliteJournal(data_folder(data) / _HOUSE)) as journal:
        known = Archive(journal.reader).game_told_by(record)
        if known is not None:
            return f"{name} is here already: {known}"
        now = utc_text(SystemClock().utc_now())
        game = journal.next_game("import", record.rules, now)
        drafts = [Draft(at=now, because=Cause.RECORD, fact=fact) for fact in record.facts]
        journal.append(game, drafts, record.fingerprint)
        return f"{name} is kept as {game.name}"


@games.command()
@_data
@_yes
@click.argument("name", metavar="GAME")
def forget(data: str | None, name: str, *, yes: bool) -> None:
    """Delete GAME and everything recorded of it. Older backups still have it."""
    with told_in_a_sentence(), _held(data, name) as (file, journal, game):
        if not yes:
            click.confirm(f"Delete {name} for good?", abort=True)
        # The journal comes last: once it no longer has the game, nobody could have it removed elsewhere.
        left = forget_in_evenings(file.parent, name)
        mark_for_renewal(file)
        journal.forget(game)
    click.echo(f"{name} is forgotten")
    if left:
        named = ", ".join(map(str, left))
        click.echo(
            f"Kept evenings may still have it: delete it there. These could not be read: {named}", err=True
        )
    _name_asides(data)


@games.command()
@_data
@_yes
@click.argument("name", metavar="GAME")
def anonymise(data: str | None, name: str, *, yes: bool) -> None:
    """Remove the people from GAME: their names, who entered what, and why a chombo was given."""
    with told_in_a_sentence(), _held(data, name) as (file, journal, game):
        if not yes:
            click.confirm(f"Take the names out of {name} for good?", abort=True)
        mark_for_renewal(file)
        journal.anonymise(game)
    click.echo(f"the names were removed from {name}")
    _name_asides(data)


def _there(data: str | None) -> Iterator[Path]:
    folder = data_folder_to_read(data)
    return (folder / file for file in JOURNALS if (folder / file).exists())


def _archive(file: Path) -> Archive:
    return Archive(lambda: SqliteReader(file), file.parent)


@contextmanager
def _held(data: str | None, name: str) -> Iterator[tuple[Path, SqliteJournal, Game]]:
    """The file that has the game, its journal held for writing, and the game; then the copies are renewed.

    Raises ClickException if none has it, or if this table would go on with it: a demo and a record that is
    played begin another game at every start.
    """
    for file in _there(data):
        with closing(SqliteReader(file)) as reader:
            is_here = any(game.name == name for game in reader.games())
        if is_here:
            with closing(SqliteJournal(file)) as journal:
                game = next(game for game in journal.games() if game.name == name)
                if file.name == _HOUSE:
                    _require_over(journal, game)
                yield file, journal, game
            _renew_copies(file)
            return
    raise click.ClickException(f"there is no game {name}; `companion games list` names those that are there")


def _renew_copies(file: Path) -> None:
    """Rewrite the file's copies, which still have what is gone. If that fails, the next start does it."""
    if is_renewal_due(file):
        with suppress(CompanionError, OSError):
            renew_copies(file, SystemClock().utc_now())


def _name_asides(data: str | None) -> None:
    if found := asides(data_folder_to_read(data)):
        names = ", ".join(path.name for path in found)
        click.echo(f"It may still be in what was set aside; delete what you do not need: {names}", err=True)


def _require_over(journal: SqliteJournal, game: Game) -> None:
    """Refuse to take away the game with which the table would go on. Raises ClickException."""
    newest = newest_of_table(journal)
    if newest and newest[0] == game and not replay(newest[1], game.rules).hanchan.is_over:
        raise click.ClickException(f"{game.name} is still being played: finish it first")


def _line(one: GameSummary, zone: str) -> str:
    final = one.final if len(one.names) == one.players else None
    places = ", ".join(f"{each.place}. {one.names[each.seat]} {each.score:+g}" for each in final or ())
    people = places or ", ".join(one.names) or "nobody named"
    state = _STATES.get(one.state, one.state.value)
    return f"{one.name}  {day_of(one.started, zone)}  {state}  {counted(one.hands, 'hand')}  {people}"


def _figures(one: PlayerStatistics) -> str:
    figures, counts = one.figures, one.counts
    places = "-".join(map(str, one.places))
    return (
        f"{one.name} ({one.players} players): {counted(counts.games, 'game')}, places {places}, "
        f"score {_told(figures.score)}, {counted(counts.hands, 'hand')}, wins {_share(figures.win_rate)}, "
        f"deal-ins {_share(figures.deal_in_rate)}, riichi {_share(figures.riichi_rate)}, "
        f"calls {_share(figures.call_rate)}, win {_told(figures.win_value)}, "
        f"deal-in {_told(figures.deal_in_value)}"
    )


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _told(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}" if abs(value) >= 1_000 else f"{value:.1f}"
