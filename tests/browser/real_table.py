"""A real table behind a page: a loop, a journal, a server; taps become facts as they do in a house."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from companion.clock import SystemClock
from companion.dashboard.app import create_app
from companion.dashboard.commands import read_command
from companion.dashboard.entrance import Entrance
from companion.dashboard.serve import Server
from companion.dashboard.settings import DashboardSettings
from companion.evenings.archive import Archive
from companion.evidence import Cause, FactObserved
from companion.journal import MemoryJournal
from companion.projections.board import Board
from companion.projections.snapshot import project
from companion.riichi.presets import TENHOU
from companion.scribe.mind import Trust
from companion.table_loop import PlayerClocks, TableLoop
from tests.browser.kept_screens import port_to_keep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion import evidence
    from companion.dashboard.club_door import ClubDoor
    from companion.dashboard.commands import Command
    from companion.evidence import Answer
    from companion.intake.eye.taking import PicturesOfPhones
    from companion.riichi.facts import Fact
    from companion.riichi.ruleset import RuleSet
    from companion.scribe import Evidence
    from companion.table_state import Preview, TableState
    from companion.tournament.at_table import RoundSeen

SETTINGS = DashboardSettings(poll_s=0.02, polls_to_heartbeat=50)
LATE = os.environ.get("COMPANION_LATE", "")
"""What comes late in every test (`make late`): `answers` to what a page tells, or `news` of the table.

Either may come first. A test that passes in both orders does not depend on which came first today.
"""
LATE_S = 0.4


class RealTable:
    """One companion without devices. `end` stops it, `begin` starts it on the same port and journal.

    `answers_after_s` is how long the answer to what a page told stays out; the news of it comes at once.
    """

    answers_after_s = LATE_S if LATE == "answers" else 0.0

    def __init__(self, rules: RuleSet = TENHOU, pictures: PicturesOfPhones | None = None) -> None:
        self.house = rules
        self.pictures = pictures
        self.journal = MemoryJournal()
        self.clock = SystemClock()
        self.port = port_to_keep()
        self.told = 0
        self.crops: dict[int, bytes] = {}
        self.is_looked_at = True
        self.round: RoundSeen | None = None
        self.club: ClubDoor | None = None
        self.clocks = PlayerClocks(None, self.clock)
        self.begin()

    def begin(self) -> None:
        self.board = Board()
        self.loop = TableLoop(self.journal, self.house, self._publish, self.clock, trust=Trust)
        self.loop.start()
        self.entrance = Entrance()
        archive = Archive(self.journal.reader)
        app = create_app(
            self.board,
            self,
            SETTINGS,
            archive=archive,
            entrance=self.entrance,
            crops=self.crops.get,
            pictures=self.pictures,
            seen_round=lambda: self.round,
            club=self.club,
            clocks=self.clocks,
        )
        self.server = Server(app, self.board, "127.0.0.1", self.port)
        self.port = self.server.port
        self.thread = Thread(target=self.server.run)
        self.thread.start()

    def end(self) -> None:
        self.server.stop()
        self.thread.join(30)
        self.loop.stop()

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def table(self) -> TableState:
        return self.loop.state

    def say(self, *facts: Fact) -> None:
        """What somebody or something else than a page observes."""
        for fact in facts:
            self.loop.put(FactObserved(fact, Cause.CAMERA, self.clock.monotonic_ns()))
        self.loop.caught_up().result(10)

    def see(self, *sights: Evidence) -> None:
        """What an eye sees."""
        for sight in sights:
            self.loop.put(sight)
        self.loop.caught_up().result(10)

    def do(self, kind: str, **more: object) -> Answer:
        """What another page tells the table."""
        self.told += 1
        body = {"id": f"t{self.told}", "expected_seq": self.table.seq, "kind": kind, **more}
        command = read_command(body, "", self.house, lambda: self.table.hanchan.rules)
        assert command.asked is not None
        return self.loop.ask(command.asked).result(10)

    @contextmanager
    def between_two_looks(self) -> Iterator[None]:
        """Whatever is told meanwhile, pages are shown its end alone."""
        self.is_looked_at = False
        yield
        self.is_looked_at = True
        self._publish(self.table)

    def submit(self, command: Command) -> Answer:
        assert command.asked is not None
        answer = self.loop.ask(command.asked).result(10)
        time.sleep(self.answers_after_s)
        return answer

    def shelve(self, asked: evidence.ShelfCommand) -> Answer:
        raise NotImplementedError

    def preview(self, asked: evidence.Command) -> Preview:
        return self.loop.preview(asked)

    def _publish(self, state: TableState) -> None:
        self.clocks.look(state, self.loop.standing())
        if self.is_looked_at:
            self.board.publish(project(state, last_kyoku=state.last_kyoku))
