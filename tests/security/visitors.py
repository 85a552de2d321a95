"""Every kind of visitor of a real companion, over real connections; no test stands here.

Each visitor has loopback addresses of its own, so that no visitor is slowed down by what another one asks.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.front_door.companions import PATIENCE_S, Companion, started

NETWORK = "192.168.1.7"
"""An address of the house, under which nobody is the own screen."""
MOST_FROM_ONE_ADDRESS = 30
"""What one visitor asks before it takes its next address: fewer than a burst that is let through."""
_networks = itertools.count(1)


@dataclass
class Visitor:
    """Somebody who asks a companion."""

    port: int
    headers: dict[str, str] = field(default_factory=dict)
    is_paired: bool = False
    network: int = field(default_factory=lambda: next(_networks))
    asked: int = 0

    @property
    def address(self) -> str:
        """Where it asks from now."""
        return f"127.{self.network}.{self.asked // MOST_FROM_ONE_ADDRESS}.9"

    def ask(
        self, method: str, path: str, body: Any = None, kind: str = "application/json", **headers: str
    ) -> tuple[int, dict[str, Any], str]:
        """Status, the JSON of the answer where it is JSON, and its whole text."""
        line = HTTPConnection("127.0.0.1", self.port, PATIENCE_S, source_address=(self.address, 0))
        self.asked += 1
        ours = {"Host": f"{NETWORK}:{self.port}", **self.headers, **headers}
        if method not in ("GET", "HEAD", "OPTIONS"):
            ours |= {"X-Table": "1", "Content-Type": kind}
        with closing(line):
            line.request(method, path, None if body is None else json.dumps(body), ours)
            answer = line.getresponse()
            if answer.headers.get_content_type() == "text/event-stream":
                return answer.status, {}, answer.readline().decode()
            text = answer.read().decode("utf-8", "replace")
            is_json = answer.headers.get_content_type() == "application/json" and text
            self.headers |= _cookie(answer.headers.get("Set-Cookie"))
            return answer.status, json.loads(text) if is_json else {}, text

    def error(self, method: str, path: str, body: Any = None, kind: str = "application/json") -> str:
        """The error's code; nothing where there was none."""
        return str(self.ask(method, path, body, kind)[1].get("error", ""))


def _cookie(said: str | None) -> dict[str, str]:
    return {"Cookie": said.partition(";")[0]} if said else {}


def own_screen(companion: Companion) -> Visitor:
    """The browser of the machine itself."""
    return Visitor(companion.port, {"Host": f"localhost:{companion.port}"})


def passer_by(companion: Companion) -> Visitor:
    """A device of the network that nobody has let in."""
    return Visitor(companion.port)


def paired(companion: Companion, role: str) -> Visitor:
    """A device that was let in, as people let one in."""
    made = own_screen(companion).ask("POST", "/api/pairing/code", {"role": role})[1]
    device = Visitor(companion.port, is_paired=True)
    status, said, _ = device.ask("POST", "/api/pairing", {"code": made["code"], "name": role})
    assert (status, said["role"]) == (200, role)
    return device


def sent_away(companion: Companion, role: str) -> Visitor:
    """A device that was let in and sent away again."""
    device, host = paired(companion, role), own_screen(companion)
    newest = host.ask("GET", "/api/devices")[1]["devices"][-1]
    assert host.ask("POST", "/api/devices/revoke", {"id": newest["id"]})[0] == 200
    device.is_paired = False
    return device


def forged(companion: Companion) -> Visitor:
    """A device with a cookie that it has made up."""
    return Visitor(companion.port, {"Cookie": f"riichi-table-{companion.port}={'A' * 43}"})


def proxied(companion: Companion) -> Visitor:
    """Somebody who comes through a proxy on the machine itself, which says so."""
    return Visitor(companion.port, {"Host": f"localhost:{companion.port}", **_PROXY})


def paired_behind_a_proxy(companion: Companion) -> Visitor:
    """A scorer who comes through one."""
    device = paired(companion, "scorer")
    device.headers |= _PROXY
    return device


_PROXY = {"X-Forwarded-For": "127.0.0.1"}

KINDS: dict[str, Callable[[Companion], Visitor]] = {
    "passer-by": passer_by,
    "spectator": partial(paired, role="spectator"),
    "scorer": partial(paired, role="scorer"),
    "host": partial(paired, role="host"),
    "own screen": own_screen,
    "scorer that was sent away": partial(sent_away, role="scorer"),
    "host that was sent away": partial(sent_away, role="host"),
    "forged cookie": forged,
    "proxy on this machine": proxied,
    "scorer behind a proxy": paired_behind_a_proxy,
}


class Tables:
    """An open table and a private one, and their visitors; each begins when it is first wanted."""

    def __init__(self, folder: Path, started_here: ExitStack) -> None:
        self._folder = folder
        self._started = started_here
        self.companions: dict[str, Companion] = {}
        self._visitors: dict[tuple[str, str], Visitor] = {}

    def companion(self, table: str) -> Companion:
        """The companion of the `open` or the `private` table."""
        if table not in self.companions:
            more = ["--private"] if table == "private" else []
            running = self._started.enter_context(started(self._folder / table, "run", *more))
            self.companions[table] = running
            running.wait_until(lambda _: True)
        return self.companions[table]

    def visitor(self, table: str, kind: str) -> Visitor:
        """One visitor of that table."""
        if (table, kind) not in self._visitors:
            self._visitors[table, kind] = KINDS[kind](self.companion(table))
        return self._visitors[table, kind]

    def paired_at(self, table: str) -> int:
        """How many of its visitors are let in."""
        return sum(one.is_paired for (where, _), one in self._visitors.items() if where == table)
