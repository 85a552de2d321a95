"""`make eval ARGS=--ablation`: what each check of the eye is worth, by reading pictures without it.

Photographs and path-traced tables with odd numbers are counted, and drawn tables from seeds of their own: the
thresholds of the checks were chosen on the others (`--half 0`).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.film import Film
from companion.pretend.painting.painter import PALE
from lab.tracer.evaluate import Seen, judge_backs, photograph_of
from lab.train.evaluate_stage import Count, photographed, tables, thrown_lens
from lab.train.evaluate_stage import counted as counted_stage
from lab.train.measures import Tally, tally
from lab.train.photographs import Photograph, load_photographs
from lab.train.remembering import RememberingFinder, RememberingReader
from tests.conftest import ROOT
from tests.figures import Page, commit
from vision.read.checks import PHOTOGRAPH, WATCHED, Checks
from vision.read.detect import Eye, Reading
from vision.read.familiar import Familiar
from vision.read.reading import PatientEye, is_worth_telling

Picture = NDArray[np.uint8]
COUNTED = ("found", "right", "false", "red", "backs", "nats")
"""Tiles found; of these, kinds read right; false tiles; fives read right as red or plain; backs read as
backs (of drawn tables: whatever on a tile is read as a back); and how much the labels of all found faces
together surprise the eye."""
TRAY = 4
"""Of each half of the set with by far the most labelled tiles, every fourth photograph is looked at."""
SEEDS = {0: (7101, 7102, 7103), 1: (8101, 8102, 8103, 8104)}
"""The drawn evenings on which numbers were chosen, and those that are counted."""
AN_EVENING = 9
"""How many drawn tables of each evening are looked at, at most."""
ALL = "all checks"
PAGE = Page(
    ROOT / "docs" / "figures" / "eye-checks.md",
    "What each check of the eye is worth",
    'make eval ARGS="--ablation --write"',
    "What changes where one check is left out: labelled faces **found**, of these the kinds read **right**, "
    "**false** tiles, **red** and plain fives told apart, **backs** told as backs, and by how many **nats** "
    "the eye is surprised (of each face that it found, minus the logarithm of the chance that it gave to "
    "being right, or to being wrong, whichever it was). `=`: nothing changes. "
    "The lines *all checks* have the counts with all of them at that commit, and out of how many. Only "
    "pictures at which nobody looked while the numbers were chosen: photographs and path-traced tables with "
    "odd numbers (on these tables it was worked out how a photograph learns its materials), drawn tables of "
    "other seeds. *Watched*: photographs of one set in turn, as if one table lay there.",
    ("left out", "japanese_tray", "redtable", "other_chinese", "riichi_parlour", "drawn tables",
     "path-traced tables", "japanese_tray, watched", "redtable, watched", "other_chinese, watched",
     "at commit"),
    names=1,
)  # fmt: skip
SOURCES = PAGE.heading[1:-1]


@dataclass(frozen=True)
class Shown:
    """One picture, and how to count what was read on it."""

    source: str
    picture: Picture
    counted: Callable[[Sequence[Reading]], Counter[str]]


def photographs(half: int) -> Iterator[Shown]:
    """Photographs of one half: of `japanese_tray` every fourth; both of `riichi_parlour` are in half 1."""
    numbers = Counter[str]()
    for one in load_photographs():
        number, numbers[one.group] = numbers[one.group], numbers[one.group] + 1
        if one.group == "riichi_parlour":
            is_wanted = half == 1
        else:
            is_wanted = number % 2 == half and (one.group != "japanese_tray" or number // 2 % TRAY == 0)
        if is_wanted:
            yield Shown(one.group, one.read(), lambda readings, one=one: of_faces(one, readings))


def traced(half: int) -> Iterator[Shown]:
    """The path-traced tables of one half."""
    folder = ROOT / "build" / "tracer"
    for path in sorted(folder.glob("[0-9]*.json")):
        if int(path.stem) % 2 == half:
            image = json.loads(path.read_text(encoding="utf-8"))
            one = photograph_of(image, folder)

            def counted(readings: Sequence[Reading], image=image, one=one) -> Counter[str]:
                seen = Seen()
                judge_backs(image, list(readings), seen)
                both = zip(seen.told(pale=True), seen.told(pale=False), strict=True)
                told, of = (sum(each) for each in both)
                return Counter({**of_faces(one, readings), "backs": told, "backs of": of})

            yield Shown("path-traced tables", one.read(), counted)


def drawn(half: int) -> Iterator[Shown]:
    """Drawn tables in the middle of a hand, seen from anywhere; every third has pale backs."""
    number = 0
    for seed in SEEDS[half]:
        rng = np.random.default_rng(seed)
        for poses, labels in islice(tables(seed, AN_EVENING), AN_EVENING):
            lens, number = thrown_lens(rng), number + 1
            back = PALE[number // 3 % len(PALE)] if number % 3 == 0 else None
            picture = photographed(Film(lens, tiles=number % 2, seed=number, back=back), poses, labels)

            def counted(readings, lens=lens, poses=poses, labels=labels) -> Counter[str]:
                count = Count()
                counted_stage(count, [one for one in readings if is_worth_telling(one)], lens, poses, labels)
                false = sum(count.invented.values()) + count.backs_of_nothing
                backs = count.backs - count.backs_of_nothing
                found = {"found": count.found, "found of": count.of, "right": count.right}
                return Counter({**found, "false": false, "backs": backs})

            yield Shown("drawn tables", picture, counted)


def of_faces(one: Photograph, readings: Sequence[Reading]) -> Counter[str]:
    """What was read of labelled faces."""
    count = Tally()
    tally(one, readings, count)
    (found, of), (red, fives) = count.found, count.right_red
    right, false = count.right_kind[0], len(count.invented)
    told = {"found": found, "found of": of, "right": right, "false": false, "red": red, "red of": fives}
    given = [judged.confidence if judged.is_right else 1 - judged.confidence for judged in count.judged]
    return Counter(told | {"nats": -float(np.log(np.clip(given, 1e-3, 1)).sum())})


Table = dict[str, Counter[str]]
"""What was counted, by source."""


def measured(half: int, left_out: Sequence[str]) -> dict[str, Table]:
    """What was counted with all checks, and without each of those that are named."""
    finder, reader = RememberingFinder(threads=1), RememberingReader(threads=1)
    eye = PatientEye(Eye(finder, reader))
    out: dict[str, Table] = {}
    familiar: dict[tuple[str, str], Familiar] = {}
    for shown in chain(photographs(half), traced(half), drawn(half)):
        finder.forget()
        reader.forget()
        found = eye.finds(shown.picture)
        for name in (ALL, *left_out):
            table = out.setdefault(name, {})
            if name == ALL or name in PHOTOGRAPH.names:
                eye.photograph = checks(PHOTOGRAPH, name)
                add(table, shown.source, shown.counted(eye.carefully(shown.picture, found)))
            watched = f"{shown.source}, watched"
            if watched in SOURCES and (name == ALL or name in WATCHED.names):
                eye.watched = checks(WATCHED, name)
                known = familiar.setdefault((name, watched), Familiar())
                add(table, watched, shown.counted(eye.read(shown.picture, found, known)))
    return out


def checks(some: Checks, name: str) -> Checks:
    """All of them, or all but one."""
    return some if name == ALL else some.without(name)


def add(table: Table, source: str, counts: Counter[str]) -> None:
    """Add counts, also those that are 0."""
    table.setdefault(source, Counter()).update(counts)


def row(name: str, table: Table, whole: Table) -> tuple[str, ...]:
    """A line of the page: the name, and a cell for each source."""
    return (name, *(cell(table.get(source), whole.get(source), name == ALL) for source in SOURCES))


def cell(counts: Counter[str] | None, whole: Counter[str] | None, is_whole: bool) -> str:
    """One cell of a line: the counts of a source with all checks, or how they differ from these."""
    if counts is None or whole is None:
        return "not asked" if whole is not None else "no pictures"
    if is_whole:
        each = (f"{name} {round(whole[name])}{of(whole, name)}" for name in COUNTED if name in whole)
    else:
        apart = ((name, round(counts[name] - whole[name], int(name == "nats"))) for name in COUNTED)
        each = (f"{name} {more:+g}" for name, more in apart if more)
    return ", ".join(each) or "="


def of(counts: Counter[str], name: str) -> str:
    """Of how many there could be, where that was counted."""
    return f" of {counts[f'{name} of']}" if f"{name} of" in counts else ""


def main(words: Sequence[str] | None = None) -> None:
    """Print one line for each check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", type=int, choices=(0, 1), default=1, help="0: where numbers were chosen")
    every = tuple(dict.fromkeys(PHOTOGRAPH.names + WATCHED.names))
    parser.add_argument(
        "--checks", nargs="*", default=every, choices=every, metavar="CHECK", help="only these"
    )
    parser.add_argument("--write", action="store_true", help=f"put each line into {PAGE.path.name} too")
    asked = parser.parse_args(words)
    if asked.write and asked.half == 0:
        parser.error("--write is for --half 1: the page counts only pictures on which no number was chosen")
    cv2.setNumThreads(1)
    tables_of = measured(asked.half, tuple(asked.checks))
    for name, table in tables_of.items():
        line = row(name, table, tables_of[ALL])
        print("| " + " | ".join(line) + " |", flush=True)
        if asked.write:
            PAGE.put((*line, commit()))


if __name__ == "__main__":
    main()
