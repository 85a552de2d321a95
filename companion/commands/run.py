"""`companion run`: follows a table, or plays a recorded game on the page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from companion.commands.club_table import club_option
from companion.commands.records import only_record
from companion.commands.sentences import told_in_a_sentence
from companion.commands.starting import Start, prepared, run_companion, speed_option, starting_options
from companion.config import folder_of
from companion.errors import CompanionError, ConfigError
from companion.evidence import Cause
from companion.intake.eye.calibrating_kept import choose_tiles
from companion.intake.eye.following import EyeWish
from companion.intake.eye.looking import require_eye
from companion.intake.eye.tile_sets import TileSetError
from companion.intake.feed import FeedPlan
from companion.intake.hardware import PanelPlan, planned_panel
from companion.intake.record_player import playable
from companion.intake.tape.options import EveningWish, TapeWish
from companion.riichi.ruleset import RuleSet
from companion.rules_file import RulesError, load_rules


@click.command()
@click.option("--profile", metavar="NAME|FILE", help="Which hardware the table has.")
@click.option(
    "--camera", metavar="WHAT", help="Its camera: pi, phone, a device, an address, a folder, a video."
)
@click.option("--tiles", metavar="NAME", help="The enrolled tile set to read with from now on.")
@click.option("--rules", "rules_name", metavar="NAME|FILE", help="The house's rules; without it tenhou.")
@click.option("--record", metavar="FILE", help="Play a recorded game instead of following a table.")
@click.option("--tape", metavar="FILE", help="Record what comes in, to find a fault: no pictures, no names.")
@click.option(
    "--keep-evening", metavar="DIR", help="If everybody agrees, keep pictures of the cloth and a tape."
)
@click.option("--with-names", is_flag=True, help="Keep the players' names on the tape.")
@speed_option
@club_option
@starting_options
def run(
    profile: str | None,
    camera: str | None,
    tiles: str | None,
    rules_name: str | None,
    record: str | None,
    tape: str | None,
    keep_evening: str | None,
    with_names: bool,
    speed: float,
    club: str | None,
    start: Start,
) -> None:
    """Follow a table and show it on a page.

    With --record a recorded game in any supported format plays on the page. A record that is cut off or
    breaks a rule is shown up to that point, and none of it is written to the disk.

    The camera is that of the profile, or --camera; what it sees is recorded, or asked about.
    """
    refuse_what_excludes_another(click.get_current_context().params)
    panel = _panel(profile)
    rules = _rules(rules_name)
    if record is None:
        settings = prepared(start)
        house = rules or load_rules("tenhou")
        taped = TapeWish(Path(tape), with_names) if tape else None
        with told_in_a_sentence():
            kept = EveningWish(folder_of(keep_evening)) if keep_evening else None
        eye = _eye(EyeWish(profile or "bench", camera, bool(keep_evening)), settings.folder, tiles)
        run_companion(
            settings,
            settings.folder / "table.sqlite",
            house,
            panel=panel,
            eye=eye,
            tape=taped or kept,
            club=club,
        )
        return
    played = playable(only_record(record), rules)
    if not played.facts[1:]:
        raise click.ClickException(played.failure or f"{record} has nothing to play")
    if played.failure:
        click.echo(played.failure, err=True)
    settings = prepared(start)
    stop = played.stop.told if played.stop else None
    plan = FeedPlan("record", played.public_facts(), Cause.RECORD, speed, played.failure, stop)
    journal = None if played.failure else settings.folder / "records.sqlite"
    run_companion(settings, journal, played.rules, plan)


def refuse_what_excludes_another(said: Mapping[str, Any]) -> None:
    """Refuse options of `run` that cannot stand together. Raises UsageError."""
    record, tape = said["record"], said["tape"]
    if (tape and record) or (said["with_names"] and not tape):
        raise click.UsageError("--tape is for a table that is followed, and --with-names is for a tape")
    if said["keep_evening"] and (record or tape):
        raise click.UsageError("--keep-evening is for a table that is followed, and has a tape of its own")
    if said["club"] and record:
        raise click.UsageError("--club is for a table that is followed")
    if said["camera"] == "phone" and not said["https"]:
        raise click.UsageError("--camera phone needs --https: a phone opens its camera only for https pages")


def _panel(profile: str | None) -> PanelPlan | None:
    """The table's panel. A profile that cannot be read is refused before anything is started."""
    try:
        return planned_panel(profile or "bench")
    except ConfigError as error:
        raise click.ClickException(str(error)) from error


def _eye(wish: EyeWish, folder: Path, tiles: str | None) -> EyeWish | None:
    """The table's eye. If it cannot be used, the table plays on without it, unless it was asked for.

    Tiles that were typed are chosen as on the page, where people choose others later.
    """
    try:
        if tiles:
            choose_tiles(folder, tiles)
        if wish.plan(folder) is not None:
            require_eye()
    except OSError as error:
        raise click.ClickException(f"What was chosen cannot be written: {error.strerror}.") from error
    except (CompanionError, TileSetError) as error:
        if wish.source or tiles:
            raise click.ClickException(str(error)) from error
        click.echo(str(error), err=True)
        return None
    return wish


def _rules(name: str | None) -> RuleSet | None:
    try:
        return load_rules(name) if name else None
    except RulesError as error:
        raise click.ClickException(str(error)) from error
