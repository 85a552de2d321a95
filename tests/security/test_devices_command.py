"""`companion devices` beside a running companion: who is in, let one in, send one away."""

import re

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.dashboard.roles import Role
from tests.security.attacks import served
from tests.security.houses import House, command, post


@pytest.fixture(scope="module")
def house():
    return House()


@pytest.fixture(scope="module")
def port(house):
    with served(house) as server:
        yield server.port


@pytest.fixture
def typed(port):
    def typed(*words):
        result = CliRunner().invoke(main, ["devices", *words, "--port", str(port)])
        return result.exit_code, result.output

    return typed


def test_a_code_that_was_shown_lets_a_device_in_and_its_name_sends_it_away(house, typed):
    assert typed("list") == (0, "No device has been paired.\n")
    status, said = typed("pair", "--role", "host")
    found = re.match(r"(\d{3}) (\d{3})  for one host, within 120 seconds\nhttp://", said)
    assert (status, bool(found)) == (0, True), said
    device = house.stranger()
    post(device, "/api/pairing", code=found[1] + found[2], name="Tablet of Aki")
    assert command(device).status_code == 200
    assert re.fullmatch(r"[0-9a-f]{12}  Tablet of Aki  host       \d{4}-\d\d-\d\d\n", typed("list")[1])
    assert typed("revoke", "Tablet of Aki") == (0, "Tablet of Aki was removed.\n")
    assert command(device).status_code == 401


def test_a_name_that_fits_none_or_two_sends_nobody_away(house, typed):
    for _ in range(2):
        house.devices.let_in("Twin", Role.SCORER, "2026-01-01")
    for name in ("Twin", "nobody"):
        status, said = typed("revoke", name)
        assert (status, said.startswith("Error: ")) == (1, True)
    assert len(house.devices.all()) == 2


def test_where_no_companion_runs_it_says_so():
    result = CliRunner().invoke(main, ["devices", "list", "--port", "1"])
    assert (result.exit_code, result.output) == (1, "Error: no companion answers on port 1; is it running?\n")
