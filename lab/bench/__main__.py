"""`python -m lab.bench [NAME ...]`: runs the benchmarks and prints their tables."""

from __future__ import annotations

import sys
from importlib import import_module

from lab.bench.figures import table

BENCHES = (
    "replay",
    "journal",
    "pretend",
    "startup",
    "latency",
    "first_paint",
    "panel_latency",
    "panel_table",
    "eye",
    "eye_runtimes",
)


def main(names: list[str]) -> None:
    """Run those named, or all."""
    for name in names or BENCHES:
        module = import_module(f"lab.bench.{name}")
        print(table(module.TITLE, module.figures()), end="\n\n", flush=True)


main(sys.argv[1:])
