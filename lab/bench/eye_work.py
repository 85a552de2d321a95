"""Counts the operations of a network: two for each multiplication whose product is added up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx


def operations(model: bytes | Path, **shapes: tuple[int, ...]) -> float:
    """How many operations one run takes with inputs of these shapes, given by the inputs' names.

    Only layers with weights count: not the products of an attention.
    """
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
