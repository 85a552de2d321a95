"""What is written of a trained reader."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="What the models are taught with is not installed.")
pytest.importorskip("onnxruntime", reason="The eye is not installed.")

from onnxruntime import InferenceSession  # noqa: E402

from lab.train import export, pieces  # noqa: E402
from lab.train.nets import FaceNet  # noqa: E402
from vision.labels import KINDS  # noqa: E402


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # the exporter that is used has a successor
def test_a_written_reader_says_backs_sooner_and_white_dragons_later_than_its_weights(tmp_path, monkeypatch):
    monkeypatch.setattr(export, "RUNS", tmp_path)
    net = FaceNet().eval()
    pieces.save_run_from(tmp_path / "one.pt", net)
    export.export_faces("one", tmp_path / "faces.onnx")
    crops = torch.rand(2, 3, 48, 48)
    (written,) = InferenceSession(tmp_path / "faces.onnx").run(["kind"], {"crops": crops.numpy()})
    with torch.no_grad():
        said = net(crops)[0].numpy()
    more = np.zeros(len(KINDS), np.float32)
    more[KINDS.index("back")], more[KINDS.index("5z")] = 1.0, -0.6
    np.testing.assert_allclose(written - said, np.tile(more, (2, 1)), atol=1e-4)
