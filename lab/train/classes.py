"""What eyes are known to get wrong, each on a line of its own, on photographs and on path-traced tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.train.measures import Judged, Tally, wilson
from tests.conftest import ROOT
from tests.figures import Page, commit
from vision.find.quads import areas_of

PAGE = Page(
    ROOT / "docs" / "figures" / "eye-classes.md",
    "What eyes are known to get wrong",
    'make eval ARGS="--every 3 --write"; make eval-tracer ARGS=--write',
    "How often the shipped models get right what eyes are known to get wrong, with 95 % (Wilson) intervals. "
    "A face counts as right where it is found and its kind is right; of the fives that are, two lines "
    "count those rightly told as red or as plain. *Beside their like*: another white dragon is less than two "
    "tiles away. Path-traced tables also say what false tiles lie on. Flowers were "
    "marked by hand (`python -m lab.train.evaluate_flowers`). Tiles that lean: the last ones of each row of "
    'a river, by 15 to 40 degrees (`make tracer ARGS="0 12 --leaning --out build/tracer-leaning"`).',
    ("what", "where", "right", "at commit"),
    names=2,
)  # fmt: skip
BESIDE = 2.0
"""A tile is beside another one if their middles are less than this many of its sides apart."""

Share = tuple[int, int]
Face = tuple[str, str, bool, NDArray[np.float32]]
"""The picture's path, what lies there, whether it was found and its kind read right, and its corners."""


def faces(one: Tally) -> Iterator[Face]:
    """Every labelled face of a tally, found or not."""
    for judged in one.judged:
        yield judged.path, judged.truth, judged.is_right, judged.quad
    for path, tile, quad in one.missed:
        yield path, tile, False, quad


def beside_its_like(every: list[Face]) -> list[Face]:
    """The white dragons that lie beside another one."""
    blanks = [face for face in every if face[1] == "5z"]

    def is_near(face: Face, other: Face) -> bool:
        apart = np.linalg.norm(face[3].mean(axis=0) - other[3].mean(axis=0))
        return (
            face[0] == other[0] and face is not other and apart < BESIDE * areas_of(face[3][None])[0] ** 0.5
        )

    return [face for face in blanks if any(is_near(face, other) for other in blanks)]


def shares(one: Tally) -> dict[str, Share]:
    """How many faces of each class were found and read right, of how many; a class without faces is left out.

    Fives: of those that were found with their kind right, how many were told rightly as red or plain.
    """
    every = list(faces(one))
    fives = [j for j in one.judged if j.truth in {"0m", "0p", "0s", "5m", "5p", "5s"} and j.is_right]
    classes = {
        "ones of circles": _right(face for face in every if face[1] == "1p"),
        "white dragons": _right(face for face in every if face[1] == "5z"),
        "white dragons beside their like": _right(beside_its_like(every)),
        "red fives told as red": _told(fives, lambda five: five.truth[0] == "0"),
        "plain fives told as plain": _told(fives, lambda five: five.truth[0] == "5"),
    }
    return {name: share for name, share in classes.items() if share[1]}


def _right(some: Iterator[Face] | list[Face]) -> Share:
    told = [right for _, _, right, _ in some]
    return sum(told), len(told)


def _told(fives: list[Judged], which: Callable[[Judged], bool]) -> Share:
    some = [five for five in fives if which(five)]
    return sum(five.read == five.truth for five in some), len(some)


def false_tiles(false: Counter[str], pictures: int) -> dict[str, str]:
    """How many false tiles a picture has, by what they lie on; `false` counts "5z on back" and the like.

    Those that lie on labelled faces are left out.
    """
    by_place = Counter[str]()
    for what, count in false.items():
        by_place[what.rpartition(" on ")[2]] += count
    names = {
        "standing": "standing tiles",
        "back": "backs",
        "elsewhere": "units, displays, cups, rims and cloth",
    }
    return {f"false tiles on {names[at]}": f"{by_place[at] / pictures:.2f} a picture" for at in names}


def told(classes: dict[str, Share]) -> dict[str, str]:
    """Shares with their intervals, as text."""
    out = {}
    for what, (right, of) in classes.items():
        low, high = wilson(right, of)
        out[what] = f"{100 * right / of:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {of}"
    return out


def put(where: str, classes: dict[str, str], page: Path | None = None) -> None:
    """Print the lines of one kind of picture, and put them into the page of figures if it is named."""
    for what, text in classes.items():
        print(f"{where}: {what}: {text}")
        if page is not None:
            PAGE.put((what, where, text, commit()), page)
