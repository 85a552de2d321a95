"""Pages of figures: made by a command, and stamped with the command, the commit and the machine."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.conftest import ROOT

_CELLS = re.compile(r"(?<!\\)\|")
"""The lines between cells; a line inside a cell has a backslash before it."""


def figures_page(
    title: str, command: str, words: str, heading: Sequence[str], rows: Iterable[Sequence[str]]
) -> str:
    """A page in Markdown: where its figures come from, a sentence, and a table."""
    lines = [f"# {title}", "", f"Made by `{command}` at {_stamp()}. Do not edit.", "", words, ""]
    table = [heading, ["---"] * len(heading), *rows]
    lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in table]
    return "\n".join(lines) + "\n"


def rows_of(page: Path) -> list[tuple[str, ...]]:
    """The lines of the table that a page of figures holds; none where there is no page yet."""
    if not page.exists():
        return []
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [cells_of(line) for line in lines[2:]]


def cells_of(line: str) -> tuple[str, ...]:
    """The cells of one line of a table in Markdown."""
    return tuple(cell.strip().replace("\\|", "|") for cell in _CELLS.split(line)[1:-1])


@dataclass(frozen=True)
class Page:
    """A page of figures to which a command adds one line after the other."""

    path: Path
    title: str
    command: str
    words: str
    heading: tuple[str, ...]
    """The last column is the commit."""
    names: int
    """That many columns say what a line is about."""

    def put(self, row: tuple[str, ...], path: Path | None = None) -> None:
        """Write one line; of its name, the line of the first state of the code stays before it."""
        page, names = path or self.path, self.names
        others = [line for line in rows_of(page) if line[-1] != row[-1] or line[:names] != row[:names]]
        alike = [line for line in others if line[:names] == row[:names]]
        lines = [line for line in others if line not in alike[1:]]
        lines = sorted([*lines, row], key=lambda line: line[:names])
        text = figures_page(self.title, self.command, self.words, self.heading, lines)
        page.write_text(text, encoding="utf-8")


def commit() -> str:
    """Which state of the code this is."""
    head = _git("rev-parse", "--short", "HEAD") or "no commit"
    # Pages of figures are what such a command writes: they do not make the code another one.
    is_changed = bool(_git("status", "--porcelain", "--", ".", ":!docs/figures"))
    return f"{head}, with changes" if is_changed else head


def _stamp() -> str:
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {system}, Python {platform.python_version()}"
    return f"commit {commit()} on {datetime.now(UTC):%Y-%m-%d} ({machine})"


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", "-c", "safe.directory=*", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
