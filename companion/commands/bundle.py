"""`companion bundle`: what somebody needs to find a fault."""

from __future__ import annotations

from pathlib import Path

import click

from companion.clock import SystemClock
from companion.commands.data_folder import data_folder_to_read
from companion.commands.devices import port_option
from companion.config import LOOPBACK
from companion.errors import CompanionError
from companion.intake.devices import look_at_devices, profile_of_this_machine
from companion.keeping.bundle import write_bundle
from companion.keeping.checkup import look_at_machine


@click.command()
@click.option("--profile", metavar="NAME|FILE", help="The table's hardware; without it, the service's.")
@click.option("--data", metavar="DIR", help="Where games are kept.")
@port_option
@click.argument("file", type=click.Path(path_type=Path))
def bundle(profile: str | None, data: str | None, port: int, file: Path) -> None:
    """Write versions, states, the last log lines and the last facts into a small zip.

    Names of players, addresses and secrets are removed.
    """
    try:
        folder = data_folder_to_read(data)
        findings = (
            *look_at_machine(folder, LOOPBACK, port, SystemClock().utc_now()),
            *look_at_devices(profile or profile_of_this_machine()),
        )
        size = write_bundle(folder, file, port, findings)
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror or error}") from error
    click.echo(f"{file} has {size:,} bytes. Look into it before you pass it on.")
