"""The start is waited for: what only some tables have is loaded for those alone."""

import json
import subprocess
import sys

import pytest

from tests.conftest import ROOT

RARE = {
    "a picture": ["numpy", "cv2", "PIL", "onnxruntime"],
    "a tape": ["companion.intake.tape.recording", "companion.intake.tape.lines"],
    "keys": ["companion.intake.panel", "serial", "gpiozero"],
    "a file of another program": ["companion.haifu.mjlog", "companion.haifu.tenhou6", "companion.haifu.mjai"],
    "a game taken away": ["companion.haifu.mjai_writer", "companion.haifu.tenhou6_writer"],
    "a win": ["companion.scoring.adapter", "mahjong"],
}


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    code = "import json, sys, companion.commands.run; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("needs", RARE)
def test_the_start_loads_nothing_that_few_tables_have(loaded: set[str], needs: str) -> None:
    assert not loaded.intersection(RARE[needs])


def test_what_every_table_has_is_loaded_before_anybody_waits_for_it(loaded: set[str]) -> None:
    assert {"companion.table_loop.loop", "companion.journal.codec", "companion.dashboard.stream"} <= loaded
