"""Paths that somebody types and no file system takes, or whose names are not UTF-8: one sentence each."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.conftest import ROOT

LONG = "a" * 300


@pytest.mark.parametrize(
    "words",
    [
        ("evening", LONG),
        ("doctor", "--data", LONG),
        ("replay", LONG),
        ("pretend", "--record", LONG),
        ("run", "--port", "0", "--record", LONG),
        ("camera", "test", "--source", LONG),
        ("camera", "test", "--source", f"/dev/{LONG}"),
    ],
)
def test_a_name_that_is_too_long_is_one_sentence(tmp_path, monkeypatch, words):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    outcome = CliRunner().invoke(main, [*words])
    assert outcome.exit_code == 1
    assert isinstance(outcome.exception, SystemExit)
    assert outcome.output.startswith("Error: ")
    assert outcome.output.endswith("cannot be used: File name too long\n")


@pytest.mark.parametrize(("number", "is_a_fault"), [(errno.EACCES, False), (errno.ENOSPC, True)])
def test_only_what_a_typed_path_brings_about_becomes_a_sentence(monkeypatch, number, is_a_fault):
    def fail(_):
        raise OSError(number, os.strerror(number), "theirs/a.json")

    monkeypatch.setattr("companion.commands.replay.open_records", fail)
    outcome = CliRunner().invoke(main, ["replay", "a.json"])
    assert isinstance(outcome.exception, OSError if is_a_fault else SystemExit)
    assert outcome.output == (
        "" if is_a_fault else "Error: theirs/a.json cannot be used: Permission denied\n"
    )


@pytest.mark.parametrize("command", ["bundle", "backup"])
def test_an_answer_names_a_path_that_is_not_utf_8(tmp_path, monkeypatch, command):
    games = tmp_path / "games"
    for folder in (games, tmp_path / "out"):
        folder.mkdir()
    (games / "house.toml").write_text("rounds = 1\n")
    target = os.fsdecode(os.fsencode(tmp_path) + b"/out/\xff.zip")
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict")
    monkeypatch.setattr(sys, "stdout", out)
    main([command, "--data", str(games), target], standalone_mode=False)
    assert os.path.exists(target)  # noqa: PTH110 - as bytes name it
    out.flush()
    assert b"\\udcff.zip" in out.buffer.getvalue()


def test_an_answer_for_which_the_disk_has_no_room_is_one_sentence():
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        told = subprocess.run(
            [sys.executable, "-m", "companion", "rules", "show", "house"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    said = "Error: the answer cannot be written: No space left on device\n"
    assert (told.returncode, told.stderr) == (1, said)
