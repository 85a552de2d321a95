"""A board with one snapshot, commands that remember what they were asked, and the app around them."""

import pytest

from companion import evidence
from companion.dashboard.app import create_app
from companion.dashboard.commands import Command
from companion.dashboard.settings import DashboardSettings
from companion.evidence import Answer, Done
from companion.projections.board import Board
from companion.projections.snapshot import ControlView, Snapshot, project
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from companion.table_state import Preview, TableState


class Asked:
    """Commands that are written down and answered with what the test has set."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.answer: Answer = Done(8)
        self.house = TENHOU
        self.table = TableState(7, "a game", begin(TENHOU))
        self.looked_at: list[evidence.Command] = []
        self.preview_is = Preview(7, self.table.hanchan, None)

    def submit(self, command: Command) -> Answer:
        self.commands.append(command)
        return self.answer

    def preview(self, asked: evidence.Command) -> Preview:
        self.looked_at.append(asked)
        return self.preview_is


def snapshot(seq: int = 7, control: ControlView | None = None) -> Snapshot:
    return project(TableState(seq, "a game", begin(TENHOU)), control=control)


@pytest.fixture
def board():
    board = Board()
    board.publish(snapshot(control=ControlView(1.0, paused=False)))
    return board


@pytest.fixture
def commands():
    return Asked()


@pytest.fixture
def app(board, commands):
    settings = DashboardSettings(host_names=frozenset({"table.example"}), most_streams=2)
    app = create_app(board, commands, settings)
    app.testing = True
    return app


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def post(client):
    """Post a command as the page does; what is given replaces a header or a field."""

    def post(body=None, headers=None, **fields):
        command = {"id": "tap-1", "expected_seq": 7, "kind": "undo", **fields}
        ours = {"X-Table": "1", "Content-Type": "application/json", **(headers or {})}
        kept = {name: value for name, value in ours.items() if value is not None}
        if body is None:
            return client.post("/api/commands", json=command, headers=kept)
        return client.post("/api/commands", data=body, headers=kept)

    return post
