"""R16: the watchdog is fed only while every loop moves; systemd is a socket here."""

import socket
import threading

import pytest

from companion.clock import ManualClock
from companion.watchdog import SILENT_AFTER_S, Heartbeats, Watchdog, tell_systemd


class Loop:
    """A loop that calls what it was given when the test says so."""

    def __init__(self):
        self.owed = []

    def prod(self, beat):
        self.owed.append(beat)

    def move(self):
        owed, self.owed = self.owed, []
        for beat in owed:
            beat()


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield heard


def heard(systemd):
    words = []
    while True:
        try:
            words.append(systemd.recv(1000).decode())
        except BlockingIOError:
            return words


@pytest.fixture
def clock():
    return ManualClock()


def test_it_is_fed_while_all_loops_move_and_starves_when_one_hangs(systemd, clock, caplog):
    table, pages = Loop(), Loop()
    beats = Heartbeats(clock)
    beats.watch("table", table.prod)
    beats.watch("pages", pages.prod)
    dog = Watchdog(beats)
    for _ in range(5):
        assert dog.look()
        table.move()
        pages.move()
        clock.advance(seconds=2)
    assert heard(systemd) == ["WATCHDOG=1"] * 5
    for _ in range(20):
        dog.look()
        pages.move()
        clock.advance(seconds=2)
    fed = heard(systemd)
    assert 3 <= fed.count("WATCHDOG=1") <= 6
    assert fed[-1] == "STATUS=table does not move"
    assert fed.count("STATUS=table does not move") == 1
    assert "loop.silent table" in caplog.text
    assert "MainThread" in caplog.text


def test_a_loop_that_moves_again_is_fed_again(systemd, clock):
    table = Loop()
    beats = Heartbeats(clock)
    beats.watch("table", table.prod)
    dog = Watchdog(beats)
    dog.look()
    clock.advance(seconds=SILENT_AFTER_S + 1)
    assert not dog.look()
    table.move()
    assert dog.look()
    assert len(table.owed) == 1
    # Nor does its status stay what it was.
    assert heard(systemd)[1:] == ["STATUS=table does not move", "WATCHDOG=1\nSTATUS=the table is open"]
    table.move()
    assert dog.look()
    assert heard(systemd) == ["WATCHDOG=1"]


def test_systemd_is_told_of_a_silent_loop_before_the_disk_is_used(systemd, clock, monkeypatch):
    beats = Heartbeats(clock)
    beats.watch("table", Loop().prod)
    told = []
    monkeypatch.setattr("companion.watchdog._log.error", lambda *_: told.extend(heard(systemd)))
    clock.advance(seconds=SILENT_AFTER_S + 1)
    Watchdog(beats).look()
    assert told == ["STATUS=table does not move"]


def test_a_loop_is_not_asked_again_while_it_owes_an_answer(clock):
    table = Loop()
    beats = Heartbeats(clock)
    beats.watch("table", table.prod)
    for _ in range(50):
        beats.prod_all()
    assert len(table.owed) == 1


def test_the_word_of_the_start_and_of_the_end(systemd, clock):
    dog = Watchdog(Heartbeats(clock), every_s=60.0)
    dog.start()
    dog.stop()
    words = heard(systemd)
    assert words[0].startswith("READY=1\n")
    assert "STOPPING=1" in words
    assert not [thread for thread in threading.enumerate() if thread.name == "watchdog"]


def test_without_systemd_nobody_is_told(monkeypatch):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not tell_systemd("WATCHDOG=1")


def test_a_socket_that_is_gone_stops_nothing(monkeypatch, tmp_path, caplog):
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert not tell_systemd("WATCHDOG=1")
    assert "systemd.deaf" in caplog.text


def test_the_abstract_socket_of_systemd_is_found(monkeypatch, tmp_path):
    name = f"riichi-{tmp_path.name}-{threading.get_native_id()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0" + name)
        monkeypatch.setenv("NOTIFY_SOCKET", "@" + name)
        assert tell_systemd("READY=1")
        assert listening.recv(100) == b"READY=1"
