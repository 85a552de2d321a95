"""A file may be made to fill the machine: its reader ends, one sentence comes, and the table goes on."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.client import HTTPException

import pytest

from companion.evenings import apart
from companion.evenings.importing import RecordUnusable, imported
from companion.evenings.reader import MOST_MEMORY
from companion.haifu.record import Fault
from tests.conftest import ROOT
from tests.front_door.companions import started
from tests.front_door.own_records import own_text
from tests.security.bombs import BOMBS, LARGEST_BODY, MIB, begin_a_hand, bring_in, children, watched

JUST_READ = 4_100_000
"""Unpacked; what a page sends may have four MiB."""
FAR_TOO_MUCH = 60_000_000
ROOM_FOR_PYTHON = 40 * MIB


@pytest.mark.gate(0)
def test_the_bombs_fit_into_a_request():
    sizes = {name: len(bomb(FAR_TOO_MUCH)) for name, bomb in BOMBS.items()}
    assert max(sizes.values()) < LARGEST_BODY, sizes


@pytest.mark.gate(0)
def test_taps_go_on_while_bombs_are_read(tmp_path):
    with started(tmp_path / "games", "run") as companion:
        begin_a_hand(companion)
        with watched(companion) as watch:
            for name in ("tags within tags", "many lists", "many lines"):
                for size in (JUST_READ, FAR_TOO_MUCH):
                    status, said = bring_in(companion, BOMBS[name](size))
                    assert (status, json.loads(said)["why"]) == (422, "too_large"), (name, said)
        assert watch.refused == []
        assert len(watch.taps_s) > 5
        assert watch.bytes_of.pop(companion.process.pid) < 120 * MIB
        assert watch.bytes_of, "no reader was seen"
        assert max(watch.bytes_of.values()) < MOST_MEMORY + ROOM_FOR_PYTHON
        assert bring_in(companion, own_text("mjlog", 7).encode())[0] == 200
        assert companion.end() == 0


def reader(limits: str) -> tuple[str, ...]:
    """The reader, with other limits on the text than it has."""
    words = (
        f"from companion.haifu import limits; {limits}; from companion.evenings.reader import main; main()"
    )
    return (sys.executable, "-c", words)


def refused(monkeypatch, words, content=b"", most_bytes=64 * MIB):
    monkeypatch.setattr(apart, "READER", words)
    with pytest.raises(RecordUnusable) as told:
        apart.imported_apart(content, "odd\nfile", most_bytes)
    assert str(told.value).startswith("odd?file: ")
    assert "\n" not in str(told.value)
    return told.value


def test_a_reader_can_take_no_more_memory_than_it_may(monkeypatch):
    bomb = BOMBS["many objects"](12_000_000)
    error = refused(monkeypatch, reader("limits.MOST_VALUES = 10**9"), bomb)
    assert error.stop.fault is Fault.TOO_LARGE
    assert "memory" in str(error)


@pytest.mark.parametrize(
    "words",
    [
        ("sh", "-c", "kill -9 $$"),
        ("sh", "-c", "echo '{'"),
        ("sh", "-c", """echo '{"rules": {}, "facts": 1}'"""),
        ("sh", "-c", "exec yes"),
        (sys.executable, "-c", "import time; time.sleep(40)"),
    ],
    ids=["killed", "half an answer", "no game", "without end", "hanging"],
)
def test_a_reader_that_fails_is_one_sentence(monkeypatch, words):
    monkeypatch.setattr(apart, "PATIENCE_S", 0.5)
    began = time.monotonic()
    error = refused(monkeypatch, words, b"x" * 300_000)
    assert error.stop.fault is Fault.TOO_LARGE
    assert "more memory or time" in str(error)
    assert time.monotonic() - began < 30


def test_a_reader_that_breaks_off_tells_no_game(monkeypatch):
    whole = apart._asked(b'{"name": "a", "most_bytes": 100000}\n' + own_text("tenhou6", 7).encode())
    assert apart._understood(whole).facts
    with pytest.raises(ValueError, match="broke off"):
        apart._understood(b"".join(whole.splitlines(keepends=True)[:-3]))


def test_of_a_reader_without_end_little_is_heard(monkeypatch):
    monkeypatch.setattr(apart, "_MOST_ANSWER", 100_000)
    monkeypatch.setattr(apart, "READER", ("sh", "-c", "head -c 60000000 /dev/zero"))
    assert len(apart._asked(b"")) == 100_001


def test_a_page_sends_four_megabytes_at_most():
    content = own_text("mjai", 7).encode()
    most = 4 * MIB - len(content)
    assert apart.imported_apart(content + b" " * most, "a").facts
    with pytest.raises(RecordUnusable, match="larger than 4 MB"):
        apart.imported_apart(content + b" " * (most + 1), "a")


def test_no_reader_is_left_behind(monkeypatch, tmp_path):
    monkeypatch.setattr(apart, "PATIENCE_S", 0.5)
    pid = tmp_path / "pid"
    refused(monkeypatch, ("sh", "-c", f"echo $$ > {pid}; exec sleep 600"))
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), signal.SIGCONT)


def test_a_companion_ends_while_a_reader_hangs(tmp_path):
    with started(tmp_path / "games", "run") as companion:
        send = threading.Thread(target=send_and_be_cut_off, args=(companion,), daemon=True)
        send.start()
        (child,) = children_of(companion.process.pid)
        os.kill(child, signal.SIGSTOP)
        try:
            assert companion.end() == 0
        finally:
            os.kill(child, signal.SIGKILL)
        send.join(30)


def send_and_be_cut_off(companion):
    with suppress(OSError, HTTPException):
        bring_in(companion, BOMBS["many objects"](900_000))


def children_of(pid):
    """As soon as there are any."""
    give_up_at = time.monotonic() + 60
    while not (found := children(pid)) and time.monotonic() < give_up_at:
        time.sleep(0.005)
    return found


def test_one_file_is_read_at_a_time(monkeypatch):
    monkeypatch.setattr(apart, "_WAIT_FOR_OTHERS_S", 0.1)
    with apart._READING, pytest.raises(apart.OthersRead):
        apart.imported_apart(b"", "a")


def test_a_reader_ends_before_the_companion_where_memory_runs_out(monkeypatch, tmp_path):
    told = tmp_path / "told"
    words = f"sleep 0.5; cat /proc/$$/oom_score_adj > {told}"
    refused(monkeypatch, ("sh", "-c", words))
    assert told.read_text().strip() == "1000"


@pytest.mark.gate(1)
@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai"])
def test_what_is_read_apart_is_what_is_read_here(form):
    content = own_text(form, 7).encode()
    assert apart.imported_apart(content, "a") == imported(content, "a")


def test_a_start_loads_no_reader_of_records():
    program = """
import sys
from companion.dashboard.app import create_app
from companion.projections.board import Board
create_app(Board(), None)
print(*sorted(name for name in sys.modules if name.startswith("companion.haifu")), "tarfile" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "companion.haifu.opening" not in loaded
    assert "companion.evenings.apart" not in loaded
