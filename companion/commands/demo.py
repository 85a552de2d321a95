"""`companion demo`: a pretend table that plays riichi by itself, on the real page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import click

from companion.clock import SystemClock
from companion.commands.club_table import club_option
from companion.commands.starting import Start, prepared, run_companion, speed_option, starting_options
from companion.evidence import Cause
from companion.intake.feed import FeedPlan
from companion.pretend.devices.window import PretendWindow
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import Fact
from companion.riichi.ruleset import RuleSet
from companion.rules_file import RulesError, load_rules

NAMES = ("Aiko", "Ben", "Chiyo", "Dario")


@click.command()
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@speed_option
@click.option(
    "--rules",
    "rules_name",
    default="tenhou",
    show_default=True,
    metavar="NAME|FILE",
    help="The rules they play by.",
)
@club_option
@starting_options
def demo(seed: int, speed: float, rules_name: str, club: str | None, start: Start) -> None:
    """Show a pretend table: seeded players play game after game until you end it."""
    try:
        rules = load_rules(rules_name)
    except RulesError as error:
        raise click.ClickException(str(error)) from error
    settings = prepared(start)
    plan = FeedPlan("pretend table", evening(seed, rules), Cause.PRETEND, speed)
    window = PretendWindow.for_played(SystemClock())
    run_companion(settings, settings.folder / "demo.sqlite", rules, plan, window=window, club=club)


def evening(seed: int, rules: RuleSet) -> Iterator[Fact]:
    """Game after game, without end; the same seed plays the same games."""
    for game in count(1):
        yield from play_hanchan(random.Random(f"{seed} {game}"), rules, NAMES[: rules.players])
