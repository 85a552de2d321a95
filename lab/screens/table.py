"""Starts a companion and tells it things as a page would. Nothing here looks at a page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

_ADDRESS = re.compile(r"http://\S+:(\d+)/")


@contextmanager
def companion(*arguments: str) -> Iterator[int]:
    """Run the companion with these arguments on a free port, and give the port; it ends with the block."""
    program = Path(sys.executable).with_name("companion")
    asked = [str(program), *arguments, "--port", "0"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = _ADDRESS.search(process.stdout.readline())
            assert found is not None, "the companion named no address"
            yield int(found[1])
        finally:
            process.terminate()


@contextmanager
def table_in(folder: Path) -> Iterator[Table]:
    """A table whose companion keeps its games in this folder; it ends with the block."""
    # The page offers pairing only if other devices can reach the companion.
    everywhere = "0.0.0.0"  # noqa: S104
    with companion("run", "--host", everywhere, "--data", str(folder)) as port:
        yield Table(port)


def ask(port: int, method: str, path: str, body: str | None = None) -> dict[str, Any]:
    """What the companion on this port answers."""
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    line.request(method, path, body, {"Content-Type": "application/json", "X-Table": "1"})
    answer: dict[str, Any] = json.load(line.getresponse())
    line.close()
    return answer


class Table:
    """The table of a companion: everything sent to it is a command of the API."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.url = f"http://127.0.0.1:{port}/"
        self._numbers = count(1)

    def snapshot(self) -> dict[str, Any]:
        """The whole table now."""
        return ask(self._port, "GET", "/api/snapshot")

    def do(self, kind: str, **more: object) -> None:
        """Send one command, based on the newest state."""
        body = {"id": f"s{next(self._numbers)}", "expected_seq": self.snapshot()["seq"], "kind": kind, **more}
        answer = ask(self._port, "POST", "/api/commands", json.dumps(body))
        assert "error" not in answer, f"{kind} {more}: {answer['message']}"

    def tap(self, seat: int, action: str, tile: str | None = None) -> None:
        """Send one tap at a player's side."""
        self.do("tap", seat=seat, action=action, **({"tile": tile} if tile else {}))

    def wins(self, seat: int, giver: int, han: int, fu: int) -> None:
        """Enter a win by han and fu: tsumo if the giver is the winner, otherwise ron."""
        value = {"han": han, "fu": fu, "yakuman": 0, "yaku": []}
        by = "tsumo" if seat == giver else "ron"
        self.do("tell", facts=[{"is": "Won", "seat": seat, "by": by, "giver": giver, "value": value}])

    def draws(self, *tenpai: int) -> None:
        """Enter an exhaustive draw with the seats that are tenpai."""
        self.do("tell", facts=[{"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": list(tenpai)}])
