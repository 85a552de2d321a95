"""All verdicts of the scribe in some hands, as one short word for each hand, to see what a change alters.

python -m lab.scribe.verdicts --hands 100 --rates 0.05,0.1 > before; ...; diff before after
"""

import argparse
from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random

from companion.scribe import Verdict
from lab.scribe.__main__ import hands, shares
from lab.scribe.hands import ARCHIVE, Hand
from lab.scribe.tallies import Tally, misses
from lab.scribe.watching import Setting, watch

LETTERS = 12
"""The length of a word."""


def word_of(hand: Hand, rate: float, dice: int) -> tuple[str, list[str]]:
    """One word for all verdicts of a hand, and what was not written as it was played."""
    digest = sha256()

    def heard(verdict: Verdict) -> None:
        said = (
            verdict.takes_back,
            verdict.facts,
            verdict.questions,
            verdict.unconfirmed,
            verdict.is_flipped_early,
        )
        digest.update(repr(said).encode())

    setting = Setting(rate, presses=True, answers=True)
    table = watch(hand, setting, Random(dice), Tally(), heard)
    return digest.hexdigest()[:LETTERS], misses(hand.facts, table.told)


def lines(archive: str, number: int, first: int, rates: Sequence[float]) -> Iterator[str]:
    """For each rate of misread tiles and each hand: its number, the word, and what was written wrong."""
    for rate in rates:
        for at, hand in hands(archive, number, first):
            word, wrong = word_of(hand, rate, at)
            yield f"{100 * rate:g} % {at} {word} {'; '.join(wrong)}".rstrip()


def main() -> None:
    """Print one line for each hand, as it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="skip this many hands")
    parser.add_argument("--archive", default=ARCHIVE)
    parser.add_argument("--rates", type=shares, default="0.05,0.1", help="shares of tiles that are misread")
    asked = parser.parse_args()
    for one in lines(asked.archive, asked.hands, asked.first, asked.rates):
        print(one, flush=True)


if __name__ == "__main__":
    main()
