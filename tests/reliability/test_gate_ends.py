"""What `.ci/run` starts ends with it, however it is ended: here it runs a small gate that would stay."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT

PATIENCE_S = 60.0
# One worker beside the gate, one in a session of its own, an orphan, and one that hears no word.
GATE = """
test:
\tsleep 1000 & echo $$! >> pids; setsid sleep 1000 & echo $$! >> pids; \\
\t(sleep 1000 & echo $$! >> pids); \\
\tsetsid sh -c 'trap "" TERM; echo $$$$ >> pids; while :; do sleep 1; done' & \\
\twhile [ $$(wc -l < pids) -lt 4 ]; do sleep 0.05; done; touch up; wait
"""


@pytest.fixture
def clone(tmp_path) -> Path:
    """As much of a checkout as `.ci/run` needs."""
    for part in (".ci/run", "scripts/contained"):
        there = tmp_path / part
        there.parent.mkdir()
        shutil.copy(ROOT / part, there)
    return tmp_path


def gate(clone: Path, recipe: str) -> "subprocess.Popen[str]":
    (clone / "Makefile").write_text(recipe)
    return subprocess.Popen([clone / ".ci/run"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def wait_for(holds, what: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until, what
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.gate(1)
@pytest.mark.parametrize("ended_by", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_nothing_that_it_started_outlives_it(clone, ended_by):
    with gate(clone, GATE) as process:
        wait_for((clone / "up").exists, "the gate never came up")
        pids = [int(line) for line in (clone / "pids").read_text().split()]
        assert len(pids) == 4
        assert all(map(is_alive, pids))
        os.kill(process.pid, ended_by)
        status = process.wait(PATIENCE_S)
        wait_for(lambda: not any(map(is_alive, pids)), "somebody has outlived the gate")
    assert status == (-ended_by if ended_by is signal.SIGKILL else 128 + ended_by)


@pytest.mark.parametrize(("recipe", "status"), [("@echo passed", 0), ("@echo failed; exit 3", 2)])
def test_its_verdict_is_that_of_the_gate(clone, recipe, status):
    with gate(clone, f"test:\n\t{recipe}\n") as process:
        said, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == status
    assert recipe.split()[1].rstrip(";") in said


def test_what_a_gate_that_passes_leaves_behind_ends_too(clone):
    leaves = "test:\n\t@setsid sleep 1000 > /dev/null 2>&1 & echo $$! > pids\n"
    with gate(clone, leaves) as process:
        assert process.wait(PATIENCE_S) == 0
    assert not is_alive(int((clone / "pids").read_text()))
