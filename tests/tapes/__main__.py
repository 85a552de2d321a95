"""Writes the golden tapes anew: `python -m tests.tapes`. What they say then is what is right from then on."""

from pathlib import Path

from tests.tapes.making import EVENINGS

for name, evening in EVENINGS.items():
    path = Path(__file__).parent / f"{name}.tape"
    path.write_bytes(evening().end())
    print(f"{path.name}: {path.stat().st_size} bytes")
