"""The end of the reader taught alone: it says what the whole one says, and the beginning stays as it is."""

import argparse

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="What the models are taught with is not installed.")

from lab.train.learn_ends import BEGINNING, Ends, learn, looked_at, mixed  # noqa: E402
from lab.train.learn_faces import BATCH  # noqa: E402
from lab.train.nets import FaceNet  # noqa: E402
from vision.find.cuts import SIDE  # noqa: E402
from vision.labels import KINDS  # noqa: E402


@pytest.fixture(scope="module")
def crops() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(4)
    pictures = rng.integers(0, 255, (2 * BATCH, SIDE, SIDE, 3), np.uint8)
    answers = np.zeros((2 * BATCH, 4), np.int8)
    answers[:, 0] = rng.integers(0, len(KINDS), len(answers))
    answers[:, 1:3] = -1
    answers[::4, 1:3] = 0
    return pictures, answers


def test_both_parts_together_say_what_the_whole_reader_says() -> None:
    torch.manual_seed(2)
    net = FaceNet().eval()
    x = torch.rand(3, 3, SIDE, SIDE)
    with torch.no_grad():
        whole, ends = net(x), Ends(net)(net.trunk[:BEGINNING]((x - 0.5) * 4))
    for one, other in zip(whole, ends, strict=True):
        assert torch.allclose(one, other, atol=1e-5)


def test_a_handful_holds_crops_with_their_own_answers(crops: tuple[np.ndarray, np.ndarray]) -> None:
    batches = looked_at(FaceNet().eval(), crops, np.random.default_rng(1))
    told = {tuple(maps.flatten()[:40].tolist()): int(kind) for b in batches for maps, kind in rows(b)}
    handful = mixed(batches, np.random.default_rng(2))
    assert [told[tuple(maps.flatten()[:40].tolist())] for maps, _ in rows(handful)] == handful.kind.tolist()


def rows(batch: object) -> zip:
    return zip(batch.pictures.float(), batch.kind, strict=True)


def test_only_the_end_learns(crops: tuple[np.ndarray, np.ndarray]) -> None:
    torch.manual_seed(3)
    net = FaceNet().eval()
    before = {name: value.clone() for name, value in net.state_dict().items()}
    args = argparse.Namespace(name="a test", steps=2, rate=1e-3)
    learn(net, looked_at(net, crops, np.random.default_rng(1)), args, np.random.default_rng(1))
    beginning = tuple(f"trunk.{layer}." for layer in range(BEGINNING))
    for name, value in net.state_dict().items():
        if value.dtype.is_floating_point:
            assert torch.equal(value, before[name]) == name.startswith(beginning), name
