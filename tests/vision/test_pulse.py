"""The worker's words come one at a time, and a long look is not silence, but a hanging one is."""

import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from tests.conftest import ROOT
from vision.pulse import LONGEST_LOOK_S, Pulse
from vision.sighting import Condition, EyeStatus, Heartbeat
from vision.wire import from_line

SECOND = 1_000_000_000
BEAT = Heartbeat("above", 0, 7)


@pytest.fixture
def mouth() -> SimpleNamespace:
    """A pulse that nobody beats, on a clock of our own."""
    one = SimpleNamespace(said=[], now_ns=0)
    one.pulse = Pulse(one.said.append, lambda: one.now_ns)
    return one


def test_while_the_loop_looks_its_last_heartbeat_is_said_every_second(mouth) -> None:
    mouth.pulse.say(BEAT)
    for second in range(1, 31):
        mouth.now_ns = second * SECOND
        assert mouth.pulse.beat()
        assert not mouth.pulse.beat()
    assert mouth.said == [BEAT, *(Heartbeat("above", at * SECOND, 7) for at in range(1, 31))]


def test_a_loop_that_hangs_falls_silent_and_one_that_moves_again_does_not(mouth) -> None:
    mouth.pulse.say(BEAT)
    beats = []
    for second in range(1, 200):
        mouth.now_ns = second * SECOND
        beats += [second] * mouth.pulse.beat()
    assert beats == list(range(1, int(LONGEST_LOOK_S)))
    mouth.pulse.say(EyeStatus("above", mouth.now_ns, Condition.WATCHING, ""))
    mouth.now_ns += SECOND
    assert mouth.pulse.beat()


def test_nothing_is_said_before_the_loop_has_said_that_it_lives(mouth) -> None:
    mouth.now_ns = 5 * SECOND
    assert not mouth.pulse.beat()
    assert not mouth.said


def test_two_threads_never_speak_at_once() -> None:
    speaking, speakers, both = threading.Lock(), [], []

    def write(message) -> None:
        if not speaking.acquire(blocking=False):
            both.append(message)
            return
        speakers.append(threading.current_thread().name)
        time.sleep(1e-4)
        speaking.release()

    with Pulse(write, time.monotonic_ns, beat_s=1e-6) as pulse:
        for number in range(5000):
            pulse.say(Heartbeat("above", number, number))
            time.sleep(1e-5)
            if speakers.count("pulse") > 50:
                break
    assert speakers.count("pulse") > 50
    assert not both


def test_a_pulse_without_a_listener_ends_by_itself() -> None:
    tried = threading.Event()

    def write(message) -> None:
        if threading.current_thread().name == "pulse":
            tried.set()
            raise BrokenPipeError

    with Pulse(write, lambda: 0, beat_s=0.0) as pulse:
        pulse.say(BEAT)
        assert tried.wait(60)


SLOW = """
import sys
from vision import pulse, worker
from vision.sighting import Heartbeat

def looks_long(asked, mount, zones, say):
    say(Heartbeat(mount.name, 0, 3))
    sys.stdin.read()

worker._watch = looks_long
sys.exit(worker.main(["--source", "folder=none", "--camera", "above"]))
"""


def test_the_real_process_beats_through_a_long_look_and_ends_with_it() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        said = [from_line(process.stdout.readline()) for _ in range(3)]
        _, errors = process.communicate()
    assert [(one.camera, one.frames) for one in said] == [("above", 3)] * 3
    assert 0 < said[1].at_ns < said[2].at_ns
    assert (process.returncode, errors) == (0, b"")
