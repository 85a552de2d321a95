"""How soon an entry on a table's disk is on the overlay, without a delay, at twenty entries a second."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from itertools import count
from pathlib import Path

from companion.club.membership import JoinCode, join
from companion.club.service import FOLDER, HubPlan, HubService
from companion.club_page.app import HubPage, PagePlan
from companion.riichi.facts import Fact, HanchanStarted
from tests.club.conftest import soon
from tests.club_page.playing import LinkedTable, game_of
from tests.reliability.club_kills import free_ports
from tests.reliability.trials import Outcome, trial
from tests.toolbox.quick_folder import quick_folder

EVERY_S = 0.05
_LOST_AFTER_S = 30.0
AN_HOUR = 72_000


class Overlay:
    """A page that watches the delayed address, and when it heard of each entry for the first time."""

    def __init__(self, port: int) -> None:
        self.heard: list[tuple[int, float]] = []
        self._port = port
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        line = HTTPConnection("127.0.0.1", self._port, 120)
        line.request("GET", "/api/stream", headers={"Host": "localhost"})
        answer = line.getresponse()
        while said := answer.readline():
            at_s = time.monotonic()
            if said.startswith(b"data: {"):
                self.heard.append((json.loads(said[6:])["seq"], at_s))

    @property
    def newest(self) -> int:
        """The newest entry that it knows of."""
        return self.heard[-1][0] if self.heard else 0


def facts_without_end() -> Iterator[Fact]:
    """One game after the other."""
    for number in count():
        yield from game_of(f"overlay {number}")


def paced(entries: int) -> tuple[dict[int, float], list[tuple[int, float]]]:
    """When each entry was on the disk, and when the overlay heard of which."""
    written: dict[int, float] = {}
    with quick_folder() as folder, ExitStack() as last:
        data = folder / "hub"
        data.mkdir()
        hub = HubService(data, HubPlan("127.0.0.1", *free_ports(2), ("127.0.0.1",)))
        last.callback(hub.stop)
        hub.start()
        page = HubPage(hub, data / FOLDER, PagePlan("127.0.0.1", 0))
        last.callback(page.stop)
        page.start()
        mine = join(folder / "mine", JoinCode.read(str(hub.code())), "Table", 1)
        table = last.enter_context(LinkedTable(folder / "table", mine))
        page.relay.choose(mine.table, 0)
        overlay = Overlay(page.broadcast_port)
        assert soon(lambda: overlay.heard), "the overlay heard nothing"
        due_s = time.monotonic()
        for _, fact in zip(range(entries), facts_without_end(), strict=False):
            time.sleep(max(0.0, due_s - time.monotonic()))
            due_s = max(due_s + EVERY_S, time.monotonic())
            (table.begin if isinstance(fact, HanchanStarted) else table.tell)([fact])
            written[table.journal.last_seq] = time.monotonic()
        soon(lambda: overlay.newest >= max(written), _LOST_AFTER_S)
        return written, list(overlay.heard)


def waits(written: dict[int, float], heard: list[tuple[int, float]]) -> list[float]:
    """How long each entry took until the overlay was told of it; endless where it never was."""
    found, at = [], 0
    for seq, on_disk_s in sorted(written.items()):
        while at < len(heard) and heard[at][0] < seq:
            at += 1
        found.append(heard[at][1] - on_disk_s if at < len(heard) else float("inf"))
    return found


@trial("P4", "entries at 20 a second that never reached the overlay", short=60, long=AN_HOUR)
def overlay_keeps_pace(tries: int, _folder: Path) -> Outcome:
    written, heard = paced(tries)
    took = sorted(waits(written, heard))
    dropped = sum(one == float("inf") for one in took)
    alone = len({seq for seq, _ in heard} & set(written))
    p50, p99 = (1_000 * took[int(len(took) * share)] for share in (0.5, 0.99))
    note = f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, {alone:,} with a picture of their own"
    return Outcome(len(took), dropped, note)
