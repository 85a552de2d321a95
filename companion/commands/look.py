"""`companion look`: which tiles are in a photograph."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.config import folder_of
from companion.errors import CompanionError
from companion.intake.eye.looking import Looked, look_at_pictures


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option("--tiles", metavar="NAME", help="A tile set that was enrolled; it is read more reliably.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each picture.")
@click.option("--annotate", metavar="OUT.png", help="Draw what was seen over the one picture.")
@click.option("--data", metavar="DIR", help="Where tile sets are kept.")
def look(
    images: tuple[str, ...], tiles: str | None, as_json: bool, annotate: str | None, data: str | None
) -> None:
    """Say which tiles are in each photograph, where, and with what confidence.

    Any photograph will do; no camera has to be set up. Exit status: 0, or 1 where a picture could
    not be read.
    """
    if annotate and len(images) > 1:
        raise click.UsageError("--annotate draws over one picture; give one")
    paths = [Path(image) for image in images]
    has_failed = False
    try:
        for looked in look_at_pictures(paths, folder_of(data), tiles, Path(annotate) if annotate else None):
            _tell(looked, as_json)
            has_failed |= bool(looked.error)
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    raise SystemExit(1 if has_failed else 0)


def _tell(looked: Looked, as_json: bool) -> None:
    if looked.error and not as_json:
        click.echo(f"Error: {looked.error}", err=True)
    elif looked.error:
        click.echo(json.dumps({"image": looked.image, "error": "unreadable", "message": looked.error}))
    else:
        click.echo(json.dumps(looked.answer) if as_json else looked.text)
        if looked.note:
            click.echo(looked.note, err=True)
