"""Enrolment from photographs: which shown face is which, what the reader makes of each, and what was gained.

How a tile set is kept, as numbers, is up to `vision.read.enrol`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.camera.pictures import OpenedPicture
from vision.errors import FacesUnclear
from vision.find.cuts import cut_out, shaken
from vision.labels import BACK, FIVES, READINGS, TILES, UNKNOWN, plain_of, red_of
from vision.read.alike import hue_of_backs
from vision.read.detect import Eye, Reading, answers_of
from vision.read.enrol import TileSet, enrolled

Array = NDArray[np.float32]

REDS = tuple(red_of(five) for five in FIVES)
ORDERS = (TILES, (*TILES, *REDS))
"""How faces are laid where nobody says otherwise: row by row, red fives last where the set has them."""
LEAST_AGREEING = 0.4
"""At least this share of the faces must be read as the expected tile; else they lie in another order."""
_TRIALS = 4


@dataclass(frozen=True, slots=True)
class ShownFaces:
    """The faces of one photograph in the order in which they are read: row by row."""

    name: str
    picture: NDArray[np.uint8]
    readings: tuple[Reading, ...]

    @property
    def quads(self) -> Array:
        """Where they are [n, 4, 2]."""
        return np.array([reading.quad for reading in self.readings], np.float32).reshape(-1, 4, 2)


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A new tile set, and what it is worth."""

    tile_set: TileSet
    shown: int
    known_before: int
    """How many of the trials the reader alone reads correctly."""
    known_after: int
    """How many of the trials it reads correctly with the new set."""
    trials: int
    """How many cuts were tried: the same photographs, cut a little differently."""


def shown_faces(opened: OpenedPicture, eye: Eye, name: str) -> ShownFaces:
    """Find the faces that lie in a photograph, and put them in reading order."""
    found = [reading for reading in eye.look(opened.pixels) if reading.tile != BACK]
    found = [reading for reading in found if reading.tile != UNKNOWN or reading.score > 0.5]
    return ShownFaces(name, opened.pixels, tuple(in_reading_order(found)))


def shown_backs(opened: OpenedPicture, eye: Eye, name: str) -> ShownFaces:
    """Find the tiles in a photograph of backs alone, whatever the reader takes them for."""
    return ShownFaces(name, opened.pixels, tuple(in_reading_order(eye.look(opened.pixels))))


def in_reading_order(readings: Sequence[Reading]) -> list[Reading]:
    """Row by row, each from left to right, even if the camera was held a little askew."""
    if not readings:
        return []
    quads = np.array([reading.quad for reading in readings], np.float64)
    edges = np.roll(quads, -1, axis=1) - quads
    turn = float(np.angle(np.exp(4j * np.arctan2(edges[..., 1], edges[..., 0])).mean())) / 4
    middles = quads.mean(axis=1) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    height = float(np.median(np.linalg.norm(edges, axis=2).max(axis=1)))
    rows: list[list[int]] = []
    for index in np.argsort(middles[:, 1]).tolist():
        if rows and middles[index, 1] - np.mean(middles[rows[-1], 1]) < 0.6 * height:
            rows[-1].append(index)
        else:
            rows.append([index])
    return [readings[index] for row in rows for index in sorted(row, key=lambda k: middles[k, 0])]


def names_of(faces: Sequence[ShownFaces], said: Sequence[str] | None) -> list[str]:
    """Which face is which: as somebody said, or in the usual order.

    Raises:
        FacesUnclear: there are more or fewer, or they look as if they lay in another order.
    """
    count = sum(len(one.readings) for one in faces)
    orders = [tuple(said)] if said else list(ORDERS)
    fitting = [order for order in orders if len(order) == count]
    if not fitting:
        wanted = " or ".join(str(len(order)) for order in orders)
        each = ", ".join(f"{len(one.readings)} in {one.name}" for one in faces)
        raise FacesUnclear(
            f"{wanted} faces were expected and {count} found ({each}); "
            "lay them apart on a plain surface, all face up, with nothing else beside them."
        )
    names = list(fitting[0])
    read = [reading.tile for one in faces for reading in one.readings]
    agreeing = sum(plain_of(a) == plain_of(b) for a, b in zip(names, read, strict=True))
    if agreeing < LEAST_AGREEING * count:
        begin = " ".join(names[:9])
        raise FacesUnclear(
            f"Only {agreeing} of {count} look as they should; lay them in rows, beginning {begin}."
        )
    return names


def enrolment_of(faces: Sequence[ShownFaces], names: Sequence[str], eye: Eye) -> Enrolment:
    """Learn the shown faces, and measure what that gains."""
    reader, shown = eye.reader, [one for one in faces if one.readings]
    tile_set = enrolled(
        names,
        np.concatenate([reader.portraits(one.picture, one.quads) for one in shown]),
        np.concatenate([reader.askew_portraits(one.picture, one.quads) for one in shown]),
    )
    straight = np.concatenate([cut_out(one.picture, one.quads) for one in shown])
    is_back = np.array([name == BACK for name in names])
    tile_set = replace(tile_set, back_hue=hue_of_backs(straight[~is_back], straight[is_back]))
    cuts = np.concatenate([cut_out(one.picture, trial_quads(one.quads)) for one in shown])
    truth = np.repeat([READINGS.index(name) for name in names], _TRIALS)
    before = int((reader.read(cuts).readings.argmax(axis=1) == truth).sum())
    after = int((answers_of(reader, tile_set, (cuts,)).readings.argmax(axis=1) == truth).sum())
    return Enrolment(tile_set, len(names), before, after, len(truth))


def trial_quads(quads: Array) -> Array:
    """Each quad `_TRIALS` times, with small random errors: none of them is one that a set is learnt from."""
    every = shaken(quads, _TRIALS + 1, seed=7).reshape(-1, _TRIALS + 1, 4, 2)
    return every[:, 1:].reshape(-1, 4, 2)  # the first one is the quad as it is
