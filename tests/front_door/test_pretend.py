"""`companion pretend` as a process: a drawn camera before the real eye, real keys, and its figures."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.pretend.people.report import Report
from tests.front_door.own_records import broken_lines, own_text


def pretend(folder, *words: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "companion", "pretend", "--port", 0, "--data", folder, *words]
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, timeout=280
    )


@pytest.mark.gate(0)
@pytest.mark.parametrize("table", ["plain", "usual"])
def test_a_short_hand_is_played_seen_and_compared(tmp_path, table) -> None:
    # Seed 40 deals nine orphans: one draw, and the hand is laid open. People who are in no hurry do not wait
    # for the eye, which has nothing to tell of it.
    done = pretend(tmp_path / "games", "--seed", 40, "--table", table, "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert (said["hands"], said["facts"], said["invented"]) == (1, 2, 0)
    assert said["exact"] + said["missing"] + said["wrong"] >= 1
    assert said["frames"] > 20
    assert (tmp_path / "games" / "pretend.sqlite").exists()
    assert "The table is at http://127.0.0.1:" in done.stderr


def test_who_ends_it_in_mid_hand_is_told_of_the_hands_that_were_over(tmp_path) -> None:
    command = [sys.executable, "-m", "companion", "pretend", "--port", "0", "--data", tmp_path, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as playing:
        assert "The table is at" in playing.stderr.readline()
        playing.send_signal(signal.SIGINT)
        said, complaint = playing.communicate(timeout=60)
    assert (playing.returncode, complaint) == (0, "")
    figures = json.loads(said)
    assert set(figures) == set(Report().as_json())
    assert (figures["hands"], figures["invented"]) == (0, 0)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--record", "nowhere.mjlog"), "nowhere.mjlog"),
        (("--camera", "moon"), "moon"),
        (("--mistakes", "many"), "many"),
        (("--hands", 0), "0"),
        (("--speed", "nan"), "nan is not a number"),
        (("--rules", "nobodys"), "nobodys"),
        (("--record", "three.json", "--rules", "tenhou"), "three.json is a game of 3 players"),
        (("--record", "cut.jsonl"), "cut.jsonl"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(tmp_path, monkeypatch, words, says) -> None:
    monkeypatch.chdir(tmp_path)
    Path("three.json").write_text(own_text("tenhou6", 5, "tenhou-3p"))
    Path("cut.jsonl").write_text(broken_lines(7))
    typed = ["pretend", "--port", "0", "--data", str(tmp_path / "games"), *map(str, words)]
    done = CliRunner().invoke(main, typed)
    assert done.exit_code in {1, 2}
    assert says in done.output
    assert isinstance(done.exception, SystemExit)
