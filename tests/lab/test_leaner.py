"""A model in 8 bits, made lean: it takes bytes, and says what it said or what is nearer to the truth."""

from pathlib import Path

import cv2
import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from lab.bench.eye_plain import in_32_bits
from lab.train.eight_bits import Examples, eight_bits
from lab.train.leaner import lean, make_lean, pixels_in_fours, rounded_once, taking_bytes
from vision.find.finder import MODEL, TileFinder
from vision.find.quads import areas_of

HEIGHT, WIDTH = 16, 24
PICTURE = Path(__file__).parents[1] / "vision" / "pictures" / "5000000.jpg"


def whole(stride: int = 2, middle: float = 0.5) -> onnx.ModelProto:
    rng = np.random.default_rng(1)
    numbers = {
        "middle": np.float32(middle),
        "spread": np.float32(4),
        "first": rng.normal(0, 0.2, (8, 3, 3, 3)).astype(np.float32),
        "first_bias": rng.normal(0, 0.2, 8).astype(np.float32),
        "last": rng.normal(0, 0.2, (5, 8, 1, 1)).astype(np.float32),
    }
    nodes = [
        helper.make_node("Sub", ["picture", "middle"], ["a"], name="/Sub"),
        helper.make_node("Mul", ["a", "spread"], ["b"], name="/Mul"),
        helper.make_node(
            "Conv", ["b", "first", "first_bias"], ["c"], name="/body/Conv", kernel_shape=[3, 3],
            pads=[1] * 4, strides=[stride] * 2, dilations=[1, 1],
        ),
        helper.make_node("Relu", ["c"], ["d"], name="/body/Relu"),
        helper.make_node("Conv", ["d", "last"], ["maps"], name="/tail/Conv", kernel_shape=[1, 1]),
    ]  # fmt: skip
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, "height", "width"])],
        [helper.make_tensor_value_info("maps", TensorProto.FLOAT, [1, 5, "rows", "columns"])],
        [numpy_helper.from_array(value, name) for name, value in numbers.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def pixels() -> np.ndarray:
    shown = np.random.default_rng(2).integers(0, 256, (1, HEIGHT, WIDTH, 3), dtype=np.uint8)
    shown[0, 0, :2] = [[0], [255]]
    return shown


def planes() -> np.ndarray:
    return np.ascontiguousarray(pixels().transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def small(folder: Path, **choices: float) -> Path:
    onnx.save(whole(**choices), str(folder / "whole.onnx"))
    eight_bits(folder / "whole.onnx", folder / "small.onnx", Examples("picture", [planes()]), ("tail",))
    return folder / "small.onnx"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small(tmp_path_factory.mktemp("models"))


def answer(model: onnx.ModelProto | bytes, x: np.ndarray) -> np.ndarray:
    content = model if isinstance(model, bytes) else model.SerializeToString()
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    return session.run(None, {"picture": x})[0]


def test_it_is_nearer_to_the_whole_model_than_before(path: Path) -> None:
    model = onnx.load(str(path))
    true, before = answer(whole(), planes()), answer(model, planes())
    lean(model)
    after = answer(model, pixels())
    assert np.abs(after - true).mean() <= np.abs(before - true).mean() < 0.03 * true.std()
    kinds = [node.op_type for node in model.graph.node]
    assert "Sub" not in kinds
    assert kinds.count("QuantizeLinear") == 1  # after the Relu


def test_pixels_in_fours_change_no_number(path: Path) -> None:
    model = onnx.load(str(path))
    rounded_once(model.graph)
    taking_bytes(model.graph)
    del model.graph.value_info[:]
    one_by_one = answer(model, pixels())
    pixels_in_fours(model.graph)
    assert np.array_equal(answer(model, pixels()), one_by_one)


def test_what_is_lean_stays(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.onnx"
    copy.write_bytes(path.read_bytes())
    make_lean(copy)
    once = copy.read_bytes()
    make_lean(copy)
    assert copy.read_bytes() == once != path.read_bytes()


def test_in_32_bits_again_it_takes_planes_and_rounds_nothing(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.onnx"
    copy.write_bytes(path.read_bytes())
    make_lean(copy)
    plain = in_32_bits(copy)
    assert not {node.op_type for node in onnx.load_from_string(plain).graph.node} & {
        "QuantizeLinear",
        "DequantizeLinear",
    }
    true = answer(whole(), planes())
    assert np.abs(answer(plain, planes()) - true).mean() < 0.02 * true.std()


def test_a_first_convolution_of_another_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="in fours"):
        lean(onnx.load(str(small(tmp_path, stride=1))))


def test_what_is_not_centred_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="from 0 to 255"):
        lean(onnx.load(str(small(tmp_path, middle=0.3))))


def test_the_finder_finds_the_same_tiles_in_32_bits(tmp_path: Path) -> None:
    (tmp_path / "quads.onnx").write_bytes(in_32_bits(MODEL))
    picture = np.ascontiguousarray(cv2.imread(str(PICTURE))[..., ::-1])
    shipped, plain = (
        TileFinder(path, threads=1).find_once(picture, 0.5) for path in (MODEL, tmp_path / "quads.onnx")
    )
    sure = shipped.scores > 0.6
    apart = np.linalg.norm(shipped.quads[sure].mean(axis=1)[:, None] - plain.quads.mean(axis=1)[None], axis=2)
    sides = np.sqrt(areas_of(shipped.quads[sure]))
    assert sure.sum() >= 5
    assert (apart.min(axis=1) / sides).max() < 0.1
