"""`make eval-scribe`: how often hands are written down exactly, with and without rules, keys and people."""

import argparse
import gc
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from companion.cli import GARBAGE
from companion.riichi.presets import TENHOU
from lab.scribe import rendered
from lab.scribe.hands import ARCHIVE, LOGS, Hand, pretend_hands, recorded_hands, refuse_without_records
from lab.scribe.raw import watch_raw
from lab.scribe.restless import watch_restless
from lab.scribe.tallies import Tally, misses
from lab.scribe.watching import Setting, Table, watch
from lab.train.measures import wilson
from tests.conftest import ROOT
from tests.figures import Page, cells_of, commit

RATES = (0.0, 0.005, 0.01, 0.02, 0.05, 0.1)
HEADINGS = (
    *("errors", "with", "hands", "exact", "95 in 100", "facts", "missing", "wrong", "invented"),
    *("questions a hand", "illegal", "p50 ms", "p99 ms"),
)
PAGE = Page(
    ROOT / "docs" / "figures" / "scribe.md",
    "The scribe before a scripted eye",
    'make eval-scribe ARGS="--hands 200 --first 11000 --rates 0.01,0.02,0.05 --write"',
    "Recorded hands, from the number in the first column on. The eye misreads the given share of tiles; with "
    "another number of `dice`, other tiles. One change between two looks, unless the first column says how "
    "many `changes` at most, or for how many seconds of `unrest` the table is not at rest. Thinking is "
    "processor time for one sighting.",
    ("first hand", *HEADINGS, "at commit"),
    names=3,
)
"""One line for each rate and mode; `docs/scribe.md` says what *missing*, *wrong* and *invented* mean."""
MODES = ("raw", "rules", "rules, keys", "rules, keys, questions")


@dataclass(frozen=True)
class Run:
    """The settings with which one line of the table is measured."""

    rate: float
    mode: str
    most_changes: int = 1
    unrest_s: float = 0.0
    """The longest time, in seconds, for which the eye sees no table at rest."""
    dice: int = 0
    """A seed: another number gives the same hands, misread in other ways."""

    def setting(self) -> Setting:
        return Setting(
            self.rate, self.most_changes, presses="keys" in self.mode, answers="questions" in self.mode
        )

    def beginning_at(self, first: int, archive: str) -> str:
        """The first cell of its line on the page: the first hand, and whatever is not as usual."""
        unusual = {
            "dice": self.dice,
            "changes": self.most_changes if self.most_changes != Run.most_changes else 0,
            "unrest": self.unrest_s,
        }
        others = [] if archive == ARCHIVE else [archive]
        others += [f"{name} {value:g}" for name, value in unusual.items() if value]
        return ", ".join((str(first), *others))


def hands(archive: str, number: int, first: int = 0) -> Iterator[tuple[int, Hand]]:
    """Recorded hands with their numbers; pretend ones if the records are missing."""
    if (LOGS / archive).is_file():
        return islice(enumerate(recorded_hands(archive)), first, first + number)
    print(f"{archive} is not beside the repository: the pretend players' own hands are watched instead.")
    # Each from a seed of its own: nobody has to play those that are skipped.
    return ((at, next(pretend_hands(TENHOU, at))) for at in range(first, first + number))


def tally(run: Run, archive: str, number: int, first: int = 0, *, says_misses: bool = False) -> Tally:
    """Count all hands of one line; if asked, and not for `raw`, print each that was not written exactly."""
    found = Tally()
    for at, hand in hands(archive, number, first):
        before, dice = found.exact, Random(at + run.dice)
        if run.mode == "raw":
            watch_raw(hand, run.setting(), dice, found)
            continue
        table = _watched(run, hand, dice, found)
        if says_misses and found.exact == before:
            print(f"  {at} {hand.name}: {'; '.join(misses(hand.facts, table.told))}", flush=True)
    return found


def _watched(run: Run, hand: Hand, random: Random, found: Tally) -> Table:
    if run.unrest_s:
        return watch_restless(hand, run.setting(), run.unrest_s, random, found)
    return watch(hand, run.setting(), random, found)


def line(run: Run, one: Tally) -> str:
    """One line of the table."""
    thinking = sorted(one.seconds) or [0.0]
    p50, p99 = (1000 * thinking[int(share * (len(thinking) - 1))] for share in (0.5, 0.99))
    low, high = (100 * share for share in wilson(one.exact, one.hands))
    hands = max(1, one.hands)
    return (
        f"| {100 * run.rate:4.1f} % | {run.mode:22} | {one.hands:5} | {100 * one.exact / hands:5.1f} % "
        f"| {low:5.1f} to {high:5.1f} % | {one.facts:6} | {one.missing:6} | {one.wrong:5} | {one.invented:5} "
        f"| {one.questions / hands:5.2f} | {one.illegal:3} | {p50:5.2f} | {p99:6.2f} |"
    )


def measured(
    runs: Iterable[Run],
    archive: str,
    number: int,
    first: int = 0,
    *,
    says_misses: bool = False,
    writes: bool = False,
) -> Iterator[tuple[Run, Tally]]:
    """Each run with its counts; its line is printed as soon as it is done."""
    print(f"| {' | '.join(HEADINGS)} |")
    print("|---" * len(HEADINGS) + "|")
    for run in runs:
        found = tally(run, archive, number, first, says_misses=says_misses)
        print(line(run, found), flush=True)
        if writes:
            PAGE.put((run.beginning_at(first, archive), *cells_of(line(run, found)), commit()))
        yield run, found


def _problem(modes: Iterable[str], most_changes: int, unrest_s: float) -> str:
    """What would be measured in another way than its line says; empty if nothing would."""
    if unknown := [mode for mode in modes if mode not in MODES]:
        return f"no mode is called {unknown[0]}: choose from {'; '.join(MODES)}"
    if unrest_s and "raw" in modes:
        return "raw has no unrest: leave out raw or --unrest"
    if unrest_s and most_changes != Run.most_changes:
        return "--most-changes does not go with --unrest, in which the clock decides what is seen"
    return ""


def shares(text: str) -> tuple[float, ...]:
    """Shares with commas between them. Raises ValueError."""
    found = tuple(map(float, text.split(",")))
    if not all(0 <= share <= 1 for share in found):
        raise ValueError("a share is from 0 to 1")
    return found


def main() -> None:
    """Print one line for each rate and mode, as it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="skip this many hands")
    parser.add_argument("--misses", action="store_true", help="print what was written wrong in each hand")
    parser.add_argument("--archive", default=ARCHIVE)
    parser.add_argument(
        "--rates", type=shares, default=RATES, help="shares of tiles that are misread, from 0 to 1"
    )
    parser.add_argument("--modes", help=f"some of {'; '.join(MODES)}; with --unrest, all but raw")
    parser.add_argument(
        "--most-changes", type=int, default=Run.most_changes, help="visible changes between rests"
    )
    parser.add_argument("--unrest", type=float, default=0.0, help="longest time without a rest, seconds")
    parser.add_argument(
        "--dice", type=int, default=0, help="another number gives the same hands, misread in other ways"
    )
    parser.add_argument("--write", action="store_true", help=f"put each line into {PAGE.path.name} too")
    asked = parser.parse_args()
    if asked.write:
        refuse_without_records(parser, asked.archive)
    modes = asked.modes.split(";") if asked.modes else list(MODES[1:] if asked.unrest else MODES)
    if problem := _problem(modes, asked.most_changes, asked.unrest):
        parser.error(problem)
    gc.freeze()  # as the companion does: what is loaded is not searched for garbage again
    gc.set_threshold(*GARBAGE)
    after = f" after the first {asked.first}" if asked.first else ""
    changes = f"changes between two rests: {asked.most_changes} at most"
    seen = f"up to {asked.unrest:g} s without a rest" if asked.unrest else changes
    print(f"hands of {asked.archive}{after}: {asked.hands}; {seen}\n")
    runs = [
        Run(rate, mode, asked.most_changes, asked.unrest, asked.dice)
        for rate in asked.rates
        for mode in modes
    ]
    for _ in measured(
        runs, asked.archive, asked.hands, asked.first, says_misses=asked.misses, writes=asked.write
    ):
        pass


if __name__ == "__main__":
    is_drawn = any(word.partition("=")[0] == "--rendered" for word in sys.argv[1:])
    rendered.main() if is_drawn else main()
