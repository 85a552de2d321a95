"""`companion pretend` as a process: a drawn camera before the real eye, real keys, and its figures."""

import json
import subprocess
import sys

import pytest


def pretend(folder, *words: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "companion", "pretend", "--port", 0, "--data", folder, *words]
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, timeout=280
    )


def test_a_short_hand_is_played_seen_and_compared(tmp_path) -> None:
    # Seed 40 deals nine orphans: one draw, and the hand is laid open.
    done = pretend(tmp_path / "games", "--seed", 40, "--speed", 50, "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert (said["hands"], said["facts"], said["invented"]) == (1, 2, 0)
    assert said["exact"] + said["missing"] + said["wrong"] >= 1
    assert said["frames"] > 20
    assert (tmp_path / "games" / "pretend.sqlite").exists()
    assert "The table is at http://127.0.0.1:" in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--record", "nowhere.mjlog"), "nowhere.mjlog"),
        (("--camera", "moon"), "moon"),
        (("--mistakes", "many"), "many"),
        (("--hands", 0), "0"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(tmp_path, words, says) -> None:
    done = pretend(tmp_path / "games", *words)
    assert done.returncode in {1, 2}
    assert says in done.stderr
    assert "Traceback" not in done.stderr
