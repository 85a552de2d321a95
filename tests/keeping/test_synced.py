"""The power goes right after a command has said that it is done: what it made is there, and whole."""

import random
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.reliability.evenings import write_evening
from tests.reliability.power_cuts import Disk, changes_in
from tests.reliability.rig import rig

CUTS = 40


def after_the_cut(folder, meant, *words):
    """What may be found below a folder after a command; each time something else of what was not synced."""
    log = folder / "log"
    with rig(folder, meant, log) as disk:
        command = [sys.executable, "-m", "companion", *map(str, words)]
        subprocess.run(command, cwd=ROOT, env=disk.environment, check=True, capture_output=True)
    found = Disk()
    for change in changes_in(log):
        found.follow(change)
    return (found.after_a_cut(random.Random(seed)) for seed in range(CUTS))


@pytest.fixture
def table(tmp_path):
    folder = tmp_path / "games"
    write_evening(folder / "table.sqlite", count=60)
    return folder


def test_a_backup(table, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    for names in after_the_cut(tmp_path, stick, "backup", "--data", table, stick / "all.zip"):
        assert names.get(str(stick / "all.zip")) == (stick / "all.zip").read_bytes()


def test_a_restore(table, tmp_path):
    new = tmp_path / "new"
    new.mkdir()
    subprocess.run(
        [sys.executable, "-m", "companion", "backup", "--data", table, tmp_path / "all.zip"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    whole = None
    for names in after_the_cut(tmp_path, new, "restore", "--data", new, tmp_path / "all.zip"):
        whole = whole or (new / "table.sqlite").read_bytes()
        kept = [content for name, content in names.items() if name.endswith("/table.sqlite")]
        assert whole in kept
