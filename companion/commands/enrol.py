"""`companion enrol`: show the house's tiles to the eye once, so that it reads them more reliably."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from companion.config import folder_to_make
from companion.errors import CompanionError
from companion.intake.eye.enrolling import enrol as learn


@click.command()
@click.argument("name")
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option("--faces", metavar="TILES", help="What lies there, row by row, such as 123456789m0p.")
@click.option("--backs", multiple=True, metavar="IMAGE", help="A photograph of tiles that lie face down.")
@click.option("--data", metavar="DIR", help="Where tile sets are kept.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def enrol(
    name: str,
    images: tuple[str, ...],
    faces: str | None,
    backs: tuple[str, ...],
    data: str | None,
    as_json: bool,
) -> None:
    """Learn the tiles in the photographs and keep them as NAME.

    Lay one of each face in rows on a plain surface: 1 to 9 m, 1 to 9 p, 1 to 9 s, the seven honours,
    then the red fives 0m 0p 0s if there are any. They may be spread over several photographs, in
    this order. Backs that are taken for something else (pale ones for white dragons) have a photograph
    of their own, with --backs. Exit status: 0, or 1 if they do not show that; then nothing is kept.
    """
    try:
        paths, turned = ([Path(image) for image in some] for some in (images, backs))
        report = learn(name, paths, folder_to_make(data), faces, turned)
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    click.echo(json.dumps(asdict(report)) if as_json else report.as_text())
