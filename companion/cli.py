"""The command line: `companion run`, `demo`, `replay`, `score` …; each is a file in `commands`."""

from __future__ import annotations

import errno
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final

import click

_COMMANDS = {
    "backup": "companion.commands.backup",
    "bundle": "companion.commands.bundle",
    "club": "companion.commands.club",
    "camera": "companion.commands.camera",
    "demo": "companion.commands.demo",
    "devices": "companion.commands.devices",
    "doctor": "companion.commands.doctor",
    "enrol": "companion.commands.enrol",
    "evening": "companion.commands.evening",
    "export": "companion.commands.export",
    "games": "companion.commands.games",
    "kan-in-riichi": "companion.commands.kan_in_riichi",
    "look": "companion.commands.look",
    "pretend": "companion.commands.pretend",
    "replay": "companion.commands.replay",
    "restore": "companion.commands.restore",
    "rules": "companion.commands.rules",
    "run": "companion.commands.run",
    "score": "companion.commands.score",
    "show": "companion.commands.show",
}


GARBAGE: Final = (5_000, 20, 20)
"""How many new values start a search for garbage, and how many searches start one that looks further.

These are the values for `gc.set_threshold`. A look at the table makes some ten thousand values, nearly all
without a cycle. With Python's own 700, the slowest looks take a third longer."""


@contextmanager
def _nothing_thrown_away() -> Iterator[None]:
    """Collect no garbage while a module loads, nor later what it loaded; this saves a tenth of a start.

    From then on garbage is looked for as rarely as `GARBAGE` says.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        gc.enable()


_OF_A_TYPED_PATH: Final = (errno.ENAMETOOLONG, errno.EACCES)
"""What a file system says of a path that is too long, or lies in a folder of somebody else."""
_OF_A_DISK: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What a disk says that is full or breaks."""


class _Commands(click.Group):
    """Loads a command's file when it is called, so that the start stays quick on a small machine."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        with _nothing_thrown_away():
            module = import_module(_COMMANDS[cmd_name])
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except OSError as error:
            # Every path that somebody types meets the disk somewhere; it is named here for all of them.
            if error.errno in _OF_A_TYPED_PATH:
                raise click.ClickException(f"{error.filename} cannot be used: {error.strerror}") from error
            # An error that names no file is about one that is open: standard output, sent into a file.
            if error.errno in _OF_A_DISK and error.filename is None:
                raise click.ClickException(f"the answer cannot be written: {error.strerror}") from error
            raise


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="riichi-table-companion")
def main() -> None:
    """A companion for a real riichi mahjong table."""
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr: an answer may name any path
