"""`companion evening --zip`: what is packed, and what is left when packing fails."""

import json
import os
import zipfile

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.keeping.evenings_kept import MARK


@pytest.fixture
def kept(tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / MARK).write_text(json.dumps({"form": 1, "table": "a", "age_s": 0}))
    return folder


def packed(kept, target):
    return CliRunner().invoke(main, ["evening", str(kept), "--zip", str(target)])


def test_an_evening_of_a_machine_without_a_clock_is_packed(kept, tmp_path):
    """A machine without a battery starts in 1970, and a zip knows no day before 1980."""
    os.utime(kept / MARK, (0, 0))
    outcome = packed(kept, tmp_path / "e.zip")
    assert outcome.exit_code == 0, outcome.output
    with zipfile.ZipFile(tmp_path / "e.zip") as found:
        assert found.namelist() == [MARK, "evening.html"]


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_is_left_of_a_zip_that_was_not_finished(kept, tmp_path, monkeypatch, failure):
    def fail(*_):
        raise failure

    monkeypatch.setattr(zipfile.ZipFile, "write", fail)
    assert packed(kept, tmp_path / "e.zip").exit_code == 1
    assert not (tmp_path / "e.zip").exists()


def test_what_is_there_is_not_overwritten(kept, tmp_path):
    (tmp_path / "e.zip").write_text("mine")
    assert packed(kept, tmp_path / "e.zip").exit_code == 1
    assert (tmp_path / "e.zip").read_text() == "mine"
