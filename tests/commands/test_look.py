"""`companion look` and `python -m vision`: pictures that cannot be read, eyes that are not there."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import vision.__main__
from companion.cli import main
from companion.intake.eye import looking
from companion.intake.eye.tile_sets import TileSetError, tile_set_path
from tests.conftest import ROOT
from vision.read import reading
from vision.read.detect import Reading


class BlindEye:
    """An eye that sees nothing."""

    def look(self, picture) -> list[Reading]:
        return []


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "eye_for_pictures", lambda _tile_set=None: BlindEye())


def look(*arguments: object):
    return CliRunner().invoke(main, ["look", *map(str, arguments)])


def picture(folder: Path, name: str = "a.pgm") -> Path:
    path = folder / name
    path.write_bytes(b"P5 4 3 255\n" + bytes(12))
    return path


def test_each_picture_is_one_json_object(blind, tmp_path) -> None:
    answer = look("--json", picture(tmp_path), picture(tmp_path, "b.pgm"))
    lines = [json.loads(line) for line in answer.output.splitlines()]
    assert [(line["image"], line["tiles"]) for line in lines] == [
        (str(tmp_path / "a.pgm"), []),
        (str(tmp_path / "b.pgm"), []),
    ]
    assert answer.exit_code == 0


def test_a_bad_picture_does_not_keep_the_next_from_being_read(blind, tmp_path) -> None:
    answer = look(tmp_path / "none.jpg", picture(tmp_path))
    assert answer.exit_code == 1
    assert answer.stderr == f"Error: {tmp_path / 'none.jpg'} cannot be read: No such file or directory.\n"
    assert "4 x 3, no tiles" in answer.stdout


def test_a_bad_picture_is_one_json_object_too(blind, tmp_path) -> None:
    answer = look("--json", tmp_path / "none.jpg")
    assert json.loads(answer.stdout)["error"] == "unreadable"
    assert answer.exit_code == 1


def test_a_picture_is_drawn_on(blind, tmp_path) -> None:
    assert look(picture(tmp_path), "--annotate", tmp_path / "out.png").exit_code == 0
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


def test_two_pictures_are_not_drawn_into_one_file(tmp_path) -> None:
    answer = look(picture(tmp_path), picture(tmp_path, "b.pgm"), "--annotate", tmp_path / "out.png")
    assert answer.exit_code == 2
    assert "give one" in answer.stderr


def test_an_unknown_tile_set_is_told_with_those_that_are_there(tmp_path) -> None:
    tile_set_path(tmp_path, "club").parent.mkdir()
    tile_set_path(tmp_path, "club").write_text("{}")
    answer = look(picture(tmp_path), "--tiles", "house", "--data", tmp_path)
    assert answer.stderr == "Error: There is no tile set house; enrolled: club.\n"


@pytest.mark.parametrize("name", ["../secret", "", "a/b", ".hidden", "x" * 41])
def test_a_tile_set_stays_in_its_folder(tmp_path, name) -> None:
    with pytest.raises(TileSetError, match="cannot be called"):
        tile_set_path(tmp_path, name)


def test_without_the_extra_the_sentence_says_what_to_type(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(looking, "missing_libraries", lambda: ("cv2",))
    answer = look(picture(tmp_path))
    assert answer.exit_code == 1
    assert f"; type: {shlex.quote(sys.executable)} -m pip install 'numpy>=" in answer.stderr


def test_the_eye_on_its_own_says_the_same(blind, tmp_path, capsys) -> None:
    assert vision.__main__.main(["--json", str(picture(tmp_path))]) == 0
    assert json.loads(capsys.readouterr().out)["width"] == 4
    assert vision.__main__.main([str(tmp_path / "none.jpg")]) == 1
    assert capsys.readouterr().err.startswith("Error: ")


def test_the_command_line_loads_no_library_of_the_eye_before_it_looks() -> None:
    code = (
        "import sys, companion.cli, companion.commands.look, companion.intake.eye.looking, vision.__main__\n"
        "print([name for name in ('cv2', 'numpy', 'onnxruntime') if name in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout == "[]\n"
