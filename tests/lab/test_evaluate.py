"""What is measured is what its page says: figures of other models or pictures get no place on it."""

import json

import pytest

from lab.tracer import evaluate as on_traced
from lab.train import evaluate


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--ablation", "--faces", "other.onnx"], "--faces does not go with --ablation"),
        (["--ablation", "--every", "3"], "--every does not go with --ablation"),
        (["--write", "--quads", "other.onnx"], "--write is for the committed models"),
        (["--sets", "redtabel"], "invalid choice: 'redtabel'"),
    ],
)
def test_what_would_be_measured_under_another_name_is_refused(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["eval", *words])
    monkeypatch.setattr(evaluate, "load_photographs", lambda: pytest.fail("it was measured"))
    monkeypatch.setattr("lab.train.ablation.main", lambda *_: pytest.fail("it was measured"))
    with pytest.raises(SystemExit):
        evaluate.main()
    assert told in capsys.readouterr().err


def test_figures_of_other_models_get_no_place_on_the_page_of_traced_tables(
    tmp_path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--write", "--faces", "other.onnx", "--pictures", str(tmp_path)]
    monkeypatch.setattr("sys.argv", ["eval-tracer", *words])
    with pytest.raises(SystemExit):
        on_traced.main()
    assert "--write is for the committed models" in capsys.readouterr().err


def test_pictures_for_training_get_no_place_on_the_page_of_traced_tables(
    tmp_path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "10001.json").write_text(json.dumps({"art": "set 02000"}))
    monkeypatch.setattr("sys.argv", ["eval-tracer", "--write", "--pictures", str(tmp_path)])
    monkeypatch.setattr(on_traced, "judge", lambda *_: pytest.fail("it was measured"))
    with pytest.raises(SystemExit):
        on_traced.main()
    assert "has faces for training" in capsys.readouterr().err


def test_the_committed_models_are_known_by_any_path_to_them() -> None:
    there = evaluate.FOLDER / ".." / evaluate.FOLDER.name
    assert evaluate.are_committed(there / "faces.onnx", there / "quads.onnx")
    assert not evaluate.are_committed(there / "faces.onnx", there / "faces.onnx")
