"""What scripts/install-pi keeps of what it was told: only what the service can be started with."""

import re
import shlex
import subprocess
import sys

import pytest

from tests.firmware_bridge.firmware import ROOT


@pytest.fixture
def keeping(tmp_path):
    """Has the installer keep settings, with the program that is tested here in place of the one on the Pi."""
    text = (ROOT / "scripts" / "install-pi").read_text()
    parts = re.findall(r"^(?:\w+\(\) \{\n.*?^\}|check_\w+='\n.*?')$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    python = tmp_path / "venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
    said = {"home": tmp_path, "settings": tmp_path / "etc", "dry": "no", "with": "unsaid", "port": ""}

    def keep(deed, cwd=ROOT, **words):
        told = "".join(f"{name}={shlex.quote(str(value))}\n" for name, value in (said | words).items())
        script = told + "\n".join(parts) + f"\n{deed}\n"
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script], cwd=cwd, capture_output=True, text=True, check=False
        )
        kept = tmp_path / "etc" / "environment"
        return done.returncode, done.stderr.strip(), kept.read_text() if kept.exists() else ""

    return keep


def test_options_with_which_the_service_would_never_start_are_not_kept(keeping):
    status, said, kept = keeping("set_options", **{"with": "--help"})
    assert (status, said, kept) == (1, "companion run: an option of this kind starts nothing", "")


def test_options_that_the_companion_knows_are_kept(keeping):
    status, said, kept = keeping("set_options", **{"with": "--https --camera phone"})
    assert (status, said, kept) == (0, "", "RIICHI_OPTIONS=--https --camera phone\n")
    assert keeping("set_options", **{"with": ""}) == (0, "", "RIICHI_OPTIONS=\n")


def test_where_nothing_was_ever_said_nothing_is_kept_and_the_installer_goes_on(keeping):
    assert keeping("set_options") == (0, "", "")
    status, wrong, _ = keeping("say_what_to_do_next")
    assert (status, wrong) == (0, "")


@pytest.mark.parametrize(
    ("before", "said", "kept"),
    [
        ("OPTIONS=--https --port 9000", {}, {"PORT=9000", "OPTIONS=--https"}),
        ("OPTIONS=--port 9000", {"port": "9001"}, {"PORT=9001", "OPTIONS="}),
        ("PORT=9000", {"with": "--https"}, {"PORT=9000", "OPTIONS=--https"}),
        ("OPTIONS=--rules ema", {}, {"OPTIONS=--rules ema"}),
    ],
)
def test_the_port_becomes_a_setting_wherever_it_was_said(keeping, tmp_path, before, said, kept):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "environment").write_text(f"RIICHI_{before}\n" if before else "")
    status, wrong, settings = keeping("set_options", **({"port": ""} | said))
    assert (status, wrong) == (0, "")
    assert {line.removeprefix("RIICHI_") for line in settings.splitlines()} == kept


def test_whoever_has_installed_it_is_told_the_port_and_the_profile_that_were_said(keeping, tmp_path):
    (tmp_path / "etc").mkdir()
    settings = tmp_path / "etc" / "environment"
    settings.write_text("RIICHI_PORT=9000\nRIICHI_PROFILE=number-pads\n")
    told = keeping("say_what_to_do_next >&2")[1]
    assert "http://127.0.0.1:9000/" in told
    assert ".local:9000/" in told
    assert "firmware_bridge number-pads" in told
    settings.write_text("RIICHI_HOST=127.0.0.1\n")
    told = keeping("say_what_to_do_next >&2")[1]
    assert "http://127.0.0.1:8136/" in told
    assert ".local" not in told
    assert "firmware_bridge" not in told


def test_rules_that_the_options_of_before_would_override_are_not_kept(keeping, tmp_path):
    """Once they could be said only there, and whoever starts the companion hears the last word."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "environment").write_text("RIICHI_OPTIONS=--https --rules ema\n")
    status, said, kept = keeping("set_rules", rules="tenhou")
    assert (status, kept) == (1, "RIICHI_OPTIONS=--https --rules ema\n")
    assert said == "an earlier --with has said --rules, and that would win: say --with again, without it"
    status, said, kept = keeping("set_rules; set_options", rules="tenhou", **{"with": "--https"})
    assert (status, said, kept) == (0, "", "RIICHI_RULES=tenhou\nRIICHI_OPTIONS=--https\n")


def test_rules_that_nobody_can_play_by_are_not_kept(keeping, tmp_path):
    (tmp_path / "friday.toml").write_text("red_fives = 9\n")
    for rules in ("emma", f"{tmp_path}/friday.toml", f"{tmp_path}/none.toml"):
        status, said, kept = keeping("set_rules", rules=rules)
        assert (status, kept) == (1, "")
        assert "Traceback" not in said
    (tmp_path / "friday.toml").write_text('base = "tenhou"\n')
    status, said, kept = keeping("set_rules", rules=f"{tmp_path}/friday.toml")
    assert (status, said, kept) == (0, "", f"RIICHI_RULES={tmp_path}/etc/rules.toml\n")
    assert (tmp_path / "etc" / "rules.toml").read_text() == 'base = "tenhou"\n'


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("set_profile", {"profile": "usb-panel"}),
        ("set_rules", {"rules": "ema"}),
        ("set_options", {"with": "--https"}),
    ],
)
def test_the_installed_program_is_asked_and_nothing_is_left_in_the_checkout(keeping, tmp_path, deed, words):
    """Else root would leave compiled modules there, which the owner of the checkout cannot remove."""
    checkout = tmp_path / "checkout"
    for package in ("companion", "hardware"):
        (checkout / package).mkdir(parents=True)
        (checkout / package / "__init__.py").write_text("raise ImportError('of the checkout')\n")
    assert keeping(deed, cwd=checkout, **words)[:2] == (0, "")
    assert not list(checkout.rglob("__pycache__"))
