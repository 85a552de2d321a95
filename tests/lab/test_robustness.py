"""Where the eye breaks: the manual's charts show every axis, and a trial of some leaves them as they are."""

from pathlib import Path

import numpy as np
import pytest

from lab.train import robustness


@pytest.fixture
def charts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "eye-limits.svg"
    path.write_text("the manual's charts")
    monkeypatch.setattr(robustness, "CHARTS", path)
    monkeypatch.setattr(robustness, "random_style", lambda seed: seed)
    monkeypatch.setattr(robustness, "draw_face", lambda *_: np.zeros((2, 2, 3), np.uint8))
    monkeypatch.setattr(robustness, "Eye", lambda: None)
    monkeypatch.setattr(robustness, "measure", lambda *_: (0.5, 1.0))
    return path


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["robustness", "--sets", "1", *words])
    robustness.main()


def test_charts_of_some_axes_do_not_take_the_place_of_all(
    charts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(monkeypatch, "--axes", "blur")
    assert charts.read_text() == "the manual's charts"
    elsewhere = charts.with_name("blur.svg")
    run(monkeypatch, "--axes", "blur", "--svg", str(elsewhere))
    assert elsewhere.read_text().count("<polyline") == 2
    assert charts.read_text() == "the manual's charts"


def test_charts_of_all_axes_do(charts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch)
    assert charts.read_text().count("<polyline") == 2 * len(robustness.AXES)
