"""Reads faces cut out of a picture: kind, red or plain, which way up, and an embedding.

Finding them is the task of `finder`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.find.cuts import AT_ONCE, askew, cut_out, shaken
from vision.labels import FIVES, FLOWER, KINDS, READINGS, TILES, red_of
from vision.model_files import FOLDER, as_taken, open_model
from vision.read.certainty import Certainty
from vision.read.flowers import Flowers
from vision.weights import CONFIDENT

MODEL = FOLDER / "faces.onnx"
FIVE_COLUMNS = tuple(
    (KINDS.index(five), READINGS.index(five), READINGS.index(red_of(five))) for five in FIVES
)

Array = NDArray[np.float32]
Look = tuple[Array, Array, Array, Array]
"""For n faces: the chances of kinds, of being red and of turns, and the embeddings."""


@dataclass(frozen=True, slots=True)
class FaceAnswers:
    """What was read on n faces."""

    readings: Array
    """[n, 40], chances in the order of `labels.READINGS`; each row sums to 1."""
    turns: NDArray[np.int64]
    """[n], the corner of the crop (0 upper left, then clockwise) at which the tile's own upper left lies."""
    embeddings: Array
    """[n, 96], of length 1: what enrolment compares."""


def softmax(logits: Array) -> Array:
    """Chances from logits, row by row."""
    high = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(high / high.sum(axis=1, keepdims=True), np.float32)


def with_reds(kinds: Array, red: Array) -> Array:
    """The chances of readings, from those of kinds and flowers [n, 37], and of being red [n]."""
    out = np.zeros((len(kinds), len(READINGS)), np.float32)
    out[:, [READINGS.index(kind) for kind in (*KINDS, FLOWER)]] = kinds
    for kind, plain, red_one in FIVE_COLUMNS:
        out[:, plain] = kinds[:, kind] * (1 - red)
        out[:, red_one] = kinds[:, kind] * red
    return out


class FaceReader:
    """The classifier of faces."""

    def __init__(self, path: Path = MODEL, *, threads: int = 2) -> None:
        # Each batch of faces is read on one thread, and several batches at once: threads that share one batch
        # would mostly wait for each other.
        self._session, remarks = open_model(path, "faces", 1)
        self._flowers = Flowers(path)
        self._threads = ThreadPoolExecutor(threads, "faces") if threads > 1 else None
        self._temperature = float(remarks.get("temperature", "1"))
        self._red_temperature = float(remarks.get("red_temperature", "1"))
        self.certainty = Certainty(float(remarks.get("certainty", "1")), float(remarks.get("doubt", "0")))
        """How the chances of a tile set that nobody enrolled are damped at the end."""

    def logits(self, crops: NDArray[np.uint8]) -> tuple[Array, Array, Array, Array]:
        """The models' raw answers: kind or flower [n, 37], red [n], turn [n, 4], embedding [n, 96]."""
        handfuls = [crops[begin : begin + AT_ONCE] for begin in range(0, len(crops), AT_ONCE)]
        beside = map if self._threads is None or len(handfuls) == 1 else self._threads.map
        answers = list(beside(self._handful, handfuls))
        kind, red, turn, embedding = (np.concatenate(parts) for parts in zip(*answers, strict=True))
        return np.hstack([kind, self._flowers.logits(embedding)]), red[:, 0], turn, embedding

    def _handful(self, crops: NDArray[np.uint8]) -> tuple[Array, ...]:
        return tuple(self._session.run(None, {"crops": as_taken(self._session, crops)}))

    def face_chances(self, crops: NDArray[np.uint8]) -> Array:
        """The chance of each crop's likeliest face (no back, unknown or flower), after one look [n]."""
        if len(crops) == 0:
            return np.zeros(0, np.float32)
        chances = softmax(self.logits(crops)[0] / self._temperature)
        return np.asarray(chances[:, : len(TILES)].max(axis=1), np.float32)

    def portraits(self, picture: NDArray[np.uint8], quads: Array, times: int = 5) -> Array:
        """Embeddings of shown faces [n, 96], of length 1, each averaged over several cuts and turns."""
        seen = self._from_all_sides(picture, shaken(quads, times))
        return _of_length_one(seen.reshape(-1, times, 96).mean(axis=1))

    def askew_portraits(self, picture: NDArray[np.uint8], quads: Array) -> Array:
        """Embeddings of shown faces, cut out by quads that are a little off [n, 12, 96]."""
        cuts = askew(quads)
        seen = self._from_all_sides(picture, cuts.reshape(-1, 4, 2))
        return _of_length_one(seen).reshape(*cuts.shape[:2], 96)

    def _from_all_sides(self, picture: NDArray[np.uint8], quads: Array) -> Array:
        """The embedding of each quad [n, 96], averaged over its four turns."""
        cuts = cut_out(picture, quads)
        turned = np.concatenate([np.rot90(cuts, k, axes=(1, 2)) for k in range(4)])
        return np.asarray(self.read(turned).embeddings.reshape(4, len(quads), -1).mean(axis=0), np.float32)

    def read(
        self, crops: NDArray[np.uint8], *, surely: bool = False, others: NDArray[np.uint8] | None = None
    ) -> FaceAnswers:
        """Read crops [n, 48, 48, 3], RGB; n may be 0.

        Doubtful ones, or all of them if `surely`, are turned by quarters and read again. `others` are the
        same faces, cut out a second time with their corners in the same order; both looks count.
        """
        if len(crops) == 0:
            nothing = np.zeros((0, len(READINGS)), np.float32)
            return FaceAnswers(nothing, np.zeros(0, np.int64), np.zeros((0, 96), np.float32))
        looks = [self._turned_in_doubt(cut, surely=surely) for cut in (crops, others) if cut is not None]
        kind, red, turn, embedding = _together(looks) if len(looks) > 1 else looks[0]
        length = np.maximum(1e-6, np.linalg.norm(embedding, axis=1, keepdims=True))
        return FaceAnswers(with_reds(kind, red), turn.argmax(axis=1), embedding / length)

    def _turned_in_doubt(self, crops: NDArray[np.uint8], *, surely: bool) -> Look:
        """Read crops, and the doubtful ones in all four turns."""
        once = self._chances(crops)
        doubtful = np.arange(len(crops)) if surely else np.nonzero(once[0].max(axis=1) < CONFIDENT)[0]
        if not len(doubtful):
            return once
        looks = []
        for k in (1, 2, 3):
            kind, red, turn, embedding = self._chances(np.rot90(crops[doubtful], k, axes=(1, 2)))
            # Turned by a quarter, the tile's own upper left is one corner further back.
            looks.append((kind, red, np.roll(turn, k, axis=1), embedding))
        first = (once[0][doubtful], once[1][doubtful], once[2][doubtful], once[3][doubtful])
        for all_of, of_doubtful in zip(once, _together([*looks, first]), strict=True):
            all_of[doubtful] = of_doubtful
        return once

    def _chances(self, crops: NDArray[np.uint8]) -> Look:
        """The chances of kinds, of being red and of turns, and the embeddings, after one look."""
        kind, red, turn, embedding = self.logits(crops)
        redness = np.asarray(1 / (1 + np.exp(-red / self._red_temperature)), np.float32)
        length = np.maximum(1e-6, np.linalg.norm(embedding, axis=1, keepdims=True))
        return softmax(kind / self._temperature), redness, softmax(turn), np.asarray(embedding / length)


def _of_length_one(embeddings: Array) -> Array:
    length = np.maximum(1e-6, np.linalg.norm(embeddings, axis=-1, keepdims=True))
    return np.asarray(embeddings / length, np.float32)


def _together(looks: list[Look]) -> Look:
    """Several looks at the same faces as one; for the kind, a surer look counts for more."""
    logs = np.mean([np.log(kind + 1e-6) for kind, _, _, _ in looks], axis=0)
    red, turn, embedding = (np.mean([look[k] for look in looks], axis=0) for k in (1, 2, 3))
    return softmax(np.asarray(logs, np.float32)), red, turn, embedding
