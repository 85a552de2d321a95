"""Estimates how long the eye would take on a Raspberry Pi, from networks whose times there are published.

Two such networks are built with random weights and timed beside the eye in the same run, on one thread.
The factor by which a Pi, on four threads, is slower for them should hold for the eye too; nothing was run
on a Pi.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

from lab.bench.eye_peer import Builder
from lab.bench.eye_turns import in_turns
from lab.bench.figures import Figure

__all__ = ["PUBLISHED", "estimated", "mobilenet_v2", "on_pis", "resnet18"]

SIDE: Final = 224
PIS: Final = ("Pi 5", "Pi 4", "Pi 3B+", "Zero 2 W")
PUBLISHED: Final[Mapping[str, tuple[float, ...]]] = {
    "resnet18": (20.0, 123.0, 272.0, 353.0),
    "mobilenet_v2": (10.5, 61.9, 112.0, 147.0),
}
"""Milliseconds on each of `PIS`, four threads: https://github.com/Tencent/ncnn/tree/master/benchmark."""
PLAN: Final = (
    *((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2)),
    *((6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)),
)
"""MobileNet v2's stages: the factor by which blocks widen inside, width, number of blocks, first stride."""
Net = tuple[bytes, int]
"""A model file's bytes, and its number of parameters."""


def on_pis(tasks: Mapping[str, Callable[[], object]]) -> Iterator[Figure]:
    """How long each task of the eye would take on each Pi; published networks are timed in the same run."""
    nets = {"resnet18": resnet18(), "mobilenet_v2": mobilenet_v2()}
    runs = [_run(content) for content, _ in nets.values()]
    spent = in_turns(*runs, *tasks.values())
    # Processor time, not the wall clock: other processes share the machine.
    here = {name: one.of_cores for name, one in zip(nets, spent, strict=False)}
    for name, ms in here.items():
        yield Figure(f"{name} here, one thread", ms, "ms", "its times on a Pi are published")
    for name, one in zip(tasks, spent[len(nets) :], strict=True):
        yield Figure(f"{name} here, one thread", one.of_cores, "ms", "")
        for pi, (low, high) in zip(PIS, estimated(one.of_cores, here), strict=True):
            yield Figure(
                f"{name} on a {pi}", high, "ms", f"estimate: {low:.0f} to {high:.0f} ms, four threads"
            )


def estimated(ms: float, here: Mapping[str, float]) -> list[tuple[float, float]]:
    """The shortest and longest time on each Pi, in ms, of a task that takes `ms` here.

    `here` says how many milliseconds each published network takes here.
    """
    each = [[ms * PUBLISHED[name][at] / own for name, own in here.items()] for at in range(len(PIS))]
    return [(min(times), max(times)) for times in each]


def resnet18() -> Net:
    """He and others 2015: eight blocks of two convolutions."""
    b = Builder()
    x = _active(b, b.plain("picture", 3, 64, 7, 2))
    x = b.add("MaxPool", [x], kernel_shape=[3, 3], pads=[1] * 4, strides=[2, 2])[0]
    inputs = 64
    for width in (64, 128, 256, 512):
        for _ in range(2):
            stride = 2 if width != inputs else 1
            beside = b.plain(x, inputs, width, 1, stride) if width != inputs else x
            y = b.plain(_active(b, b.plain(x, inputs, width, 3, stride)), width, width, 3)
            x, inputs = b.add("Relu", [b.add("Add", [y, beside])[0]])[0], width
    return _made(b, x, inputs)


def mobilenet_v2() -> Net:
    """Sandler and others 2018: blocks that widen, convolve each channel alone, and narrow again."""
    b = Builder()
    x, inputs = _active(b, b.plain("picture", 3, 32, 3, 2)), 32
    for wider, width, many, first in PLAN:
        for at in range(many):
            stride, inner = first if at == 0 else 1, inputs * wider
            y = x if wider == 1 else _active(b, b.plain(x, inputs, inner))
            y = b.plain(_active(b, b.plain(y, inner, inner, 3, stride, groups=inner)), inner, width)
            x = b.add("Add", [x, y])[0] if stride == 1 and inputs == width else y
            inputs = width
    return _made(b, _active(b, b.plain(x, inputs, 1280)), 1280)


def _active(b: Builder, x: str) -> str:
    return b.add("Relu", [x])[0]


def _made(b: Builder, x: str, width: int) -> Net:
    """Add the layer of a thousand classes that both networks end with, and make a model of it all."""
    out = b.plain(b.add("GlobalAveragePool", [x])[0], width, 1000)
    picture = helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, SIDE, SIDE])
    told = helper.make_tensor_value_info(out, TensorProto.FLOAT, [1, 1000, 1, 1])
    graph = helper.make_graph(b.nodes, "published", [picture], [told], b.weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return model.SerializeToString(), b.parameters


def _run(content: bytes) -> Callable[[], object]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    picture = np.random.default_rng(1).random((1, 3, SIDE, SIDE), np.float32)
    return lambda: session.run(None, {"picture": picture})
