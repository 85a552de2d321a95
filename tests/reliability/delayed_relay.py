"""The delayed address asked for everything, while tables play, clocks jump and the hub begins anew.

Every answer must be one that old entries alone would give. What these are is counted here: from the times at
which the tables told, by the rules' replay of each prefix of what was told, and with no list of marks.
`python -m tests.reliability.delayed_relay 1000000` asks a million times and prints one line.
"""

from __future__ import annotations

import random
import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from companion.club.membership import JoinCode, join
from companion.club.service import FOLDER, HubPlan, HubService
from companion.club_page.app import HubPage, PagePlan
from companion.journal import Entry, replay
from companion.journal.replay import followed
from companion.projections.snapshot import project, snapshot_json
from companion.riichi.facts import Fact
from companion.riichi.hanchan import Hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import TENHOU
from companion.table_state import TableState
from tests.club.conftest import soon
from tests.club_page.playing import LinkedTable, game_of
from tests.reliability.club_kills import free_ports
from tests.reliability.trials import Outcome, trial
from tests.toolbox.quick_folder import quick_folder

LONGEST_S = 3_600
_KEPT = 4_000
GAME = "2024-01-01-table-1"
_NEVER = ("Last-Modified", "Age", "Expires", "Content-Location", "Link", "Set-Cookie")
_TELLS = (b"Wilhelmina", b"Sigrun", b'"river"', b'"kyoku"', b'"deltas"')
"""What no answer names that is not about the table."""
_LIVE = ("/api/snapshot", "/api/stream")
_LINES_OF_FIRST = 8
"""Of a stream, up to its first state."""
_PATHS = (
    "/api/snapshot",
    "/api/stream",
    "/",
    "/?overlay=1",
    "/api/me",
    "/healthz",
    "/readyz",
    "/metrics",
    "/api/history",
    "/api/games",
    "/api/games/{game}",
    "/api/games/{game}/at/{seq}",
    "/api/games/{game}/export?format=tenhou6",
    "/api/referee/tables/{table}",
    "/api/replay/hands",
    "/api/season",
    "/api/papers/standings.csv",
    "/api/broadcast",
    "/api/players",
    "/api/statistics",
    "/static/js/main.js",
    "/static/..%2f..%2fapi/snapshot",
    "/broadcast.json",
    "/club.sqlite",
)
_QUERIES = (
    "",
    "",
    "",
    "?seq={seq}",
    "?delay=0",
    "?delay_s=0&table={table}",
    "?since={seq}",
    "?overlay=table",
    "?%00",
)
_HEADERS = (
    ("Accept", "text/event-stream"),
    ("Accept-Encoding", "gzip"),
    ("If-None-Match", "*"),
    ("If-Modified-Since", "Mon, 01 Jan 2001 00:00:00 GMT"),
    ("Range", "bytes=0-9999"),
    ("Last-Event-ID", "{seq}"),
    ("Cache-Control", "no-cache"),
    ("X-Forwarded-For", "127.0.0.1"),
    ("X-Table", "1"),
    ("Origin", "http://localhost"),
    ("X-Original-URL", "/api/games"),
)
_METHODS = ("GET",) * 12 + ("HEAD", "OPTIONS", "POST", "PUT", "TRACE")


@dataclass
class Told:
    """One entry, and what the page may say from then on."""

    at_s: float
    promise_s: float
    """How late everything was shown when it was told."""
    text: str


class Played:
    """One table with what it has told, and how it stood after each entry: counted without the hub."""

    def __init__(self, table: LinkedTable, number: int, rng: random.Random) -> None:
        self.table, self.told = table, list[Told]()
        self._number, self._rng = number, rng
        self._games, self._left = 0, list[Fact]()
        self._entries, self._now = list[Entry](), _start()

    def tell(self, at_s: float, promise_s: float) -> None:
        """A few facts more; now and then somebody takes the last one back and tells it again."""
        count = self._rng.choice((1, 1, 2, 5, 20, 60))
        if not self._left:
            self._games += 1
            self._left = game_of(f"relay {self._number} {self._games}")
            self._entries, self._now = [], _start()
            count = max(2, count)
        facts, self._left = self._left[:count], self._left[count:]
        (self.table.tell if self._entries else self.table.begin)(facts)
        if self._rng.random() < 0.1:
            self.table.take_back(self.table.journal.last_seq)
            self.table.tell(facts[-1:])
        self._remember(at_s, promise_s)

    def _remember(self, at_s: float, promise_s: float) -> None:
        game = self.table.game
        for entry in tuple(self.table.journal.entries(game.number))[len(self._entries) :]:
            self._entries.append(entry)
            if entry.fact is None:
                found = replay(self._entries, TENHOU)
                assert found.failure is None, found.failure
                self._now = found.hanchan, found.last_kyoku
            else:
                self._now = followed(*self._now, entry.fact)
            self.told.append(Told(at_s, promise_s, _text(TableState(entry.seq, game.name, *self._now))))
        # After two of the longest delays something newer is shown, or nothing.
        del self.told[:-_KEPT]

    def may_say(self, now_s: float, delay_s: float) -> set[str]:
        """How the table stood as long ago as the delay, and before."""
        return {one.text for one in self.told if one.at_s + max(one.promise_s, delay_s) <= now_s}


def _start() -> tuple[Hanchan, Kyoku | None]:
    return begin(TENHOU), None


def _text(state: TableState) -> str:
    return snapshot_json(replace(project(state, last_kyoku=state.last_kyoku), reminders=()))


NOTHING = _text(TableState(0, None, begin(TENHOU)))


class Evening:
    """A hub that is begun anew now and then, its tables, and who asks its delayed address."""

    def __init__(self, folder: Path, last: ExitStack, rng: random.Random) -> None:
        self.rng, self.now_s, self._lag_s = rng, 50_000.0, 0.0
        self._data = folder / "hub"
        self._data.mkdir()
        self._plan = HubPlan("127.0.0.1", *free_ports(2), ("127.0.0.1",))
        self._line: HTTPConnection | None = None
        self.restarts = self.shown = 0
        self._begin_hub()
        last.callback(self._end_hub)
        self.tables = []
        for number in range(2):
            mine = join(folder / f"mine {number}", JoinCode.read(str(self.hub.code())), f"Table {number}", 1)
            table = last.enter_context(LinkedTable(folder / f"table {number}", mine))
            self.tables.append(Played(table, number, rng))
        self.featured, self.delay_s = self.tables[0], 0
        self.plain = {path: self.answer("GET", path, {})[::2] for path in _PATHS if path != "/api/stream"}
        self._choose()
        self._may_say: set[str] = set()

    def _clock(self) -> float:
        """What the hub reads: a clock that somebody turns back now and then."""
        return self.now_s - self._lag_s

    def _begin_hub(self) -> None:
        self.hub = HubService(self._data, self._plan)
        self.hub.start()
        self._begin_page()

    def _begin_page(self) -> None:
        self.page = HubPage(self.hub, self._data / FOLDER, PagePlan("127.0.0.1", 0), self._clock)
        self.page.start()

    def _end_page(self) -> None:
        self._hang_up()
        self.page.stop()

    def _end_hub(self) -> None:
        self._end_page()
        self.hub.stop()

    def happen(self) -> None:
        """Something happens at a table, to the clock, or to the hub; over when the hub knows of it."""
        self.now_s += self.rng.choice((0.0, 0.1, 1.0, 7.0, 60.0, 600.0)) * self.rng.random()
        chance = self.rng.random()
        if chance < 0.55:
            self.rng.choice(self.tables).tell(self.now_s, self.delay_s)
        elif chance < 0.70:
            self._wait_until_just_before()
        elif chance < 0.88:
            self._choose()
        elif chance < 0.92:
            self._lag_s += self.rng.random() * LONGEST_S
        elif chance < 0.97:
            self.now_s += self.rng.random() * LONGEST_S
        else:
            self._restart()
        self._settle()
        self._may_say = {NOTHING, *self.featured.may_say(self.now_s, self.delay_s)}

    def _wait_until_just_before(self) -> None:
        """A thousandth of a second before one of the newest entries may be shown."""
        if self.featured.told:
            one = self.rng.choice(self.featured.told[-50:])
            self.now_s = max(self.now_s, one.at_s + max(one.promise_s, self.delay_s) - 0.001)

    def _settle(self) -> None:
        wanted = {one.table.mine.table: one.table.journal.last_seq for one in self.tables}

        def is_known() -> bool:
            held = {one.member.id: one.held for one in self.hub.tables}
            return all(held.get(one) == seq for one, seq in wanted.items())

        assert soon(is_known, 60.0), "waited in vain for the copies"
        self.page.relay.look()

    def _choose(self) -> None:
        self.featured = self.rng.choice(self.tables)
        self.delay_s = self.rng.choice((0, 1, 30, 300, 1_800, LONGEST_S))
        self.page.relay.choose(self.featured.table.mine.table, self.delay_s)

    def _restart(self) -> None:
        self.restarts += 1
        if self.rng.random() < 0.7:
            self._end_page()
            self._begin_page()
        else:
            self._end_hub()
            self._begin_hub()
        assert self.page.relay.state.delay_s == self.delay_s

    def ask(self) -> tuple[int, str]:
        """One question; how many bytes of its answer should not be there, and which question it was."""
        rng = self.rng
        path = rng.choice(_PATHS) if rng.random() < 0.6 else "/api/snapshot"
        query = rng.choice(_QUERIES) if "?" not in path else ""
        said = {"seq": rng.randrange(10**4), "table": self.featured.table.mine.table, "game": GAME}
        method = rng.choice(_METHODS)
        headers = {name: text.format(**said) for name, text in rng.sample(_HEADERS, rng.randrange(4))}
        status, found, body = self.answer(method, (path + query).format(**said), headers)
        asked = f"{method} {path}{query} {headers}, {self.delay_s} s late"
        head = sum(len(found[name]) for name in _NEVER if name in found)
        if method == "GET" and path in _LIVE and status == 200:
            texts = _snapshots(path, body)
            self.shown += NOTHING not in texts
            return head + sum(len(one) for one in texts - self._may_say), asked
        if method == "GET" and not (headers or query) and (status, body) != self.plain[path]:
            return head + len(body), asked
        return head + sum(len(body) for word in _TELLS if word in body), asked

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def answer(self, method: str, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body, over a line that is kept."""
        for _ in range(3):
            if self._line is None:
                self._line = HTTPConnection("127.0.0.1", self.page.broadcast_port, timeout=30)
            try:
                self._line.request(method, path, headers={"Host": "localhost", **headers})
                answer = self._line.getresponse()
                if answer.headers.get_content_type() == "text/event-stream":
                    lines = _LINES_OF_FIRST if method == "GET" else 0
                    body = b"".join(answer.readline() for _ in range(lines))
                    self._hang_up()
                else:
                    body = answer.read()
                return answer.status, dict(answer.headers), body
            except (HTTPException, OSError):
                self._hang_up()
        raise AssertionError(f"no answer: {method} {path}")


def _snapshots(path: str, body: bytes) -> set[str]:
    """The states in an answer."""
    if path == "/api/snapshot":
        return {body.decode()}
    return {line[6:].strip() for line in body.decode().splitlines() if line.startswith("data: {")}


def asked(tries: int, seed: str = "relay") -> tuple[int, int, str]:
    """Bytes that should not be there, answers that showed a game, and what there is to say."""
    rng, newer, first = random.Random(seed), 0, ""
    each_time = min(100, max(1, tries // 200))
    with quick_folder() as folder, ExitStack() as last:
        evening = Evening(folder, last, rng)
        for number in range(tries):
            if number % each_time == 0:
                evening.happen()
            wrong, question = evening.ask()
            newer += wrong
            first = first or (question if wrong else "")
        note = f"{evening.shown:,} showed a game, {evening.restarts} restarts"
        return newer, evening.shown, f"{note}; {first}" if first else note


@trial("P3", "the delayed address asked for everything: bytes newer than the delay", short=3_000, long=10**6)
def delayed_relay(tries: int, _folder: Path) -> Outcome:
    newer, shown, note = asked(tries)
    # A page that never shows anything would keep every delay.
    return Outcome(tries, newer + (shown == 0), note)


def main(arguments: list[str]) -> None:
    tries = int(arguments[0]) if arguments else 10**6
    newer, _, note = asked(tries)
    many = "a million" if tries == 10**6 else f"{tries:,}"
    sys.stdout.write(f"{many} answers fuzzed: {newer} bytes newer than the delay ({note})\n")
    sys.exit(newer > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
