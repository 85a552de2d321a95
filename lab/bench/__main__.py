"""`python -m lab.bench [NAME ...]`: runs the benchmarks and prints their tables."""

from __future__ import annotations

import argparse
import os
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


def main() -> None:
    """Run the named benchmarks, or all of them."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.bench", description="Runs the named benchmarks, or all."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHES))
    names = parser.parse_args().names
    for name in names:
        if name not in BENCHES:
            parser.error(f"{name} is no benchmark: choose from {', '.join(BENCHES)}")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the same setting as in the eye's own process
    for name in names or BENCHES:
        module = import_module(f"lab.bench.{name}")
        print(table(module.TITLE, module.figures()), end="\n\n", flush=True)


main()
