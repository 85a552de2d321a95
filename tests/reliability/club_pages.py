"""A whole tournament through real companions and real pages, counted a second time from the recorded games.

With numbers of tables and rounds behind it, this is the process that plays it: a second driver of browsers
cannot be begun beside that of pytest. `--pictures FOLDER` keeps what the pages showed.
"""

import argparse
import csv
import importlib.util
import io
import json
import re
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.haifu.mjlog import read_mjlog
from companion.intake.record_player import playable
from companion.riichi.facts import Fact
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from tests.browser.conftest import ARGUMENTS, screen
from tests.browser.toucher import Toucher
from tests.conftest import ROOT
from tests.evenings.games import LOGS
from tests.front_door.companions import PATIENCE_S, Companion, started
from tests.reliability.club_evening import second_count
from tests.reliability.club_kills import free_ports
from tests.reliability.made_games import made_games
from tests.reliability.page_teller import PageTeller, told_of
from tests.reliability.trials import Outcome, trial
from tests.toolbox.chromium import CHROMIUM
from tests.toolbox.quick_folder import quick_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TWO_ROUNDS, THREE_PLAYERS = 8, 16
"""Of the number that says by which rules a recorded game was played."""
TABLES_OF_LONG, ROUNDS_OF_LONG = 16, 4
PICTURES = ("tables", "round", "standings", "players", "screen")


@dataclass(frozen=True)
class Game:
    """What is told at a table, and with how many points the record ends it, by seat."""

    facts: tuple[Fact, ...]
    tables: tuple[Hanchan, ...]
    points: tuple[int, ...]


def games_for(count: int) -> list[Game]:
    """Real games where they lie beside the checkout, or else pretended ones."""
    archive = LOGS / "games-4p.tar.xz"
    if archive.exists():
        return list(_recorded(archive, count))
    return [Game(one.facts, _tables(one.facts), one.points) for one in made_games(count)]


def _recorded(archive: Path, count: int) -> Iterator[Game]:
    """The points are read from the file itself: no code of the companion says them."""
    with tarfile.open(archive) as tar:
        for member in (one for one in tar if one.isreg()):
            text = tar.extractfile(member).read().decode()
            kind, end = re.search(r'<GO type="(\d+)"', text), re.search(r'owari="([-\d.,]+)"', text)
            rules = int(kind[1]) if kind else 0
            if count and end and rules & TWO_ROUNDS and not rules & THREE_PLAYERS:
                count -= 1
                points = tuple(100 * int(one) for one in end[1].split(",")[:8:2])
                played = playable(read_mjlog(text, member.name))
                assert not played.failure, played.failure
                yield Game(played.facts, played.tables, points)


def _tables(facts: tuple[Fact, ...]) -> tuple[Hanchan, ...]:
    tables = [begin(TENHOU)]
    for fact in facts:
        tables.append(apply_to_hanchan(tables[-1], fact))
    return tuple(tables[1:])


class Evening:
    """A hub and its tables, each a process of its own, and what the people before their pages do."""

    def __init__(self, folder: Path, tables: int, rounds: int, last: ExitStack) -> None:
        from playwright.sync_api import expect, sync_playwright

        self._expect, self.rounds = expect, rounds
        self.complaints: list[str] = []
        """What went wrong in the scripts of the pages."""
        expect.set_options(timeout=1_000 * PATIENCE_S)
        self._said = folder / "said"
        self._hub_port = self._start_hub(folder, last)
        self.tables = [self._joined(folder / f"table {table}", last) for table in range(1, tables + 1)]
        playwright = last.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        last.callback(chromium.close)
        self.hub = self._opened(chromium, self._hub_port)
        # The first table is told by a finger on its page, the others by what their pages send.
        self.page = self._opened(chromium, self.tables[0].port)
        self.waits_s: list[float] = []
        """From the last hand of each round until its standings are shown."""

    def _opened(self, chromium: "Browser", port: int) -> "Page":
        page = screen(chromium, has_touch=True).new_page()
        page.set_default_timeout(1_000 * PATIENCE_S)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"http://localhost:{port}/?theme=light")
        page.wait_for_selector("main:not(.waiting)")
        return page

    def _start_hub(self, folder: Path, last: ExitStack) -> int:
        ports = [str(port) for port in free_ports(3)]
        command = [sys.executable, "-m", "companion", "club", "start", "--data", str(folder / "hub")]
        command += ["--port", ports[0], "--join-port", ports[1], "--page-port", ports[2]]
        said = last.enter_context(self._said.open("wb"))
        hub = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said)
        last.callback(hub.wait, PATIENCE_S)
        last.callback(hub.terminate)
        self._codes_used: set[str] = set()
        return int(ports[2])

    def _joined(self, folder: Path, last: ExitStack) -> Companion:
        table = last.enter_context(started(folder, "run"))
        self._until(self._new_codes, "a code")
        code = self._new_codes()[-1]
        self._codes_used.add(code)
        status, said = table.ask("POST", "/api/membership/join", {"code": code})
        assert status == 200, said
        return table

    def _new_codes(self) -> list[str]:
        codes = re.findall(r"--club (\S+)\n", self._said.read_text())
        return [one for one in codes if one not in self._codes_used]

    def _until(self, is_so: Callable[[], object], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < deadline, f"waited in vain for {what}: {self._said.read_text()[-300:]}"
            time.sleep(0.05)

    def organise(self) -> None:
        """On the hub's page: how many rounds, who plays, who sits where."""
        page, players = self.hub, 4 * len(self.tables)
        page.get_by_role("link", name="Organise").click()
        page.get_by_label("Name of the tournament").fill("Recorded games")
        page.get_by_label("Rounds").fill(str(self.rounds))
        page.get_by_role("button", name="Begin a tournament").click()
        names = "\n".join(f"Player {number}" for number in range(1, players + 1))
        page.get_by_label("Players, one per line").fill(names)
        page.get_by_role("button", name="Enter them").click()
        page.get_by_role("heading", name=f"{players} players").wait_for()
        page.get_by_role("button", name="Make the seating plan").click()
        page.get_by_role("button", name="Make another plan").wait_for(timeout=1_000 * PATIENCE_S)

    def play_round(self, number: int, games: list[Game]) -> list[list[str]]:
        """One game at each table; who played at which."""
        self._show("round")
        self.hub.get_by_role("button", name=f"Start round {number}").click()
        self.hub.get_by_role("button", name="Tap again to confirm").click()
        self.hub.get_by_role("timer").first.wait_for()
        with ThreadPoolExecutor(len(games)) as people:
            others = [
                people.submit(_tell, table, number, game)
                for table, game in zip(self.tables[1:], games[1:], strict=True)
            ]
            seats = [self._touch(number, games[0]), *(other.result() for other in others)]
        began = time.monotonic()
        self._show("standings")
        self._until(lambda: self.hub.get_by_text("provisional").count() == 0, "the standings")
        self.waits_s.append(time.monotonic() - began)
        return seats

    def _touch(self, number: int, game: Game) -> list[str]:
        page = self.page
        self._expect(page.locator(".round-card h2")).to_have_text(f"Round {number} of {self.rounds}, table 1")
        page.get_by_role("button", name="New game").click()
        fields = page.locator("dialog.start-sheet .name-line input")
        self._expect(fields).to_have_count(4)
        names = [field.input_value() for field in fields.all()]
        page.locator("dialog.start-sheet button.confirm").click()
        Toucher(page, TENHOU, tuple(names)).play(game.facts, game.tables)
        page.get_by_role("button", name="Final scores").tap()
        page.locator(".cards .final").wait_for()
        return names

    def _show(self, view: str) -> None:
        self.hub.evaluate("view => { location.hash = view; }", view)

    def totals_shown(self) -> dict[str, float]:
        """The standings as the hub's page shows them."""
        rows = self.hub.locator(".hub-rows tbody tr").all()
        shown = {row.locator("th").inner_text(): row.locator("td").nth(1).inner_text() for row in rows}
        return {name: float(total.replace("−", "-").replace("±", "")) for name, total in shown.items()}

    def totals_saved(self) -> dict[str, float]:
        """The standings as the file that the hub's page gives."""
        with self.hub.expect_download() as file:
            self.hub.get_by_role("link", name="Standings as CSV").click()
        rows = csv.DictReader(io.StringIO(file.value.path().read_text("utf-8")))
        return {row["player"]: float(row["total"]) for row in rows}

    def keep_pictures(self, folder: Path) -> None:
        """What the pages show now."""
        folder.mkdir(parents=True, exist_ok=True)
        for view in PICTURES:
            self._show(view)
            self.hub.wait_for_timeout(500)
            self.hub.screenshot(path=folder / f"hub-{view}.png", full_page=True)
        self._show("standings")
        self.hub.locator(".hub-rows tbody tr").first.wait_for()
        self.page.screenshot(path=folder / "table-1.png")


def _tell(table: Companion, number: int, game: Game) -> list[str]:
    """What the page of one table sends, from the game that it is offered to its final scores."""
    page = PageTeller(table)
    names = page.begin(page.heard_of(number))
    for kind, more in told_of(game.facts, game.tables):
        page.tell(kind, more)
    return names


def play(tables: int, rounds: int, pictures: Path | None) -> tuple[list[str], str]:
    """Whom the second count denies, and what was measured."""
    games = games_for(tables * rounds)
    wanted: dict[str, float] = {}
    with quick_folder() as folder, ExitStack() as last:
        evening = Evening(folder, tables, rounds, last)
        evening.organise()
        for number in range(1, rounds + 1):
            now = games[(number - 1) * tables : number * tables]
            for names, game in zip(evening.play_round(number, now), now, strict=True):
                for name, score in zip(names, second_count(game.points), strict=True):
                    wanted[name] = wanted.get(name, 0.0) + score
        if pictures:
            evening.keep_pictures(pictures)
        counted = (evening.totals_shown(), evening.totals_saved())
    denied = evening.complaints + [
        f"{name} has {found.get(name)}, and by the records {total:.1f}"
        for found in counted
        for name, total in wanted.items()
        if name not in found or abs(found[name] - total) > 0.05
    ]
    slowest = max(evening.waits_s)
    note = f"{tables} companions, {len(games)} games, {len(wanted)} players, "
    note += f"last hand to standings {slowest:.1f} s"
    return denied, note


@trial(
    "N4",
    "recorded games through real companions and their pages: totals that a second count denies",
    short=2,
    long=TABLES_OF_LONG * ROUNDS_OF_LONG,
)
def real_pages_are_counted_twice(tries: int, _folder: Path) -> Outcome:
    if importlib.util.find_spec("playwright") is None or CHROMIUM is None:
        pytest.skip("there is no browser here; scripts/install-test-tools brings it")
    rounds = ROUNDS_OF_LONG if tries >= TABLES_OF_LONG * ROUNDS_OF_LONG else 1
    tables = max(2, tries // rounds)
    command = [sys.executable, "-m", "tests.reliability.club_pages", str(tables), str(rounds)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    denied, note = json.loads(done.stdout)
    return Outcome(tables * rounds, len(denied), denied[0] if denied else note)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.club_pages")
    parser.add_argument("tables", type=int)
    parser.add_argument("rounds", type=int)
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args(arguments)
    sys.stdout.write(json.dumps(play(asked.tables, asked.rounds, asked.pictures)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
