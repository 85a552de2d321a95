"""A connection to the broker that does not come about."""

import gc
import socket
import warnings

import pytest

from companion.club.authority import Authority
from companion.club.wire import Wire, WireDown, sealed_by


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
