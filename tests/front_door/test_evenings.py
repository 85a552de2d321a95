"""Games in and out of a running companion, over a real socket, and after its end."""

from http.client import HTTPConnection

import pytest

from tests.front_door.companions import PATIENCE_S, called, started
from tests.front_door.own_records import own_text

NAMES = ["Aki", "Ben", "Chie", "Dai"]


def bring_in(companion, content: bytes) -> tuple[int, bytes]:
    connection = HTTPConnection(companion.host, companion.port, timeout=PATIENCE_S)
    try:
        headers = {"X-Table": "1", "Content-Type": "application/octet-stream"}
        connection.request("POST", "/api/games?name=evening", content, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.gate(0)
def test_a_large_record_comes_in_stays_and_is_forgotten(tmp_path):
    folder = tmp_path / "games"
    record = own_text("tenhou6", 7).encode()
    with started(folder, "run") as companion:
        start = {"id": "start", "expected_seq": 0, "kind": "start", "names": NAMES}
        assert companion.ask("POST", "/api/commands", start)[0] == 200
        status, said = bring_in(companion, record + b" " * 1_500_000)
        assert (status, b'"import-2"' in said) == (200, True), said
        assert bring_in(companion, b"nothing")[0] == 422
        assert companion.snapshot["game"] == "table-1"
        assert companion.end() == 0
    with started(folder, "run") as companion:
        assert companion.snapshot["game"] == "table-1"
        assert [game["name"] for game in companion.ask("GET", "/api/games")[1]["games"]] == [
            "import-2",
            "table-1",
        ]
        taken_out = companion.command("forget_game", tap="forget", game="import-2")
        assert taken_out[0] == 200
        assert companion.ask("GET", "/api/games/import-2")[0] == 404
        running = companion.command("forget_game", tap="forget-2", game="table-1")
        assert (running[0], running[1]["error"]) == (409, "game_running")
        assert companion.end() == 0
    listed = called("games", "list", "--data", folder)
    assert listed.said.startswith("table-1 ")
    assert listed.said.count("\n") == 1
