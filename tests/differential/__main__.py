"""`python -m tests.differential [POSITIONS [SEED]]`: the long comparison with the peer, told in numbers.

Ends with an error where anything is left unexplained.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.differential.comparing import Tally, compare
from tests.differential.houses import HOUSES
from tests.differential.known_differences import KNOWN_DIFFERENCES, explanation, unexplained


def main(positions: int, seed: str) -> int:
    """Compare in every house; 0 where everything is explained."""
    tallies = {}
    for house in HOUSES:
        tallies[house.name] = compare(house, seed, positions // len(HOUSES))
        print(_told(house.name, tallies[house.name]), flush=True)
    differences = [difference for tally in tallies.values() for difference in tally.disagreements]
    counts = Counter(known.name for known in map(explanation, differences) if known is not None)
    for known in KNOWN_DIFFERENCES:
        print(f"{known.name}: {counts[known.name]}")
    left = unexplained(differences)
    print(f"unexplained: {len(left)}", *left, sep="\n  ")
    return 1 if left else 0


def _told(name: str, tally: Tally) -> str:
    answers = ", ".join(f"{what} {times:,}" for what, times in tally.answers.most_common())
    refusals = ", ".join(f"{why} {times:,}" for why, times in tally.refusals.most_common())
    results = ", ".join(f"{how} {times:,}" for how, times in tally.results.most_common())
    return (
        f"{name}: {tally.kyoku:,} kyoku, {tally.positions:,} positions, {tally.silences:,} silences, "
        f"{tally.contests:,} contests\n  paid: {results}\n  possible: {answers}\n  refused: {refusals}"
    )


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(int(given[0]) if given else 60_000, given[1] if len(given) > 1 else "long"))
