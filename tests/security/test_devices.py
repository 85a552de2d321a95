"""The list of devices on the disk: private, whole, and never a door when it is damaged."""

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.dashboard.devices import FILE, Devices
from companion.dashboard.roles import Role
from companion.keeping.one_zip import kept_files
from tests.security.houses import House, command, post


@pytest.fixture
def file(tmp_path):
    return tmp_path / FILE


def let_in(devices, name="Tablet"):
    return devices.let_in(name, Role.SCORER, "2026-01-01T00:00:00.000000Z")


def test_who_was_let_in_is_known_after_a_restart_and_who_was_sent_away_is_not(file):
    devices = Devices(file)
    (stays, token), (goes, other) = let_in(devices, "A"), let_in(devices, "B")
    devices.send_away(lambda each: each == goes)
    again = Devices(file)
    assert again.with_token(token) == stays
    assert again.with_token(other) is None


def test_two_companions_of_one_folder_keep_one_list(file):
    one = Devices(file)
    (goes, token), (stays, other) = let_in(one, "A"), let_in(one, "B")
    two = Devices(file)
    one.send_away(lambda each: each == goes)
    assert two.with_token(token) is None
    assert not two.holds(goes)
    new, _ = let_in(two, "C")
    assert one.all() == two.all() == Devices(file).all() == (stays, new)
    two.send_away(lambda each: each == stays)
    assert one.with_token(other) is None


def test_nobody_is_sent_away_while_the_disk_is_gone_or_cannot_be_read(file):
    devices = Devices(file)
    tablet, token = let_in(devices)
    file.rename(file.with_suffix(".elsewhere"))
    assert devices.with_token(token) == tablet
    file.write_text("{")
    assert devices.with_token(token) == tablet
    file.with_suffix(".elsewhere").replace(file)
    assert devices.with_token(token) == tablet
    assert let_in(devices, "B")[0] in devices.all()


def test_devices_that_two_companions_let_in_at_once_are_all_kept(file):
    companions = Devices(file), Devices(file)
    with ThreadPoolExecutor(2) as hosts:
        doing = [hosts.submit(let_in, companions[number % 2], str(number)) for number in range(20)]
    tokens = [each.result()[1] for each in doing]
    assert all(Devices(file).with_token(token) for token in tokens)


def test_nobody_else_may_read_it_and_no_token_is_in_it(file):
    old = os.umask(0)
    try:
        _, token = let_in(Devices(file))
    finally:
        os.umask(old)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert token not in file.read_text()
    assert [path.name for path in file.parent.iterdir()] == [FILE]


def test_it_stays_at_home(file):
    let_in(Devices(file))
    (file.parent / "table.toml").touch()
    assert [path.name for path in kept_files(file.parent)] == ["table.toml"]


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_a_damaged_list_lets_nobody_in_and_is_set_aside(file, share):
    _, token = let_in(Devices(file))
    whole = file.read_bytes()
    file.write_bytes(damaged := whole[: int(len(whole) * share)])
    devices = Devices(file)
    assert devices.with_token(token) is None
    assert devices.with_token(let_in(devices)[1]) is not None
    (aside,) = file.parent.glob(f"{FILE}.damaged-*")
    assert aside.read_bytes() == damaged
    assert Devices(file).with_token(token) is None


@pytest.mark.parametrize(
    "said",
    [
        *(
            [],
            {"form": 1},
            {"form": 2, "devices": []},
            {"form": 1, "devices": [{}]},
            {"form": 1, "devices": 7},
        ),
        {"form": 1, "devices": [{"id": "a", "name": 1, "role": "host", "paired_at": "", "token_sha256": ""}]},
        {
            "form": 1,
            "devices": [{"id": "a", "name": "", "role": "king", "paired_at": "", "token_sha256": ""}],
        },
    ],
)
def test_a_list_that_means_nothing_lets_nobody_in(file, said):
    file.write_text(json.dumps(said))
    assert Devices(file).all() == ()


@pytest.mark.parametrize("wrong", [{"role": "king"}, {"name": 7}, {"token_sha256": None}])
def test_a_half_typed_row_puts_out_only_its_own_device(file, caplog, wrong):
    devices = Devices(file)
    (one, token), (_, lost) = let_in(devices, "A"), let_in(devices, "B")
    said = json.loads(file.read_text())
    said["devices"][1] |= wrong
    file.write_text(json.dumps(said))
    again = Devices(file)
    assert again.all() == (one,)
    assert (again.with_token(token), again.with_token(lost)) == (one, None)
    (field,) = wrong
    assert f"device 2 of the list: {field} " in caplog.text
    new, _ = let_in(again, "C")
    assert Devices(file).all() == (one, new)
    (aside,) = file.parent.glob(f"{FILE}.damaged-*")
    assert json.loads(aside.read_text()) == said


def test_where_it_cannot_be_written_nobody_is_let_in_but_whoever_was_sent_away_is_away(file, monkeypatch):
    house = House(devices=Devices(file))
    device = house.paired()

    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr("hardware.disk.name_durably", full)
    made = post(house.host(), "/api/pairing/code", role="scorer").json
    answer = post(house.stranger(), "/api/pairing", code=made["code"], name="B")
    assert (answer.status_code, answer.json["error"]) == (507, "not_kept")
    assert [each.name for each in house.devices.all()] == ["Tablet"]
    answer = post(house.host(), "/api/devices/forget")
    assert (answer.status_code, answer.json["error"]) == (507, "not_kept_gone")
    assert command(device).status_code == 401
