"""The recipe of a card: its scripts can be read, and its files belong together."""

import fcntl
import os
import re
import subprocess

import pytest

from hardware.card import first_boot, hotspot
from tests.firmware_bridge.firmware import ROOT

IMAGE = ROOT / "hardware" / "image"
RECIPE = (ROOT / "scripts" / "make-image").read_text()
FSTAB = [
    line.split() for line in (IMAGE / "fstab").read_text().splitlines() if line and not line.startswith("#")
]
KEPT = {line[1]: line[0] for line in FSTAB if line[2] == "none"}
"""Each place that lies on the data's partition, and where it lies there."""


def unit(name):
    folder = "system" if name in {"riichi-companion", "riichi-kiosk"} else "image"
    return (ROOT / "hardware" / folder / f"{name}.service").read_text()


@pytest.mark.parametrize(
    ("shell", "script"),
    [
        ("bash", "scripts/make-image"),
        ("bash", "scripts/test-image"),
        ("sh", "hardware/image/first-files"),
        ("sh", "hardware/image/grow"),
        ("sh", "hardware/image/machine-id"),
    ],
)
def test_the_shell_can_read_the_script(shell, script):
    ran = subprocess.run([shell, "-n", str(ROOT / script)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        ["--nonsense"],
        ["--country", "germany"],
        ["--hostname", "Riichi table"],
        ["--hostname", "-x"],
        ["--key"],
        ["--xz", "--out", ""],
    ],
)
def test_words_that_the_recipe_does_not_know_are_answered_with_its_usage(words):
    ran = subprocess.run(
        [str(ROOT / "scripts/make-image"), *words], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "sudo scripts/make-image" in ran.stderr


def test_a_file_of_ones_own_is_brought_onto_the_card_to_be_installed_there(tmp_path):
    """It lies on the machine on which the card is made; the system of the card does not see it."""
    function = re.search(r"^install_companion\(\) \{\n.*?^\}\n", RECIPE, re.MULTILINE | re.DOTALL)[0]
    mine = tmp_path / "my table.toml"
    mine.write_text('name = "mine"\n')
    stand_ins = """git() { :; }
    inside() { printf '%s\\n' "$@"; cat "$root${@: -2:1}"; }
    mkdir -p "$root/usr/sbin" "$root/etc"
    """
    done = subprocess.run(
        ["bash", "-euc", f'{stand_ins}{function}install_companion --profile "$0" --kiosk', str(mine)],
        env={"PATH": os.environ["PATH"], "root": str(tmp_path / "root"), "place": str(tmp_path / "place")},
        capture_output=True,
        text=True,
        check=True,
    )
    said = done.stdout.splitlines()
    assert said[-4:] == ["--profile", "/own/1.toml", "--kiosk", 'name = "mine"']
    assert not (tmp_path / "root" / "own").exists()


def test_every_place_that_is_kept_is_filled_by_the_recipe():
    moved = dict(word.split("=") for word in re.findall(r"\b[a-z-]+=(?:var|etc|opt)/[\w/-]+", RECIPE))
    assert {f"/{place}": f"/data/{kept}" for kept, place in moved.items()} == KEPT


def test_what_the_services_write_is_kept_or_meant_to_be_forgotten():
    assert KEPT["/var/lib/riichi-table"] == "/data/games"
    assert "StateDirectory=riichi-table\n" in unit("riichi-companion")
    assert "EnvironmentFile=-/etc/riichi-table/environment\n" in unit("riichi-companion")
    assert {"/etc/riichi-table", "/opt/riichi-table", str(hotspot.PROFILES)} <= KEPT.keys()
    assert f"HostKey {first_boot.HOST_KEYS}/ssh_host_ed25519_key\n" in (IMAGE / "sshd.conf").read_text()


def test_the_root_is_only_read_and_systemd_is_not_told_to_make_it_so():
    """With "ro" in fstab, systemd makes the memory above the root read-only, too."""
    (root,) = (line for line in FSTAB if line[1] == "/")
    assert "ro" not in root[3].split(",")
    assert re.search(r"root=LABEL=riichi-root rootfstype=ext4 ro ", RECIPE)
    assert '\noverlayroot="tmpfs:' in (IMAGE / "overlayroot.conf").read_text()


def test_labels_of_the_partitions_are_those_that_are_mounted():
    labels = {line[0].removeprefix("LABEL=") for line in FSTAB if line[0].startswith("LABEL=")}
    assert labels == set(re.findall(r"mkfs\.\w+ (?:-q -F )?-[Ln] (\S+)", RECIPE))
    assert all(len(label) <= 11 or label.startswith("riichi-") for label in labels)


def test_the_page_and_the_service_that_joins_name_the_same_files():
    assert (
        hotspot.WANTED.parent.name
        == re.search(r"^RuntimeDirectory=(\S+)$", unit("riichi-door"), re.MULTILINE)[1]
    )
    assert (
        hotspot.SAID.parent.name
        == re.search(r"^RuntimeDirectory=(\S+)$", unit("riichi-hotspot"), re.MULTILINE)[1]
    )
    assert "WantedBy" not in unit("riichi-door"), "only the hotspot starts it"
    assert "useradd --system --no-create-home" in RECIPE


def test_the_page_answers_no_network_but_the_hotspot():
    lines = unit("riichi-door").splitlines()
    assert {"IPAddressDeny=any", "IPAddressAllow=10.42.0.0/24", "User=riichi-door"} <= set(lines)


def test_the_card_grows_before_anything_of_it_is_mounted():
    """Under systemd a new partition table takes the games away again, and what runs on them."""
    assert "/initramfs-tools/scripts/local-premount/riichi-grow" in RECIPE
    called = set(re.findall(r"\b(sfdisk|partx|lsblk|fdisk|growpart)\b", (IMAGE / "grow").read_text()))
    brought = re.findall(r"^copy_exec \S+/(\w+)$", (IMAGE / "first-files").read_text(), re.MULTILINE)
    assert called == set(brought)


def test_no_secret_is_the_same_on_every_card():
    taken_away = RECIPE[RECIPE.index("set_system()") : RECIPE.index("set_boot()")]
    for secret in ("ssh_host_*", "random-seed", "machine-id"):
        assert secret in taken_away


def test_no_start_does_again_what_is_done_once_after_an_update():
    """Whether /etc and /var are older than /usr: on a card, the answer would be forgotten each time."""
    assert re.search(r"^  inside \S+/systemd-update-done$", RECIPE, re.MULTILINE)


def test_what_is_mounted_in_a_system_that_was_cut_off_is_not_taken_away():
    """A build that is killed leaves folders of this machine mounted in what the next one removes."""
    removed = re.findall(r"^\s*rm -rf.*$", RECIPE, re.MULTILINE)
    assert removed
    assert all("--one-file-system" in line for line in removed)


@pytest.mark.skipif(os.geteuid() != 0, reason="the recipe asks for root before anything else")
def test_two_recipes_do_not_work_in_one_place(tmp_path):
    place = tmp_path / "trixie-arm64"
    place.mkdir()
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("mmdebstrap", "sfdisk", "mkfs.ext4", "mkfs.vfat", "mcopy", "xz"):
        (tools / name).write_text("#!/bin/sh\nexit 1\n")
        (tools / name).chmod(0o755)
    (place / "base").mkdir()
    with (place / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        ran = subprocess.run(
            [str(ROOT / "scripts/make-image")],
            env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "CARD_ROOT": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 1
    assert "another scripts/make-image is at work" in ran.stderr
    assert (place / "base").exists()
