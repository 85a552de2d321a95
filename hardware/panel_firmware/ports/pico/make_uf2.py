# ruff: noqa: INP001 (a script beside what it serves, not a package)
"""Packs a Pico's flash image into the file that is dropped onto the board; reads nothing else."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

FLASH = 0x10000000
FAMILY_RP2040 = 0xE48BFF56
HAS_FAMILY = 0x2000
PAYLOAD = 256


def uf2(image: bytes) -> bytes:
    """The image as blocks of 512 bytes, each with its address."""
    parts = [image[at : at + PAYLOAD].ljust(PAYLOAD, b"\0") for at in range(0, len(image), PAYLOAD)]
    blocks = []
    for number, part in enumerate(parts):
        head = struct.pack(
            "<8I",
            0x0A324655,
            0x9E5D5157,
            HAS_FAMILY,
            FLASH + number * PAYLOAD,
            PAYLOAD,
            number,
            len(parts),
            FAMILY_RP2040,
        )
        blocks.append(head + part.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))
    return b"".join(blocks)


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:3])
    target.write_bytes(uf2(source.read_bytes()))
