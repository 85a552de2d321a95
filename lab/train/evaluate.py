"""`make eval`: the eye on every labelled photograph, by physical set, with intervals.

The measures themselves are in `measures`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from lab.train import classes
from lab.train.measures import Tally, by_size, calibration_error, tally, wilson
from lab.train.photographs import GROUPS, Photograph, load_photographs
from tests.conftest import ROOT
from tests.figures import Page, commit
from vision.model_files import FOLDER
from vision.read.detect import Eye, TileFinder
from vision.read.faces import FaceReader

ONLY_COMMITTED = "--write is for the committed models: the page is about them"
SIZES = (12, 18, 24, 32, 40, 50, 60, 80, 120, 400)

PAGE = Page(
    ROOT / "docs" / "figures" / "eye.md",
    "The eye on labelled photographs",
    'make eval ARGS="--every 3 --write"',
    "The shipped models. Finder and reader have seen pictures of every set but `riichi_parlour`; "
    "[the model card](../../vision/models/MODEL_CARD.md) has the figures of models that have not. "
    "Shares with their 95 % (Wilson) intervals.",
    ("set", "recall", "precision", "kind right", "red or plain right", "calibration error", "at commit"),
    names=1,
)


def share(pair: tuple[int, int]) -> str:
    """A share with its 95 % interval."""
    right, of = pair
    if of == 0:
        return "no tile"
    low, high = wilson(right, of)
    return f"{100 * right / of:6.2f} % [{100 * low:5.1f}, {100 * high:5.1f}] of {of}"


def judge(eye: Eye, photographs: list[Photograph]) -> dict[str, Tally]:
    """The tallies by physical set."""
    out: dict[str, Tally] = {}
    for photograph in photographs:
        tally(photograph, eye.look(photograph.read()), out.setdefault(photograph.group, Tally()))
    return out


def print_tables(title: str, tallies: dict[str, Tally]) -> None:
    """Print one line for each set and figure."""
    print(f"\n## {title}")
    for group, one in tallies.items():
        print(f"{group:16} recall    {share(one.found)}")
        if one.counts_inventions:
            print(f"{'':16} precision {share(one.true)}")
        print(f"{'':16} kind      {share(one.right_kind)}")
        print(
            f"{'':16} red five  {share(one.right_red)}"
            + ("  (its red fives are labelled plain)" if group == "redtable" else "")
        )
        print(f"{'':16} ECE       {100 * calibration_error(one.judged):6.2f} %")
    print("\nkind right by the tile's longer side in pixels, all sets together:")
    every = [j for one in tallies.values() for j in one.judged]
    for low, high, right, of in by_size(every, SIZES):
        if of:
            print(f"  {low:3.0f} to {high:3.0f} px  {share((right, of))}")


def write(tallies: dict[str, Tally]) -> None:
    """Put one line for each set into the page of figures."""
    for group, one in tallies.items():
        inventions = share(one.true) if one.counts_inventions else "labels incomplete"
        red = "labels do not tell" if group == "redtable" else share(one.right_red)
        ece = f"{100 * calibration_error(one.judged):.2f} %"
        PAGE.put((group, share(one.found), inventions, share(one.right_kind), red, ece, commit()))


def are_committed(faces: Path, quads: Path) -> bool:
    """Whether these are the files of the committed models; only their figures belong on the pages."""
    committed = [(FOLDER / name).resolve() for name in ("faces.onnx", "quads.onnx")]
    return [faces.resolve(), quads.resolve()] == committed


def mistakes_sheet(tallies: dict[str, Tally], path: Path, most: int = 240) -> None:
    """Write a picture of the first faces that were read wrong, each with its label and what was read."""
    wrong = [j for one in tallies.values() for j in one.judged if not j.is_right]
    cells = []
    for j in wrong[:most]:
        picture = cv2.imread(j.path, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
        target = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
        crop = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(j.quad, target), (60, 80))
        cell = np.full((96, 64, 3), 255, np.uint8)
        cell[:80, 2:62] = crop
        cv2.putText(
            cell,
            f"{j.truth}>{j.read[:3]}",
            (2, 92),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.36,
            (0, 0, 160),
            1,
            cv2.LINE_AA,
        )
        cells.append(cell)
    if cells:
        cells += [np.full((96, 64, 3), 255, np.uint8)] * (-len(cells) % 20)
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), np.vstack([np.hstack(cells[k : k + 20]) for k in range(0, len(cells), 20)]))
        print(f"\n{len(wrong)} read wrong; look at {path}")


def main() -> None:
    """Print the tables for the committed models, or for others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=Path, default=FOLDER / "faces.onnx")
    parser.add_argument("--quads", type=Path, default=FOLDER / "quads.onnx")
    parser.add_argument("--sets", nargs="*", default=list(GROUPS), choices=GROUPS)
    parser.add_argument(
        "--every", type=int, default=1, help="every n-th photograph only, and riichi_parlour whole"
    )
    parser.add_argument("--title", default="the committed models")
    parser.add_argument("--sheet", type=Path, help="a picture to write: the faces that were read wrong")
    parser.add_argument("--write", action="store_true", help=f"put each line into {PAGE.path.name} too")
    parser.add_argument("--ablation", action="store_true", help="what each check is worth: see ablation.py")
    args, others = parser.parse_known_args()
    if args.write and not are_committed(args.faces, args.quads):
        parser.error(ONLY_COMMITTED)
    if args.ablation:
        for name in ("faces", "quads", "sets", "every", "title", "sheet"):
            if getattr(args, name) != parser.get_default(name):
                parser.error(f"--{name} does not go with --ablation, which looks with the committed models")
        # Not at the top: what draws tables is needed for this alone.
        from lab.train.ablation import main as leave_out

        leave_out([*others, *(["--write"] if args.write else [])])
        return
    if others:
        parser.error(f"unknown: {' '.join(others)}")
    photographs = [p for p in load_photographs() if p.group in args.sets]
    photographs = [p for k, p in enumerate(photographs) if k % args.every == 0 or p.group == "riichi_parlour"]
    if not photographs:
        print("There are no labelled photographs beside the repository, so there is nothing to measure.")
        return
    tallies = judge(Eye(TileFinder(args.quads), FaceReader(args.faces)), photographs)
    print_tables(args.title, tallies)
    for group, one in tallies.items():
        classes.put(group, classes.told(classes.shares(one)), classes.PAGE.path if args.write else None)
    if args.write:
        write(tallies)
    if args.sheet:
        mistakes_sheet(tallies, args.sheet)


if __name__ == "__main__":
    main()
