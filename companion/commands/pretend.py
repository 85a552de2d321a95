"""`companion pretend`: a table that does not exist, seen by the real eye and felt by the real panel."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import click

from companion.bootstrap import check_address
from companion.commands.demo import NAMES
from companion.commands.records import only_record
from companion.commands.starting import Start, prepared, speed_option, starting_options
from companion.config import prepared_folder
from companion.errors import CompanionError
from companion.intake.record_player import playable
from companion.logs import set_up_logs
from companion.plurals import counted
from companion.pretend.devices.keys import PanelKind
from companion.pretend.people.habits import Mistakes
from companion.pretend.people.live import Rehearsal, RehearsalPlan
from companion.pretend.people.report import Report
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import Game, games_of
from companion.pretend.stage.performance import CAMERAS, Staging
from companion.pretend.stage.setting import TableKind
from companion.riichi.facts import Fact
from companion.riichi.ruleset import RuleSet
from companion.rules_file import RulesError, load_rules


@click.command()
@click.option("--record", metavar="FILE", help="Play this recorded game; without it, seeded players play.")
@click.option(
    "--rules", "rules_name", metavar="NAME|FILE", help="The rules; without it tenhou, or the record's own."
)
@click.option(
    "--seed", default=1, show_default=True, help="The same seed plays the same games with the same slips."
)
@click.option(
    "--hands", default=1, show_default=True, type=click.IntRange(1, 10_000), help="How many to play."
)
@click.option(
    "--camera",
    type=click.Choice(CAMERAS),
    default="overhead",
    show_default=True,
    help="Where the camera stands.",
)
@click.option(
    "--table",
    type=click.Choice([one.value for one in TableKind]),
    default=TableKind.USUAL.value,
    show_default=True,
    help="Realistic tables, or a plain cloth with its corners tapped exactly.",
)
@click.option(
    "--panel",
    type=click.Choice([one.value for one in PanelKind]),
    default="serial",
    show_default=True,
    help="Which keys the table has.",
)
@click.option(
    "--mistakes",
    type=click.Choice([one.value for one in Mistakes]),
    default="none",
    show_default=True,
    help="How careful the players are.",
)
@click.option(
    "--view",
    is_flag=True,
    help="Print the address of the page with the camera's picture, and keep it open at the end.",
)
@click.option("--json", "as_json", is_flag=True, help="The figures as one line of JSON.")
@speed_option
@starting_options
def pretend(
    record: str | None,
    rules_name: str | None,
    seed: int,
    hands: int,
    camera: str,
    table: str,
    panel: str,
    mistakes: str,
    view: bool,
    as_json: bool,
    speed: float,
    start: Start,
) -> None:
    """Play with a rendered camera picture and emulated keys, and compare the journal with what was played."""
    try:
        rules = load_rules(rules_name) if rules_name else None
        rules, games = _recorded(record, rules, hands) if record else _seeded(rules, seed, hands)
    except RulesError as error:
        raise click.ClickException(str(error)) from error
    plan = RehearsalPlan(
        rules,
        games,
        Staging(camera, speed, seed, TableKind(table)),
        PanelKind(panel),
        Mistakes(mistakes),
    )
    with tempfile.TemporaryDirectory(prefix="pretend-table-") as folder:
        try:
            _play(plan, replace(start, data=start.data or folder), view=view, as_json=as_json)
        except CompanionError as error:
            raise click.ClickException(str(error)) from error


def _play(plan: RehearsalPlan, start: Start, *, view: bool, as_json: bool) -> None:
    settings = prepared(start)
    check_address(settings)
    prepared_folder(str(settings.folder))
    rehearsal = Rehearsal(settings, plan, stays=view)
    set_up_logs(settings.folder / "log", lambda: rehearsal.companion.table.seq)

    def say() -> None:
        click.echo(f"The table is at {rehearsal.companion.url} (Ctrl+C ends it)", err=as_json)
        if view:
            click.echo(f"with its camera's picture: {rehearsal.companion.url}?camera=shown", err=as_json)

    def tell(report: Report) -> None:
        click.echo(json.dumps(report.as_json()) if as_json else report.as_text())

    rehearsal.run(say, tell)


def _seeded(rules: RuleSet | None, seed: int, hands: int) -> tuple[RuleSet, tuple[Game, ...]]:
    """Game after game of seeded players, with all that only they know."""
    known = rules or load_rules("tenhou")

    def facts() -> Iterator[Fact]:
        for number in count(1):
            dice = random.Random(str(seed) if number == 1 else f"{seed} {number}")
            yield from play_hanchan(dice, known, NAMES[: known.players], see_all=True)

    return known, tuple(games_of(facts(), hands))


def _recorded(path: str, rules: RuleSet | None, hands: int) -> tuple[RuleSet, tuple[Game, ...]]:
    """The whole hands of a record, with all that it knows."""
    record = only_record(path)
    if rules is not None and rules.players != record.rules.players:
        raise click.ClickException(
            f"{Path(path).name} is a game of {record.rules.players} players, and {rules.name} is for"
            f" {rules.players}"
        )
    played = playable(record, rules)
    games = tuple(games_of(played.facts, hands))
    if not games:
        raise click.ClickException(played.failure or f"{Path(path).name} has no whole hand to play")
    found = sum(len(game.kyokus) for game in games)
    if played.failure and found < hands:
        click.echo(f"{counted(found, 'hand')} can be played; then {played.failure}", err=True)
    return played.rules, games
