"""Crops altered before they are learnt from: still pictures, each its own, and red stays red."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="Training is not installed: make train brings it.")


@pytest.fixture
def crops() -> "torch.Tensor":
    picture = torch.full((12, 3, 48, 48), 0.9)
    picture[:, 1:, 16:32, 20:28] = 0.1
    picture[:, 0, 16:32, 20:28] = 0.7
    return picture


def test_altered_crops_are_pictures_and_all_differ(crops: "torch.Tensor") -> None:
    from lab.train.altering import altered

    out = altered(crops.clone(), np.random.default_rng(4), torch.zeros(12, dtype=torch.bool))
    assert out.shape == crops.shape
    assert 0 <= float(out.min()) <= float(out.max()) <= 1
    assert len({tuple(row.flatten().tolist()) for row in out[:, :, ::6, ::6]}) == 12


def test_paint_that_matters_is_kept(crops: "torch.Tensor") -> None:
    from lab.train.altering import repainted

    kept = repainted(crops, np.random.default_rng(4), torch.ones(12, dtype=torch.bool))
    assert torch.allclose(kept, crops)
    mixed = repainted(crops, np.random.default_rng(4), torch.zeros(12, dtype=torch.bool))
    assert not torch.allclose(mixed, crops, atol=0.05)


def test_strokes_grow_and_shrink(crops: "torch.Tensor") -> None:
    from lab.train.altering import restroked

    dark = (restroked(crops.repeat(10, 1, 1, 1), np.random.default_rng(4))[:, 1] < 0.5).sum(dim=(1, 2))
    assert int(dark.min()) < 16 * 8 < int(dark.max())
