"""A model in 8 bits says nearly the same, is smaller, and keeps its remarks and its finest layer."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from lab.train.eight_bits import Examples, eight_bits


@pytest.fixture
def model(tmp_path: Path) -> Path:
    rng = np.random.default_rng(1)
    weights = [rng.normal(0, 0.1, (16, planes, 3, 3)).astype(np.float32) for planes in (3, 16)]
    nodes = [
        helper.make_node("Conv", ["picture", "first"], ["a"], name="/body/Conv", pads=[1] * 4),
        helper.make_node("Relu", ["a"], ["b"], name="/body/Relu"),
        helper.make_node("Conv", ["b", "last"], ["maps"], name="/head.1/Conv", pads=[1] * 4),
    ]
    lengths = [1, 3, 24, 24]
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, lengths)],
        [helper.make_tensor_value_info("maps", TensorProto.FLOAT, [1, 16, 24, 24])],
        [numpy_helper.from_array(w, name) for w, name in zip(weights, ("first", "last"), strict=True)],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(made, {"role": "quads", "format": "1"})
    onnx.save(made, str(tmp_path / "whole.onnx"))
    return tmp_path / "whole.onnx"


def answer(path: Path, x: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return session.run(None, {"picture": x})[0]


def test_a_small_model_says_nearly_the_same(model: Path) -> None:
    rng = np.random.default_rng(2)
    shown = [rng.random((1, 3, 24, 24), np.float32) for _ in range(4)]
    small = model.with_name("small.onnx")
    eight_bits(model, small, Examples("picture", shown), ("head.1",))
    one, other = answer(model, shown[0]), answer(small, shown[0])
    assert np.abs(one - other).mean() < 0.03 * one.std()
    assert np.abs(one - other).max() > 0


def test_remarks_and_the_finest_layer_stay(model: Path) -> None:
    shown = [np.full((1, 3, 24, 24), 0.5, np.float32)]
    small = model.with_name("small.onnx")
    eight_bits(model, small, Examples("picture", shown), ("head.1",))
    made = onnx.load(str(small))
    assert {entry.key: entry.value for entry in made.metadata_props} == {"role": "quads", "format": "1"}
    kinds = {weight.name: weight.data_type for weight in made.graph.initializer}
    assert kinds["last"] == TensorProto.FLOAT
    assert "first" not in kinds
