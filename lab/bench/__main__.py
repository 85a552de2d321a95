"""`python -m lab.bench [NAME ...]`: runs the benchmarks and prints their tables."""

from __future__ import annotations

import os
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
    "radio",
    "phone_keys",
    "eye",
    "eye_runtimes",
    "hand_photo",
)


def main(names: list[str]) -> None:
    """Run the named benchmarks, or all of them."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the same setting as in the eye's own process
    for name in names or BENCHES:
        module = import_module(f"lab.bench.{name}")
        print(table(module.TITLE, module.figures()), end="\n\n", flush=True)


main(sys.argv[1:])
