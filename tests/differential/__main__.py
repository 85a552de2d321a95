"""The long comparisons with the peer, told in numbers.

`python -m tests.differential [POSITIONS [SEED]]` compares what may happen now, and
`python -m tests.differential scores [HANDS [SEED]] [--write]` what hands are worth.
Ends with an error where anything is left unexplained.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.conftest import ROOT
from tests.differential.comparing import Tally, compare
from tests.differential.houses import HOUSES
from tests.differential.known_differences import KNOWN_DIFFERENCES, explanation, unexplained
from tests.differential.scored import PAGE, compared, write
from tests.differential.scoring import unexplained as hands_unexplained


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


def scores(hands: int, seed: str, *, is_kept: bool) -> int:
    """Value hands in every house; 0 where everything is explained."""
    rows, left = [], 0
    for row, tally in compared(hands, seed):
        rows.append(row)
        left += len(differing := hands_unexplained(tally))
        print("  ".join(row), *differing, sep="\n", flush=True)
    if is_kept:
        write(ROOT / PAGE, f"python -m tests.differential scores {hands} {seed} --write", rows)
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
    given = [each for each in sys.argv[1:] if each not in ("scores", "--write")]
    number, seed = int(given[0]) if given else None, given[1] if len(given) > 1 else "long"
    if "scores" in sys.argv:
        sys.exit(scores(number or 200_000, seed, is_kept="--write" in sys.argv))
    sys.exit(main(number or 60_000, seed))
