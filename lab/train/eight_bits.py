"""Writes the convolutions of both models in 8 bits, so that a small machine computes them faster.

    python -m lab.train.eight_bits lab/.cache/all lab/.cache/small

What that costs is measured like anything else: `python -m lab.train.evaluate --faces … --quads …`.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from lab.pictures.scenes import SCENES
from lab.pictures.stock import STOCK
from lab.train.leaner import make_lean
from lab.train.photographs import load_photographs
from lab.train.real_crops import REAL

KEPT = {"quads": ("head.1",), "faces": ()}
"""Layers that are not quantised, because their numbers are the answer."""
SIDE = 448
"""The side of a picture as the finder takes it here, in pixels."""
CROPS, PICTURES = 32, 40
"""How many crops make one batch, and how many photographs are shown, with twice as many drawn tables."""


class Examples(CalibrationDataReader):
    """Inputs for calibration: they show the range of each layer."""

    def __init__(self, name: str, inputs: Iterable[NDArray[np.float32]]) -> None:
        self._each = iter([{name: x} for x in inputs])

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        """The next input, or None after the last."""
        return next(self._each, None)


def crops() -> Iterator[NDArray[np.float32]]:
    """Batches of drawn and of real faces, as the reader takes them."""
    rng = np.random.default_rng(1)
    stock = sorted(STOCK.glob("?????.npz"))
    for path in [*stock[-3:], *sorted(REAL.glob("*.npz")), *stock[-3:]]:
        with np.load(path) as saved:
            pictures = saved["pictures"]
        picked = pictures[rng.permutation(len(pictures))[:CROPS]]
        yield np.ascontiguousarray(picked.transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def pictures() -> Iterator[NDArray[np.float32]]:
    """Drawn tables and real photographs, as the finder takes them."""
    rng = np.random.default_rng(2)
    drawn = sorted(SCENES.glob("??????.png"))
    for number in rng.permutation(len(drawn))[: 2 * PICTURES]:
        yield blob(np.ascontiguousarray(cv2.imread(str(drawn[number]))[..., ::-1]))
    photographs = load_photographs()
    for number in rng.permutation(len(photographs))[:PICTURES]:
        yield blob(photographs[number].read())


def blob(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A picture as the finder takes it, squeezed into a square."""
    return np.asarray(cv2.dnn.blobFromImage(picture, 1 / 255, (SIDE, SIDE)), np.float32)


def eight_bits(source: Path, target: Path, examples: Examples, kept: tuple[str, ...]) -> None:
    """Write a model in 8 bits; its metadata stays.

    Weights get only 7 bits: with 8, sums overflow on processors without special instructions.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
        convolutions = [node.name for node in onnx.load(str(ready)).graph.node if node.op_type == "Conv"]
        quantize_static(
            str(ready), str(target), examples, quant_format=QuantFormat.QDQ,
            per_channel=True, reduce_range=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
            op_types_to_quantize=["Conv", "Add", "Concat"],
            nodes_to_exclude=[name for name in convolutions if any(part in name for part in kept)],
        )  # fmt: skip
    model = onnx.load(str(target))
    onnx.helper.set_model_props(
        model, {entry.key: entry.value for entry in onnx.load(str(source)).metadata_props}
    )
    onnx.save(model, str(target))


def small_models(source: Path, target: Path) -> None:
    """Write both models of a folder in 8 bits, made lean."""
    for role, name, inputs in (("faces", "crops", crops()), ("quads", "picture", pictures())):
        path = target / f"{role}.onnx"
        eight_bits(source / f"{role}.onnx", path, Examples(name, inputs), KEPT[role])
        make_lean(path)
        print(path, path.stat().st_size, "bytes")


def main() -> None:
    """Write the models of the folder that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    args = parser.parse_args()
    small_models(args.source, args.target)


if __name__ == "__main__":
    main()
