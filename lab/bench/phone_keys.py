"""Phones as keys: a thousand presses of four phones over HTTP, one answer in ten lost on its way."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from lab.bench.figures import Figure, percentile
from tests.front_door.phones import four_phones

TITLE = "phones as keys: 1,000 presses of four phones over HTTP, one answer in ten lost"
PRESSES = 1_000


def figures() -> Iterator[Figure]:
    """Presses lost, doubled or out of order, and how long a press takes to arrive."""
    with tempfile.TemporaryDirectory() as folder:
        found = four_phones(Path(folder), PRESSES)
    yield Figure("presses", found.presses, "", f"{found.lost_answers} answers lost")
    yield Figure("lost", found.lost, "", "target 0")
    yield Figure("doubled", found.doubled, "", "target 0")
    yield Figure("out of order", found.disordered, "", "target 0")
    yield Figure("finger to table, median", percentile(found.delays_ms, 0.5), "ms")
    yield Figure("finger to table, 99 of 100", percentile(found.delays_ms, 0.99), "ms")
    yield Figure("error of a press's age, 99 of 100", percentile(found.ages_off_ms, 0.99), "ms")
