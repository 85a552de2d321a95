"""Takes out of a model in 8 bits what costs time and adds nothing. The bits themselves are made elsewhere.

    python -m lab.train.leaner vision/models/quads.onnx vision/models/faces.onnx

A number that is rounded before a Relu and once more after it is rounded only after it: one operation does all
three. A picture goes in as the bytes that it is. And the first convolution takes four pixels of a row for one
with twelve colours, and gives two places at once, since many short pieces take long to gather; no number is
changed by that. A model that is lean already stays.
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
"""So many pixels of a row the first convolution takes at once, and gives; it goes on by two."""
MIDDLE, TOLERANCE = 128, 1e-4
"""The byte for a brightness of a half, nearly; and how well 255 steps have to fit."""
IN_FOURS = {"kernel_shape": [3, 2], "pads": [1, 1, 0, 0], "strides": [2, 1]}
"""What is 3 x 3 for single pixels; the rims below and at the right were never reached."""

Weights = NDArray[np.int8]


def make_lean(path: Path) -> None:
    """Write a file anew."""
    model = onnx.load(str(path))
    before = len(model.graph.node)
    lean(model)
    onnx.save(model, str(path))
    print(path, before, "->", len(model.graph.node), "operations")


def lean(model: onnx.ModelProto) -> None:
    """All three, in place."""
    rounded_once(model.graph)
    if model.graph.input[0].type.tensor_type.elem_type == TensorProto.FLOAT:
        taking_bytes(model.graph)
        pixels_in_fours(model.graph)
    del model.graph.value_info[:]  # whoever reads the file reckons the sizes between anew
    onnx.checker.check_model(model, full_check=True)


def rounded_once(graph: onnx.GraphProto) -> None:
    """Without the pairs of rounding and its undoing that stand before a Relu which is rounded itself."""
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
    """With bytes as they come, in place of brightness from 0 to 1 that is centred and rounded first.

    Raises:
        ValueError: one step of what is rounded is not one of a byte.
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
    """With four pixels of a row as one: of nine pieces of three numbers for each place six of twelve for two.

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
    """Each number of the first convolution at all places that it has now, and what belongs to it."""
    held = {each.name: each for each in graph.initializer}
    for undone in _undone_for(graph, conv):
        for name in undone.input:
            numbers = numpy_helper.to_array(held[name])
            wider = in_fours(numbers) if numbers.ndim > 1 else np.tile(numbers, GIVEN)
            held[name].CopyFrom(numpy_helper.from_array(wider, name))


def in_fours(weights: Weights) -> Weights:
    """Weights [n, 3, 3, 3] for single pixels as [2 n, 12, 3, 2]: of the four before and the own, for two."""
    kinds, colours = weights.shape[:2]
    wide = np.zeros((GIVEN, kinds, TAKEN * 2, colours, 3), np.int8)
    for result in range(GIVEN):
        for column in range(3):
            wide[result, :, TAKEN + 2 * result - 1 + column] = weights[..., column]
    apart = wide.reshape(GIVEN * kinds, 2, TAKEN * colours, 3)
    return np.ascontiguousarray(apart.transpose(0, 2, 3, 1))


def _apart_again(graph: onnx.GraphProto, conv: onnx.NodeProto) -> None:
    """What comes out two by two as single places again: between rounding and its undoing, as bytes."""
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
    """The same numbers in the same order, so many for each place of a row."""
    shape = numpy_helper.from_array(np.array([0, 0, -1, last], np.int64), f"{out}_shape")
    graph.initializer.append(shape)
    return helper.make_node("Reshape", [name, shape.name], [out])


def _half_a_step_more(graph: onnx.GraphProto, conv: onnx.NodeProto) -> None:
    """Middle grey is 127.5 and a byte cannot be: bytes count from 128, and the rest is in the bias."""
    weight, bias = (undone.input[0] for undone in _undone_for(graph, conv))
    held = {each.name: each for each in graph.initializer}
    steps: NDArray[np.float64] = numpy_helper.to_array(held[weight]).astype(np.float64)
    more = np.rint(0.5 * steps.reshape(len(steps), -1).sum(axis=1)).astype(np.int32)
    held[bias].CopyFrom(numpy_helper.from_array(numpy_helper.to_array(held[bias]) + more, bias))


def _undone_for(graph: onnx.GraphProto, conv: onnx.NodeProto) -> list[onnx.NodeProto]:
    """What makes numbers of a convolution's weights and of its bias."""
    makers = {name: node for node in graph.node for name in node.output}
    return [makers[name] for name in conv.input[1:]]


def _chain(graph: onnx.GraphProto, name: str, length: int) -> list[onnx.NodeProto]:
    """Operations, each of which alone reads what the one before gives."""
    found: list[onnx.NodeProto] = []
    while len(found) < length:
        (reader,) = _readers(graph, name)
        found.append(reader)
        name = reader.output[0]
    return found


def _readers(graph: onnx.GraphProto, name: str) -> list[onnx.NodeProto]:
    return [node for node in graph.node if name in node.input]


def _forget_unused(graph: onnx.GraphProto) -> None:
    """Numbers that no operation reads any more."""
    read = {name for node in graph.node for name in node.input}
    for unused in [each for each in graph.initializer if each.name not in read]:
        graph.initializer.remove(unused)


def main() -> None:
    """What the command line names."""
    for name in sys.argv[1:]:
        make_lean(Path(name))


if __name__ == "__main__":
    main()
