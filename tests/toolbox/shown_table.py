"""A table that a test moves fact by fact, and what a page is shown of it."""

from __future__ import annotations

import json
from typing import Any

from companion.dashboard.commands import Command, CommandKind
from companion.evidence import Answer, Done, Refusal, Refused, SourceChanged, SourceState
from companion.projections.board import Board
from companion.projections.snapshot import ControlView, project, snapshot_json
from companion.riichi.facts import Fact
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from companion.table_state import TableState


class Table:
    """A table as a test plays it: facts go through the rules core, each is shown at once."""

    def __init__(
        self, rules: RuleSet = TENHOU, names: tuple[str, ...] = ("Aki", "Ben", "Chie", "Dai")
    ) -> None:
        self.board = Board()
        self.past: list[Hanchan] = []
        self.hanchan = begin(rules, names)
        self.control: ControlView | None = None
        self.sources = [SourceChanged("pretend table", SourceState.UP)]
        self.commands: list[Command] = []
        self.house = rules
        self.seq = 0
        self.show()

    def say(self, *facts: Fact, in_one_go: bool = False) -> None:
        for fact in facts:
            before = self.hanchan
            self.hanchan = apply_to_hanchan(before, fact)
            self.past.append(before)
            if not in_one_go:
                self.show()
        if in_one_go:
            self.show()

    def show(self) -> None:
        self.seq += 1
        sources = tuple(self.sources)
        self.table = TableState(self.seq, "a game", self.hanchan, sources=sources, can_undo=True)
        self.board.publish(project(self.table, control=self.control))

    def submit(self, command: Command) -> Answer:
        self.commands.append(command)
        if command.expected_seq != self.seq:
            return Refused(Refusal.STALE)
        if command.kind is CommandKind.UNDO:
            if not self.past:
                return Refused(Refusal.NOTHING_TO_UNDO)
            self.hanchan = self.past.pop()
        elif self.control:
            speed = command.speed or self.control.speed
            self.control = ControlView(speed, paused=command.kind is CommandKind.PAUSE)
        self.show()
        return Done(self.seq)


def shown_of(people: Any) -> dict[str, Any]:
    """What a page is shown of the table that these people keep (tests.table_loop.people)."""
    state = people.keeper.state
    return json.loads(snapshot_json(project(state, last_kyoku=state.last_kyoku)))


def shown(table: Table) -> dict[str, Any]:
    """The newest snapshot, as a page reads it."""
    return json.loads(snapshot_json(table.board.current.snapshot))
