"""A signal ends the companion wherever the main thread is, and whatever it is about to catch."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.reliability.endings import endings

PATIENCE_S = 60.0

# What the loop of the pages is given to call is called inside a clause that catches everything: a signal
# that comes just then must end the companion like any other.
WHILE_THE_LOOP_CATCHES_ALL = """
import os, signal, sys
from pathlib import Path
from companion.bootstrap import Companion
from companion.config import Settings
from companion.journal import MemoryJournal
from companion.riichi.presets import TENHOU

def caught():
    for _ in range({times}):
        os.kill(os.getpid(), signal.{name})
    print("told", flush=True)

companion = Companion(Settings(Path(sys.argv[1]), port=0), MemoryJournal(), TENHOU)
companion.run(lambda: companion._server.prod(caught))
print("ended", flush=True)
"""
# Twice in a row, and once more while what runs is being closed; then the process itself is at its end.
TOLD_AGAIN_AND_AGAIN = """
import os, signal
from companion.ending import ended_by_signals
from threading import Event

told = Event()
with ended_by_signals(told.set):
    for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        os.kill(os.getpid(), number)
    assert told.wait(30)
    os.kill(os.getpid(), signal.SIGTERM)
os.kill(os.getpid(), signal.SIGTERM)
os.kill(os.getpid(), signal.SIGINT)
os.kill(os.getpid(), signal.SIGHUP)
print("ended", flush=True)
"""

CLOSED_TERMINAL = """
import os, signal
from companion.ending import ended_by_signals
from threading import Event

if {is_nohup}:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
told = Event()
with ended_by_signals(told.set):
    os.kill(os.getpid(), signal.SIGHUP)
    print(told.wait({patience}))
"""

# A Ctrl+C while the thread that listens is being started; without a listener the process would never end.
TOLD_AT_THE_FIRST_MOMENT = """
import os, signal, threading
from companion.ending import ended_by_signals

start, told = threading.Thread.start, threading.Event()

def started(thread):
    start(thread)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread.start = started
with ended_by_signals(told.set):
    assert told.wait(30)
print("ended", flush=True)
"""


def said_by(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    # Under `nohup` every program inherits that this signal is ignored.
    heard = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
    command = [sys.executable, "-c", heard + script, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


@pytest.mark.gate(1)
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
@pytest.mark.parametrize("times", [1, 3])
def test_a_signal_is_heard_inside_what_catches_everything(tmp_path, name, times):
    done = said_by(WHILE_THE_LOOP_CATCHES_ALL.format(name=name, times=times), tmp_path)
    assert (done.returncode, sorted(done.stdout.split())) == (0, ["ended", "told"]), done.stderr


def test_signals_that_come_again_and_again_end_it_once():
    done = said_by(TOLD_AGAIN_AND_AGAIN)
    assert (done.returncode, done.stdout) == (0, "ended\n"), done.stderr


@pytest.mark.parametrize(("is_nohup", "patience", "ends"), [(False, 30, "True"), (True, 0.5, "False")])
def test_a_terminal_that_closes_ends_it_unless_it_was_told_to_stay(is_nohup, patience, ends):
    done = said_by(CLOSED_TERMINAL.format(is_nohup=is_nohup, patience=patience))
    assert (done.returncode, done.stdout) == (0, f"{ends}\n"), done.stderr


def test_a_signal_while_the_listener_is_started_is_heard():
    done = said_by(TOLD_AT_THE_FIRST_MOMENT)
    assert (done.returncode, done.stdout) == (0, "ended\n"), done.stderr


def test_a_signal_before_anything_runs_ends_what_begins_then(tmp_path):
    # It came while the parts were being started: the pages are opened and closed again.
    script = WHILE_THE_LOOP_CATCHES_ALL.format(name="SIGTERM", times=1)
    script = script.replace("companion._server.prod(caught)", "caught()")
    done = said_by(script, tmp_path)
    assert (done.returncode, sorted(done.stdout.split())) == (0, ["ended", "told"]), done.stderr


@pytest.mark.gate(0)
def test_a_companion_that_does_not_end_is_seen_by_the_trial(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.reliability.endings.HANGS_AFTER_S", 2.0)
    outcome = endings(4, tmp_path, "deaf")
    assert outcome.failures
    assert "had not ended in 2 s" in outcome.note
    assert "companion_nursery.py" in outcome.note, "it does not say where it hangs"
