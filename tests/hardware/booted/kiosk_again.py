"""The kiosk of a system of scripts/test-kiosk on this machine's own processor, killed and started again."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.front_door.companions import started
from tests.hardware.booted.screen import AS_A_SERVICE, SHOTS, drawn_here
from tests.hardware.booted.seeing import is_like
from tests.hardware.booted.unit import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACE = Path(os.environ["KIOSK_SYSTEMS"])
KINDS = os.environ["KIOSK_KINDS"].split()
UNIT = Path(__file__).parents[3] / "hardware" / "system" / "riichi-kiosk.service"
ACCOUNT = "riichi-kiosk"
SIZE = (1280, 720)
"""Of the screen that cage makes up where there is none."""
STARTS = 10
WITHIN_S = 120.0
BLOCK = 4096
INSIDE = """root=$1 account=$2; shift 2
mount --bind "$root" "$root"; cd "$root"
mount --bind /dev dev; mount -t tmpfs tmpfs dev/shm; mount -t tmpfs tmpfs tmp; mount -t proc proc proc
mkdir -p .before; pivot_root . .before; umount -l .before
exec setpriv --reuid="$account" --regid="$account" --clear-groups env -i "$@" """
"""A system of its own, not a folder seen as one: there the browser could not shut itself in."""
NO_CHIP = ("WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1")


def numbers_of(root: Path) -> tuple[int, int]:
    """The account's own, in that system."""
    lines = (root / "etc" / "passwd").read_text(encoding="utf-8").splitlines()
    (account,) = (line.split(":") for line in lines if line.startswith(f"{ACCOUNT}:"))
    return int(account[2]), int(account[3])


def folder(path: Path, root: Path) -> Path:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.chown(path, *numbers_of(root))
    return path


@contextmanager
def shown(root: Path) -> Iterator[Path]:
    """The kiosk, started with the words of its unit; when it is left, all of it is killed at once."""
    runtime = folder(root / "run" / "kiosk", root)
    for old in runtime.glob("wayland-*"):
        old.unlink()
    folder(root / "var" / "lib" / ACCOUNT, root)
    told = (f"HOME=/var/lib/{ACCOUNT}", "XDG_RUNTIME_DIR=/run/kiosk", "PATH=/usr/bin:/bin", *NO_CHIP)
    command = ["unshare", "--mount", "--pid", "--fork", "bash", "-ec", INSIDE, "inside"]
    command += [str(root), ACCOUNT, *told, *words_of(UNIT)]
    with (SHOTS / "again.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield runtime
    finally:
        # All others end with the first process of their own, and unshare after them.
        (first,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(first), signal.SIGKILL)
        process.wait()


def picture(runtime: Path) -> Image.Image | None:
    """The screen as it is now, where there is one."""
    path = SHOTS / "again.ppm"
    told = {"XDG_RUNTIME_DIR": str(runtime), "WAYLAND_DISPLAY": "wayland-0", "PATH": os.environ["PATH"]}
    took = subprocess.run(["grim", "-t", "ppm", str(path)], env=told, capture_output=True, check=False)
    if took.returncode:
        return None
    with Image.open(path) as image:
        return image.convert("RGB")


def cut_short(home: Path, since: float, chance: random.Random) -> int:
    """What a power cut leaves of files that were just written: of half of them a part, or nothing."""
    written = [path for path in sorted(home.rglob("*")) if path.is_file() and not path.is_symlink()]
    lost = [path for path in written if path.stat().st_mtime >= since and chance.random() < 0.5]
    for path in lost:
        os.truncate(path, chance.choice((0, path.stat().st_size // 2 // BLOCK * BLOCK)))
    return len(lost)


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_is_drawn_again_after_each_cut(kind: str, tmp_path: Path) -> None:
    """Also when what was not on the disk yet is gone with the power."""
    root = PLACE / kind
    home = root / "var" / "lib" / ACCOUNT
    # The first start is that of a new system, here and where the folder becomes a disk.
    shutil.rmtree(home, ignore_errors=True)
    expected = drawn_here(tmp_path / "drawn", SIZE).first
    chance = random.Random(1)
    lost = 0
    with started(tmp_path / "games", *AS_A_SERVICE, port=8136):
        for start in range(STARTS):
            began = time.time()
            with shown(root) as runtime:
                while not ((seen := picture(runtime)) and is_like(seen, expected)):
                    if time.time() > began + WITHIN_S:
                        if seen:
                            seen.save(SHOTS / f"{kind}-again.png")
                        raise AssertionError(f"start {start + 1} showed no page")
                    time.sleep(0.5)
            lost += cut_short(home, began, chance)
    shutil.rmtree(home)
    assert lost > STARTS
