"""A network built like YOLO11n, with random weights: only its speed is compared with the eye's.

The structure is the one published for size n: widths 16 to 256, a detect head for 80 classes.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


class Builder:
    """Adds layer after layer to a graph; each method returns its output's name, or a list of names."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.parameters = 0
        self._rng = np.random.default_rng(11)

    def add(self, kind: str, inputs: list[str], outputs: int = 1, **options) -> list[str]:
        names = [f"{kind}_{len(self.nodes)}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **options))
        return names

    def constant(self, values: np.ndarray) -> str:
        name = f"weights_{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def plain(
        self, x: str, inputs: int, outputs: int, size: int = 1, stride: int = 1, groups: int = 1
    ) -> str:
        """A convolution with its bias."""
        shape = (outputs, inputs // groups, size, size)
        self.parameters += int(np.prod(shape)) + outputs
        spread = float(np.sqrt(1.5 / np.prod(shape[1:])))
        weight = self._rng.normal(0, spread, shape).astype(np.float32)
        names = [x, self.constant(weight), self.constant(np.zeros(outputs, np.float32))]
        half = size // 2
        return self.add("Conv", names, strides=[stride] * 2, pads=[half] * 4, group=groups)[0]

    def conv(self, x: str, inputs: int, outputs: int, size: int = 1, stride: int = 1, groups: int = 1) -> str:
        """A convolution and its SiLU."""
        y = self.plain(x, inputs, outputs, size, stride, groups)
        return self.add("Mul", [y, self.add("Sigmoid", [y])[0]])[0]

    def join(self, *parts: str) -> str:
        return self.add("Concat", list(parts), axis=1)[0]

    def halves(self, x: str, each: int) -> list[str]:
        return self.add("Split", [x, self.constant(np.array([each, each], np.int64))], 2, axis=1)

    def bottleneck(self, x: str, width: int, share: float) -> str:
        inner = int(width * share)
        y = self.conv(self.conv(x, width, inner, 3), inner, width, 3)
        return self.add("Add", [x, y])[0]

    def c3k(self, x: str, width: int) -> str:
        half = width // 2
        y = self.conv(x, width, half)
        for _ in range(2):
            y = self.bottleneck(y, half, 1.0)
        return self.conv(self.join(y, self.conv(x, width, half)), 2 * half, width)

    def c3k2(self, x: str, inputs: int, outputs: int, *, deep: bool, share: float = 0.5) -> str:
        width = int(outputs * share)
        one, other = self.halves(self.conv(x, inputs, 2 * width), width)
        more = self.c3k(other, width) if deep else self.bottleneck(other, width, 0.5)
        return self.conv(self.join(one, other, more), 3 * width, outputs)

    def sppf(self, x: str, width: int) -> str:
        parts = [self.conv(x, width, width // 2)]
        for _ in range(3):
            parts += self.add("MaxPool", [parts[-1]], kernel_shape=[5, 5], pads=[2] * 4, strides=[1, 1])
        return self.conv(self.join(*parts), 2 * width, width)

    def attention(self, x: str, width: int, pixels: tuple[int, int]) -> str:
        """Attention with two heads over all pixels, and the small network after it."""
        heads, key = 2, 32
        each = width // heads
        asked = self.plain(x, width, width + 2 * heads * key)
        shape = self.constant(np.array([1, heads, 2 * key + each, pixels[0] * pixels[1]], np.int64))
        parts = self.constant(np.array([key, key, each], np.int64))
        q, k, v = self.add("Split", [self.add("Reshape", [asked, shape])[0], parts], 3, axis=2)
        turned = self.add("Transpose", [q], perm=[0, 1, 3, 2])[0]
        scores = self.add(
            "Mul", [self.add("MatMul", [turned, k])[0], self.constant(np.asarray(key**-0.5, np.float32))]
        )[0]
        weights = self.add("Transpose", self.add("Softmax", [scores], axis=-1), perm=[0, 1, 3, 2])[0]
        back = self.constant(np.array([1, width, *pixels], np.int64))
        seen = self.add("Reshape", [self.add("MatMul", [v, weights])[0], back])[0]
        place = self.plain(self.add("Reshape", [v, back])[0], width, width, 3, groups=width)
        x = self.add("Add", [x, self.plain(self.add("Add", [seen, place])[0], width, width)])[0]
        return self.add("Add", [x, self.plain(self.conv(x, width, 2 * width), 2 * width, width)])[0]

    def c2psa(self, x: str, width: int, pixels: tuple[int, int]) -> str:
        one, other = self.halves(self.conv(x, width, width), width // 2)
        return self.conv(self.join(one, self.attention(other, width // 2, pixels)), width, width)

    def twice(self, x: str) -> str:
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        return self.add("Resize", [x, "", scales], mode="nearest")[0]

    def detect(self, x: str, width: int) -> str:
        """Boxes as distributions and 80 classes, for one scale."""
        box = self.plain(self.conv(self.conv(x, width, 64, 3), 64, 64, 3), 64, 64)
        y = self.conv(self.conv(x, width, width, 3, groups=width), width, 80)
        y = self.conv(self.conv(y, 80, 80, 3, groups=80), 80, 80)
        return self.join(box, self.plain(y, 80, 80))


def peer(height: int, width: int) -> tuple[bytes, int]:
    """The network for one size of picture as a model file's bytes, and its number of parameters."""
    b = Builder()
    x = b.conv(b.conv("picture", 3, 16, 3, 2), 16, 32, 3, 2)
    x = b.conv(b.c3k2(x, 32, 64, deep=False, share=0.25), 64, 64, 3, 2)
    p3 = b.c3k2(x, 64, 128, deep=False, share=0.25)
    p4 = b.c3k2(b.conv(p3, 128, 128, 3, 2), 128, 128, deep=True)
    x = b.c3k2(b.conv(p4, 128, 256, 3, 2), 256, 256, deep=True)
    p5 = b.c2psa(b.sppf(x, 256), 256, (height // 32, width // 32))
    up4 = b.c3k2(b.join(b.twice(p5), p4), 384, 128, deep=False)
    up3 = b.c3k2(b.join(b.twice(up4), p3), 256, 64, deep=False)
    down4 = b.c3k2(b.join(b.conv(up3, 64, 64, 3, 2), up4), 192, 128, deep=False)
    down5 = b.c3k2(b.join(b.conv(down4, 128, 128, 3, 2), p5), 384, 256, deep=True)
    outputs = [b.detect(up3, 64), b.detect(down4, 128), b.detect(down5, 256)]
    graph = helper.make_graph(
        b.nodes,
        "peer",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, height, width])],
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 144, height // by, width // by])
            for name, by in zip(outputs, (8, 16, 32), strict=True)
        ],
        b.weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return model.SerializeToString(), b.parameters
