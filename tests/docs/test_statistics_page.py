"""docs/reference/statistics.md names every count and every figure, and nothing else."""

import re
from dataclasses import fields

from companion.evenings.statistics import Counts, Figures
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "reference" / "statistics.md").read_text(encoding="utf-8")


def named(heading: str) -> list[str]:
    """The words in the first column of a section's table."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [word for cell in cells for word in re.findall(r"`(\w+)`", cell)]


def test_every_count_is_there_in_order() -> None:
    assert named("Counts") == [field.name for field in fields(Counts)]


def test_every_figure_is_there_in_order() -> None:
    assert named("Figures") == [field.name for field in fields(Figures)]
