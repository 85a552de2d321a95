"""`python -m lab.tracer FIRST COUNT`: draw tables in play with Cycles, and label them."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path

from lab.tracer.art import ROOT, arts_at_hand, sets_at_hand
from lab.tracer.labels import labels
from lab.tracer.scene import HEIGHT, make_scene


def main() -> None:
    """Draw the pictures that are not there yet with their labels beside them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "tracer")
    parser.add_argument(
        "--sets", action="store_true", help="for training: the faces of lab.pictures.clear_sets"
    )
    parser.add_argument("--height", type=int, default=HEIGHT, help="of a picture, in pixels")
    parser.add_argument("--samples", type=int, default=24, help="rays for each pixel")
    parser.add_argument("--threads", type=int, default=0, help="0: every core")
    parser.add_argument("--leaning", action="store_true", help="the last tile of each row of a river leans")
    parser.add_argument("--labels-only", action="store_true", help="write the labels, draw nothing")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    arts = sets_at_hand() if args.sets else arts_at_hand()
    if not arts:
        raise SystemExit("There are no sets yet. Type: python -m lab.pictures.clear_sets 2000 60")
    for seed in range(args.first, args.first + args.count):
        picture = args.out / f"{seed:04d}.jpg"
        labelled = picture.with_suffix(".json")
        # The labels are written last: a picture without them may be half of one.
        if picture.exists() and labelled.exists() and not args.labels_only:
            continue
        began = time.monotonic()
        scene = make_scene(seed, arts, leaning=args.leaning)
        scene = replace(scene, camera=scene.camera.tall(args.height))
        text = json.dumps(labels(scene, picture.name))
        if not args.labels_only:
            from lab.tracer.cycles import draw

            draw(scene, picture, args.out / "faces", args.samples, args.threads)
        labelled.write_text(text, encoding="utf-8")
        print(
            f"{picture} {scene.view} {scene.look.art} {scene.look.back} {time.monotonic() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
