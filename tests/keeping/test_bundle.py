"""What leaves the house in a bundle: never a name, a secret, an address or a path of this machine."""

import errno
import json
import logging
import re
import sqlite3
import tomllib
import zipfile
from contextlib import closing

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.evidence import Cause
from companion.intake.devices import profile_of_this_machine
from companion.journal import Draft, SqliteJournal
from companion.keeping.bundle import GONE, LIBRARIES, Redaction, write_bundle
from companion.keeping.checkup import good
from companion.logs import set_up_logs
from companion.riichi.facts import HanchanStarted
from companion.riichi.presets import TENHOU
from companion.riichi.tea_facts import PlayerRenamed, PlayerSubstituted
from tests.conftest import ROOT
from tests.reliability.evenings import NOON, drafts, facts_of_a_game

CANARIES = (
    "Kanarienvogel",
    "Øyvind Ærø",
    "雀荘の鳥",
    "c0ffee" * 8,
    "dGhpcyBpcyBhIHRva2VuIHRoYXQgbm9ib2R5IG1heSBzZWU-_x",
    "hunter2",
    "192.168.7.23",
    "aa:bb:cc:dd:ee:ff",
    "Nachtigall",
    "Zaunkönig",
)


HOMES = "/" + "home"
STICKS = "/" + "media"


@pytest.fixture
def table(tmp_path):
    """A table at which birds sat, and whose log says more than it should."""
    folder = tmp_path / "secret-place"
    with closing(SqliteJournal(folder / "table.sqlite")) as journal:
        game = journal.next_game("table", TENHOU, NOON)
        named = HanchanStarted((*CANARIES[:3], "B"), "tenhou")
        journal.append(game, [Draft(at=NOON, because=Cause.PERSON, fact=named, by="192.168.7.23")])
        journal.append(game, drafts(facts_of_a_game()[1:60]), CANARIES[3])
        later = journal.next_game("table", TENHOU, NOON)
        came = (HanchanStarted(("A", "B", "C", "D"), "tenhou"), PlayerSubstituted(1, CANARIES[8]))
        journal.append(later, drafts((*came, PlayerRenamed(2, CANARIES[9]))))
    log = logging.getLogger()
    before, level = log.handlers[:], log.level
    set_up_logs(folder / "log")
    logging.getLogger("test").warning(
        "%s came with token=%s and cookie: %s", *CANARIES[:1], CANARIES[5], CANARIES[4]
    )
    logging.getLogger("test").warning(
        "from %s %s, %s, %s", CANARIES[6], CANARIES[7], CANARIES[2], CANARIES[3]
    )
    logging.getLogger("test").warning("%s sat down, and %s", *CANARIES[8:])
    for handler in log.handlers:
        handler.close()
    log.handlers[:], log.level = before, level
    return folder


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "UPDATE entries SET payload = replace(payload, 'tenhou', 'tenhom') WHERE seq = 1",
        "UPDATE entries SET payload = '{}' WHERE seq = 2",
    ],
)
def test_no_canary_is_in_a_bundle(table, tmp_path, damage):
    canaries = (*CANARIES, str(table))
    log = (table / "log" / "companion.jsonl").read_text()
    assert CANARIES[5] in log, "a test that hides nothing proves nothing"
    with closing(sqlite3.connect(table / "table.sqlite", isolation_level=None)) as db:
        db.execute("DROP TRIGGER entries_never_change")
        db.execute(damage)
    write_bundle(table, tmp_path / "bundle.zip", 1, [good("data", f"in {table}")])
    with zipfile.ZipFile(tmp_path / "bundle.zip") as packed:
        for name in packed.namelist():
            text = packed.read(name).decode()
            found = [canary for canary in canaries if canary in text or json.dumps(canary)[1:-1] in text]
            assert not found, f"{name} says {found}"


def test_what_is_needed_is_in_it(table, tmp_path):
    size = write_bundle(table, tmp_path / "bundle.zip", 1, [good("disk", "there is room")])
    assert size < 5_000_000
    with zipfile.ZipFile(tmp_path / "bundle.zip") as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert json.loads(texts["versions.json"])["companion"]
    assert texts["doctor.txt"] == "good disk: there is room"
    assert texts["log.jsonl"].count("\n") == 2
    events = [json.loads(line) for line in texts["events-table.jsonl"].splitlines()]
    assert [event["seq"] for event in events] == list(range(1, 64))
    assert events[20]["fact"]["is"]


def test_a_bundle_has_the_version_of_every_library_that_the_companion_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = (*project["dependencies"], *extras["panel"], *extras["vision"])
    assert sorted(LIBRARIES) == sorted(re.split(r"[<>=]", each)[0] for each in wanted)


def test_a_damaged_journal_does_not_stop_a_bundle(table, tmp_path):
    (table / "table.sqlite").write_bytes(b"SQLite format 3\0 and no more")
    write_bundle(table, tmp_path / "bundle.zip", 1, [])
    with zipfile.ZipFile(tmp_path / "bundle.zip") as packed:
        assert "not a journal of this companion" in packed.read("events-table.jsonl").decode()


@pytest.mark.parametrize(
    "text",
    [
        "live 69, seq 123",
        "127.0.0.1:8136",
        "commit 0.004 s",
        "2024-01-01T12:00:00Z",
        "12:34:56.789",
    ],
)
def test_what_says_nothing_of_people_stays(text):
    assert Redaction(frozenset(), ())(text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("asked for at http://bens-phone.local:81/stream", f"asked for at http://{GONE}/stream"),
        ("asked for at http://10.0.0.7/stream", f"asked for at http://{GONE}/stream"),
        (f"There is no {HOMES}/ben/house.toml.", f"There is no {HOMES}/{GONE}/house.toml."),
        ("http://127.0.0.1:8136/ and http://localhost:1/", "http://127.0.0.1:8136/ and http://localhost:1/"),
        (f"There is no {STICKS}/ben/STICK/evening.", f"There is no {STICKS}/{GONE}/STICK/evening."),
        ("no MQTT broker answers at bens-pi:1883", f"no MQTT broker answers at {GONE}:1883"),
        ("No MQTT broker answers at bens.local.", f"No MQTT broker answers at {GONE}."),
        ("the hub at bens-pc.local says: no", f"the hub at {GONE} says: no"),
        ("the line to the broker at bens-pi was lost", f"the line to the broker at {GONE} was lost"),
        ("A broker answers at localhost:1883;", "A broker answers at localhost:1883;"),
        ("the certificate is not valid for 'bens-pi'.", f"the certificate is not valid for '{GONE}'."),
        ("http://[fd00::12:7]:8136/", f"http://[{GONE}]:8136/"),
        ("at fe80::1ff:fe23:4567:890a%eth0, 1:2:3:4:5:6:7:8", f"at {GONE}, {GONE}"),
        ("AA:BB:CC:DD:EE:FF", GONE),
    ],
)
def test_whose_machine_and_whose_home_it_is_stays_in_the_house(text, left):
    assert Redaction(frozenset(), ())(text) == left


def test_the_longest_name_goes_first():
    assert Redaction(frozenset({"Ann", "Anna Maria"}), ())("Anna Maria, Ann") == f"{GONE}, {GONE}"


@pytest.mark.parametrize(
    ("typed", "says"), [([], profile_of_this_machine()), (["--profile", "usb-panel"], "usb-panel")]
)
def test_the_command_looks_at_the_devices_too(table, tmp_path, typed, says):
    file = tmp_path / "bundle.zip"
    CliRunner().invoke(main, ["bundle", *typed, "--data", str(table), "--port", "1", str(file)])
    with zipfile.ZipFile(file) as packed:
        lines = packed.read("doctor.txt").decode().splitlines()
    assert f"good profile: The profile is {says}." in lines
    named = {line.split()[1].rstrip(":") for line in lines}
    assert {"python", "disk", "panel", "vision"} <= named


def test_the_command_overwrites_nothing(table, tmp_path):
    runner, file = CliRunner(), tmp_path / "bundle.zip"
    assert "bytes" in runner.invoke(main, ["bundle", "--data", str(table), "--port", "1", str(file)]).output
    again = runner.invoke(main, ["bundle", "--data", str(table), "--port", "1", str(file)])
    assert (again.exit_code, again.output.count("\n")) == (1, 1)


def test_a_full_disk_keeps_no_half_bundle(table, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("companion.keeping.bundle.name_durably", full)
    file = tmp_path / "bundle.zip"
    answer = CliRunner().invoke(main, ["bundle", "--data", str(table), "--port", "1", str(file)])
    assert (answer.exit_code, answer.output) == (
        1,
        f"Error: {file} cannot be written: No space left on device\n",
    )
    assert not list(tmp_path.glob("bundle.zip*"))


def test_a_bundle_is_made_where_the_clock_is_not_set(table, tmp_path, monkeypatch):
    """A machine without a battery starts in 1970, and no day in a zip is before 1980."""
    monkeypatch.setattr("time.time", lambda: 86_400.0)
    answer = CliRunner().invoke(main, ["bundle", "--data", str(table), str(tmp_path / "early.zip")])
    assert (answer.exit_code, answer.exception) == (0, None)
    with zipfile.ZipFile(tmp_path / "early.zip") as packed:
        assert packed.testzip() is None
