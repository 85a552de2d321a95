"""`companion doctor`: whether everything is there that a table needs, and what to do if not."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from companion.clock import SystemClock
from companion.commands.sentences import told_in_a_sentence
from companion.config import LOOPBACK, folder_of, port_of_machine
from companion.intake.devices import look_at_devices, profile_of_this_machine
from companion.keeping.checkup import Finding, Verdict, look_at_machine

_MARKS = {Verdict.GOOD: "ok", Verdict.NOTE: "note", Verdict.BAD: "BAD"}


@click.command()
@click.option("--profile", metavar="NAME|FILE", help="The table's hardware; without it, the service's.")
@click.option("--data", metavar="DIR", help="Where games are kept.")
@click.option("--host", default=LOOPBACK, show_default=True, help="The address that pages use.")
@click.option(
    "--port",
    default=port_of_machine,
    type=click.IntRange(0, 65_535),
    help="On which port; without it, the service's or 8136.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
def doctor(profile: str | None, data: str | None, host: str, port: int, as_json: bool) -> None:
    """Look at this machine and say what is wrong. Nothing is changed.

    Exit status: 0 all is well, 1 something needs attention.
    """
    with told_in_a_sentence():
        folder = folder_of(data)
    findings = tuple(_found(profile or profile_of_this_machine(), folder, host, port))
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in findings]))
    else:
        for finding in findings:
            _tell(finding)
    sys.exit(any(finding.verdict is Verdict.BAD for finding in findings))


def _found(profile: str, folder: Path, host: str, port: int) -> Iterator[Finding]:
    yield from look_at_machine(folder, host, port, SystemClock().utc_now())
    yield from look_at_devices(profile)


def _tell(finding: Finding) -> None:
    click.echo(f"{_MARKS[finding.verdict]:4}  {finding.name:16}  {finding.says}")
    if finding.do:
        click.echo(f"{'':24}{finding.do}")
