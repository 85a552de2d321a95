"""A further name of this machine, typed as people write it: kept as browsers and certificates spell it."""

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.club.authority import Authority
from companion.errors import ConfigError

SPELLED = "xn--bcher-kva.local"


def test_a_name_with_an_umlaut_reaches_the_page(monkeypatch, tmp_path):
    found = []
    monkeypatch.setattr(
        "companion.commands.demo.run_companion", lambda settings, *_, **__: found.append(settings)
    )
    outcome = CliRunner().invoke(main, ["demo", "--data", str(tmp_path), "--name", "Bücher.local"])
    assert outcome.exit_code == 0, outcome.output
    assert found[0].host_names == {SPELLED}


@pytest.mark.parametrize(("option", "first"), [("--name", True), ("--host", False)])
def test_a_hub_with_an_umlaut_in_its_name_has_a_certificate(monkeypatch, tmp_path, option, first):
    found = []

    def stop(_, plan):
        found.append(plan.addresses)
        raise ConfigError("far enough")

    monkeypatch.setattr("companion.club.service.HubService", stop)
    outcome = CliRunner().invoke(main, ["club", "start", "--data", str(tmp_path), option, "Bücher.local"])
    assert outcome.output == "Error: far enough\n"
    assert found[0] == ((SPELLED, "127.0.0.1") if first else (SPELLED,))
    assert Authority(tmp_path, found[0]).hub_file.exists()


@pytest.mark.parametrize("command", [("demo",), ("club", "start")])
def test_a_name_that_no_machine_can_have_is_refused_by_itself(monkeypatch, tmp_path, command):
    for later in ("companion.commands.demo.run_companion", "companion.club.service.HubService"):
        monkeypatch.setattr(later, pytest.fail)
    outcome = CliRunner().invoke(main, [*command, "--data", str(tmp_path), "--name", "a..b"])
    assert (outcome.exit_code, outcome.output) == (1, "Error: no machine can be called a..b\n")


@pytest.mark.parametrize("name", ["straße.local", "STRAẞE.local", "κύκλος.local"])
def test_a_name_that_browsers_spell_otherwise_than_python_is_typed_as_they_do(monkeypatch, tmp_path, name):
    found = []
    monkeypatch.setattr(
        "companion.commands.demo.run_companion", lambda settings, *_, **__: found.append(settings)
    )
    outcome = CliRunner().invoke(main, ["demo", "--data", str(tmp_path), "--name", name])
    assert (outcome.exit_code, found) == (1, [])
    assert outcome.output.startswith(f"Error: {name} has a letter that not all programs spell alike")
    CliRunner().invoke(main, ["demo", "--data", str(tmp_path), "--name", "xn--strae-oqa.local"])
    assert found[0].host_names == {"xn--strae-oqa.local"}


@pytest.mark.parametrize("name", ["http://table.local/", "table.local:8136", "the table", "", ".local"])
def test_more_than_a_name_is_refused_with_a_hint(monkeypatch, tmp_path, name):
    monkeypatch.setattr("companion.commands.demo.run_companion", pytest.fail)
    outcome = CliRunner().invoke(main, ["demo", "--data", str(tmp_path), "--name", name])
    assert outcome.exit_code == 1
    assert outcome.output in {
        f"Error: {name!r} is no name of a machine: type it without http://, port and path\n",
        f"Error: no machine can be called {name}\n",
    }


@pytest.mark.parametrize("name", ["my_pi", "Table-2.local.", "192.168.1.20", "fe80::1%eth0", "::1"])
def test_names_and_addresses_as_people_have_them_are_taken(monkeypatch, tmp_path, name):
    found = []
    monkeypatch.setattr(
        "companion.commands.demo.run_companion", lambda settings, *_, **__: found.append(settings)
    )
    outcome = CliRunner().invoke(main, ["demo", "--data", str(tmp_path), "--name", name])
    assert outcome.exit_code == 0, outcome.output
    assert found[0].host_names == {name.lower()}
