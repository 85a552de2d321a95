"""The house's own tiles: what a few pictures of each face teach the reader, kept as numbers only.

No picture is read here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.errors import TileSetUnreadable
from vision.labels import BLANK, FIVES, FLOWER, READINGS, TILES, UNKNOWN, plain_of, red_of
from vision.read.alike import columns_of

Array = NDArray[np.float32]

MOST_BYTES = 8 * 1024**2
"""The largest file of a tile set that is read; usual ones have a few hundred kB."""
SHARPNESS = 28.0
"""How many nats one unit of similarity is worth."""
STRANGER = 0.7
"""The similarity assumed for something that is none of the shown faces."""
_FLOOR = 0.001
"""Added to the reader's own chance of a shown face, so that it never rules one out."""
_OWN_WORD_ON_BLANK = 2.0
"""How many times the reader's own answer counts for a blank: any bare thing is similar to one."""
_STRANGE = [READINGS.index(UNKNOWN), READINGS.index(FLOWER)]
"""A face that the house has shown is neither of these, however much it looks like one to the reader."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """The faces of one set: an embedding for every reading that was shown."""

    names: tuple[str, ...]
    prototypes: Array
    """[n, 96], of length 1, in the order of `names`."""
    back_hue: tuple[float, ...] = ()
    """How the hue of the backs differs from that of the faces; empty if no backs were shown."""
    askew: Array = field(default_factory=lambda: np.zeros((0, 0, 96), np.float32))
    """[n, cuts, 96]: the same faces from cuts that are a little off; n is 0 if there are none."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that were shown; red fives count as plain ones."""
        return tuple(dict.fromkeys(plain_of(name) for name in self.names))

    def likeness(self, embeddings: Array) -> Array:
        """How similar faces are to each shown kind [n, kinds]; of red and plain, the nearer counts."""
        near = embeddings @ self.prototypes.T
        # One cut after the other: all at once would be spread over threads, which takes longer.
        for cut in range(self.askew.shape[1]):
            near = np.maximum(near, embeddings @ self.askew[:, cut].T)
        of_kind = [[k for k, name in enumerate(self.names) if plain_of(name) == kind] for kind in self.kinds]
        return np.stack([near[:, columns].max(axis=1) for columns in of_kind], axis=1)

    def sharpened(self, chances: Array, embeddings: Array) -> Array:
        """The reader's chances of n faces, weighted by their similarity to the enrolled faces.

        What was not enrolled (a missing face, or backs if none were shown) keeps its chance. Whether a five
        is red is left to the reader: it sees the colour, the embedding hardly does.
        """
        by_kind = [*(columns_of(kind) for kind in self.kinds), _STRANGE]
        own = np.stack([chances[:, columns].sum(axis=1) for columns in by_kind], axis=1)
        mass = own.sum(axis=1, keepdims=True)
        near = np.pad(self.likeness(embeddings), ((0, 0), (0, 1)), constant_values=STRANGER)
        words = np.log(own / np.maximum(mass, 1e-9) + _FLOOR)
        if BLANK in self.kinds:
            blank = self.kinds.index(BLANK)
            words[:, blank] = _OWN_WORD_ON_BLANK * np.log(own[:, blank] + _FLOOR)
        logs = SHARPNESS * near + words
        mixed = np.exp(logs - logs.max(axis=1, keepdims=True))
        mixed *= mass / mixed.sum(axis=1, keepdims=True)
        out = chances.copy()
        for number, columns in enumerate(by_kind):
            part = chances[:, columns] + 1e-9
            out[:, columns] = part / part.sum(axis=1, keepdims=True) * mixed[:, [number]]
        return out

    def missing(self) -> tuple[str, ...]:
        """The faces that were not shown; red fives are asked for only if at least one was shown."""
        shown = set(self.names)
        reds = tuple(red_of(five) for five in FIVES)
        wanted = TILES + (reds if shown & set(reds) else ())
        return tuple(name for name in wanted if name not in shown)

    def confusions(self, least: float = 0.9) -> tuple[tuple[str, str, float], ...]:
        """Pairs of enrolled faces that look much alike to the reader, the worst first."""
        alike = self.prototypes @ self.prototypes.T
        pairs = [
            (self.names[i], self.names[j], float(alike[i, j]))
            for i in range(len(self.names))
            for j in range(i)
            if alike[i, j] > least
        ]
        return tuple(sorted(pairs, key=lambda pair: -pair[2]))


def enrolled(names: Sequence[str], embeddings: Array, askew: Array | None = None) -> TileSet:
    """A tile set from shown faces, and from cuts that are a little off; those of each face are averaged."""
    kinds = tuple(dict.fromkeys(names))
    tile_set = TileSet(kinds, _averaged(names, kinds, embeddings))
    return tile_set if askew is None else replace(tile_set, askew=_averaged(names, kinds, askew))


def _averaged(names: Sequence[str], kinds: Sequence[str], embeddings: Array) -> Array:
    """The embeddings of each kind as one, of length 1."""
    picked = np.array(names)
    means = np.stack([embeddings[picked == kind].mean(axis=0) for kind in kinds])
    return np.asarray(means / np.linalg.norm(means, axis=-1, keepdims=True), np.float32)


def save_tile_set(tile_set: TileSet, path: Path, model: str) -> None:
    """Save a tile set, with a mark of the model that made its embeddings."""
    faces = {
        name: [round(float(v), 5) for v in row]
        for name, row in zip(tile_set.names, tile_set.prototypes, strict=True)
    }
    askew = np.round(tile_set.askew.astype(float), 4).tolist()
    kept = {"format": 1, "model": model, "faces": faces, "back_hue": tile_set.back_hue, "askew": askew}
    path.write_text(json.dumps(kept), encoding="utf-8")


def load_tile_set(path: Path, model: str) -> TileSet:
    """Read a saved tile set.

    Raises:
        TileSetUnreadable: it was enrolled with another model, whose numbers mean something else.
        OSError: it cannot be read.
        ValueError: it is damaged; or LookupError, AttributeError, TypeError, OverflowError or RecursionError.
            `open_tile_set` turns all of these into TileSetUnreadable.
    """
    with path.open("rb") as file:
        kept = json.loads(file.read(MOST_BYTES))
    if kept.get("format") != 1 or kept.get("model") != model:
        raise TileSetUnreadable(f"The tile set {path} was enrolled with another model; enrol it again.")
    names = tuple(kept["faces"])
    prototypes = np.array([kept["faces"][name] for name in names], np.float32)
    if prototypes.shape != (len(names), 96):
        raise ValueError("each face is 96 numbers")
    back_hue = tuple(float(part) for part in kept.get("back_hue", ()))
    if len(back_hue) not in {0, 3} or not all(map(math.isfinite, back_hue)):
        raise ValueError("a hue is three numbers")
    askew = np.array(kept.get("askew") or np.zeros((0, 0, 96)), np.float32)
    if len(askew) not in {0, len(names)} or askew.shape[2:] != (96,) or not np.isfinite(askew).all():
        raise ValueError("each face is shown askew, or none is")
    return TileSet(names, prototypes, back_hue=back_hue, askew=askew)
