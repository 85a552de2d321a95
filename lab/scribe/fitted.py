"""What is written when corners were tapped wrong, and after people have accepted the fit to the tiles.

    python -m lab.scribe.fitted --hands 2 --write

A camera with real pixels, the real eye, usual tables. In each game, all corners move in another direction.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import cv2

from companion.pretend.people.habits import Mistakes
from companion.pretend.stage.setting import Setting, TableKind
from companion.riichi.facts import Fact
from lab.bench.cameras import cameras
from lab.bench.stage_reel import KeptSight
from lab.scribe.hands import refuse_without_records
from lab.scribe.reels import Played, Reels, seed_of, watched
from lab.scribe.rendered import Score, games
from lab.scribe.setting import Set
from lab.scribe.tapping import WAYS, counted
from lab.train.measures import wilson
from tests.conftest import ROOT
from tests.figures import Page, commit

PERCENT = 3.0
PAGE = Page(
    ROOT / "docs" / "figures" / "fit.md",
    "What is written before and after a fit",
    "python -m lab.scribe.fitted --hands 2 --write",
    "Recorded games, people who do not slip at usual tables, a camera with real pixels, the real eye. Of "
    "each game all corners are moved by 3 % of the table, in another of eight directions. Intervals: 95 %.",
    (
        *("camera", "corners", "keys", "hands", "exact", "of them, %", "as with true corners"),
        *("facts", "missing", "wrong", "invented", "questions a hand", "at commit"),
    ),
    names=3,
)


@dataclass
class Line:
    """One way in which corners are set, and what was written with it."""

    name: str
    keys: bool
    score: Score = field(default_factory=Score)
    told: list[list[Fact]] = field(default_factory=list)

    def hear(self, played: Played, setting: Setting, heard: list, *, misses: bool) -> None:
        """Let the scribe hear what the eye said of one game, and count what it writes."""
        seed = seed_of(played)
        evening = watched(
            played,
            lambda house: KeptSight(house, heard),
            setting,
            mistakes=Mistakes.NONE,
            keys=self.keys,
            answers=True,
            seed=seed,
        )
        where = f"{self.name}, keys {self.keys}" if misses else None
        counted(evening, played, self.score, self.told, where)

    def cells(self, camera: str, true: Line) -> tuple[str, ...]:
        """One line of the table."""
        hands, exact = self.score.hands, self.score.exact
        low, high = wilson(exact, hands)
        alike = sum(a == b for a, b in zip(self.told, true.told, strict=True))
        counts = (str(self.score.count[what]) for what in ("facts", "missing", "wrong", "invented"))
        asked = f"{self.score.count['questions'] / max(1, hands):.2f}"
        share = f"{100 * low:.0f} to {100 * high:.0f}"
        keys = "yes" if self.keys else "no"
        return camera, self.name, keys, str(hands), str(exact), share, str(alike), *counts, asked


def lines_of(camera: str, asked: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    """All lines of one camera."""
    names = ("true", f"all {PERCENT:g} % off", "the same, with the offered fit accepted")
    lines = [[Line(name, keys) for keys in (True, False)] for name in names]
    for way, played in zip(cycle(WAYS), games(asked.hands, asked.first, 1), strict=False):
        moved = (PERCENT, float(way))
        sets = [Set(TableKind.USUAL, (0, 0)), Set(TableKind.USUAL, moved), Set(TableKind.USUAL, moved, True)]
        for found, both in zip(sets, lines, strict=True):
            heard = Reels(asked.keep, camera, Mistakes.NONE, found).of(played)
            setting = found.before(camera, seed_of(played))
            for line in both:
                line.hear(played, setting, heard, misses=asked.misses)
        print(f"game {played.name}, way {way}", flush=True)
    for both in lines:
        for at, line in enumerate(both):
            yield line.cells(camera, lines[0][at])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=5)
    parser.add_argument("--first", type=int, default=1200, help="the number of the first recorded game")
    parser.add_argument("--camera", type=cameras, default="oblique")
    parser.add_argument("--keep", type=Path, help="a folder in which to keep what the eye says")
    parser.add_argument("--misses", action="store_true", help="print what differs from the hands as played")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.path.name}")
    asked = parser.parse_args()
    if asked.write:
        refuse_without_records(parser)
    cv2.setNumThreads(1)
    for camera in asked.camera:
        for row in lines_of(camera, asked):
            print("| " + " | ".join(row) + " |", flush=True)
            if asked.write:
                PAGE.put((*row, commit()))


if __name__ == "__main__":
    main()
