"""Trials of a club before the real broker: broker, hub and tables are killed while everybody plays."""

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from companion.club.chain import text_to_send
from companion.club.copies import Copies
from companion.club.members import Members
from companion.journal import SqliteReader
from tests.conftest import ROOT
from tests.reliability.club_tables import DONE, HELD, JOURNAL, join_all
from tests.reliability.trials import Outcome, trial
from tests.toolbox.quick_folder import quick_folder

ENTRIES_OF_A_HANCHAN = 843
SETTLES_WITHIN_S = 120.0
S_PER_KILL = 1.5
"""About how long it takes until the hub has acknowledged more after a kill."""


class Evening:
    """A hub, its broker, and tables that play in a few processes; each of them may be killed."""

    def __init__(self, folder: Path, tables: int, target: int, pause_s: float, hub: str = "sound") -> None:
        self._folder, self._target, self._pause_s, self._kind = folder, target, pause_s, hub
        self._data = folder / "hub"
        self._ports = [str(port) for port in free_ports(2)]
        self._chance = random.Random(f"{tables} {target}")
        self.tables = range(1, tables + 1)
        self.broken: list[str] = []
        self.kills = {"broker": 0, "hub": 0, "tables": 0}
        self._acknowledged = 0
        self._said = folder / "said"
        self._hub = self._started_hub()
        join_all(folder, self._codes(), self.tables)
        most = max(3, -(-tables // 5))
        self._groups = [self.tables[at : at + most] for at in range(0, tables, most)]
        self._players = [self._started_tables(group) for group in self._groups]

    def _started_hub(self) -> "subprocess.Popen[bytes]":
        port, join_port = self._ports
        with self._said.open("ab") as said:
            command = [sys.executable, "-m", "tests.reliability.club_hub", self._kind]
            command += ["--data", str(self._data), "--port", port, "--join-port", join_port]
            command += ["--page-port", "0"]
            return subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said)

    def _started_tables(self, tables: range) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "tests.reliability.club_tables", str(self._folder)]
        command += [str(self._target), str(self._pause_s), *map(str, tables)]
        with (self._folder / f"tables-{tables[0]}").open("ab") as said:
            return subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said)

    def _codes(self) -> Iterator[str]:
        """Each code that the hub shows, once."""
        seen: set[str] = set()
        deadline = time.monotonic() + SETTLES_WITHIN_S
        while time.monotonic() < deadline:
            shown = self._said.read_text() if self._said.exists() else ""
            for code in re.findall(r"--club (\S+)\n", shown):
                if code not in seen:
                    seen.add(code)
                    yield code
            time.sleep(0.02)
        raise AssertionError(f"the hub shows no code: {shown[-300:]}")

    def goes_on_within(self, seconds: float) -> bool:
        """Wait until the hub has acknowledged more than when this was asked last; whether it did."""
        before, deadline = self._acknowledged, time.monotonic() + seconds
        while (now := sum(self.promised.values())) <= before:
            if time.monotonic() > deadline or now == self._target * len(self.tables):
                return False
            time.sleep(0.05)
        self._acknowledged = now
        return True

    def kill_one(self) -> None:
        """Somebody dies, and is started again."""
        # Each kind in turn at first, so that a short trial has them all.
        fewest = [who for who, kills in self.kills.items() if not kills]
        who = (fewest or self._chance.sample(tuple(self.kills), 1))[0]
        self.kills[who] += 1
        match who:
            case "broker":
                self._kill_broker()
            case "hub":
                self.kill_hub()
            case "tables":
                at = self._chance.randrange(len(self._players))
                _kill(self._players[at])
                self._players[at] = self._started_tables(self._groups[at])

    def _kill_broker(self) -> None:
        folder = self._data / "club" / "broker"
        with contextlib.suppress(OSError, ValueError):
            pid = int((folder / "pid").read_text())
            if str(folder / "mosquitto.conf") in Path(f"/proc/{pid}/cmdline").read_text().split("\0"):
                os.kill(pid, signal.SIGKILL)

    def kill_hub(self) -> None:
        """Kill it, check whether its disk has what it had acknowledged, and start it again."""
        _kill(self._hub)
        promised = self.promised
        copies = self._copies()
        for table, held in promised.items():
            if held > copies.get(table, 0):
                self.broken.append(f"table {table}: {held} acknowledged, {copies.get(table, 0)} on the disk")
        self._hub = self._started_hub()

    @property
    def promised(self) -> dict[int, int]:
        """What the hub has acknowledged to each table."""
        return {table: self._promised(table) for table in self.tables}

    def _promised(self, table: int) -> int:
        try:
            return int((self._folder / str(table) / HELD).read_text())
        except FileNotFoundError:
            return 0

    def _copies(self) -> dict[int, int]:
        folder = self._data / "club"
        names = {member.id: int(member.name.split()[-1]) for member in Members(folder).all}
        with closing(Copies(folder / "club.sqlite")) as copies:
            return {names[copy.table]: copy.held for copy in copies.all()}

    @property
    def is_played(self) -> bool:
        """Whether every table has written its last entry."""
        return all((self._folder / str(table) / DONE).exists() for table in self.tables)

    def settled_within(self, seconds: float) -> float | None:
        """How long it took until the hub had everything; None where it did not."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            if self.is_played and all(self._promised(table) == self._target for table in self.tables):
                return time.monotonic() - began
            time.sleep(0.05)
        return None

    def differences(self) -> list[str]:
        """Tables whose copy is not exactly their journal."""
        found = []
        folder = self._data / "club"
        names = {int(member.name.split()[-1]): member.id for member in Members(folder).all}
        with closing(Copies(folder / "club.sqlite")) as copies:
            for table in self.tables:
                with closing(SqliteReader(self._folder / str(table) / JOURNAL)) as reader:
                    assert reader.origin is not None
                    copy = copies.of(names[table], reader.origin.epoch)
                    wanted = tuple(
                        (one.seq, one.game, text_to_send(one.text)) for one in reader.texts(0, 10**9)
                    )
                    if copy is None or copies.entries(copy) != wanted or len(wanted) != self._target:
                        found.append(f"table {table} has {len(wanted)} entries, the hub {copy and copy.held}")
        return found

    def memory_mb(self) -> tuple[float, float]:
        """Resident memory of the hub and of the broker, once both live again."""
        deadline = time.monotonic() + SETTLES_WITHIN_S
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError, ValueError):
                broker = int((self._data / "club" / "broker" / "pid").read_text())
                if all(found := (_resident_mb(self._hub.pid), _resident_mb(broker))):
                    return found
            time.sleep(0.05)
        raise AssertionError("hub and broker do not come to life again")

    def close(self) -> None:
        """Nothing goes on running."""
        for player in self._players:
            _kill(player)
        self._hub.terminate()
        try:
            self._hub.wait(10)
        except subprocess.TimeoutExpired:
            _kill(self._hub)
        # A hub that was killed, or had only begun to start, leaves its broker behind.
        self._kill_broker()


def _resident_mb(pid: int) -> float:
    """0 for one that is dead and not buried yet."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def _kill(child: "subprocess.Popen[bytes]") -> None:
    child.kill()
    child.wait()


def free_ports(count: int) -> list[int]:
    """Ports on which nobody listens at the moment."""
    with ExitStack() as open_ones:
        sockets = [open_ones.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in sockets]


@trial(
    "N1",
    "broker, hub and tables of a club are killed while they play: entries lost, doubled or moved",
    short=3,
    long=1_000,
)
def killed_while_all_play(tries: int, _folder: Path) -> Outcome:
    tables = 50 if tries > 100 else 3
    target = 8 * ENTRIES_OF_A_HANCHAN if tries > 100 else 150
    # Slow enough that the last kill, too, comes while they play.
    pause_s = max(0.05, tries * S_PER_KILL / target) if tries > 100 else 0.01
    amid = 0
    with quick_folder() as folder, closing(Evening(folder, tables, target, pause_s)) as club:
        for _ in range(tries):
            # Who dies before anything has gone on since the last death tries nothing.
            amid += club.goes_on_within(SETTLES_WITHIN_S)
            time.sleep(random.Random(sum(club.kills.values())).uniform(0.1, 1.0))
            club.kill_one()
        took = club.settled_within(tables * SETTLES_WITHIN_S)
        failures = [*club.broken, *club.differences()] + (
            ["it does not come to rest"] if took is None else []
        )
        hub_mb, broker_mb = club.memory_mb()
        entries = tables * target
        note = f"{tables} tables, {entries:,} entries, {amid:,} kills between two acknowledgements, "
        note += f"hub {hub_mb:.0f} MB, broker {broker_mb:.0f} MB"
        return Outcome(sum(club.kills.values()), len(failures), failures[0] if failures else note)


@trial(
    "N2",
    "the same with a hub that acknowledges before its commit: not caught",
    short=1,
    long=5,
)
def a_hub_that_answers_first_is_caught(tries: int, _folder: Path) -> Outcome:
    failures, kills = 0, 0
    for _ in range(tries):
        with quick_folder() as folder, closing(Evening(folder, 2, 2_000, 0.01, hub="early")) as club:
            while not club.broken and not club.is_played:
                before = club.promised
                while club.promised == before and not club.is_played:
                    time.sleep(0.01)
                club.kill_hub()
                kills += 1
            failures += not club.broken
    return Outcome(tries, failures, f"caught after {kills} kills")
