"""`companion run --tape`: what people tell a running companion is on the tape, and is thought again alike."""

import socket
import stat

import pytest

from companion.intake.tape.reading import read_tape
from companion.table_loop.rethinking import rethink
from tests.front_door.companions import called, source, started

NAMES = ["Annabelle", "Benedict", "Chiyoko", "Dagobert"]


def told(companion, number, **more):
    body = {"id": f"tap-{number}", "expected_seq": companion.seq, **more}
    return companion.ask("POST", "/api/commands", body)


def play(companion):
    told(companion, 1, kind="start", names=NAMES, rules="tenhou")
    told(companion, 2, kind="deal", depth="full", indicator="5p")
    for number, tile in enumerate(("1z", "2z", "3z"), 3):
        told(companion, number, kind="tap", seat=number - 3, action="discard", tile=tile)
    told(companion, 9, kind="undo")


def test_an_evening_is_on_the_tape_and_the_page_says_that_it_runs(tmp_path):
    path = tmp_path / "evening.tape"
    with started(tmp_path / "games", "run", "--tape", path) as companion:
        companion.wait_until(lambda snapshot: source(snapshot, "tape").get("code") == "recording")
        play(companion)
        assert companion.end() == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    tape = read_tape(path)
    found = rethink(tape.head, tape.lines())
    assert tape.ended == ""
    (game,) = found.games
    assert game.changes == ()
    assert game.now[0].names == ("", "", "", "")
    assert len(game.now) == 6


def test_a_start_that_fails_leaves_no_tape_that_would_refuse_the_next_one(tmp_path):
    path = tmp_path / "evening.tape"
    line = ["run", "--data", tmp_path / "games", "--tape", path]
    with socket.create_server(("127.0.0.1", 0)) as busy:
        refused = called(*line, "--port", busy.getsockname()[1])
    assert (refused.status, path.exists()) == (1, False)
    refused = called(*line, "--port", 0, "--club", "nowhere")
    assert (refused.status, path.exists()) == (1, False)
    path.write_text("mine")
    assert "is there already and was not overwritten" in called(*line, "--port", 0).sentence
    assert path.read_text() == "mine"


@pytest.mark.gate(0)
def test_the_names_are_on_it_where_somebody_asks_for_them(tmp_path):
    path = tmp_path / "evening.tape"
    with started(tmp_path / "games", "run", "--tape", path, "--with-names") as companion:
        play(companion)
        companion.process.kill()  # a tape without an end
        companion.process.wait()
    tape = read_tape(path)
    found = rethink(tape.head, tape.lines())
    assert "breaks off" in tape.ended
    assert found.games[0].now[0].names == tuple(NAMES)


@pytest.mark.gate(0)
def test_a_tape_that_is_there_is_not_overwritten(tmp_path):
    path = tmp_path / "evening.tape"
    path.write_bytes(b"mine")
    answer = called("run", "--tape", path, "--data", tmp_path / "games", "--port", 0)
    assert answer.status == 1
    assert "already" in answer.errors
    assert path.read_bytes() == b"mine"


def test_a_record_needs_no_tape(tmp_path):
    answer = called("run", "--tape", tmp_path / "a", "--record", "x")
    assert answer.status == 2
    assert "--tape is for a table" in answer.errors
