"""How many numbers of the eye were set by hand: those that decide what is found and read, and all others.

python -m lab.train.size
"""

from __future__ import annotations

from collections import Counter

from lab.scribe.size import numbers_in
from tests.conftest import ROOT

READS = frozenset(
    {
        *("alike", "candidates", "certainty", "checks", "cuts", "detect", "enrol", "faces", "familiar"),
        *("finder", "flowers", "impostors", "inks", "laid", "materials", "odds", "patches", "perspective"),
        *("pushed", "rests", "scales", "standing", "straight", "swapped", "walls", "weights", "wide"),
    }
)
"""The modules that find and read tiles; the others take pictures, lay the table flat, and tell."""


def numbers() -> Counter[str]:
    """How many numbers stand at the top of each module of the eye, by its name."""
    paths = sorted((ROOT / "vision").rglob("*.py"))
    return Counter({path.stem: len(list(numbers_in(path.read_text(encoding="utf-8")))) for path in paths})


def main() -> None:
    """Print the counts, the modules with the most numbers first."""
    every = numbers()
    reads = Counter({name: count for name, count in every.items() if name in READS})
    print(f"{reads.total():4} numbers by hand decide what is found and read, of {every.total()} in `vision`")
    print("    ", ", ".join(f"{name} {count}" for name, count in reads.most_common() if count))


if __name__ == "__main__":
    main()
