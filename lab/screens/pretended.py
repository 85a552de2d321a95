"""A table that plays by itself up to a moment worth a picture, then pauses. Nothing here knows the page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

SEED = 4
LIVE = 22
"""The game is paused, in a hand with a call, once at most this many draws are left (`wall.live`)."""
PATIENCE_S = 120.0


@contextmanager
def pretended(folder: Path) -> Iterator[str]:
    """Run `companion demo`, pause it in the middle of a hand with a call, and give its page's address."""
    program = Path(sys.executable).with_name("companion")
    asked = [str(program), "demo", "--seed", str(SEED), "--speed", "20", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:(\d+)/", process.stdout.readline())
            assert found is not None, "the companion named no address"
            _stop_at_a_good_moment(int(found[1]))
            yield f"http://127.0.0.1:{found[1]}/"
        finally:
            process.terminate()


def _stop_at_a_good_moment(port: int) -> None:
    give_up_at = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up_at:
        seen = _asked(port, "GET", "/api/snapshot")
        wall, melds = seen["wall"], [seat["melds"] for seat in seen["seats"]]
        if wall and (wall["live"] or LIVE + 1) <= LIVE and any(melds) and not seen["result"]:
            body = {"id": "stop", "expected_seq": seen["seq"], "kind": "pause"}
            _asked(port, "POST", "/api/commands", json.dumps(body))
            return
        time.sleep(0.02)
    raise AssertionError("the table never came to such a moment")


def _asked(port: int, method: str, path: str, body: str | None = None) -> dict[str, Any]:
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    line.request(method, path, body, {"Content-Type": "application/json", "X-Table": "1"})
    answer: dict[str, Any] = json.load(line.getresponse())
    line.close()
    return answer
