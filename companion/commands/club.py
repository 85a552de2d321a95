"""`companion club`: players over many evenings: standings, seasons, time zone, which names are one person.

The commands that run a club of many tables are in the other `club_…` modules.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

import click

from companion.commands.club_hub import leave, remove, rename, spare, start, tables
from companion.commands.club_pantheon import pantheon, upload
from companion.commands.club_rounds import (
    changes,
    clock,
    cut,
    forget,
    penalty,
    result,
    round_,
    scores,
    swap,
    undo,
)
from companion.commands.club_season import evenings
from companion.commands.club_seats import seats
from companion.commands.club_tournament import assign, new, plan, players, settings
from companion.commands.data_folder import JOURNALS, data_folder_to_read, people_folder
from companion.commands.sentences import told_in_a_sentence
from companion.config import prepared_folder
from companion.evenings.archive import Archive
from companion.evenings.club import Standing, standings_of
from companion.journal import SqliteReader
from companion.keeping.club_file import Club, Season, keep_club, kept_club
from companion.plurals import counted

_HOUSE = JOURNALS[0]
_data = click.option("--data", metavar="DIR", help="Where games are kept.")


@click.group()
def club() -> None:
    """Look at players over many evenings; run a club of many tables."""


for _command in (start, tables, rename, remove, spare, leave, seats):
    club.add_command(_command)
for _command in (
    assign,
    new,
    settings,
    players,
    plan,
    round_,
    clock,
    swap,
    penalty,
    result,
    cut,
    undo,
    changes,
    scores,
    evenings,
    forget,
    pantheon,
    upload,
):
    club.add_command(_command)


@club.command()
@_data
@click.option("--season", metavar="NAME", help="Only this season; without it, all games.")
@click.option(
    "--players", type=click.Choice(["3", "4"]), default="4", show_default=True, help="Players at a table."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON, with months and courses.")
def standings(data: str | None, season: str | None, players: str, *, as_json: bool) -> None:
    """Show who has won how much in all finished games at this table; imported ones count, demos do not."""
    with told_in_a_sentence():
        folder = data_folder_to_read(data)
        known, file = kept_club(folder), folder / _HOUSE
        chosen = next((one for one in known.seasons if one.name == season), None)
        if season and chosen is None:
            raise click.ClickException(
                f"there is no season {season!r}; enter one with `companion club season`"
            )
        brought = Archive(lambda: SqliteReader(file), folder).brought() if file.exists() else ()
        found = standings_of(brought, known, int(players), chosen)
    if as_json:
        rows = [{**asdict(one), "average": one.average} for one in found.standings]
        click.echo(json.dumps({**asdict(found), "standings": rows}, ensure_ascii=False, indent=1))
        return
    for one in found.standings:
        click.echo(_line(one))
        for month, total in zip(found.months, one.months, strict=True):
            if total is not None:
                click.echo(f"   {month}  {total:+.1f}")
    if not found.standings:
        click.echo("no game of named players is finished")


@club.command()
@_data
@click.option("--undo", is_flag=True, help="Forget the season; its games stay.")
@click.argument("name")
@click.argument("first", required=False, metavar="[FIRST]")
@click.argument("last", required=False, metavar="[LAST]")
def season(data: str | None, name: str, first: str | None, last: str | None, *, undo: bool) -> None:
    """Say that the season NAME runs from the day FIRST to the day LAST, each such as 2026-01-31."""
    if [undo] * 2 != [first is None, last is None]:
        raise click.UsageError("say a first and a last day, or --undo")
    if undo:
        _change(data, lambda known: known.without_season(name), f"{name} is no longer a season")
    else:
        new = Season(name, str(first), str(last))
        _change(data, lambda known: known.with_season(new), f"{name} runs from {first} to {last}")


@club.command()
@_data
@click.option("--undo", is_flag=True, help="Let the name stand for itself again.")
@click.argument("name")
@click.argument("person", required=False, metavar="[PERSON]")
def same(data: str | None, name: str, person: str | None, *, undo: bool) -> None:
    """Say that the games of NAME are those of PERSON: a person with two names. No game is changed."""
    if undo == (person is not None):
        raise click.UsageError("say whose games they are, or --undo")
    if undo:
        _change(data, lambda known: known.without_same(name), f"{name} counts as {name}")
    else:
        _change(data, lambda known: known.with_same(name, str(person)), f"{name} counts as {person}")


@club.command()
@_data
@click.option("--undo", is_flag=True, help="Go by the machine's own time zone again.")
@click.argument("name", required=False, metavar="[NAME]")
def zone(data: str | None, name: str | None, *, undo: bool) -> None:
    """Count days and months in the time zone NAME, such as Europe/Berlin."""
    if undo == (name is not None):
        raise click.UsageError("say a time zone, or --undo")
    whose = name or "the machine's own time zone"
    _change(data, lambda known: known.with_zone(name or ""), f"days and months are those of {whose}")


def _change(data: str | None, change: Callable[[Club], Club], done: str) -> None:
    with told_in_a_sentence():
        folder = people_folder(data)
        new = change(kept_club(folder))  # what is refused makes no folder
        keep_club(prepared_folder(str(folder)), new)
    click.echo(done)


def _line(one: Standing) -> str:
    also = f" (also {', '.join(one.also)})" if one.also else ""
    parts = f" and {one.parts} left early" if one.parts else ""
    places = "-".join(map(str, one.places))
    return (
        f"{one.place}. {one.name}{also}  {one.total:+.1f}  {counted(one.games, 'game')}{parts}, "
        f"places {places}, {one.average:+.1f} a game"
    )
