"""`companion club seats`: who sits where in each round of an evening, as CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

import click

from companion.commands.sentences import told_in_a_sentence
from companion.plurals import counted

_WINDS = ("east", "south", "west", "north")
_SEATS = len(_WINDS)
_MOST_PLAYERS = 2_000


@click.command()
@click.option("--rounds", required=True, type=click.IntRange(1, 40), help="How many games each one plays.")
@click.option("--seed", default=1, show_default=True, help="Another seed gives another plan.")
@click.option("--fill", is_flag=True, help="Fill the last table with substitutes.")
@click.argument("players", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def seats(rounds: int, seed: int, *, fill: bool, players: Path) -> None:
    """Seat the PLAYERS of a file, one name a line or the first column of a CSV.

    As far as possible, nobody meets somebody twice or comes back to a table, and everybody has each wind
    equally often. The plan goes to standard output as CSV, and how good it is to standard error.
    """
    from companion.evenings.csv_writer import cell
    from companion.tournament.papers import quality_text
    from companion.tournament.replanning import planned
    from companion.tournament.seating import quality_of
    from companion.tournament.state import Player, Tournament

    with told_in_a_sentence():
        names = _filled(_names_in(players), fill=fill)
    people = tuple(Player(number, name) for number, name in enumerate(names, 1))
    # A search may take seconds.
    click.echo(f"Seating {len(names)} players in {counted(rounds, 'round')} …", err=True)
    plan = planned(Tournament(length=rounds, players=people), seed).rounds
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow(("round", "table", *_WINDS))
    for number, tables in enumerate(plan, 1):
        for table, seated in enumerate(tables, 1):
            writer.writerow((number, table, *(cell(names[one - 1]) for one in seated)))
    click.echo(out.getvalue(), nl=False)
    size = f"{len(names)} players, {counted(len(names) // _SEATS, 'table')}, {counted(rounds, 'round')}"
    click.echo(f"{size}: {quality_text(quality_of(plan))}", err=True)


def _names_in(file: Path) -> list[str]:
    """The names in a file, read as for a tournament. Raises ConfigError, ClickException."""
    from companion.commands.club_people import entrants_of
    from companion.person_names import same_name

    names = [one.name for one in entrants_of(file)]
    if not 1 < len(names) <= _MOST_PLAYERS:
        raise click.ClickException(
            f"{file} has {counted(len(names), 'player')}; a plan needs 4 to {_MOST_PLAYERS:,}"
        )
    times = Counter(map(same_name, names))
    twice = sorted({name for name in names if times[same_name(name)] > 1})[:3]
    if twice:
        raise click.ClickException(f"{file} names somebody twice: {', '.join(twice)}")
    return names


def _filled(names: list[str], *, fill: bool) -> list[str]:
    missing = -len(names) % _SEATS
    if missing and not fill:
        raise click.ClickException(
            f"{len(names)} players do not fill tables of four: "
            f"with --fill {counted(missing, 'substitute joins', 'substitutes join')} them"
        )
    return [*names, *(f"Substitute {number}" for number in range(1, missing + 1))]
