"""Times the finder in the runtimes that have wheels for a Pi: ONNX Runtime, OpenCV's two engines, ncnn.

It runs in 32 bits, which all of them take, and as shipped, in the runtime for which it is shipped.
"""

from __future__ import annotations

import subprocess
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnx
import onnxruntime

from lab.bench.eye import as_input, drawn
from lab.bench.eye_plain import in_32_bits
from lab.bench.eye_turns import in_turns
from lab.bench.figures import Figure
from vision.read.detect import MODEL, TileFinder

TITLE = "the finder at 1280 x 960 through several runtimes"
ROUNDS = 7


def figures() -> Iterator[Figure]:
    """The time of each runtime; they take turns, so a busy machine slows all of them alike."""
    picture = drawn(100)
    for threads in (1, 2):
        tasks = dict(runtimes(as_input(picture), threads))
        shipped = TileFinder(threads=threads)
        tasks["ONNX Runtime, as it is shipped"] = partial(shipped.maps, picture)
        spent = in_turns(*tasks.values(), rounds=ROUNDS)
        for name, each in zip(tasks, spent, strict=True):
            beside = f"{each.ms / spent[0].ms:.2f} of ONNX Runtime's; {each.busy}"
            yield Figure(f"{name}, {threads} threads", each.ms, "ms", beside)


def runtimes(x: np.ndarray, threads: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """The name of each runtime, and a call that runs the finder in it once."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    content = in_32_bits(MODEL)
    session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    yield f"ONNX Runtime {onnxruntime.__version__}", lambda: session.run(None, {"picture": x})
    engines = {"classic": cv2.dnn.ENGINE_CLASSIC, "new": cv2.dnn.ENGINE_NEW}
    for name, engine in engines.items():
        net = cv2.dnn.readNetFromONNX(fixed(x.shape), engine)
        yield f"OpenCV {cv2.__version__} dnn, {name} engine", partial(through_opencv, net, x, threads)
    found = ncnn_net(x.shape, threads)
    if found is not None:
        yield found


def fixed(shape: tuple[int, ...]) -> np.ndarray:
    """The model for one size of picture only: not every runtime takes every size."""
    model = onnx.load_from_string(in_32_bits(MODEL))
    for axis, length in zip(model.graph.input[0].type.tensor_type.shape.dim, shape, strict=True):
        axis.dim_value = length
    return np.frombuffer(model.SerializeToString(), np.uint8)


def through_opencv(net: cv2.dnn.Net, x: np.ndarray, threads: int) -> object:
    cv2.setNumThreads(threads)
    net.setInput(x)
    return net.forward()


def ncnn_net(shape: tuple[int, ...], threads: int) -> tuple[str, Callable[[], object]] | None:
    """The same for ncnn, or None if it or its converter is not installed."""
    try:
        import ncnn
    except ImportError:
        return None
    converter = Path(sysconfig.get_path("scripts")) / "pnnx"
    if not converter.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "finder.onnx"
        path.write_bytes(in_32_bits(MODEL))
        size = ",".join(map(str, shape))
        command = [str(converter), path.name, f"inputshape=[{size}]"]
        subprocess.run(command, cwd=folder, capture_output=True, check=True)
        net = ncnn.Net()
        net.opt.num_threads = threads
        net.load_param(str(path.with_name("finder.ncnn.param")))
        net.load_model(str(path.with_name("finder.ncnn.bin")))

    values = np.full(shape[1:], 0.4, np.float32)
    # A clone: the library keeps no reference to the array that it was given.
    picture = ncnn.Mat(values).clone()
    first, last = net.input_names()[0], net.output_names()[0]

    def run() -> object:
        with net.create_extractor() as extractor:
            extractor.input(first, picture)
            return np.array(extractor.extract(last)[1])

    return f"ncnn {ncnn.__version__}", run
