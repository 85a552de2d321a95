"""A table that plays by itself up to a moment worth a picture, then pauses. Nothing here knows the page."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.screens.table import ask, companion

SEED = 4
LIVE = 22
"""The game is paused, in a hand with a call, once at most this many draws are left (`wall.live`)."""
PATIENCE_S = 120.0


@contextmanager
def pretended(folder: Path) -> Iterator[str]:
    """Run `companion demo`, pause it in the middle of a hand with a call, and give its page's address."""
    with companion("demo", "--seed", str(SEED), "--speed", "20", "--data", str(folder)) as port:
        _stop_at_a_good_moment(port)
        yield f"http://127.0.0.1:{port}/"


def _stop_at_a_good_moment(port: int) -> None:
    give_up_at = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up_at:
        seen = ask(port, "GET", "/api/snapshot")
        wall, melds = seen["wall"], [seat["melds"] for seat in seen["seats"]]
        if wall and (wall["live"] or LIVE + 1) <= LIVE and any(melds) and not seen["result"]:
            body = {"id": "stop", "expected_seq": seen["seq"], "kind": "pause"}
            ask(port, "POST", "/api/commands", json.dumps(body))
            return
        time.sleep(0.02)
    raise AssertionError("the table never came to such a moment")
