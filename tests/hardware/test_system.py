"""What is installed on a Pi: units that systemd accepts and that may do little, rules, scripts."""

import os
import re
import subprocess

import pytest

from hardware import SerialLink
from tests.firmware_bridge.firmware import ROOT, is_there, need
from tests.hardware.booted.unit import words_of

SYSTEM = ROOT / "hardware" / "system"
COMPANION = "riichi-companion.service"
IMAGE = ROOT / "hardware" / "image"
UNITS = sorted([*SYSTEM.glob("*.service"), *IMAGE.glob("*.service")])
CHANGES_THE_SYSTEM = {"riichi-first-boot.service"}
"""It runs once, at the start, and hears nobody."""


def systemd_analyze(*arguments):
    need([] if is_there("systemd-analyze") else ["systemd"], "firmware")
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_accepts_the_unit(tmp_path, unit):
    # The programs are not installed here; everything else in the unit is as it will be.
    text = re.sub(
        r"^(ExecStart|ExecStartPre)=[+-]?\S+", r"\1=/bin/true", unit.read_text(), flags=re.MULTILINE
    )
    (tmp_path / unit.name).write_text(text)
    answer = systemd_analyze("verify", "--recursive-errors=no", str(tmp_path / unit.name))
    assert answer.returncode == 0, answer.stderr
    assert unit.name not in answer.stderr


def test_a_unit_with_a_mistake_is_not_accepted(tmp_path):
    text = (SYSTEM / COMPANION).read_text().replace("Restart=always", "Restart=sometimes")
    (tmp_path / COMPANION).write_text(text)
    answer = systemd_analyze("verify", "--recursive-errors=no", str(tmp_path / COMPANION))
    assert "sometimes" in answer.stderr


@pytest.mark.parametrize(
    "unit", [unit for unit in UNITS if unit.name not in CHANGES_THE_SYSTEM], ids=lambda unit: unit.name
)
def test_the_unit_may_do_little(unit):
    answer = systemd_analyze("security", "--offline=true", "--threshold=30", str(unit))
    assert answer.returncode == 0, answer.stdout[-300:]


def test_the_companion_is_restarted_watched_and_may_reach_panel_pins_and_camera():
    text = (SYSTEM / "riichi-companion.service").read_text()
    for line in ("Type=notify", "Restart=always", "StartLimitIntervalSec=0", "DevicePolicy=closed"):
        assert f"\n{line}\n" in text
    assert int(re.search(r"WatchdogSec=(\d+)", text)[1]) <= 30
    # By class, as /proc/devices names it: /dev/dma_heap is a folder, which systemd does not open.
    allowed = set(re.findall(r"^DeviceAllow=(\S+) rw$", text, re.MULTILINE))
    classes = ("ttyACM", "ttyUSB", "gpiochip", "video4linux", "media", "dma_heap", "input")
    assert allowed == {f"char-{each}" for each in classes}


BROUGHT_BY = {"ttyACM": "cdc_acm", "ttyUSB": "usbserial", "video4linux": "videodev", "media": "mc"}
"""Classes of devices, and the driver that brings each when something of its kind is plugged in."""


@pytest.mark.parametrize("kind", BROUGHT_BY)
def test_a_class_of_devices_is_known_before_the_service_that_may_open_it(kind):
    """The class is looked for once, when the service starts; what was not there then is forbidden."""
    text = (SYSTEM / "riichi-companion.service").read_text()
    assert f"\nDeviceAllow=char-{kind} rw\n" in text
    for order in ("Wants", "After"):
        named = " ".join(re.findall(rf"^{order}=(.*)$", text, re.MULTILINE)).split()
        assert f"modprobe@{BROUGHT_BY[kind]}.service" in named


def test_where_memory_ends_the_table_is_not_stopped(tmp_path):
    """What is ended is a child that offered itself (`companion.keeping.expendable`); the unit goes on."""
    text = (SYSTEM / "riichi-companion.service").read_text()
    assert "\nOOMPolicy=continue\n" in text
    assert "\nRestart=always\n" in text
    assert re.search(r"^MemoryMax=\d+M$", text, re.MULTILINE)
    # systemd looks at the word: what it does not know, it says.
    (tmp_path / COMPANION).write_text(text.replace("OOMPolicy=continue", "OOMPolicy=go-on"))
    answer = systemd_analyze("verify", "--recursive-errors=no", str(tmp_path / COMPANION))
    assert "go-on" in answer.stderr


def test_the_reader_of_records_may_limit_itself_under_the_unit():
    """Python sets its limits by prlimit64, which the filter of the unit leaves; setrlimit it takes away."""
    default = systemd_analyze("syscall-filter", "@default").stdout.split()
    taken = systemd_analyze("syscall-filter", "@resources", "@privileged").stdout.split()
    assert "prlimit64" in default
    assert "prlimit64" not in taken


def test_the_rule_names_the_panel_that_the_profile_looks_for():
    text = (SYSTEM / "60-riichi-panel.rules").read_text()
    link = SerialLink()
    assert f'ATTRS{{idVendor}}=="{link.vendor:04x}", ATTRS{{idProduct}}=="{link.product:04x}"' in text
    descriptors = (ROOT / "hardware/panel_firmware/ports/pico/descriptors.c").read_text()
    assert re.search(r'ATTRS\{product\}=="(.*?)"', text)[1] in descriptors


@pytest.fixture(autouse=True, scope="module")
def no_packages(tmp_path_factory):
    """A system that knows no packages: to ask a real one takes half a second each time.

    Which packages it knows is said in `test_the_installer_takes_the_packages_that_the_system_knows`.
    """
    folder = tmp_path_factory.mktemp("programs")
    (folder / "apt-cache").write_text("#!/bin/sh\nexit 100\n")
    (folder / "apt-cache").chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        if is_there("apt-get"):
            patch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        yield


def dry_run(script, *arguments):
    ran = subprocess.run(
        [str(ROOT / "scripts" / script), "--dry-run", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_the_installer_takes_the_packages_that_the_system_knows(tmp_path, monkeypatch):
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    (tmp_path / "apt-cache").write_text('#!/bin/sh\n[ "$2" = python3-lgpio ]\n')
    (tmp_path / "apt-cache").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (install,) = [line for line in dry_run("install-pi") if " install --yes " in line]
    assert "python3-lgpio" in install.split()
    assert "python3-picamera2" not in install.split()


@pytest.mark.parametrize("arguments", [(), ("--kiosk",), ("--no-start",)])
def test_the_installer_installs_files_that_are_there(arguments):
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    lines = dry_run("install-pi", *arguments)
    sources = [line.split()[3] for line in lines if line.startswith("install -m")]
    assert all((ROOT / source).is_file() for source in sources)
    assert ("hardware/system/riichi-kiosk.service" in sources) == ("--kiosk" in arguments)
    assert any(line.startswith("systemctl restart") for line in lines) == ("--no-start" not in arguments)


def test_the_installer_keeps_the_profile_where_the_service_may_read_it(tmp_path):
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\n')
    told = "RIICHI_PROFILE={} in /etc/riichi-table/environment"
    assert told.format("usb-panel") in dry_run("install-pi", "--profile", "usb-panel")
    lines = dry_run("install-pi", "--profile", str(mine))
    assert f"install -m 644 {mine} /etc/riichi-table/profile.toml" in lines
    assert told.format("/etc/riichi-table/profile.toml") in lines
    unit = (SYSTEM / "riichi-companion.service").read_text()
    assert "\nEnvironmentFile=-/etc/riichi-table/environment\n" in unit
    words = "--profile ${RIICHI_PROFILE} --rules ${RIICHI_RULES} --host ${RIICHI_HOST} --port ${RIICHI_PORT}"
    assert f"companion run {words} $RIICHI_OPTIONS\n" in unit


def test_the_installer_keeps_the_rules_of_the_house_where_the_service_may_read_them(tmp_path):
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    friday = tmp_path / "friday.toml"
    friday.write_text('base = "tenhou"\n')
    told = "RIICHI_RULES={} in /etc/riichi-table/environment"
    assert told.format("ema") in dry_run("install-pi", "--rules", "ema")
    lines = dry_run("install-pi", "--rules", str(friday))
    assert f"install -m 644 {friday} /etc/riichi-table/rules.toml" in lines
    assert told.format("/etc/riichi-table/rules.toml") in lines
    assert not any(line.startswith("RIICHI_RULES") for line in dry_run("install-pi"))
    assert "\nEnvironment=RIICHI_RULES=tenhou\n" in (SYSTEM / COMPANION).read_text()


def test_the_screen_and_the_service_take_the_port_from_the_settings():
    for unit in (COMPANION, "riichi-kiosk.service"):
        text = (SYSTEM / unit).read_text()
        assert text.index("\nEnvironment=RIICHI_PORT=8136\n") < text.index("\nEnvironmentFile=-")
    assert " --port ${RIICHI_PORT} " in (SYSTEM / COMPANION).read_text()
    assert "http://127.0.0.1:${RIICHI_PORT}/" in (SYSTEM / "riichi-kiosk.service").read_text()


def test_the_screen_of_a_new_system_opens_the_page_of_its_service():
    """These are the words with which `make test-kiosk` starts the kiosk without systemd."""
    assert words_of(SYSTEM / "riichi-kiosk.service")[-1] == "http://127.0.0.1:8136/"
    words = words_of(SYSTEM / COMPANION)
    assert words[words.index("--port") + 1] == "8136"


def test_a_profile_is_looked_for_where_it_was_typed(tmp_path):
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    (tmp_path / "mine.toml").write_text('name = "mine"\n')
    command = [str(ROOT / "scripts" / "install-pi"), "--dry-run", "--profile", "mine.toml"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert f"install -m 644 {tmp_path / 'mine.toml'} /etc/riichi-table/profile.toml" in ran.stdout


def test_the_copy_of_a_profile_may_be_changed_and_named_again(tmp_path):
    text = (ROOT / "scripts" / "install-pi").read_text()
    (tmp_path / "profile.toml").write_text('name = "mine"\n')
    script = "".join(
        re.findall(r"^(?:run|keep|keep_file|set_profile)\(\) \{\n.*?^\}\n", text, re.MULTILINE | re.DOTALL)
    )
    told = f"settings={tmp_path} profile={tmp_path}/profile.toml dry=no\n{script}set_profile\n"
    told = told.replace('program_python -c "$check_profile" "$profile"', ":")
    subprocess.run(["bash", "-euc", told], check=True)
    assert (tmp_path / "environment").read_text() == f"RIICHI_PROFILE={tmp_path}/profile.toml\n"


@pytest.mark.parametrize(
    ("said", "host"),
    [((), None), (("--only-here",), "127.0.0.1"), (("--all",), "0.0.0.0")],  # noqa: S104
)
def test_the_installer_keeps_who_may_look_on(said, host):
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    kept = [line for line in dry_run("install-pi", *said) if line.startswith("RIICHI_HOST=")]
    assert kept == ([f"RIICHI_HOST={host} in /etc/riichi-table/environment"] if host else [])
    assert "\nEnvironment=RIICHI_HOST=0.0.0.0\n" in (SYSTEM / "riichi-companion.service").read_text()


@pytest.mark.parametrize("options", ["--https --camera phone", ""])
def test_the_installer_keeps_what_else_it_is_started_with(options):
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    kept = [line for line in dry_run("install-pi", "--with", options) if line.startswith("RIICHI_OPTIONS=")]
    assert kept == [f"RIICHI_OPTIONS={options} in /etc/riichi-table/environment"]
    assert not any(line.startswith("RIICHI_OPTIONS=") for line in dry_run("install-pi"))


def test_a_setting_said_anew_leaves_the_others_as_they_were(tmp_path):
    text = (ROOT / "scripts" / "install-pi").read_text()
    keep = re.search(r"^keep\(\) \{\n.*?^\}\n", text, re.MULTILINE | re.DOTALL)[0]
    told = "keep RIICHI_PROFILE a\nkeep RIICHI_HOST b\nkeep RIICHI_PROFILE c\n"
    subprocess.run(["bash", "-euc", f"settings={tmp_path}/etc dry=no\n{keep}{told}"], check=True)
    assert (tmp_path / "etc/environment").read_text() == "RIICHI_HOST=b\nRIICHI_PROFILE=c\n"


def test_the_uninstaller_takes_away_what_the_installer_brings():
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    brought = [
        line.split()[-1]
        for line in dry_run("install-pi", "--kiosk", "--profile", "bench")
        if line.startswith("install ")
    ]
    taken = " ".join(line for line in dry_run("uninstall-pi") if line.startswith("rm "))
    assert all(
        path in taken or path.startswith(("/opt/riichi-table", "/etc/riichi-table")) for path in brought
    )
    assert "/opt/riichi-table" in taken
    assert "/etc/riichi-table" in taken
    assert "/var/lib/riichi-table" not in taken
    assert "/var/lib/riichi-kiosk" in taken, "what the browser of the screen has kept is no game"


@pytest.mark.parametrize("script", ["install-pi", "uninstall-pi"])
def test_a_word_the_script_does_not_know_is_answered_with_its_usage(script):
    ran = subprocess.run(
        [str(ROOT / "scripts" / script), "--nonsense"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert f"sudo scripts/{script}" in ran.stderr
    ran = subprocess.run(
        [f"./{script}", "--nonsense"], cwd=ROOT / "scripts", capture_output=True, text=True, check=False
    )
    assert (ran.returncode, f"sudo scripts/{script}" in ran.stderr) == (2, True)


def kiosk() -> dict[str, list[str]]:
    said: dict[str, list[str]] = {}
    for line in (SYSTEM / "riichi-kiosk.service").read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            said.setdefault(name, []).append(value)
    return said


def test_the_kiosk_is_started_where_there_is_no_desktop() -> None:
    """A system without one boots to multi-user.target and no further."""
    assert kiosk()["WantedBy"] == ["multi-user.target"]
    lines = dry_run("install-pi", "--kiosk")
    assert "systemctl set-default multi-user.target" in lines
    assert not [line for line in dry_run("install-pi") if "set-default" in line]
    assert "systemctl set-default graphical.target" in dry_run("uninstall-pi")


def test_who_installs_again_keeps_the_screen_without_saying_so(tmp_path, monkeypatch) -> None:
    """It would show the page of before at a port at which nobody answers."""
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    (tmp_path / "systemctl").write_text('#!/bin/sh\n[ "$*" = "is-enabled --quiet riichi-kiosk.service" ]\n')
    (tmp_path / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    lines = dry_run("install-pi", "--port", "9000")
    assert "systemctl enable riichi-companion.service riichi-kiosk.service" in lines
    assert lines[-1] == "systemctl restart riichi-kiosk.service"
    assert any(line.startswith("install ") and line.endswith("/riichi-kiosk.service") for line in lines)
    (tmp_path / "systemctl").write_text("#!/bin/sh\nexit 1\n")
    assert not [line for line in dry_run("install-pi", "--port", "9000") if "kiosk" in line]


SYSTEMCTL = """#!/bin/sh
echo "$*" >>"$DONE"
case "$*" in
  get-default) echo graphical.target ;;
  stop*display-manager*|restart*riichi-kiosk*) kill -HUP "$PPID" ;;
esac
"""
"""Stands for systemd under a desktop, which ends with its windows when the kiosk takes the screen."""


def last_steps(folder, systemd, begin="enable_services", stand_ins=""):
    """The installer from one of its steps on; `systemd` is the folder of a running systemd."""
    text = (ROOT / "scripts" / "install-pi").read_text()
    functions = re.findall(r"^\w+\(\) \{\n.*?^\}\n", text, re.MULTILINE | re.DOTALL)
    told = "".join(functions) + stand_ins + text[text.index(f"\n{begin}\n") :]
    said = {"kiosk": "yes", "start": "yes", "dry": "no", "settings": f"{folder}/etc", "home": str(folder)}
    return subprocess.run(
        ["bash", "-euc", told.replace("/run/systemd/system", str(systemd))],
        env={"PATH": f"{folder}:{os.environ['PATH']}", "DONE": f"{folder}/done", **said},
        capture_output=True,
        text=True,
        check=False,
    )


def test_where_a_card_is_made_nothing_is_said_of_the_machine_that_makes_it(tmp_path) -> None:
    """Its name and its kernel are not those of the Pi."""
    (tmp_path / "systemctl").write_text("#!/bin/sh\n")
    (tmp_path / "systemctl").chmod(0o755)
    done = last_steps(tmp_path, systemd=tmp_path / "none")
    said = ["systemd is not running here: nothing was started"]
    assert (done.returncode, done.stdout, done.stderr.splitlines()) == (0, "", said)


def test_where_a_word_is_refused_the_service_goes_on_with_modules_of_one_version(tmp_path) -> None:
    """By then the program is another one, and what is loaded later comes from there."""
    (tmp_path / "systemctl").write_text(SYSTEMCTL)
    (tmp_path / "systemctl").chmod(0o755)
    stand_ins = "".join(
        f"{name}() {{ {deed}; }}\n"
        for name, deed in (("install_program", ":"), ("install_files", ":"), ("set_profile", "exit 1"))
    )
    done = last_steps(tmp_path, tmp_path, "install_program", stand_ins)
    assert done.returncode == 1
    assert (tmp_path / "done").read_text() == "daemon-reload\ntry-restart riichi-companion.service\n"


def test_who_types_it_in_a_window_of_the_desktop_gets_the_kiosk_all_the_same(tmp_path) -> None:
    (tmp_path / "systemctl").write_text(SYSTEMCTL)
    (tmp_path / "udevadm").write_text("#!/bin/sh\n")
    for program in tmp_path.iterdir():
        program.chmod(0o755)
    last_steps(tmp_path, systemd=tmp_path)
    done = (tmp_path / "done").read_text().splitlines()
    assert "set-default multi-user.target" in done
    assert "enable riichi-companion.service riichi-kiosk.service" in done
    started = [line.removeprefix("restart ") for line in done if line.startswith("restart ")]
    assert started == ["riichi-companion.service", "riichi-kiosk.service"]


def test_the_desktop_has_gone_before_the_kiosk_takes_the_screen() -> None:
    """Without an order, systemd ends the one while it starts the other."""
    assert kiosk()["Conflicts"] == ["display-manager.service"]
    assert "display-manager.service" in " ".join(kiosk()["After"]).split()


def test_nobody_hangs_up_the_terminal_while_the_kiosk_sits_at_it() -> None:
    """TTYVHangup= does so for each command of the unit; the kiosk was ended by that, now and then."""
    assert kiosk()["TTYVHangup"] == ["yes"]
    assert kiosk()["ExecStartPre"] == ["+/usr/bin/chvt 7"]
    assert "ExecStartPost" not in kiosk()


def test_the_browser_asks_for_no_password_before_it_shows_the_page() -> None:
    """A desktop's keyring did: the browser wanted to keep one there."""
    (start,) = kiosk()["ExecStart"]
    assert "--password-store=basic" in start.split()


def test_the_kiosk_may_use_the_folder_that_its_session_makes() -> None:
    """The session names /run/user/UID, whatever the unit says; ProtectHome= would hide it."""
    unit = kiosk()
    assert unit["PAMName"] == ["login"]
    assert "ProtectHome" not in unit
    assert unit["ReadWritePaths"] == ["/run/user"]
    assert not [words for words in unit["Environment"] if "XDG_RUNTIME_DIR" in words]


def test_the_kiosk_has_what_cage_starts_and_says_its_errors_in_the_journal() -> None:
    (install,) = [line for line in dry_run("install-pi", "--kiosk") if " install --yes " in line]
    assert {"cage", "xwayland", "chromium", "kbd"} <= set(install.split())
    assert (kiosk()["StandardOutput"], kiosk()["StandardError"]) == (["journal"], ["journal"])


def test_the_lists_of_packages_are_fetched_before_anybody_looks_into_them() -> None:
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    lines = dry_run("install-pi")
    assert lines[0].startswith("apt-get ")
    assert lines[0].endswith(" update")
    text = (ROOT / "scripts" / "install-pi").read_text()
    body = re.search(r"^install_packages\(\) \{\n(.*?)^\}\n", text, re.MULTILINE | re.DOTALL)[1]
    assert body.index(" update") < body.index("has_package")


def test_a_32_bit_system_is_told_at_once(tmp_path) -> None:
    need([] if is_there("apt-get") else ["apt-get"], "firmware")
    (tmp_path / "dpkg").write_text("#!/bin/sh\necho armhf\n")
    (tmp_path / "dpkg").chmod(0o755)
    ran = subprocess.run(
        [str(ROOT / "scripts" / "install-pi"), "--dry-run"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "Raspberry Pi OS (64-bit)" in ran.stderr


def test_the_watchdog_of_the_chip_is_switched_on_within_what_a_pi_can_wait() -> None:
    lines = dry_run("install-pi")
    assert any(line.endswith("/etc/systemd/system.conf.d/60-riichi-watchdog.conf") for line in lines)
    said = (SYSTEM / "60-riichi-watchdog.conf").read_text()
    assert 5 <= int(re.search(r"^RuntimeWatchdogSec=(\d+)$", said, re.MULTILINE)[1]) <= 15
