"""The measured start of a companion: one that never gives a snapshot is not waited for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lab.bench.startup import wait_for_snapshot

NOBODY_LISTENS = 1


def test_a_companion_that_ended_at_once_is_not_waited_for() -> None:
    ended = subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])
    with ended, pytest.raises(ChildProcessError, match="ended with status 3"):
        wait_for_snapshot(ended, NOBODY_LISTENS)


def test_a_companion_that_answers_nothing_is_given_up() -> None:
    silent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with silent, pytest.raises(TimeoutError, match="no snapshot within"):
        wait_for_snapshot(silent, NOBODY_LISTENS, patience_s=0.05)
