"""`companion club evenings`: the standings over several tournaments of one hub."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from companion.commands.club_tournament import data_option, opened
from companion.commands.data_folder import hub_data_folder
from companion.commands.sentences import told_in_a_sentence

__all__ = ["evenings"]


@click.command()
@data_option
@click.option("--season", metavar="NAME", help="Only this season; without it, all tournaments.")
@click.option("--csv", "as_csv", is_flag=True, help="As CSV.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def evenings(data: str | None, season: str | None, *, as_csv: bool, as_json: bool) -> None:
    """Show the standings over all tournaments of this hub, added up by the players' names.

    Enter which days a season has with `companion club season`, and that two names are one person with
    `companion club same`.
    """
    from companion.club.season import season_in
    from companion.evenings.csv_writer import cell
    from companion.tournament.papers import season_rows, season_text, written

    with told_in_a_sentence(), opened(data) as evening:
        found = season_in(evening.folder, evening.scores().games, hub_data_folder(data), season)
    if as_csv:
        click.echo(written(season_rows(found), cell), nl=False)
    elif as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False, indent=1))
    else:
        for line in season_text(found):
            click.echo(line)
