"""What `scripts/install-pi --with` may say: what the service could not be started with is refused."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from companion.commands.run import refuse_what_excludes_another, run

__all__ = ["main", "without_port"]

LOWEST_PORT = 1024
"""Ports below this one are for root, which the service is not."""


def without_port(words: Sequence[str]) -> tuple[list[str], int | None]:
    """The other options, and the port that they say; None where they say none.

    Raises:
        click.ClickException: `companion run` would not start with these words, or not as a service.
    """
    try:
        context = run.make_context("companion run", list(words))
    except click.exceptions.Exit as error:  # it has said its help
        raise click.UsageError("an option of this kind starts nothing") from error
    said = context.params
    refuse_what_excludes_another(said)
    if said["rules_name"] or said["profile"]:
        raise click.UsageError("give rules and profile to scripts/install-pi itself, and not within --with")
    if said["record"] or said["data"]:
        raise click.UsageError("a service follows a table, and keeps its games in /var/lib/riichi-table")
    if context.get_parameter_source("port") is click.core.ParameterSource.DEFAULT:
        return list(words), None
    if said["port"] < LOWEST_PORT:
        raise click.UsageError(f"a service may use the ports from {LOWEST_PORT} on")
    return _others(words), said["port"]


def _others(words: Sequence[str]) -> list[str]:
    """The words without those of the port."""
    kept: list[str] = []
    is_its_value = False
    for word in words:
        if not is_its_value and not word.startswith("--port"):
            kept.append(word)
        is_its_value = not is_its_value and word == "--port"
    return kept


def main(words: Sequence[str]) -> None:
    """Print the other options, and below them the port, or `-` without one; or say what is wrong."""
    try:
        others, port = without_port(words)
    except click.ClickException as error:
        sys.exit(f"companion run: {error.format_message()}")
    click.echo(" ".join(others))
    click.echo("-" if port is None else port)


if __name__ == "__main__":
    main(sys.argv[1:])
