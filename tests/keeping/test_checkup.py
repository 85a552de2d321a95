"""What `companion doctor` finds, and that its advice comes where something is wrong."""

import json
import os
import re
import socket
import threading
import tomllib
from contextlib import closing
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.clock import ManualClock
from companion.intake.devices import camera, look_at_devices, profile_of_this_machine
from companion.journal import SqliteJournal
from companion.journal.copying import remove_with_logs
from companion.keeping import checkup
from companion.keeping.checkup import Verdict
from companion.keeping.copies import make_copy
from companion.keeping.mending import make_sound
from firmware_bridge.errors import PanelWithoutFirmware
from hardware import CameraMount
from tests.conftest import ROOT
from tests.reliability.evenings import write_evening


def verdicts(findings):
    return {finding.name: finding.verdict for finding in findings}


def test_a_sound_machine_is_well(tmp_path):
    write_evening(tmp_path / "table.sqlite", count=30)
    found = tuple(checkup.look_at_machine(tmp_path, "127.0.0.1", 0, datetime(2030, 1, 1, tzinfo=UTC)))
    assert set(verdicts(found).values()) == {Verdict.GOOD}
    assert not any(finding.do for finding in found)


def test_every_library_without_which_it_does_not_start_is_looked_for():
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert sorted(checkup.NEEDED) == sorted(re.split(r"[<>=]", each)[0] for each in wanted)


def test_everything_that_is_bad_says_what_to_do(tmp_path, monkeypatch):
    (tmp_path / "table.sqlite").write_bytes(b"my diary")
    monkeypatch.setattr(checkup, "free_bytes", lambda _: 1)
    monkeypatch.setattr(checkup, "NEEDED", ("flask", "no_such_library"))
    monkeypatch.setattr(checkup, "_OLDEST_PYTHON", (9, 0))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = tuple(checkup.look_at_machine(tmp_path, "127.0.0.1", port, datetime(1970, 1, 1, tzinfo=UTC)))
    said = verdicts(found)
    for name in ("python", "libraries", "disk", "journal table", "network"):
        assert said[name] is Verdict.BAD
    assert all(finding.do for finding in found if finding.verdict is not Verdict.GOOD)


def test_packages_of_others_with_our_names_are_named(monkeypatch):
    monkeypatch.setattr(
        checkup.metadata, "packages_distributions", lambda: {"vision": ["spectacles", checkup.PRODUCT]}
    )
    found = checkup.packages()
    assert found.verdict is Verdict.BAD
    assert "vision of spectacles" in found.says


def test_a_folder_of_our_name_in_the_way_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr(checkup, "_home", lambda name: tmp_path / name)
    assert checkup.packages().verdict is Verdict.BAD


@pytest.mark.parametrize(("listens", "host"), [("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::", "::")])
def test_a_running_companion_holds_the_port_rightly(listens, host):
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"status": "ok", "streams": 0}')

        def log_message(self, *_):
            return

    class Server(HTTPServer):
        address_family = require_family(listens)

    with Server((listens, 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        found = checkup.network(host, server.server_port)
        server.shutdown()
        thread.join()
    assert (found.verdict, found.says) == (
        Verdict.GOOD, f"The companion answers on port {server.server_port}."
    )  # fmt: skip


def test_an_ipv6_address_can_be_free():
    require_family("::1")
    assert checkup.network("::1", 0).says == "Port 0 of ::1 is free."


def require_family(host):
    """The family of an address; the test is skipped on a machine that has none of it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, 0), family=family).close()
    except OSError:
        pytest.skip(f"this machine has no {host}")
    return family


def test_a_journal_that_is_written_now_is_said_to_be(tmp_path):
    path = tmp_path / "table.sqlite"
    write_evening(path, count=30)
    with closing(SqliteJournal(path)):
        assert "written by a running companion" in next(checkup.journals(tmp_path)).says
    assert "running" not in next(checkup.journals(tmp_path)).says


def test_a_journal_that_is_not_damaged_gets_advice_that_fits(tmp_path):
    path = tmp_path / "table.sqlite"
    write_evening(path, count=30)
    with path.open("r+b") as file:
        file.seek(60)
        file.write((99).to_bytes(4))
    assert next(checkup.journals(tmp_path)).do == "Update the companion; the file is left as it is."
    path.unlink()
    path.mkdir()
    assert "the disk is well" in next(checkup.journals(tmp_path)).do


def test_a_journal_that_the_next_start_takes_from_its_copy_is_not_said_to_be_well(tmp_path):
    path = tmp_path / "table.sqlite"
    write_evening(path, count=30)
    make_copy(path, datetime(2024, 1, 1, tzinfo=UTC))
    whole = path.read_bytes()
    path.unlink()
    (found,) = checkup.journals(tmp_path)
    assert (found.name, found.verdict) == ("journal table", Verdict.BAD)
    assert "is gone, though its copies" in found.says
    assert "takes the newest sound copy" in found.do
    path.write_bytes(whole)
    assert next(checkup.journals(tmp_path)).verdict is Verdict.GOOD
    remove_with_logs(path)
    write_evening(path, copies=False, count=20)
    (found,) = checkup.journals(tmp_path)
    assert (found.verdict, found.says.split("/")[-1]) == (
        Verdict.BAD, "table.sqlite ends with entry 20, its copy with 30."
    )  # fmt: skip
    make_sound(path, ManualClock())
    assert next(checkup.journals(tmp_path)).verdict is Verdict.GOOD


@pytest.mark.parametrize("content", [b"", b"my diary", None])
def test_who_has_no_copy_is_not_sent_to_a_start_that_does_nothing(tmp_path, content):
    """Without a copy the companion stops with one sentence; `None`: only the log of the journal is there."""
    (tmp_path / ("table.sqlite-wal" if content is None else "table.sqlite")).write_bytes(content or b"")
    (found,) = checkup.journals(tmp_path)
    assert (found.name, found.verdict) == ("journal table", Verdict.BAD)
    assert found.do.startswith("There is no copy of it here: restore a backup, or ")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another account")
@pytest.mark.parametrize("place", ["games", "games/of/mine"])
def test_a_folder_of_another_account_is_one_finding_among_others(tmp_path, place):
    write_evening(tmp_path / "games/table.sqlite", count=30)
    (tmp_path / "games").chmod(0o700)
    told = look_as_nobody(tmp_path / place)
    assert told["data"][:2] == ["bad", f"{tmp_path / place} cannot be looked into: Permission denied."]
    assert "sudo" in told["data"][2]
    assert {"disk", "clock", "network"} <= set(told)
    assert not [name for name in told if name.startswith("journal")]


def look_as_nobody(folder):
    """The findings of an account that owns nothing, by their names."""
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setresuid(65534, 65534, 65534)
            found = checkup.look_at_machine(folder, "127.0.0.1", 0, datetime(2030, 1, 1, tzinfo=UTC))
            said = {one.name: (one.verdict, one.says, one.do) for one in found}
            os.write(mouth, json.dumps(said).encode())
        finally:
            os._exit(0)
    os.close(mouth)
    os.waitpid(child, 0)
    with os.fdopen(ear, "rb") as said:
        return json.loads(said.read())


def test_a_disk_that_can_only_be_read_is_not_a_question_of_rights(tmp_path, monkeypatch):
    there = os.statvfs(tmp_path)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=there.f_flag | os.ST_RDONLY))
    found = checkup.data_folder(tmp_path)
    assert found.verdict is Verdict.BAD
    assert found.says == f"{tmp_path} is on a disk that can only be read."
    assert "chown" not in found.do


@pytest.mark.parametrize(
    ("name", "content", "called"),
    [
        ("trust.toml", b"\xcc\xff", "camera settings"),
        ("trust.toml", b"sure = 7\n", "camera settings"),
    ],
)
def test_settings_with_which_nothing_starts_are_found(tmp_path, name, content, called):
    (tmp_path / name).write_bytes(content)
    told = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--port", "0"])
    assert told.exit_code == 1
    assert f"BAD   {called}" in told.output
    assert "delete it" in told.output
    started = CliRunner().invoke(main, ["run", "--data", str(tmp_path), "--port", "0"])
    assert (started.exit_code, str(tmp_path / name) in started.output) == (1, True)
    assert "codec" not in started.output


def test_a_damaged_file_of_the_keys_sides_is_found_with_what_counts_meanwhile(tmp_path):
    (tmp_path / "key-sides.json").write_text('{"at": "AACD", "without": ""}')
    (found,) = checkup.settings(tmp_path)
    assert (found.verdict, found.name) == (Verdict.BAD, "sides of the keys")
    assert str(tmp_path / "key-sides.json") in found.says
    assert "at the side of that letter" in found.do


@pytest.mark.parametrize(
    ("profile", "name", "verdict"),
    [
        ("bench", "panel", Verdict.GOOD),
        ("usb-panel", "panel", Verdict.BAD),
        ("pi5-gpio", "panel", Verdict.BAD),
        ("usb-panel", "camera above", Verdict.NOTE),
        ("no-such-profile", "profile", Verdict.BAD),
    ],
)
def test_devices_that_are_not_there_are_named(monkeypatch, tmp_path, profile, name, verdict):
    # The library of the ribbon camera: tests/vision/camera/test_ribbon.py asks for it with the system Python.
    monkeypatch.setattr("companion.intake.devices.has_library", lambda: False)
    found = tuple(look_at_devices(profile, tmp_path))
    assert verdicts(found)[name] is verdict
    assert all(finding.do for finding in found if finding.verdict is not Verdict.GOOD)


@pytest.mark.parametrize(
    ("mount", "verdict", "says"),
    [
        (CameraMount("a", "folder", "."), Verdict.GOOD, "There are pictures."),
        (CameraMount("a", "video", "none.mp4"), Verdict.NOTE, "There is no none.mp4."),
        (CameraMount("a", "video", "rtsp://eve:x@cam/s?x"), Verdict.NOTE, "There is no rtsp://cam/s?…."),
        (
            CameraMount("a", "mjpeg", "http://eve:x@10.0.0.7/"),
            Verdict.GOOD,
            "Pictures come from http://10.0.0.7/ ",
        ),
        (CameraMount("a", "uvc", "0"), Verdict.NOTE, "No camera is plugged in."),
    ],
)
def test_each_kind_of_camera_is_looked_for_where_it_can_be(tmp_path, mount, verdict, says):
    found = camera(mount, tmp_path)
    assert (found.verdict, says in found.says) == (verdict, True)


def test_a_camera_that_is_unplugged_is_missed_on_a_pi_too(tmp_path, monkeypatch):
    (tmp_path / "video10").touch()  # decodes films
    monkeypatch.setattr("companion.intake.devices.has_library", lambda: True)
    for there, verdict in (((), Verdict.NOTE), (("imx708",), Verdict.GOOD)):
        monkeypatch.setattr("companion.intake.devices.listed", lambda there=there: there)
        assert camera(CameraMount("above", "picamera2", "0"), tmp_path).verdict is verdict
    assert camera(CameraMount("above", "uvc", "0"), tmp_path).verdict is Verdict.NOTE
    (tmp_path / "video0").touch()
    assert camera(CameraMount("above", "uvc", "0"), tmp_path).verdict is Verdict.GOOD


def test_the_profile_of_the_service_is_looked_at(tmp_path):
    file = tmp_path / "environment"
    assert profile_of_this_machine(file) == "bench"
    file.write_text("RIICHI_HOST=127.0.0.1\nRIICHI_PROFILE=usb-panel\n")
    assert profile_of_this_machine(file) == "usb-panel"
    file.write_text("RIICHI_HOST=127.0.0.1\n")
    assert profile_of_this_machine(file) == "bench"


def test_the_command_ends_with_what_it_found(tmp_path):
    runner = CliRunner()
    told = runner.invoke(main, ["doctor", "--data", str(tmp_path), "--port", "0", "--json"])
    assert told.exit_code == 0
    assert {finding["verdict"] for finding in json.loads(told.output)} <= {"good", "note"}
    (tmp_path / "table.sqlite").write_bytes(b"")
    told = runner.invoke(main, ["doctor", "--data", str(tmp_path), "--port", "0"])
    assert told.exit_code == 1
    assert "BAD   journal table" in told.output
    assert (tmp_path / "table.sqlite").read_bytes() == b""


def test_the_broker_of_buttons_is_asked_for(tmp_path):
    profile = tmp_path / "mine.toml"
    with socket.create_server(("127.0.0.1", 0)) as broker:
        port = broker.getsockname()[1]
        device = '[[panel.device]]\nside = "A"\ntopic = "t"\npresses = { x = "ron" }\n'
        profile.write_text(f'name = "mine"\n[panel]\nkind = "mqtt"\nport = {port}\n{device}')
        told = {found.name: found for found in look_at_devices(str(profile), tmp_path)}
        assert told["panel"].says.startswith(f"A broker answers at 127.0.0.1:{port}")
    told = {found.name: found for found in look_at_devices(str(profile), tmp_path)}
    assert told["panel"].says == f"No MQTT broker answers at 127.0.0.1:{port}."


def test_number_pads_are_looked_for_at_their_ports(tmp_path):
    by_path = tmp_path / "input" / "by-path"
    by_path.mkdir(parents=True)
    for port in ("1.1", "1.2", "1.3", "3"):
        (by_path / f"platform-x-usb-0:{port}:1.0-event-kbd").touch()
    told = {found.name: found for found in look_at_devices("number-pads", tmp_path)}
    assert "port 1.4 (side D); there are pads at 1.1, 1.2, 1.3, 3" in told["panel"].says
    (by_path / "platform-x-usb-0:1.4:1.0-event-kbd").touch()
    told = {found.name: found for found in look_at_devices("number-pads", tmp_path)}
    assert told["panel"].says == "Number pads that are plugged in: 4."


@pytest.mark.parametrize(("profile", "group"), [("number-pads", "input"), ("pi5-gpio", "gpio")])
def test_keys_that_this_user_may_not_open_are_no_good_news(tmp_path, monkeypatch, profile, group):
    by_path = tmp_path / "input" / "by-path"
    by_path.mkdir(parents=True)
    for port in ("1.1", "1.2", "1.3", "1.4"):
        (by_path / f"platform-x-usb-0:{port}:1.0-event-kbd").touch()
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("companion.intake.devices.importlib.util.find_spec", lambda name: name)
    monkeypatch.setattr("companion.intake.devices.os.access", lambda *_: False)
    told = {found.name: found for found in look_at_devices(profile, tmp_path)}
    assert told["panel"].verdict is Verdict.BAD
    assert f"-aG {group} $USER" in told["panel"].do


def test_a_panel_at_a_named_port_that_is_not_there_is_no_question_of_rights(tmp_path):
    profile = tmp_path / "mine.toml"
    profile.write_text(f'name = "mine"\n[panel]\nkind = "serial"\nport = "{tmp_path}/riichi-panel"\n')
    told = {finding.name: finding for finding in look_at_devices(str(profile), tmp_path)}
    assert told["panel"].says == f"There is no {tmp_path}/riichi-panel."
    assert told["panel"].do.startswith("Plug the panel in")


def test_a_board_without_its_firmware_is_not_to_be_plugged_in(monkeypatch):
    def find(_):
        raise PanelWithoutFirmware("a Pico is plugged in that waits for its firmware: copy the .uf2 file")

    monkeypatch.setattr("firmware_bridge.ports.find_port", find)
    told = {finding.name: finding for finding in look_at_devices("usb-panel")}
    assert "waits for its firmware" in told["panel"].says
    assert told["panel"].do == "Do that, then look again."


@pytest.mark.parametrize("count", [1, 2])
def test_what_was_set_aside_is_named_so_that_people_can_delete_it(tmp_path, count):
    files = [f"table.sqlite.damaged-2024010{day}T120000Z" for day in range(1, count + 1)]
    folders = [f"before-restore-2024010{day}T120000Z" for day in range(1, count + 1)]
    for name in files:
        (tmp_path / name).touch()
    for name in folders:
        (tmp_path / name).mkdir()
    told = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--port", "0"]).output
    assert all(name in told for name in (*files, *folders))
    assert (f"{count} file of a damaged journal was" in told) == (count == 1)
    assert (f"{count} folder holds" in told) == (count == 1)
