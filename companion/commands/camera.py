"""`companion camera`: which cameras there are, and whether the pictures of one are light and sharp enough."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from companion.errors import CompanionError
from companion.intake.eye.cameras import (
    draw_stickers,
    listed_cameras,
    mount_of_profile,
    mount_of_source,
    try_camera,
)


@click.group()
def camera() -> None:
    """Find the table's cameras and try them."""


@camera.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
def list_cameras(as_json: bool) -> None:
    """Name the cameras of this machine, in the words of a profile."""
    found = listed_cameras()
    if as_json:
        click.echo(json.dumps(found))
    elif not found:
        click.echo("No camera is plugged in.")
    for one in () if as_json else found:
        click.echo(f'kind = "{one["kind"]}", source = "{one["source"]}"  {one["says"]}')


@camera.command("stickers")
@click.argument("out", metavar="OUT.png")
def stickers(out: str) -> None:
    """Draw the four corner stickers on a page for printing.

    Lay each into its corner, turned any way: with them the camera finds the table by itself, even after a
    bump.
    """
    try:
        draw_stickers(Path(out))
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{out} is written; print it in its full size and cut the four out with their white rims.")


@camera.command("test")
@click.option(
    "--profile", default="bench", show_default=True, metavar="NAME|FILE", help="The table's hardware."
)
@click.option("--camera", "name", metavar="NAME", help="Which of its cameras; without it, the first.")
@click.option("--source", metavar="WHAT", help="Instead: pi, a device, an address, a folder or a video.")
@click.option("--frames", default=20, show_default=True, type=click.IntRange(1, 1_000), help="How many.")
@click.option("--save", metavar="OUT.png", help="Keep the last frame, to look at it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def try_one(
    profile: str, name: str | None, source: str | None, frames: int, save: str | None, as_json: bool
) -> None:
    """Take some frames and judge how light and sharp the last is.

    Exit status: 0 they are good enough to read tiles, 1 they are not, and the sentence says why.
    """
    try:
        mount = mount_of_source(source) if source else mount_of_profile(profile, name)
        trial = try_camera(mount, frames, Path(save) if save else None)
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    click.echo(json.dumps(asdict(trial)) if as_json else trial.as_text())
    raise SystemExit(0 if trial.is_good else 1)
