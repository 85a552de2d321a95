"""Enrolment measured on whole photographs: some found faces of each kind are shown, all others are read.

The shown faces are chosen at random, several times. Labelled tiles that the finder missed are not counted.
Tiles are read as `companion look` reads them, in two looks; a face that is called unknown counts as wrong.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.train.evaluate import share
from lab.train.measures import matched
from lab.train.photographs import GROUPS, Photograph, load_photographs
from vision.find.cuts import cut_out
from vision.find.straight import looked_twice
from vision.labels import BACK, NAMELESS, READINGS, plain_of
from vision.read.detect import Eye, Found, TileFinder, answers_of
from vision.read.enrol import TileSet, enrolled
from vision.read.faces import FaceReader

THROWS = 3
FEWEST = 300
"""A set with fewer labelled tiles does not have enough faces to show."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A photograph with what was found in it."""

    photograph: Photograph
    found: Found
    truths: tuple[str | None, ...]
    """The labelled plain kind of each find; None if nothing is labelled there."""
    crops: NDArray[np.uint8]
    others: NDArray[np.uint8]
    """The same faces cut out where the second look saw them."""


def cuts_of(photographs: list[Photograph], eye: Eye) -> list[Cut]:
    """Find the tiles once; those that are shown and those that are read come from the same finds."""
    out = []
    for photograph in photographs:
        picture = photograph.read()
        twice = looked_twice(eye.finder, picture, eye.seeker.find(picture))
        found = twice.found
        numbers = matched(found.quads, found.scores, photograph.quads)
        truths = tuple(plain_of(photograph.tiles[k]) if k >= 0 else None for k in numbers)
        crops, others = cut_out(picture, twice.first), cut_out(picture, twice.second)
        out.append(Cut(photograph, found, truths, crops, others))
    return out


def thrown(cuts: list[Cut], seed: int, count: int) -> dict[tuple[int, int], str]:
    """At most `count` found faces of every kind, chosen at random: their kinds by photograph and place."""
    every = [
        (number, place, kind)
        for number, cut in enumerate(cuts)
        for place, kind in enumerate(cut.truths)
        if kind not in {None, BACK}
    ]
    picked: dict[str, list[tuple[int, int]]] = {}
    for k in np.random.default_rng(seed).permutation(len(every)):
        number, place, kind = every[int(k)]
        if len(chosen := picked.setdefault(str(kind), [])) < count:
            chosen.append((number, place))
    return {place: kind for kind, places in picked.items() for place in places}


def shown(cuts: list[Cut], picked: dict[tuple[int, int], str], reader: FaceReader) -> TileSet:
    """The tile set learnt from those faces."""
    shows = [(cuts[number].photograph.read(), cuts[number].found.quads[[place]]) for number, place in picked]
    return enrolled(
        list(picked.values()),
        np.concatenate([reader.portraits(*one) for one in shows]),
        np.concatenate([reader.askew_portraits(*one) for one in shows]),
    )


def counted(
    cuts: list[Cut], picked: dict[tuple[int, int], str], reader: FaceReader, tile_set: TileSet | None
) -> NDArray[np.int64]:
    """How many faces were read right, named and found, of those that were not shown."""
    total = np.zeros(3, np.int64)
    for number, cut in enumerate(cuts):
        chances = answers_of(reader, tile_set, (cut.crops, cut.others), cut.found).readings
        reads = [READINGS[int(k)] for k in chances.argmax(axis=1)] if len(chances) else []
        for place, (read, truth) in enumerate(zip(reads, cut.truths, strict=True)):
            if truth not in {None, BACK} and (number, place) not in picked:
                total += (plain_of(read) == truth, read not in NAMELESS, 1)
    return total


def main() -> None:
    """Print what enrolment gains for models and a set that they have not seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where faces.onnx and quads.onnx lie", required=True)
    parser.add_argument("--sets", nargs="*", default=GROUPS, choices=GROUPS)
    parser.add_argument("--every", type=int, default=1, help="look at every n-th photograph only")
    parser.add_argument("--counts", type=int, nargs="*", default=[1, 4], help="pictures of each face")
    args = parser.parse_args()
    eye = Eye(TileFinder(args.folder / "quads.onnx"), FaceReader(args.folder / "faces.onnx"))
    reader = eye.reader
    for group in args.sets:
        photographs = [p for p in load_photographs() if p.group == group][:: args.every]
        if sum(len(p.tiles) for p in photographs) < FEWEST:
            continue
        cuts = cuts_of(photographs, eye)
        for count in args.counts:
            before, after = np.zeros(3, np.int64), np.zeros(3, np.int64)
            for throw in range(THROWS):
                picked = thrown(cuts, throw, count)
                before += counted(cuts, picked, reader, None)
                after += counted(cuts, picked, reader, shown(cuts, picked, reader))
            print(f"{group}, {count} pictures of each face")
            for words, counts in (("without", before), ("with", after)):
                right, named, found = (int(k) for k in counts)
                print(f"   {words:8} right {share((right, found))}; of the named {share((right, named))}")


if __name__ == "__main__":
    main()
