"""How many operations a network needs, and what that means on machines that nobody here has.

The estimate is the work (two operations for each multiplication and addition) divided by what ONNX Runtime
does in a second on that machine by published measurements; the time around the networks is not included.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx

PI_5 = 60e9
"""Operations a second, with four threads in 32 bits: ONNX Runtime runs YOLOX-Tiny (6.45 billion operations)
9.4 times a second and YOLOX-S (26.8 billion) 2.5 times, that is 61 and 67 billion. The times are those of
https://www.visionanalysis.org/articles/ncnn-fp32-vs-onnx-fp32-rpi5, the sizes those of YOLOX's authors."""
PI_4 = PI_5 / 2.7
"""A core of the Pi 4 does half as much a cycle (one 128-bit pipe, not two), at 1.8 GHz instead of 2.4."""


def operations(model: bytes | Path, **shapes: tuple[int, ...]) -> float:
    """The operations of one run with inputs of these shapes."""
    loaded = onnx.load_from_string(model) if isinstance(model, bytes) else onnx.load(str(model))
    for given in loaded.graph.input:
        for axis, length in zip(given.type.tensor_type.shape.dim, shapes[given.name], strict=True):
            axis.dim_value = length
    for given in loaded.graph.output:  # symbolic lengths would stop the shapes from being inferred
        for axis in given.type.tensor_type.shape.dim:
            axis.Clear()
    graph = onnx.shape_inference.infer_shapes(loaded).graph
    known = {one.name: _lengths(one) for one in [*graph.value_info, *graph.output, *graph.input]}
    weights = {one.name: tuple(one.dims) for one in graph.initializer}
    for node in graph.node:  # weights in 8 bits are dequantised before they are used
        if node.op_type == "DequantizeLinear" and node.input[0] in weights:
            weights[node.output[0]] = weights[node.input[0]]
    total = 0.0
    for node in graph.node:
        if node.op_type in {"Conv", "Gemm", "MatMul"} and node.input[1] in weights:
            weight = weights[node.input[1]]
            of_each = (
                np.prod(weight[1:]) if node.op_type == "Conv" else np.prod(weight) / known[node.output[0]][-1]
            )
            total += 2.0 * float(np.prod(known[node.output[0]])) * float(of_each)
    return total


def _lengths(value: onnx.ValueInfoProto) -> tuple[int, ...]:
    return tuple(axis.dim_value for axis in value.type.tensor_type.shape.dim)
