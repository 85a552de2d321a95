"""scripts/update: a new version beside the old one, tried first, and gone back from by itself."""

import os
import re
import stat
import subprocess
import sys
import time

import pytest

from tests.conftest import ROOT
from tests.hardware.fake_pi import BROKEN, NEWER_FORM, Pi
from tests.reliability.evenings import write_evening


@pytest.fixture
def pi(tmp_path):
    machine = Pi(tmp_path)
    write_evening(machine.data / "table.sqlite", copies=False, count=60)
    yield machine
    machine.stop()
    for _ in range(500):
        if not machine.answers:
            return
        time.sleep(0.02)


@pytest.fixture
def installed(pi):
    """A machine on which the first version runs."""
    pi.install(pi.version("one"))
    return pi


def test_a_good_version_takes_over_and_the_one_before_is_kept(pi):
    done = pi.update(pi.version("one"))
    assert done.returncode == 0, done.stderr
    assert (pi.runs, pi.answers, pi.versions) == ("one", True, ["one"])
    done = pi.update(pi.version("two"))
    assert done.returncode == 0, done.stderr
    assert (pi.runs, pi.answers, pi.versions) == ("two", True, ["one", "two"])
    assert pi.last_seq() == 60
    assert not pi.is_still_rehearsing


def test_a_version_that_cannot_read_the_games_never_takes_over(installed):
    broken = installed.version("two", BROKEN.format(condition='== *" run "*', deed=":"))
    done = installed.update(broken)
    assert done.returncode == 1
    assert "nothing was changed" in done.stderr
    assert (installed.runs, installed.answers, installed.versions) == ("one", True, ["one"])


def test_a_version_that_falls_in_service_is_gone_back_from_with_the_games_as_they_were(installed):
    spoil = f'"{sys.executable}" -c "{NEWER_FORM}" "{installed.data}/table.sqlite"'
    broken = installed.version("two", BROKEN.format(condition='!= *" --port 0 "*', deed=spoil))
    done = installed.update(broken)
    assert done.returncode == 1
    assert "The old version runs again" in done.stderr, done.stderr
    assert (installed.runs, installed.answers, installed.versions) == ("one", True, ["one"])
    assert installed.last_seq() == 60
    assert list(installed.data.glob("before-restore-*/table.sqlite"))


@pytest.mark.gate(0)
def test_what_an_update_keeps_is_its_owners_alone_and_gone_afterwards(installed):
    """While it goes on it holds every game; forgotten ones too, if it stayed."""
    before = os.umask(0o022)
    try:
        look = f'find "{installed.home}/update" -printf "%m %P\\n" >>"{installed.folder}/seen"'
        done = installed.update(installed.version("two", look))
    finally:
        os.umask(before)
    assert done.returncode == 0, done.stderr
    seen = dict(reversed(line.split(" ", 1)) for line in (installed.folder / "seen").read_text().splitlines())
    assert {"work/rehearsal.zip", "work/games/table.sqlite", "work/before-update.zip", "said"} <= set(seen)
    readable = {name: mode for name, mode in seen.items() if int(mode, 8) & (stat.S_IRWXG | stat.S_IRWXO)}
    assert not {name for name in readable if not name.startswith("work/games/")}
    assert seen["work"] == "700"
    assert not (installed.home / "update").exists()


@pytest.mark.gate(0)
def test_the_backup_is_made_when_nobody_writes_any_more(installed):
    """What was acknowledged after it would be missing when the games are put back."""
    call = f"import socket; print(socket.socket().connect_ex(('127.0.0.1', {installed.port})))"
    asks = f'"{sys.executable}" -c "{call}"'
    says = f'[[ " $* " == *before-update.zip* ]] && {asks}'
    one = installed.home / "venv" / "bin" / "python"
    script = one.read_text().replace(
        "export PYTHONPATH", f'{says} >"{installed.folder}/heard"\nexport PYTHONPATH'
    )
    one.write_text(script)
    assert installed.update(installed.version("two")).returncode == 0
    assert (installed.folder / "heard").read_text().strip() != "0", "the old version still answered"


@pytest.mark.gate(0)
def test_a_tap_while_the_new_version_is_tried_is_not_lost_when_it_is_gone_back_from(installed):
    """The games are kept once nobody writes them: what was acknowledged until then is in them."""
    spoil = f'"{sys.executable}" -c "{NEWER_FORM}" "{installed.data}/table.sqlite"'
    tap = f'[[ " $* " == *" --port 0 "* ]] && "{sys.executable}" -c "{TAP}" {installed.url}; '
    broken = tap + BROKEN.format(condition='!= *" --port 0 "*', deed=spoil)
    done = installed.update(installed.version("two", broken))
    assert "The old version runs again" in done.stderr, done.stderr
    assert installed.last_seq() == 61


TAP = """
import json, sys, urllib.request as ask
words = {'id': 'tap', 'expected_seq': 60, 'kind': 'undo'}
head = {'X-Table': '1', 'Content-Type': 'application/json'}
ask.urlopen(ask.Request(sys.argv[1] + '/api/commands', json.dumps(words).encode(), head)).read()
""".strip().replace("\n", ";")


MOMENTS = {
    "before the link is turned": ("", "keep_games"),
    "after it": ("", "systemctl daemon-reload"),
    "going back": ("go_back", "wait_for"),
    "spoiled": ("go_back", "restore_games"),
}


@pytest.mark.gate(0)
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_update_that_was_killed_is_settled_by_the_next(installed, moment):
    spoil = f'"{sys.executable}" -c "{NEWER_FORM}" "{installed.data}/table.sqlite"'
    broken = installed.version("two", BROKEN.format(condition='!= *" --port 0 "*', deed=spoil))
    killed = installed.update(broken, **dies_before(installed, *MOMENTS[moment]))
    assert killed.returncode == -9
    installed.pull_the_plug()
    done = installed.update(installed.version("three"))
    assert done.returncode == 0, done.stderr
    assert "An update was cut off" in done.stderr
    assert (installed.runs, installed.answers, installed.last_seq()) == ("three", True, 60)
    assert not (installed.home / "update").exists()


def dies_before(machine, function, command):
    """The environment in which scripts/update is killed before a command that begins so, in that function."""
    trap = machine.folder / "trap"
    is_there = f'[[ ${{FUNCNAME[0]-}} == *"{function}" && $BASH_COMMAND == "{command}"* ]]'
    trap.write_text(f"[[ $0 == */update ]] || return 0\nset -T\ntrap '{is_there} && kill -KILL -$$' DEBUG\n")
    return {"BASH_ENV": str(trap)}


def test_where_a_new_version_finds_no_room_nothing_is_begun(installed):
    """Only its large libraries would be missing, those of the eye: it would take over, and see nothing."""
    df = installed.folder / "bin" / "df"
    df.write_text('#!/bin/sh\necho " Avail"\necho "  120"\n')
    df.chmod(0o755)
    done = installed.update(installed.version("two"))
    assert done.returncode == 1
    assert done.stderr.startswith(f"Only 120 MB are free in {installed.home}, and a new version takes 700 MB")
    assert (installed.runs, installed.answers, installed.versions) == ("one", True, ["one"])


def test_what_an_update_that_was_cut_off_left_makes_room_for_the_next(installed):
    left = installed.home / "versions" / "20240101T120001Z-1"
    left.mkdir()
    df = installed.folder / "bin" / "df"
    df.write_text(f'#!/bin/sh\n[ -e "{left}" ] && echo 120 || echo 1200\n')
    df.chmod(0o755)
    done = installed.update(installed.version("two"))
    assert done.returncode == 0, done.stderr
    assert (installed.runs, installed.answers, installed.versions) == ("two", True, ["one", "two"])


@pytest.mark.parametrize(
    ("settings", "port"),
    [
        ("", 8136),
        ("RIICHI_HOST=0.0.0.0\n", 8136),
        ("RIICHI_PORT=9000\nRIICHI_OPTIONS=--https\n", 9000),
        ("RIICHI_OPTIONS=--https --port 9001 --private\n", 9001),
        ("RIICHI_OPTIONS=--port=9001\n", 9001),
    ],
)
def test_the_new_version_is_looked_for_at_the_port_of_the_service(tmp_path, settings, port):
    (tmp_path / "environment").write_text(settings)
    text = (ROOT / "scripts" / "update").read_text().replace("/etc/riichi-table", str(tmp_path))
    (line,) = re.findall(r"^\[\[ -n \$url \]\].*?8136\)$", text, re.MULTILINE | re.DOTALL)
    ran = ["bash", "-euo", "pipefail", "-c", f"url=\n{line}\necho $url"]
    said = subprocess.run(ran, capture_output=True, text=True, check=True)
    assert said.stdout == f"http://127.0.0.1:{port}\n"


def test_two_updates_at_once_are_one(installed):
    with subprocess.Popen(["flock", installed.home / ".update.lock", "sleep", "60"]) as other:
        time.sleep(0.3)
        done = installed.update(installed.version("two"))
        other.terminate()
    assert (done.returncode, "Another update is under way" in done.stderr) == (1, True)
    assert installed.runs == "one"


@pytest.mark.gate(0)
def test_an_installation_without_versions_is_taken_over(pi):
    old = pi.version("old")
    pi.home.mkdir()
    old.rename(pi.home / "venv")
    done = pi.update(pi.version("new"))
    assert done.returncode == 0, done.stderr
    assert (pi.home / "venv").is_symlink()
    assert (pi.runs, pi.versions) == ("new", ["new", "old"])


@pytest.mark.parametrize("words", [["--nonsense"], ["--home"], ["--no-service", "--url"], ["--data", ""]])
def test_wrong_words_are_answered_with_the_usage(words):
    ran = subprocess.run([ROOT / "scripts" / "update", *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "sudo scripts/update" in ran.stderr
