"""What must break when a role may do more than it should."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

_ROLES = "companion/dashboard/roles.py"
_TABLE = "tests/security/test_role_table.py::test_each_visitor_gets_what_the_table_gives_it"
_COMMANDS = "tests/security/test_role_table.py::test_each_visitor_may_give_the_commands_of_its_level"


def _lowered(route: str, to: str, broken: str, visitor: str) -> Mutant:
    """A route that asks for less than it should."""
    right = "_H" if to == "_K" else "_W" if to == "_S" else "_K"
    old, new = f'"{route}": {right},', f'"{route}": {to},'
    return Mutant("security/roles", broken, _ROLES, old, new, (f"{_TABLE}[{visitor}]",))


def _commanded(kind: str) -> Mutant:
    old, new = f"CommandKind.{kind}: _H,", f"CommandKind.{kind}: _K,"
    return Mutant("security/roles", f"a scorer may {kind}", _ROLES, old, new, (f"{_COMMANDS}[open scorer]",))


MUTANTS = (
    _lowered("POST /api/pairing/code", "_K", "a scorer makes codes for hosts", "open scorer"),
    _lowered("GET /api/pairing/addresses", "_K", "a scorer reads the own addresses", "open scorer"),
    _lowered("GET /api/devices", "_K", "a scorer reads the list of devices", "open scorer"),
    _lowered("POST /api/devices/revoke", "_K", "a scorer sends a device away", "open scorer"),
    _lowered("POST /api/devices/forget", "_K", "a scorer sends all devices away", "open scorer"),
    _lowered("POST /api/eye/photo", "_K", "a scorer sends photographs", "open scorer"),
    _lowered("POST /api/phone/picture", "_W", "a spectator is the camera", "open spectator"),
    _lowered("GET /api/phone", "_W", "a spectator reads where the table is", "open spectator"),
    _lowered("POST /api/hand-photo", "_W", "a spectator photographs hands", "open spectator"),
    _lowered("GET /api/trust", "_W", "a spectator reads what the camera may write", "open spectator"),
    _lowered("POST /api/trust", "_W", "a spectator says what the camera may write", "open spectator"),
    _lowered("GET /api/key-sides", "_W", "a spectator reads where the keys are", "open spectator"),
    _lowered("POST /api/key-sides", "_W", "a spectator says where the keys are", "open spectator"),
    _lowered("GET /api/evening", "_W", "a spectator reads whether the evening is kept", "open spectator"),
    _lowered("POST /api/evening", "_W", "a spectator says yes for all at the table", "open spectator"),
    _lowered("GET /api/eye", "_W", "a spectator asks how the eye is set up", "open spectator"),
    _lowered("POST /api/eye/<name>", "_W", "a spectator sets the eye up", "open spectator"),
    _lowered("GET /api/eye/picture", "_W", "a spectator sees the picture of the room", "open spectator"),
    _lowered("GET /api/crop/<int:number>", "_W", "a spectator sees pictures of tiles", "open spectator"),
    _lowered("POST /api/games", "_W", "a spectator imports games", "open spectator"),
    _lowered("POST /api/commands", "_W", "a spectator reaches commands", "open passer-by"),
    _lowered("POST /api/preview", "_W", "a spectator asks for previews", "open passer-by"),
    _lowered("POST /api/value", "_W", "a spectator has hands valued", "open passer-by"),
    _lowered("GET /api/players", "_S", "a stranger reads the names of players", "private passer-by"),
    _lowered("GET /api/snapshot", "_S", "a stranger reads the table", "private passer-by"),
    _lowered("GET /api/stream", "_S", "a stranger watches", "private passer-by"),
    _lowered("GET /api/history", "_S", "a stranger reads the history", "private passer-by"),
    _lowered("GET /api/games/<name>/export", "_S", "a stranger takes games away", "private passer-by"),
    _lowered("GET /metrics", "_S", "a stranger reads the meters", "private passer-by"),
    _commanded("ANONYMISE"),
    _commanded("FORGET_GAME"),
    Mutant(
        promise="security/roles",
        broken="a route that nobody has put on the list is open",
        file=_ROLES,
        old='else method} {rule}", Role.HOST)',
        new='else method} {rule}", Role.SPECTATOR)',
        tests=("tests/security/test_roles.py::test_what_is_not_on_the_list_is_the_hosts",),
    ),
    Mutant(
        promise="security/roles",
        broken="the head of an answer is given to everybody",
        file=_ROLES,
        old='    if method == "OPTIONS":',
        new='    if method in ("OPTIONS", "HEAD"):',
        tests=(
            "tests/security/test_role_table.py::test_asking_for_the_head_alone_is_asking[private passer-by]",
        ),
    ),
    Mutant(
        promise="security/private",
        broken="a private table is open",
        file="companion/dashboard/entrance.py",
        old="Role.STRANGER if self.is_private else Role.SPECTATOR",
        new="Role.SPECTATOR",
        tests=(f"{_TABLE}[private passer-by]",),
    ),
)
