"""`companion club pantheon` and `upload`: finished games for a Pantheon server, shown first and sent once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from companion.commands.club_tournament import data_option, opened
from companion.commands.sentences import told_in_a_sentence
from companion.plurals import counted

if TYPE_CHECKING:
    from companion.club.pantheon import DueGame
    from companion.club.pantheon_file import Ledger, PantheonTold
    from companion.commands.club_tournament import Evening

__all__ = ["pantheon", "upload"]

_LONGEST_TOKEN = 1_000
_MOST_DIGITS = 10
_which: Any = {"nargs": 2, "type": int, "multiple": True, "metavar": "ROUND TABLE"}


@click.command()
@data_option
@click.option("--server", metavar="URL", help="Where it is: https://HOST.")
@click.option("--event", type=click.IntRange(1), metavar="N", help="Pantheon's number of the event.")
@click.option("--person", type=click.IntRange(1), metavar="N", help="Pantheon's number of the token's owner.")
@click.option(
    "--token", type=click.File("rb"), metavar="FILE", help="A file with the token; - for standard input."
)
@click.option(
    "--player", nargs=2, multiple=True, metavar="NAME N", help="The number of a player at Pantheon."
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
def pantheon(
    data: str | None,
    server: str | None,
    event: int | None,
    person: int | None,
    token: BinaryIO | None,
    player: tuple[tuple[str, str], ...],
    file: Path | None,
) -> None:
    """Say to which Pantheon server `companion club upload` sends, and who is who there; or show it.

    FILE is a CSV of our names and Pantheon's numbers. Nothing is sent by this command.
    """
    from companion.club.pantheon_file import keep_told, told_in
    from companion.club.pantheon_line import checked_server

    with told_in_a_sentence(), opened(data) as evening:
        known = told_in(evening.folder)
        told = replace(
            known,
            server=checked_server(server) if server else known.server,
            event=event or known.event,
            person=person or known.person,
            token=_token(token) if token else known.token,
        )
        told = _with_people(told, evening, (*(_pairs(file) if file else ()), *player))
        if told != known:
            keep_told(evening.folder, told)
        _show_told(told, evening)


def _token(file: BinaryIO) -> str:
    found = file.read(_LONGEST_TOKEN + 1).strip()
    if not 0 < len(found) <= _LONGEST_TOKEN or not all(33 <= one <= 126 for one in found):
        raise click.ClickException("that is not a token: a token is one word of printable ASCII characters")
    return found.decode()


def _pairs(file: Path) -> tuple[tuple[str, str], ...]:
    """Names and numbers, read as names and teams are. Raises ConfigError."""
    from companion.commands.club_people import entrants_of
    from companion.errors import ConfigError

    pairs = tuple((one.name, one.team) for one in entrants_of(file))
    short = next((name for name, number in pairs if not number), None)
    if short:
        raise ConfigError(f"{file} has no number for {short}")
    return pairs


def _with_people(told: PantheonTold, evening: Evening, pairs: tuple[tuple[str, str], ...]) -> PantheonTold:
    from companion.commands.club_people import player_called
    from companion.errors import ConfigError

    for name, number in pairs:
        # int() refuses a number with thousands of digits.
        is_number = number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS
        if not is_number or not 0 < int(number) < 2**31:
            raise ConfigError(f"{number!r} is not a number of Pantheon's for {name}")
        player = player_called(evening.tournament, name)
        told = told.with_person(evening.file.event, player.number, int(number))
    return told


def _show_told(told: PantheonTold, evening: Evening) -> None:
    token = "there is a token" if told.token else "there is no token"
    click.echo(
        f"{told.server or 'no server'}, event {told.event or '?'}, person {told.person or '?'}, {token}"
    )
    for one in evening.tournament.players:
        number = told.person_of(evening.file.event, one.number)
        click.echo(f"{number if number is not None else '?':>8}  {one.name}")


@click.command()
@data_option
@click.option("--yes", is_flag=True, help="Do not ask before sending.")
@click.option("--again", help="Pantheon has nothing of this game: send it anew.", **_which)
@click.option("--was-sent", help="Pantheon has this game: never send it.", **_which)
def upload(
    data: str | None, again: tuple[tuple[int, int], ...], was_sent: tuple[tuple[int, int], ...], *, yes: bool
) -> None:
    """Show the finished games and which of them Pantheon has, ask, and send the others once.

    Names stay here: the players' numbers at Pantheon go out, with every hand. Nothing is sent without a
    yes.
    """
    from companion.club.pantheon import due_games
    from companion.club.pantheon_file import Ledger, told_in

    with told_in_a_sentence(), opened(data) as evening:
        told, ledger = told_in(evening.folder), Ledger(evening.folder)
        if not told.is_whole:
            raise click.ClickException(
                "say --server, --event, --person and --token first: companion club pantheon"
            )
        with ledger.alone():
            found = due_games(evening.scores(), evening.copies, told, ledger)
            if again or was_sent:
                _resolve(found, ledger, again, was_sent)
                found = due_games(evening.scores(), evening.copies, told, ledger)
            _show(found)
            ready = [one for one in found if one.can_go]
            if not ready:
                click.echo("there is nothing to send")
            elif yes or click.confirm(
                f"Send {counted(len(ready), 'game')} to {told.server}, event {told.event}?"
            ):
                _send(ready, told, ledger)
            else:
                click.echo("nothing was sent")


def _resolve(
    found: tuple[DueGame, ...],
    ledger: Ledger,
    again: tuple[tuple[int, int], ...],
    was_sent: tuple[tuple[int, int], ...],
) -> None:
    due = {(one.result.round, one.result.table): one for one in found}
    missing = [which for which in (*again, *was_sent) if which not in due]
    if missing:
        raise click.ClickException(f"round {missing[0][0]}, table {missing[0][1]} is not a finished game")
    for which in again:
        ledger.note(due[which].key, "again")
    for which in was_sent:
        ledger.note(due[which].key, "sent", digest=due[which].digest)


def _show(found: tuple[DueGame, ...]) -> None:
    for one in found:
        seats = one.result.seats
        numbers = one.people or ("?",) * len(seats)
        points = ", ".join(
            f"{seat.name or '?'} ({number}) {seat.points:,}"
            for seat, number in zip(seats, numbers, strict=True)
        )
        hands = f", {counted(len(one.hands), 'hand')}" if one.hands else ""
        click.echo(f"round {one.result.round}, table {one.result.table}: {points}{hands}: {one.state.value}")
        for sentence in filter(None, (one.why, *(doubt.sentence for doubt in one.result.doubts))):
            click.echo(f"  ! {sentence}")


def _send(ready: list[DueGame], told: PantheonTold, ledger: Ledger) -> None:
    from companion.club.pantheon import SendingStopped, send
    from companion.club.pantheon_line import PantheonLine

    line = PantheonLine(told.server, told.event, told.person, told.token)
    for one in ready:
        where = f"round {one.result.round}, table {one.result.table}"
        try:
            send(one, told.event, line, ledger)
        except SendingStopped as stopped:
            # What went wrong with one game may well go wrong with the next one, too.
            raise click.ClickException(f"{where}: {stopped}") from stopped
        click.echo(f"{where}: sent")
