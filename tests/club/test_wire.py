"""A connection to the broker that does not come about, or has ended: nothing of it stays open."""

import gc
import socket
import warnings
from pathlib import Path

import pytest

from companion.club.authority import Authority
from companion.club.wire import Wire, WireDown, sealed_by
from tests.club.conftest import soon


def files_open() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def come_and_go(hub) -> None:
    wire = hub.own_wire()
    wire.open()
    soon(lambda: wire.turn(0.05) is not None and wire.is_ready)
    wire.close()


def test_a_broker_that_takes_too_long_to_greet_leaves_no_connection_open(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.club.wire._CONNECTS_WITHIN_S", 0.05)
    mine = Authority(tmp_path, ("127.0.0.1",))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        wire = Wire(*silent.getsockname(), sealed_by(mine.certificate_file, mine.hub_file), ())
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            with pytest.raises(WireDown, match="handshake operation timed out"):
                wire.open()
            gc.collect()
    assert [one.message for one in told if one.category is ResourceWarning] == []


def test_a_connection_that_has_ended_leaves_no_file_open_until_garbage_is_looked_for(hub):
    come_and_go(hub)
    gc.collect()
    before = files_open()
    gc.disable()
    try:
        for _ in range(5):
            come_and_go(hub)
        assert soon(lambda: files_open() == before, 5.0)
    finally:
        gc.enable()
