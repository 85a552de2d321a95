"""What goes wrong in a command is told as one sentence, and not as a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.errors import CompanionError

__all__ = ["told_in_a_sentence"]


@contextmanager
def told_in_a_sentence() -> Iterator[None]:
    """Errors of the companion and of the disk become what click prints. Raises ClickException."""
    try:
        yield
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        why = error.strerror or str(error)
        where = f"{error.filename} cannot be used: " if error.filename else ""
        raise click.ClickException(f"{where}{why}") from error
