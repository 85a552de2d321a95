"""Children that crash, hang, flood or cannot be started; each is a real process."""

import io
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from companion.clock import ManualClock, SystemClock
from companion.errors import TableStopped
from companion.evidence import SourceState
from companion.keeping.supervisor import Flood, Patience, Supervisor

QUICK = Patience(first_wait_s=0.01, longest_wait_s=0.02, silence_s=30, end_within_s=10)
PATIENCE_S = 60


class Ears:
    """What was heard, and a way to wait for it."""

    def __init__(self):
        self.lines, self.said = [], []
        self._changed = threading.Condition()

    def hear(self, line):
        with self._changed:
            self.lines.append(line)
            self._changed.notify_all()

    def tell(self, change):
        with self._changed:
            self.said.append(change)
            self._changed.notify_all()

    def wait_for(self, holds):
        with self._changed:
            assert self._changed.wait_for(lambda: holds(self), PATIENCE_S), (self.lines[:5], self.said)


@pytest.fixture
def supervise():
    running = []

    def supervise(code, patience=QUICK, hear=None):
        ears = Ears()
        command = code if isinstance(code, list) else [sys.executable, "-S", "-c", code]
        child = Supervisor(
            "eye", command, hear or ears.hear, ears.tell, clock=SystemClock(), patience=patience
        )
        running.append(child)
        child.start()
        return child, ears

    yield supervise
    for child in running:
        child.stop()
        assert not child._thread.is_alive()


def is_down(ears, word):
    return any(each.state is SourceState.DOWN and word in each.note for each in ears.said)


def test_a_child_ends_before_the_table_where_memory_runs_out(supervise):
    code = """
import time
while (score := open("/proc/self/oom_score_adj").read().strip()) != "1000":
    time.sleep(0.01)
print(score, flush=True)
time.sleep(600)
"""
    _, ears = supervise(code)
    ears.wait_for(lambda ears: ears.lines == [b"1000\n"])


def test_what_a_child_says_is_heard_and_it_is_up(supervise):
    child, ears = supervise("import time; print('one', flush=True); time.sleep(600)")
    ears.wait_for(lambda ears: ears.lines == [b"one\n"])
    assert [each.state for each in ears.said] == [SourceState.UP]
    assert child.exits == 0


def test_a_child_that_crashes_is_started_again_and_again(supervise):
    _, ears = supervise("print('hello', flush=True); raise SystemExit(3)")
    ears.wait_for(lambda ears: len(ears.lines) >= 3)
    assert is_down(ears, "it ended with 3")
    states = [each.state for each in ears.said][:4]
    assert states == [SourceState.UP, SourceState.DOWN, SourceState.UP, SourceState.DOWN]


def test_a_child_that_hangs_is_ended_and_started_again(supervise):
    ignoring = "import signal, time; signal.signal(15, signal.SIG_IGN); print(1, flush=True); time.sleep(600)"
    _, ears = supervise(ignoring, Patience(first_wait_s=0.01, silence_s=0.2, end_within_s=0.2))
    ears.wait_for(lambda ears: is_down(ears, "it said nothing") and len(ears.lines) >= 2)


def test_a_child_that_floods_is_drained_and_most_of_it_dropped(supervise):
    flooding = "import sys, time\nfor _ in range(20001): sys.stdout.write('y\\n')\n"
    child, ears = supervise(
        flooding + "sys.stdout.flush(); time.sleep(600)",
        Patience(first_wait_s=0.01, silence_s=PATIENCE_S, most_lines_a_second=100),
    )
    wait_until(lambda: child.dropped + len(ears.lines) == 20_001)
    assert child.dropped > 10_000
    assert child.exits == 0


def test_a_line_that_is_too_long_is_dropped_whole(supervise):
    code = "import time; print('z' * 5000); print('short', flush=True); time.sleep(600)"
    _, ears = supervise(code, Patience(silence_s=PATIENCE_S, most_bytes_a_line=1000))
    ears.wait_for(lambda ears: ears.lines)
    assert ears.lines == [b"short\n"]


def test_a_command_that_is_not_there_is_tried_again_and_said(supervise):
    child, ears = supervise(["/nowhere/eye"])
    ears.wait_for(lambda ears: is_down(ears, "it cannot be started: No such file"))
    wait_until(lambda: child.exits > 2)


def test_who_cannot_understand_a_line_hears_the_next(supervise, caplog):
    heard = []

    def hear(line):
        heard.append(line)
        raise ValueError("what?")

    supervise("import time; print(1); print(2, flush=True); time.sleep(600)", hear=hear)
    wait_until(lambda: len(heard) == 2)
    assert "child.unheard" in caplog.text


def test_stopping_ends_the_child(supervise):
    child, ears = supervise("import os, time; print(os.getpid(), flush=True); time.sleep(600)")
    ears.wait_for(lambda ears: ears.lines)
    child.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(int(ears.lines[0]), signal.SIGCONT)


def test_whatever_a_child_has_started_does_not_hold_up_its_end(supervise):
    code = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(15)"])
print("hi", flush=True)
time.sleep(600)
"""
    child, ears = supervise(code, Patience(silence_s=PATIENCE_S, end_within_s=0.3))
    ears.wait_for(lambda ears: ears.lines)
    stopping = threading.Thread(target=child.stop)
    stopping.start()
    stopping.join(8)
    assert not stopping.is_alive()


class Stuck:
    """A child whose driver lets it die at no signal, as a camera's can: it is said to be there for ever."""

    pid = 2**22 + 1

    def __init__(self):
        self.stdout, self.may_die = io.BytesIO(), False

    def poll(self):
        return 0 if self.may_die else None

    def wait(self, timeout=None):
        if not self.may_die:
            time.sleep(PATIENCE_S if timeout is None else timeout)
            raise subprocess.TimeoutExpired("eye", timeout)
        return 0

    def terminate(self):
        """Hear nothing."""

    kill = terminate


def test_a_child_that_cannot_even_be_killed_costs_neither_the_table_nor_its_end(monkeypatch):
    ears, beats, made = Ears(), [], []
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: made.append(Stuck()) or made[-1])
    patience = Patience(first_wait_s=0.01, silence_s=0.2, end_within_s=0.1)
    child = Supervisor("eye", ["eye"], ears.hear, ears.tell, clock=SystemClock(), patience=patience)
    child.start()
    ears.wait_for(lambda ears: is_down(ears, "it said nothing"))
    for number in range(3):
        child.prod(lambda number=number: beats.append(number))
        wait_until(lambda number=number: number in beats)
    assert len(made) == 1
    made[0].may_die = True
    wait_until(lambda: len(made) > 1)
    stopping = threading.Thread(target=child.stop)
    stopping.start()
    stopping.join(8)
    assert not stopping.is_alive()


def test_a_table_that_has_stopped_ends_the_supervision():
    def gone(_):
        raise TableStopped("the table has stopped")

    child = Supervisor(
        "eye", [sys.executable, "-S", "-c", "1"], print, gone, clock=SystemClock(), patience=QUICK
    )
    child.start()
    child._thread.join(PATIENCE_S)
    assert not child._thread.is_alive()


def test_after_a_second_a_flood_may_speak_again():
    clock = ManualClock()
    flood = Flood(2, clock)
    assert [flood.lets_pass() for _ in range(4)] == [True, True, False, False]
    clock.advance(seconds=1)
    assert flood.lets_pass()


def wait_until(holds):
    for _ in range(PATIENCE_S * 100):
        if holds():
            return
        time.sleep(0.01)
    pytest.fail("it never came to pass")
