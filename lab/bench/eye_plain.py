"""Turns the eye's 8-bit models back into 32 bits, which every runtime takes, to show what 8 bits gain."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def in_32_bits(path: Path) -> bytes:
    """Turn a model in 8 bits that takes bytes into one that takes planes from 0 to 1 and never rounds."""
    model = onnx.load(str(path))
    graph = model.graph
    _takes_planes(graph)
    held = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    same: dict[str, str] = {}
    for node in list(graph.node):
        if node.op_type == "DequantizeLinear" and node.input[0] in held:
            whole = numpy_helper.from_array(_whole(*(held[name] for name in node.input)), node.output[0])
            graph.initializer.append(whole)
        elif node.op_type in {"QuantizeLinear", "DequantizeLinear"}:
            same[node.output[0]] = node.input[0]
        else:
            continue
        graph.node.remove(node)
    for node in graph.node:
        for place, name in enumerate(node.input):
            node.input[place] = _followed(name, same)
    read = {name for node in graph.node for name in node.input}
    for unused in [each for each in graph.initializer if each.name not in read]:
        graph.initializer.remove(unused)
    onnx.checker.check_model(model, full_check=True)
    content: bytes = model.SerializeToString()
    return content


def _whole(rounded: np.ndarray, step: np.ndarray, middle: np.ndarray) -> np.ndarray:
    """The weights that rounded ones stand for: each output channel may have its own step."""
    by_kind = [-1] + [1] * (rounded.ndim - 1)
    if step.ndim:
        step, middle = step.reshape(by_kind), middle.reshape(by_kind)
    return ((rounded.astype(np.float32) - middle.astype(np.float32)) * step).astype(np.float32)


def _followed(name: str, same: dict[str, str]) -> str:
    while name in same:
        name = same[name]
    return name


def _takes_planes(graph: onnx.GraphProto) -> None:
    """Make the model take planes from 0 to 1; they become rows of pixels with what the bytes stood for."""
    given = graph.input[0]
    held = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    undone = next(
        node for node in graph.node if node.op_type == "DequantizeLinear" and node.input[0] not in held
    )
    step, middle = (held[name].astype(np.float32) for name in undone.input[1:])
    numbers = {"to_bytes": np.float32(255) * step, "from_middle": middle * step}
    graph.initializer.extend(
        numpy_helper.from_array(np.asarray(value, np.float32), name) for name, value in numbers.items()
    )
    rows = f"{given.name}_in_rows"
    for node in graph.node:
        for place, name in enumerate(node.input):
            if name == given.name:
                node.input[place] = rows
    first = [
        helper.make_node("Mul", [given.name, "to_bytes"], ["as_bytes"]),
        helper.make_node("Sub", ["as_bytes", "from_middle"], ["centred"]),
        helper.make_node("Transpose", ["centred"], [rows], perm=[0, 2, 3, 1]),
    ]
    for place, node in enumerate(first):
        graph.node.insert(place, node)
    several, *size, colours = [axis.dim_param or axis.dim_value for axis in given.type.tensor_type.shape.dim]
    planes = helper.make_tensor_value_info(given.name, TensorProto.FLOAT, [several, colours, *size])
    graph.input[0].CopyFrom(planes)
