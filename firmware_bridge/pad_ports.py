"""Where something with keys is plugged in, as the kernel names its ports; opens nothing.

A port has a number such as `1.2`. A Pi 5 has two controllers whose ports have the same numbers: where that
leaves open which is meant, the controller stands before it, as in `xhci-hcd.1/2`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

__all__ = ["BY_PATH", "names_of", "pad_at", "pads_at"]

BY_PATH = Path("/dev/input/by-path")


def pads_at(by_path: Path = BY_PATH) -> dict[str, Path]:
    """The ports at which something with keys is plugged in, with their controllers, and the file of each.

    A controller may have two names: then its ports have, too.
    """
    found: dict[str, Path] = {}
    with contextlib.suppress(OSError):
        for path in sorted(by_path.glob("*usb-*-event-kbd")):
            # Such as platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.2:1.0-event-kbd
            controller, _, rest = path.name.rpartition("usb-")
            for port in rest.split(":")[1:2]:
                found.setdefault(f"{controller.removeprefix('platform-').rstrip('-')}/{port}", path)
    return found


def pad_at(port: str, there: Mapping[str, Path]) -> Path | None:
    """What is plugged in at the port that a profile names; None where nothing is, or two could be meant."""
    fitting = {path.resolve(): path for name, path in there.items() if port in (name, _number_of(name))}
    return next(iter(fitting.values())) if len(fitting) == 1 else None


def names_of(there: Mapping[str, Path]) -> Iterator[str]:
    """How a profile may name these ports: each once, as shortly as it can be."""
    files: dict[Path, str] = {}
    for name in sorted(there):
        files.setdefault(there[name].resolve(), name)
    for name in files.values():
        port = _number_of(name)
        yield name if pad_at(port, there) is None else port


def _number_of(name: str) -> str:
    return name.rpartition("/")[2]
