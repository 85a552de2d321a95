"""Pulling the plug on the journal's writer: nothing acknowledged is lost, nothing is written twice."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import SqliteJournal
from tests.reliability.journal_writer import parts_of

KILLS = 40
"""In one evening, with one journal."""
EVENINGS = -(-int(os.environ.get("JOURNAL_KILLS", "40")) // KILLS)
"""A long run sets the variable to 1000."""


@pytest.fixture
def nursery(root: Path, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """The process that forks a writer for every order."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.reliability.journal_writer", tmp_path / "journal.db"],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        yield process
        process.stdin.close()


def write_and_kill(nursery: "subprocess.Popen[str]", first: int, dice: random.Random) -> int:
    """Let a writer go on from command `first` and kill it somewhere. The command it would send next."""
    nursery.stdin.write(f"{first} {dice.randrange(2**32)}\n")
    writer, following = 0, first
    enough = first + dice.randrange(16)
    for line in nursery.stdout:
        if line.startswith("pid "):
            writer = int(line[4:])
        elif line == "dead\n":
            return following
        else:
            assert line != "failed\n", "the writer ended by itself"
            following = int(line) + 1
        if writer and following >= enough:
            # The writer goes on in this moment: the signal meets it anywhere in an append.
            time.sleep(dice.random() * 0.003)
            os.kill(writer, signal.SIGKILL)
            writer = 0
    pytest.fail("the nursery ended")


def kept_commands(path: Path) -> list[str]:
    """The commands in the journal, once for each entry, after the whole file was checked."""
    with closing(SqliteJournal(path)) as journal:
        journal.check()
        games = [journal.entries(game.number) for game in journal.games()]
    assert all(games), "a game without an entry"
    entries = sorted((entry for game in games for entry in game), key=lambda entry: entry.seq)
    return [str(entry.command_id) for entry in entries]


def expected_commands(count: int) -> list[str]:
    return [f"command-{number}" for number in range(count) for _ in range(parts_of(number))]


@pytest.mark.parametrize("evening", range(EVENINGS))
def test_a_writer_killed_anywhere_loses_nothing_acknowledged_and_doubles_nothing(
    nursery: "subprocess.Popen[str]", tmp_path: Path, evening: int
) -> None:
    dice = random.Random(evening)
    acknowledged = 0
    for _ in range(KILLS):
        # As a browser does that heard no answer: it sends the first unanswered command again.
        acknowledged = write_and_kill(nursery, acknowledged, dice)
        kept = kept_commands(tmp_path / "journal.db")
        # The one that was not answered may have been written, whole, or not at all.
        assert kept in (expected_commands(acknowledged), expected_commands(acknowledged + 1))
    assert acknowledged > KILLS
