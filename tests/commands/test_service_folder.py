"""Where a service follows this machine's table, its games are meant by whoever names no folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import config
from companion.cli import main
from companion.commands import devices
from hardware import service
from hardware.card.page import joining_page
from tests.conftest import ROOT
from tests.reliability.evenings import write_evening


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with a service, and the account of somebody who types commands at it."""
    service = tmp_path / "var" / "lib" / "riichi-table" / "riichi-table-companion"
    write_evening(service / "table.sqlite", count=150)
    (tmp_path / "unit").touch()
    monkeypatch.setattr(config, "SERVICE_UNIT", tmp_path / "unit")
    monkeypatch.setattr(config, "SERVICE_FOLDER", service)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path


def said(*words):
    told = CliRunner().invoke(main, [str(word) for word in words])
    return told.exit_code, told.output


def test_the_games_of_the_service_are_listed_kept_and_checked(machine):
    assert said("games", "list")[1].startswith("table-1  ")
    assert said("export", "--format", "csv", "table-1")[0] == 0
    assert said("backup", machine / "all.zip")[1].endswith("with 150 entries.\n")
    status, told = said("doctor", "--port", "0")
    assert (status, f"Games are kept in {config.SERVICE_FOLDER}." in told) == (0, True)
    assert "Up to entry 150" in told
    assert not (machine / "home").exists()


@pytest.mark.parametrize(
    ("settings", "port"), [("RIICHI_PORT=9001\n", 9001), ("RIICHI_HOST=0.0.0.0\n", 8136)]
)
def test_the_port_of_the_service_is_meant_by_whoever_names_none(machine, monkeypatch, settings, port):
    (machine / "environment").write_text(settings)
    monkeypatch.setattr(service, "SETTINGS", machine / "environment")
    asked = []

    def connect(host, port, **_):
        asked.append(port)
        raise ConnectionRefusedError

    monkeypatch.setattr(devices, "HTTPConnection", connect)
    said("devices", "list")
    assert asked == [port]
    assert f":{port}" in str(joining_page("en", "Home", "riichi.local"))


def test_a_backup_is_restored_to_where_the_service_finds_it(machine):
    said("backup", machine / "all.zip")
    (config.SERVICE_FOLDER / "table.sqlite").unlink()
    status, told = said("restore", machine / "all.zip")
    assert (status, told.splitlines()[0]) == (0, "1 file with 150 entries is back.")
    assert (config.SERVICE_FOLDER / "table.sqlite").exists()
    assert not (machine / "home").exists()


@pytest.mark.parametrize("words", [("club", "season", "spring", "2026-03-01", "2026-05-31")])
def test_what_is_said_of_the_table_reaches_the_service(machine, words):
    assert said(*words)[0] == 0
    assert (config.SERVICE_FOLDER / "club.toml").exists()


def test_what_is_said_where_this_account_has_a_hub_reaches_the_hub(machine):
    hub = machine / "home" / "riichi-table-companion"
    (hub / "club").mkdir(parents=True)
    assert said("club", "season", "spring", "2026-03-01", "2026-05-31")[0] == 0
    assert (hub / "club.toml").exists()
    assert not (config.SERVICE_FOLDER / "club.toml").exists()
    assert said("club", "evenings", "--season", "spring")[0] == 0


def test_what_is_started_by_hand_keeps_its_files_with_who_started_it(machine, monkeypatch):
    """It could not write among the service's, and the service could not go on with what it wrote."""
    started = []
    monkeypatch.setattr(
        "companion.commands.run.run_companion", lambda settings, *_, **__: started.append(settings.folder)
    )
    assert said("run")[0] == 0
    assert started == [machine / "home" / "riichi-table-companion"]
    assert said("club", "tables") == (
        1, "Error: there is no club here; begin one with: companion club start\n"
    )  # fmt: skip


def test_without_a_service_it_is_the_folder_of_this_account(machine):
    (machine / "unit").unlink()
    assert said("games", "list") == (0, "there are no games\n")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another account")
def test_who_may_not_look_into_it_is_told_how(machine, monkeypatch):
    monkeypatch.setattr(config, "SERVICE_UNIT", Path("/etc"))
    (machine / "var" / "lib" / "riichi-table").chmod(0o700)
    child = os.fork()
    if child == 0:
        try:
            os.setresuid(65534, 65534, 65534)
            config.folder_to_read(None)
        except config.ConfigError as error:
            hint = f"{config.SERVICE_FOLDER} cannot be used: Permission denied; type the command with sudo"
            os._exit(0 if str(error).endswith(hint) else 2)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another account")
def test_a_folder_that_root_makes_belongs_to_whoever_has_the_one_above(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, 12_345, 12_346)
    config.prepared_folder(str(home / "games" / "new"))
    for made in (home / "games", home / "games" / "new"):
        assert (made.stat().st_uid, made.stat().st_gid) == (12_345, 12_346)


def test_the_service_and_the_commands_agree_where_its_games_are():
    unit = (ROOT / "hardware/system/riichi-companion.service").read_text()
    installer = (ROOT / "scripts/install-pi").read_text()
    (folder,) = (
        line.partition("XDG_DATA_HOME=")[2].split()[0] for line in unit.splitlines() if "XDG_" in line
    )
    code = "from companion.config import default_folder; print(default_folder())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"XDG_DATA_HOME": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{config.SERVICE_FOLDER}\n"
    assert f"units={config.SERVICE_UNIT.parent}\n" in installer
    assert f'"$units/{config.SERVICE_UNIT.name}"' in installer
