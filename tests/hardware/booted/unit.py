"""A service of systemd, read from its file."""

from __future__ import annotations

import shlex
from string import Template
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def words_of(unit: Path) -> list[str]:
    """What the service starts, with the values that the unit gives to `${NAME}`, as systemd puts them in.

    Raises:
        KeyError: the unit names no value for something that stands in its command.
    """
    said: dict[str, list[str]] = {}
    for line in unit.read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition("=")
        said.setdefault(name, []).append(value)
    given = (word.partition("=") for value in said["Environment"] for word in shlex.split(value))
    values = {name: value for name, _, value in given}
    (command,) = said["ExecStart"]
    return [Template(word).substitute(values) for word in shlex.split(command)]
