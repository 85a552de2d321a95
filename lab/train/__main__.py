"""`make train`: one piece of training that continues from the kept weights.

base      learn from drawings alone for `--minutes`, and update the kept weights
unseen    leave out in turn each set that is learnt from, learn from drawings and the others, measure on it
finish    learn from drawings and every set but `riichi_parlour`, and write the product's models, in 8 bits
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from lab.pictures.atlas import CACHE, build_atlas
from lab.pictures.scenes import SCENES, is_drawn
from lab.pictures.stock import STOCK
from lab.train.eight_bits import small_models
from lab.train.export import export_faces, export_quads
from lab.train.nets import FaceNet, QuadNet
from lab.train.photographs import LEARNT_FROM
from lab.train.pieces import RUNS, run_at_hand
from lab.train.real_crops import cut_real
from lab.train.weights import keep, restore
from vision.find.scales import ScaleSeeker
from vision.model_files import FOLDER
from vision.read.detect import TileFinder
from vision.read.faces import FaceReader

ATLAS = "atlas.npy"
SETS, CHUNKS, PICTURES = 500, 40, 2500
FOUND, FOUND_CHUNKS = 300, 8
"""Chunks with crops that the finder found on drawn tables: the number of the first, and how many."""
TEMPERATURE = 0.6
"""The reader's raw answers are divided by this: below 1, it is surer. `lab.train.calibrate` keeps it as it is
and fits the damping that comes after it."""
FACES_SHARE = 0.45
"""How much of the time the reader gets; the finder gets the rest."""


def module(name: str, *words: str) -> None:
    """Run a module of the lab to its end."""
    subprocess.run([sys.executable, "-m", name, *words], check=True)


def stock_up() -> None:
    """Draw the sets, crops and tables that are missing."""
    if not (CACHE / ATLAS).exists():
        build_atlas(1, SETS, CACHE / ATLAS, processes=2)
    if not all((STOCK / f"{number:05d}.npz").exists() for number in range(CHUNKS)):
        module("lab.pictures.stock", "0", str(CHUNKS), ATLAS)
    if not all(is_drawn(SCENES / f"{number:06d}.png") for number in range(PICTURES)):
        module("lab.pictures.scenes", "0", str(PICTURES), ATLAS)
    for number in range(FOUND_CHUNKS):
        if not (STOCK / f"{FOUND + number:05d}.npz").exists():
            first = number * PICTURES // FOUND_CHUNKS
            words = [str(FOUND + number), str(first), str(first + PICTURES // FOUND_CHUNKS)]
            module("lab.train.found_crops", *words)


def base(minutes: float, seed: int) -> None:
    """Learn from drawings, and update the kept weights."""
    words = ["--rate", "1.5e-3", "--final-rate", "1e-4", "--seed", str(seed)]
    module("lab.train.learn_faces", "base", "--minutes", str(minutes * FACES_SHARE), *words)
    module("lab.train.learn_quads", "quads_base", "--minutes", str(minutes * (1 - FACES_SHARE)), *words)
    print(keep(FaceNet(), "base", "faces"), keep(QuadNet(), "quads_base", "quads"))


def with_real(name: str, groups: list[str], minutes: float, into: Path, seed: int, after: str = "") -> None:
    """Go on from the kept weights or a run, learn from drawings and some real sets, and write the models.

    Raises:
        SystemExit: a run to go on from is not there, or is the one that is begun anew.
    """
    reader, finder = (f"faces_{after}", f"quads_{after}") if after else ("base", "quads_base")
    for run in (reader, finder):
        run_at_hand(run)
    if after == name:
        raise SystemExit(f"The runs of {name} are begun anew: name others to go on from.")
    for run in (f"faces_{name}", f"quads_{name}"):
        (RUNS / f"{run}.pt").unlink(missing_ok=True)
    words = f"--rate 7e-4 --final-rate 5e-5 --share 0.4 --seed {seed} --real".split() + groups
    quads_words = ["--minutes", str(minutes * (1 - FACES_SHARE)), *words]
    quads_words += ["--start-from", finder]
    module("lab.train.learn_quads", f"quads_{name}", *quads_words)
    export_quads(f"quads_{name}", into / "quads.onnx")
    cut_real(ScaleSeeker(TileFinder(into / "quads.onnx"), FaceReader()), groups)
    faces_words = ["--minutes", str(minutes * FACES_SHARE), *words]
    faces_words += ["--start-from", reader]
    module("lab.train.learn_faces", f"faces_{name}", *faces_words)
    export_faces(f"faces_{name}", into / "faces.onnx", TEMPERATURE)


def unseen(minutes: float, seed: int) -> None:
    """Leave each set that is learnt from out once: learn from the others, and measure on this one."""
    for group in LEARNT_FROM:
        folder = CACHE / "unseen" / group
        with_real(f"without_{group}", [g for g in LEARNT_FROM if g != group], minutes, folder, seed)
        figures = ["--faces", str(folder / "faces.onnx"), "--quads", str(folder / "quads.onnx")]
        module("lab.train.evaluate", *figures, "--sets", group, "--title", f"{group}, unseen")


def main() -> None:
    """Run one piece of training."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", nargs="?", default="base", choices=["base", "unseen", "finish"])
    parser.add_argument("--minutes", type=float, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--after",
        default="",
        help="finish: go on from another run: shipped, traced, or one of unseen such as without_redtable",
    )
    args = parser.parse_args()
    stock_up()
    restore(FaceNet(), "faces", "base")
    restore(QuadNet(), "quads", "quads_base")
    for kept, after in (("all", "shipped"), ("traced", "traced")):
        restore(FaceNet(), f"faces_{kept}", f"faces_{after}", anew=True)
        restore(QuadNet(), f"quads_{kept}", f"quads_{after}", anew=True)
    if args.step == "base":
        base(args.minutes, args.seed)
    elif args.step == "unseen":
        unseen(args.minutes, args.seed)
    else:
        folder = CACHE / "all"
        with_real("all", list(LEARNT_FROM), args.minutes, folder, args.seed, args.after)
        print(keep(FaceNet(), "faces_all", "faces_all"), keep(QuadNet(), "quads_all", "quads_all"))
        small_models(folder, FOLDER)


if __name__ == "__main__":
    main()
