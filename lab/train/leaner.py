"""Removes from an 8-bit model what costs time and adds nothing. Models are quantised elsewhere.

    python -m lab.train.leaner vision/models/quads.onnx vision/models/faces.onnx

A number that was rounded before and after a Relu is rounded only after it: one operation then computes,
applies the Relu and rounds. A picture goes in as plain bytes. And the first convolution takes four pixels of
a row as one with twelve colours, and computes two places at once, because many short pieces take long to
gather; that changes no result. A model that is lean already stays as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

LAYOUT = [0, 3, 1, 2]
"""From rows of pixels, as pictures lie in memory, to planes of colours, as convolutions are written."""
TAKEN, GIVEN = 4, 2
"""The first convolution takes four pixels of a row at once and gives two places."""
MIDDLE, TOLERANCE = 128, 1e-4
"""The byte that is nearly half brightness; and how closely 255 steps must fit the range."""
IN_FOURS = {"kernel_shape": [3, 2], "pads": [1, 1, 0, 0], "strides": [2, 1]}
"""The new form of a 3 x 3 convolution of single pixels; it never needed padding below or at the right."""

Weights = NDArray[np.int8]


def make_lean(path: Path) -> None:
    """Make a model file lean, and print how many operations are left."""
    model = onnx.load(str(path))
    before = len(model.graph.node)
    lean(model)
    onnx.save(model, str(path))
    print(path, before, "->", len(model.graph.node), "operations")


def lean(model: onnx.ModelProto) -> None:
    """Take all three steps, in place."""
    rounded_once(model.graph)
    if model.graph.input[0].type.tensor_type.elem_type == TensorProto.FLOAT:
        taking_bytes(model.graph)
        pixels_in_fours(model.graph)
    del model.graph.value_info[:]  # runtimes infer the shapes in between again
    onnx.checker.check_model(model, full_check=True)


def rounded_once(graph: onnx.GraphProto) -> None:
    """Remove quantising and dequantising before a Relu whose own output is quantised."""
    makers = {name: node for node in graph.node for name in node.output}
    for relu in [node for node in graph.node if node.op_type == "Relu"]:
        undone = makers[relu.input[0]]
        after = {node.op_type for node in _readers(graph, relu.output[0])}
        if undone.op_type == "DequantizeLinear" and after == {"QuantizeLinear"}:
            rounding = makers[undone.input[0]]
            relu.input[0] = rounding.input[0]
            if not _readers(graph, undone.output[0]):
                graph.node.remove(undone)
                graph.node.remove(rounding)
    _forget_unused(graph)


def taking_bytes(graph: onnx.GraphProto) -> None:
    """Take bytes as they come, instead of a brightness from 0 to 1 that is centred and quantised first.

    Raises:
        ValueError: a step of the quantised input is not a step of a byte.
    """
    given = graph.input[0]
    centred, spread, rounding, undone, conv = _chain(graph, given.name, 5)
    held = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    step, middle = (held[name] for name in rounding.input[1:])
    if middle != MIDDLE or abs(255 * step - held[spread.input[1]]) > TOLERANCE:
        raise ValueError("What goes into the first convolution does not reach from 0 to 255.")
    _half_a_step_more(graph, conv)
    planes = helper.make_node("Transpose", [given.name], [f"{given.name}_planes"], perm=LAYOUT)
    undone.input[0] = planes.output[0]
    for node in (centred, spread, rounding):
        graph.node.remove(node)
    graph.node.insert(0, planes)
    lengths = given.type.tensor_type.shape.dim
    several, colours, *size = [axis.dim_param or axis.dim_value for axis in lengths]
    bytes_ = helper.make_tensor_value_info(given.name, TensorProto.UINT8, [several, *size, colours])
    graph.input[0].CopyFrom(bytes_)
    _forget_unused(graph)


def pixels_in_fours(graph: onnx.GraphProto) -> None:
    """Take four pixels of a row as one: six pieces of twelve numbers for two places, not nine of three each.

    Raises:
        ValueError: the first convolution is of another form.
    """
    planes = graph.node[0]
    _, conv = _chain(graph, planes.output[0], 2)
    options = {each.name: list(each.ints) for each in conv.attribute if each.ints}
    if options != {"dilations": [1, 1], "kernel_shape": [3, 3], "pads": [1] * 4, "strides": [2, 2]}:
        raise ValueError("The first convolution is of another form: it cannot take pixels in fours.")
    for each in conv.attribute:
        if each.name in IN_FOURS:
            each.CopyFrom(helper.make_attribute(each.name, IN_FOURS[each.name]))
    _widen(graph, conv)
    fours = _reshaped(graph, planes.input[0], "fours", 3 * TAKEN)
    graph.node.insert(0, fours)
    planes.input[0] = fours.output[0]
    _apart_again(graph, conv)


def _widen(graph: onnx.GraphProto, conv: onnx.NodeProto) -> None:
    """Give the first convolution its new weights, and repeat its biases, steps and zeros for both places."""
    held = {each.name: each for each in graph.initializer}
    for undone in _undone_for(graph, conv):
        for name in undone.input:
            numbers = numpy_helper.to_array(held[name])
            wider = in_fours(numbers) if numbers.ndim > 1 else np.tile(numbers, GIVEN)
            held[name].CopyFrom(numpy_helper.from_array(wider, name))


def in_fours(weights: Weights) -> Weights:
    """Weights [n, 3, 3, 3] for single pixels as [2 n, 12, 3, 2] for four: two places at once."""
    kinds, colours = weights.shape[:2]
    wide = np.zeros((GIVEN, kinds, TAKEN * 2, colours, 3), np.int8)
    for result in range(GIVEN):
        for column in range(3):
            wide[result, :, TAKEN + 2 * result - 1 + column] = weights[..., column]
    apart = wide.reshape(GIVEN * kinds, 2, TAKEN * colours, 3)
    return np.ascontiguousarray(apart.transpose(0, 2, 3, 1))


def _apart_again(graph: onnx.GraphProto, conv: onnx.NodeProto) -> None:
    """Split the pairs that come out into single places again, while they are still bytes."""
    _, rounding, undone = _chain(graph, conv.output[0], 3)
    names = [f"{conv.output[0]}_{step}" for step in ("in_rows", "apart", "in_planes")]
    weight = _undone_for(graph, conv)[0].input[0]
    kinds = next(each.dims[0] for each in graph.initializer if each.name == weight) // GIVEN
    steps = [
        helper.make_node("Transpose", [rounding.output[0]], [names[0]], perm=[0, 2, 3, 1]),
        _reshaped(graph, names[0], names[1], kinds),
        helper.make_node("Transpose", [names[1]], [names[2]], perm=LAYOUT),
    ]
    undone.input[0] = names[2]
    after = list(graph.node).index(rounding) + 1
    for place, node in enumerate(steps, start=after):
        graph.node.insert(place, node)


def _reshaped(graph: onnx.GraphProto, name: str, out: str, last: int) -> onnx.NodeProto:
    """The same numbers in the same order, `last` of them for each place of a row."""
    shape = numpy_helper.from_array(np.array([0, 0, -1, last], np.int64), f"{out}_shape")
    graph.initializer.append(shape)
    return helper.make_node("Reshape", [name, shape.name], [out])


def _half_a_step_more(graph: onnx.GraphProto, conv: onnx.NodeProto) -> None:
    """Put half a step into the bias: middle grey is 127.5, but bytes count from 128."""
    weight, bias = (undone.input[0] for undone in _undone_for(graph, conv))
    held = {each.name: each for each in graph.initializer}
    steps: NDArray[np.float64] = numpy_helper.to_array(held[weight]).astype(np.float64)
    more = np.rint(0.5 * steps.reshape(len(steps), -1).sum(axis=1)).astype(np.int32)
    held[bias].CopyFrom(numpy_helper.from_array(numpy_helper.to_array(held[bias]) + more, bias))


def _undone_for(graph: onnx.GraphProto, conv: onnx.NodeProto) -> list[onnx.NodeProto]:
    """The nodes that dequantise a convolution's weights and its bias."""
    makers = {name: node for node in graph.node for name in node.output}
    return [makers[name] for name in conv.input[1:]]


def _chain(graph: onnx.GraphProto, name: str, length: int) -> list[onnx.NodeProto]:
    """A chain of operations, each the only one that reads the output of the one before."""
    found: list[onnx.NodeProto] = []
    while len(found) < length:
        (reader,) = _readers(graph, name)
        found.append(reader)
        name = reader.output[0]
    return found


def _readers(graph: onnx.GraphProto, name: str) -> list[onnx.NodeProto]:
    return [node for node in graph.node if name in node.input]


def _forget_unused(graph: onnx.GraphProto) -> None:
    """Remove the stored numbers that no operation reads."""
    read = {name for node in graph.node for name in node.input}
    for unused in [each for each in graph.initializer if each.name not in read]:
        graph.initializer.remove(unused)


def main() -> None:
    """Make the files lean that the command line names."""
    for name in sys.argv[1:]:
        make_lean(Path(name))


if __name__ == "__main__":
    main()
