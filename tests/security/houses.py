"""A house with a table, a host's screen and strangers on its network; there is no test here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from flask.testing import FlaskClient

from companion.clock import ManualClock
from companion.dashboard.app import create_app
from companion.dashboard.commands import CommandKind
from companion.dashboard.devices import Devices
from companion.dashboard.entrance import Entrance
from companion.dashboard.settings import DashboardSettings
from companion.evidence import Done, SourceChanged, SourceState
from companion.projections.board import Board
from companion.projections.snapshot import ControlView, project
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from companion.table_state import Preview, TableState

OURS = {"X-Table": "1"}
ADDRESS = "192.168.1.7"
PORT = 8136
NAMES = frozenset({"table.example", "table.local"})

KINDS: dict[CommandKind, dict[str, object]] = {
    CommandKind.UNDO: {},
    CommandKind.REDO: {},
    CommandKind.PAUSE: {},
    CommandKind.RESUME: {},
    CommandKind.SPEED: {"speed": 2},
    CommandKind.WAIVE: {"reason": "fifth_copy"},
    CommandKind.START: {"names": ["A", "B", "C", "D"]},
    CommandKind.DEAL: {"depth": "points"},
    CommandKind.TAP: {"seat": 0, "action": "riichi"},
    CommandKind.TELL: {"facts": [{"is": "RiichiDeclared", "seat": 0}]},
    CommandKind.SAY: {"what": {"is": "TimeCalled"}},
    CommandKind.RULES: {"changes": {"bust": False}},
    CommandKind.DEPTH: {"depth": "counting"},
    CommandKind.CORRECT: {"retracts": [3], "facts": []},
    CommandKind.INSERT_HAND: {"facts": [{"is": "Chombo", "seat": 0}]},
    CommandKind.FINISH: {},
    CommandKind.SEEN: {"code": "say_value"},
    CommandKind.ANSWER: {"question": 1, "choice": 0},
    CommandKind.FORGET_GAME: {"game": "table-1"},
    CommandKind.ANONYMISE: {"game": "table-1"},
}
"""Each command with the fields it needs: a host is not refused for a field."""


class Written:
    """A table that writes down what reached it."""

    house = TENHOU

    def __init__(self) -> None:
        self.reached: list[object] = []
        self.table = TableState(7, "a game", begin(TENHOU))

    def submit(self, command: object) -> Done:
        self.reached.append(command)
        return Done(8)

    shelve = submit

    def preview(self, asked: object) -> Preview:
        self.reached.append(asked)
        return Preview(7, self.table.hanchan, None)


class Browser(FlaskClient):
    """A device that has typed some address."""

    url = f"http://localhost:{PORT}"

    def open(self, *asked, **more):
        return super().open(*asked, **{"base_url": self.url, **more})


@dataclass
class House:
    """The dashboard, and everything around it that a test moves."""

    is_private: bool = False
    poll_s: float = 0.02
    devices: Devices = field(default_factory=Devices)
    clock: ManualClock = field(default_factory=ManualClock)
    table: Written = field(default_factory=Written)
    board: Board = field(default_factory=Board)

    def __post_init__(self) -> None:
        self.board.publish(project(self.table.table, control=ControlView(1.0, paused=False)))
        self.entrance = Entrance(self.devices, self.clock, is_private=self.is_private)
        settings = DashboardSettings(NAMES, poll_s=self.poll_s)
        self.app = create_app(self.board, self.table, settings, entrance=self.entrance)
        self.app.testing = True
        self.app.test_client_class = Browser

    def has_keys(self) -> None:
        """Keys are plugged in at the table."""
        state = replace(self.table.table, sources=(SourceChanged("panel", SourceState.UP),))
        self.board.publish(project(state, control=ControlView(1.0, paused=False)))

    def host(self) -> Browser:
        """The machine's own screen."""
        return self.at(f"http://localhost:{PORT}", "127.0.0.1")

    def at(self, url: str, peer: str) -> Browser:
        """A device at an address, that asks by another."""
        client = self.app.test_client()
        assert isinstance(client, Browser)
        client.url = url
        client.environ_base["REMOTE_ADDR"] = peer
        return client

    def stranger(self, address: str = "192.168.1.50") -> Browser:
        """A device of the network that nobody knows."""
        return self.at(f"http://{ADDRESS}:{PORT}", address)

    def paired(self, role: str = "scorer", name: str = "Tablet", address: str = "192.168.1.51") -> Browser:
        """A device that was let in, as people let one in."""
        code = post(self.host(), "/api/pairing/code", role=role).json["code"]
        device = self.stranger(address)
        answer = post(device, "/api/pairing", code=code, name=name)
        assert answer.json == {"status": "done", "role": role, "name": name}
        return device


def post(client: FlaskClient, path: str, **body: object):
    """Ask as the page asks."""
    return client.post(path, json=body, headers=OURS)


def command(client: FlaskClient, kind: CommandKind = CommandKind.UNDO, **more: object):
    """One command, with all it needs."""
    fields = {**KINDS[kind], **more}
    return post(client, "/api/commands", id="tap-1", expected_seq=7, kind=kind.value, **fields)
