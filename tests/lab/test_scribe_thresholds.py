"""Each threshold of the scribe is turned, and a unit test that fails holds it."""

import subprocess
import sys

import pytest

from lab.scribe.thresholds import Threshold, thresholds
from tests.conftest import ROOT


def test_every_number_is_found_with_the_modules_that_use_it():
    found = {one.name: one for one in thresholds()}
    assert found["GONE_ON_NS"].users == ("scribe.pressing",)
    assert found["CALL"].users == ("scribe.proposals",)  # by the name of its module
    assert [path.name for path in found["GONE_ON_NS"].tests] == ["test_pressing.py"]
    assert found["UNLIKE"].home == "numbers"
    assert found["UNLIKE"].users == ("reveals.differences",)


def test_a_count_is_turned_by_one_and_a_measure_by_half():
    assert Threshold("policy", "LOOKS", 3, ()).turned == (4, 2)
    assert Threshold("policy", "NATS", -3.0, ()).turned == (-6.0, -1.5)
    assert Threshold("policy", "WAITS_NS", 2_000_000_000, ()).turned == (4_000_000_000, 1_000_000_000)


@pytest.mark.gate(0)
def test_a_number_is_held_where_a_test_fails_on_either_side_of_it():
    told = subprocess.run(
        [sys.executable, "-m", "lab.scribe.thresholds", "REMEMBERED", "GONE_ON_NS"],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
    ).stdout
    assert "held  weights.REMEMBERED = 0.5  (test_following.py)" in told
    assert "2 of 2 are held" in told


def test_a_number_that_nothing_holds_is_said_to_be_free():
    script = (
        "from lab.scribe.thresholds import Threshold, is_noticed\n"
        "print(is_noticed(Threshold('policy', 'GONE_ON_NS', 5e9, ('scribe.pressing',)), 5e9))\n"
        "print(is_noticed(Threshold('policy', 'GONE_ON_NS', 5e9, ()), 9))\n"
    )
    run = [sys.executable, "-c", script]
    assert subprocess.run(run, check=True, capture_output=True, text=True, cwd=ROOT).stdout.split() == [
        "False",
        "False",
    ]


def test_a_number_that_cannot_be_tried_is_not_said_to_be_held():
    script = (
        "from lab.scribe.thresholds import Threshold, is_noticed\n"
        "is_noticed(Threshold('nowhere', 'NONE', 5e9, ('scribe.pressing',)), 5e9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode
    assert "ChildProcessError: nowhere.NONE could not be tried" in done.stderr
