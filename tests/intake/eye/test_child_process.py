"""A child process of the eye: it answers one question at a time, may hang, and ends first."""

import sys
from pathlib import Path

import pytest

from companion.intake.eye.child_process import ChildProcess, DeskRefused

HANGS = (sys.executable, "-S", "-c", "import time\ntime.sleep(60)")


def test_an_eye_being_set_up_ends_before_the_table_where_memory_runs_out() -> None:
    child = ChildProcess(HANGS)
    try:
        assert Path(f"/proc/{child._process.pid}/oom_score_adj").read_text().strip() == "1000"
    finally:
        child.end()


def test_an_eye_that_hangs_is_not_waited_for() -> None:
    child = ChildProcess(HANGS, patience_s=0.2)
    with pytest.raises(DeskRefused, match="gave no answer"):
        child.ask({"do": "look"})
    assert not child.is_alive


def test_what_a_library_prints_is_not_taken_for_an_answer() -> None:
    code = "import sys\nfor line in sys.stdin: print('a warning\\n[1]\\n' + line, end='', flush=True)"
    child = ChildProcess([sys.executable, "-S", "-c", code])
    try:
        assert [child.ask({"number": number}) for number in range(3)] == [{"number": n} for n in range(3)]
    finally:
        child.end()


def test_a_child_that_ends_before_it_is_asked_has_said_why() -> None:
    code = 'print(\'{"error": "no_tile_set", "message": "Enrol it again."}\', flush=True)'
    child = ChildProcess([sys.executable, "-S", "-c", code])
    child._process.wait(10)
    with pytest.raises(DeskRefused, match="Enrol it again") as told:
        child.ask({"content": "x" * 300_000})
    assert told.value.code == "no_tile_set"
    for _ in range(2):
        with pytest.raises(DeskRefused) as told:
            child.ask({"content": "x"})
        assert told.value.code == "fell"
    child.end()
