"""Model files: what is missing, damaged or of another kind is one clear sentence."""

from pathlib import Path

import pytest

from vision.errors import ModelMismatch
from vision.read.detect import MODEL as QUADS
from vision.read.detect import TileFinder
from vision.read.faces import FaceReader


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMismatch, match=r"none\.onnx is missing"):
        FaceReader(tmp_path / "none.onnx")


def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "faces.onnx").write_bytes(QUADS.read_bytes()[:5000])
    with pytest.raises(ModelMismatch, match="damaged"):
        FaceReader(tmp_path / "faces.onnx")


def test_a_model_in_the_place_of_the_other_is_refused() -> None:
    with pytest.raises(ModelMismatch, match="role faces, format 1 is needed"):
        FaceReader(QUADS)


def test_both_models_are_of_this_program() -> None:
    FaceReader(threads=1)
    TileFinder(threads=1)
