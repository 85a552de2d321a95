"""`make eval-tracer`: the shipped eye on the path tracer's pictures, by the camera's height, with intervals.

A face has to be found where most of it is seen; where less is seen, finding it is neither right nor wrong.
Backs are counted too: by what each was read as, or as not found.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from lab.tracer.art import FOR_TRAINING
from lab.tracer.labels import ENOUGH
from lab.tracer.looks import PALE
from lab.train import classes
from lab.train.evaluate import ONLY_COMMITTED, are_committed, share
from lab.train.measures import Tally, matched, tally
from lab.train.photographs import Photograph
from tests.conftest import ROOT
from tests.figures import Page, commit
from vision.labels import BACK, UNKNOWN, plain_of
from vision.model_files import FOLDER
from vision.read.detect import Eye, Reading, TileFinder
from vision.read.faces import FaceReader

PAGE = Page(
    ROOT / "docs" / "figures" / "tracer.md",
    "The eye on the path tracer's pictures",
    "make eval-tracer ARGS=--write",
    "The shipped models on tables in play that `lab/tracer` drew. None was trained on them; the way in "
    "which a photograph learns what its tiles are made of (decision 0042) was worked out on the pictures "
    "with odd seeds, and all below 30 were looked at while the eye was mended. "
    "A face counts where at least 60 % of it is seen. Pale: pale yellow, lilac, cream, grey. "
    "Pictures have 720 lines unless the first column says otherwise. "
    "Shares with their 95 % (Wilson) intervals.",
    ("pictures", "how many", "recall", "precision of named tiles", "kind right", "red or plain right",
     "pale backs told as backs", "other backs told as backs", "at commit"),
    names=1,
)  # fmt: skip


USUAL_LINES = 720
"""The height of most pictures of the page, in pixels."""


@dataclass(slots=True)
class Seen:
    """What the eye made of some pictures."""

    pictures: int = 0
    faces: Tally = field(default_factory=Tally)
    backs: dict[bool, Counter[str]] = field(default_factory=lambda: {True: Counter(), False: Counter()})
    """By whether they are pale: how many were told as `back`, as which face, or as `nothing`."""
    leaning: Counter[str] = field(default_factory=Counter)
    """Of the tiles that lean, how many there are (`of`), were `found`, and were read `right`."""
    false: Counter[str] = field(default_factory=Counter)
    """What each false tile was read as, and where: `5z on back`; see `where`."""

    def told(self, pale: bool) -> tuple[int, int]:
        """Backs told as backs, of all."""
        return self.backs[pale][BACK], self.backs[pale].total()


def photograph_of(image: dict[str, Any], folder: Path) -> Photograph:
    """The faces that have to be found, as a labelled photograph; faces seen less lie in ignored boxes."""
    faces = [o for o in image["objects"] if o["tile"] not in {BACK, "standing"}]
    sure = [o for o in faces if o["seen"] >= ENOUGH]
    hidden = [np.array(o["quad"]) for o in faces if o["seen"] < ENOUGH]
    boxes = [[*quad.min(axis=0), *quad.max(axis=0)] for quad in hidden]
    return Photograph(
        image["view"],
        folder / image["image"],
        tuple(o["tile"] for o in sure),
        np.array([o["quad"] for o in sure], np.float32).reshape(-1, 4, 2),
        np.array(boxes, np.float32).reshape(-1, 4),
        image["complete"],
    )


def told_as(things: list[dict[str, Any]], readings: list[Reading]) -> dict[int, str]:
    """What each labelled thing that was found was told as, by its place in the list."""
    numbers = matched(
        np.array([r.quad for r in readings], np.float32).reshape(-1, 4, 2),
        np.array([r.score for r in readings], np.float32),
        np.array([one["quad"] for one in things], np.float32).reshape(-1, 4, 2),
    )
    return {int(number): one.tile for number, one in zip(numbers, readings, strict=True) if number >= 0}


def judge_backs(image: dict[str, Any], readings: list[Reading], into: Seen) -> None:
    """Count what each back of which most is seen was told as."""
    backs = [o for o in image["objects"] if o["tile"] == BACK and o["seen"] >= ENOUGH]
    told = told_as(backs, readings)
    for k in range(len(backs)):
        into.backs[image["backs"] in PALE][told.get(k, "nothing")] += 1


def judge_leaning(image: dict[str, Any], readings: list[Reading], into: Seen) -> None:
    """Count how many tiles that lean, and of which most is seen, were found, and read right."""
    some = [o for o in image["objects"] if o["place"] == "leaning" and o["seen"] >= ENOUGH]
    told = told_as(some, readings)
    into.leaning["of"] += len(some)
    for k, thing in enumerate(some):
        into.leaning["found"] += k in told
        into.leaning["right"] += plain_of(told.get(k, UNKNOWN)) == plain_of(thing["tile"])


def where(image: dict[str, Any], reading: Reading) -> str:
    """On what a false tile lies: `back`, `standing`, `face`, or `elsewhere` if nothing is labelled there."""
    middle = tuple(float(v) for v in reading.quad.mean(axis=0))
    for thing in image["objects"]:
        if cv2.pointPolygonTest(np.array(thing["quad"], np.float32), middle, measureDist=False) >= 0:
            return "back" if thing["tile"] == BACK else "standing" if thing["tile"] == "standing" else "face"
    return "elsewhere"


def judge(eye: Eye, images: list[dict[str, Any]], folder: Path) -> dict[str, Seen]:
    """What the eye made of the pictures, by the camera's height and of all together."""
    out: dict[str, Seen] = {}
    for image in images:
        photograph = photograph_of(image, folder)
        readings = eye.look(photograph.read())
        for group in (image["view"], "all"):
            seen = out.setdefault(group, Seen())
            seen.pictures += 1
            before = len(seen.faces.invented)
            tally(photograph, readings, seen.faces)
            judge_backs(image, list(readings), seen)
            judge_leaning(image, list(readings), seen)
            seen.false.update(f"{r.tile} on {where(image, r)}" for _, r in seen.faces.invented[before:])
    return out


def print_tables(groups: dict[str, Seen]) -> None:
    """Print every figure, and what goes wrong in the order of how often it does."""
    for name, one in groups.items():
        print(f"\n## {name}: {one.pictures} pictures")
        print(f"recall                 {share(one.faces.found)}")
        print(f"precision              {share(one.faces.true)}")
        print(f"kind                   {share(one.faces.right_kind)}")
        print(f"red or plain           {share(one.faces.right_red)}")
        print(f"pale backs as backs    {share(one.told(pale=True))}")
        print(f"other backs as backs   {share(one.told(pale=False))}")
    if "all" in groups:
        one = groups["all"]
        wrong = Counter(f"{j.truth} read as {j.read}" for j in one.faces.judged if not j.is_right)
        print("\nfalse tiles:", ", ".join(f"{what} {n}" for what, n in one.false.most_common(15)))
        print("wrong kinds:", ", ".join(f"{what} {n}" for what, n in wrong.most_common(15)))
        print(
            "missed faces:",
            ", ".join(f"{k} {n}" for k, n in Counter(m[1] for m in one.faces.missed).most_common(15)),
        )
        for pale in (True, False):
            print("pale" if pale else "other", "backs told as:", dict(one.backs[pale].most_common(8)))


def apart(images: list[dict[str, Any]], first: int) -> str:
    """What sets the pictures apart, to follow a name: how many lines, where unusual, and the first number."""
    heights = sorted({image["height"] for image in images} - {USUAL_LINES})
    lines = "".join(f", {height} lines" for height in heights)
    return f"{lines}, from {first} on" if first else lines


def write(groups: dict[str, Seen], after: str = "", page: Path | None = None) -> None:
    """Put one line for each camera height, and one for all, into the page; `after` follows its name."""
    for name, one in groups.items():
        f = one.faces
        row = (
            name + after, str(one.pictures),
            share(f.found), share(f.true), share(f.right_kind), share(f.right_red),
            share(one.told(pale=True)), share(one.told(pale=False)), commit(),
        )  # fmt: skip
        PAGE.put(row, page)


def main() -> None:
    """Print the tables for the committed models, or for others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=Path, default=FOLDER / "faces.onnx")
    parser.add_argument("--quads", type=Path, default=FOLDER / "quads.onnx")
    parser.add_argument("--pictures", type=Path, default=ROOT / "build" / "tracer")
    parser.add_argument("--first", type=int, default=0, help="the number of the first picture")
    parser.add_argument("--count", type=int, help="how many numbers, from that one on; all, if not said")
    pages = f"put the figures into {PAGE.path.name} and {classes.PAGE.path.name} too"
    only = f"; those of pictures with tiles that lean, only into {classes.PAGE.path.name}"
    parser.add_argument("--write", action="store_true", help=pages + only)
    args = parser.parse_args()
    if args.write and not are_committed(args.faces, args.quads):
        parser.error(ONLY_COMMITTED)
    files = sorted(args.pictures.glob("[0-9]*.json"))
    numbers = range(args.first, sys.maxsize if args.count is None else args.first + args.count)
    images = [json.loads(file.read_text(encoding="utf-8")) for file in files if int(file.stem) in numbers]
    if not images:
        print(f"There are no pictures in {args.pictures}. Type: make tracer ARGS='0 30'")
        return
    if args.write and any(image["art"].startswith(FOR_TRAINING) for image in images):
        parser.error(f"--write is for pictures that judge the eye: {args.pictures} has faces for training")
    eye = Eye(TileFinder(args.quads), FaceReader(args.faces))
    groups = judge(eye, images, args.pictures)
    print_tables(groups)
    every = groups["all"]
    told = classes.told(classes.shares(every.faces)) | classes.false_tiles(every.false, every.pictures)
    after = apart(images, args.first)
    page = classes.PAGE.path if args.write else None
    if count := every.leaning["of"]:
        lean = {f"tiles that lean, {what}": (every.leaning[what], count) for what in ("found", "right")}
        classes.put(f"path-traced tables{after}", classes.told(lean), page)
        return
    classes.put(f"path-traced tables{after}", told, page)
    if args.write:
        write(groups, after)


if __name__ == "__main__":
    main()
