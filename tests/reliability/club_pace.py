"""How quickly the hub's page shows what happens at 50 tables, and what that costs.

Type `python -m tests.reliability.club_pace`. With `tables` behind it, this is one of the processes in
which the tables play; no test stands here.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

from companion.clock import SystemClock
from companion.club.membership import membership_of
from companion.club.table_link import TableLink
from companion.club_page.game_view import Followed
from companion.evidence import Cause
from companion.journal import Draft, SqliteJournal
from companion.projections.snapshot import plain
from companion.riichi.facts import Fact, HanchanStarted
from companion.riichi.presets import TENHOU
from tests.conftest import ROOT
from tests.figures import Page, commit
from tests.reliability.club_kills import ENTRIES_OF_A_HANCHAN, free_ports
from tests.reliability.club_tables import NOON, facts_of, join_all
from tests.toolbox.quick_folder import quick_folder

HANCHAN_S = 3_600.0
"""Of a game in a tournament."""
GROUPS = 5
BEGIN_WITH = 200
"""What each table has played before: hands are then spread over all of their moments."""
LOG, GO, STOP, COST = "log", "go", "stop", "cost"
HEADING = (
    "tables",
    "viewers",
    "entries",
    "changes of a table",
    "p50",
    "p99",
    "worst",
    "hub",
    "link of a table",
    "load",
    "nice",
    "at commit",
)
WORDS = (
    "From an entry on a table's disk until a page that watches has been told of it, at the pace of a "
    f"tournament (a game of {ENTRIES_OF_A_HANCHAN} entries an hour), for every entry that changes what is "
    "shown. Wanted: p99 of 500 ms. Tables, hub, broker and viewers are on one machine; `load` "
    "is how many processes wanted its cores at the end, and with a `nice` under 0 these came before others. "
    "`hub` is the most resident memory of its process (wanted: 150 MB), `link of a table` the processor time "
    "of its thread (wanted: 1 % of a core)."
)
FIGURES = Page(
    Path("docs/figures/club.md"),
    "The hub's page with many tables",
    "python -m tests.reliability.club_pace --write",
    WORDS,
    HEADING,
    2,
)


class PacedPlay:
    """One table that plays as quickly as people do, and writes down when each entry was on its disk."""

    def __init__(self, folder: Path, table: int, target: int) -> None:
        mine = membership_of(folder / "club")
        assert mine is not None
        self._dice = random.Random(table)
        self._folder, self._facts = folder, facts_of(folder, table, target)
        self._journal = SqliteJournal(folder / "table.sqlite")
        self.link = TableLink(mine, self._journal.reader, lambda _: None, SystemClock())
        self._game = None

    def begin(self) -> None:
        self._append(self._facts[:BEGIN_WITH])
        self.link.start()

    def _append(self, facts: list[Fact]) -> None:
        for fact in facts:
            if isinstance(fact, HanchanStarted):
                self._game = self._journal.next_game("table", TENHOU, NOON)
            assert self._game is not None
            self._journal.append(self._game, [Draft(at=NOON, because=Cause.PRETEND, fact=fact)])

    def run(self, go: Path, stop: Path) -> None:
        while not go.exists():
            time.sleep(0.05)
        pause_s = HANCHAN_S / ENTRIES_OF_A_HANCHAN
        time.sleep(self._dice.uniform(0, pause_s))
        began_s, spent_s = time.monotonic(), self._spent_s()
        with (self._folder / LOG).open("w") as log:
            for fact in self._facts[BEGIN_WITH:]:
                if stop.exists():
                    break
                self._append([fact])
                log.write(f"{self._journal.last_seq} {time.monotonic()}\n")
                self.link.notice()
                time.sleep(self._dice.uniform(0.5, 1.5) * pause_s)
        cost = (self._spent_s() - spent_s) / (time.monotonic() - began_s)
        (self._folder / COST).write_text(str(cost))

    def _spent_s(self) -> float:
        fields = (
            Path(f"/proc/self/task/{self.link._thread.native_id}/stat").read_text().rpartition(")")[2].split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def play(folder: Path, target: int, tables: list[str]) -> None:
    plays = [PacedPlay(folder / table, int(table), target) for table in tables]
    for each in plays:
        each.begin()
    threads = [threading.Thread(target=each.run, args=(folder / GO, folder / STOP)) for each in plays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for each in plays:
        each.link.stop()


class Viewer:
    """A page that watches, and when it heard what."""

    def __init__(self, port: int) -> None:
        self.heard: dict[str, list[tuple[float, object]]] = {}
        self.names: dict[str, str] = {}
        self._port = port
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        line = HTTPConnection("127.0.0.1", self._port, 120)
        line.request("GET", "/api/stream", headers={"Host": f"localhost:{self._port}"})
        answer = line.getresponse()
        while said := answer.readline():
            at = time.monotonic()
            if said.startswith(b"data: {"):
                for table, view in json.loads(said[6:])["tables"].items():
                    self.names[table] = view["name"]
                    self.heard.setdefault(table, []).append((at, view["game"]))


def delays(folder: Path, viewer: Viewer, target: int) -> tuple[list[float], int]:
    """For each entry that changes what is shown: how long it took; and how many entries there were."""
    found, entries = [], 0
    for table, heard in viewer.heard.items():
        number = int(viewer.names[table].split()[-1])
        told = {
            int(seq): float(at)
            for seq, at in map(str.split, (folder / str(number) / LOG).read_text().splitlines())
        }
        entries += len(told)
        expected = list(_views(facts_of(folder / str(number), number, target), max(told, default=0)))
        at, seen = 0, []
        for when, game in heard:
            ahead = next((step for step in range(at, len(expected)) if expected[step][1] == game), None)
            if ahead is not None:
                seen += [(expected[step][0], when) for step in range(at, ahead + 1)]
                at = ahead + 1
        found += [when - told[seq] for seq, when in seen if seq in told]
        missing = [seq for seq, _ in expected[at:] if seq in told]
        assert not missing, f"{viewer.names[table]}: the page was never told of {missing[:5]}"
    return found, entries


def _views(facts: list[Fact], newest: int) -> Iterator[tuple[int, object]]:
    """What is shown of a table, each time that it changes: after which entry, and what."""
    game, before = Followed(TENHOU), None
    for seq, fact in enumerate(facts[:newest], 1):
        if isinstance(fact, HanchanStarted):
            game = Followed(TENHOU)
        assert game.take([Draft(at=NOON, because=Cause.PRETEND, fact=fact).numbered(seq)])
        shown = json.loads(json.dumps(plain(game.now)))
        if shown != before:
            before = shown
            yield seq, shown


def measure(tables: int, viewers: int, seconds: float) -> tuple[str, ...]:
    target = BEGIN_WITH + int(3 * seconds * ENTRIES_OF_A_HANCHAN / HANCHAN_S) + 50
    with quick_folder() as folder:
        ports = [str(port) for port in free_ports(3)]
        said = (folder / "said").open("wb")
        command = [sys.executable, "-m", "companion", "club", "start", "--data", str(folder / "hub")]
        command += ["--port", ports[0], "--join-port", ports[1], "--page-port", ports[2]]
        hub = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said)
        players = []
        try:
            join_all(folder, _codes(folder / "said"), range(1, tables + 1))
            each = -(-tables // GROUPS)
            for first in range(1, tables + 1, each):
                group = [str(table) for table in range(first, min(tables, first + each - 1) + 1)]
                command = [
                    sys.executable,
                    "-m",
                    "tests.reliability.club_pace",
                    "tables",
                    str(folder),
                    str(target),
                ]
                players.append(subprocess.Popen([*command, *group], cwd=ROOT))
            watching = [Viewer(int(ports[2])) for _ in range(viewers)]
            while sum(bool(heard[-1][1]) for heard in watching[0].heard.values()) < tables:
                time.sleep(0.2)
            time.sleep(5.0)
            (folder / GO).touch()
            hub_mb = 0.0
            for _ in range(int(seconds)):
                time.sleep(1.0)
                hub_mb = max(hub_mb, _resident_mb(hub.pid))
            load = os.getloadavg()[0]
            (folder / STOP).touch()
            for player in players:
                player.wait(60)
            time.sleep(2.0)
            found, entries = delays(folder, watching[0], target)
            costs = [float((folder / str(table) / COST).read_text()) for table in range(1, tables + 1)]
        finally:
            for process in (*players, hub):
                process.terminate()
                process.wait(30)
            said.close()
    found.sort()
    p50, p99 = (found[round(part * (len(found) - 1))] * 1_000 for part in (0.5, 0.99))
    return (
        *(f"{count:,}" for count in (tables, viewers, entries, len(found))),
        *(f"{one:.0f} ms" for one in (p50, p99, found[-1] * 1_000)),
        f"{hub_mb:.0f} MB",
        f"{100 * sum(costs) / len(costs):.2f} %",
        f"{load:.1f}",
        str(os.nice(0)),
        commit(),
    )


def _codes(said: Path) -> Iterator[str]:
    seen: set[str] = set()
    while True:
        for code in re.findall(r"--club (\S+)\n", said.read_text() if said.exists() else ""):
            if code not in seen:
                seen.add(code)
                yield code
        time.sleep(0.02)


def _resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["tables"]:
        play(Path(arguments[1]), int(arguments[2]), arguments[3:])
        return
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.club_pace")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--viewers", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--write", action="store_true", help=f"write {FIGURES.path} too")
    asked = parser.parse_args(arguments)
    row = measure(asked.tables, asked.viewers, asked.seconds)
    sys.stdout.write(f"{dict(zip(HEADING, row, strict=True))}\n")
    if asked.write:
        FIGURES.put(row, ROOT / FIGURES.path)


if __name__ == "__main__":
    main(sys.argv[1:])
