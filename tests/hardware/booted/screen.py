"""What a screen of a virtual machine must show: the page as a browser of this machine draws it."""

from __future__ import annotations

import os
import shutil
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.front_door.companions import started
from tests.hardware.booted.machine import SIZE
from tests.hardware.booted.seeing import is_like, unlike

if TYPE_CHECKING:
    from tests.hardware.booted.machine import Machine

SHOTS = Path(__file__).parents[3] / "build" / "kiosk"
PATIENCE_S = float(os.environ.get("KERNEL_PATIENCE_S", "1800"))
"""Until a page must be drawn; an emulated processor is some twenty times as slow as a real one."""
BETWEEN_S = 5.0
AS_A_SERVICE = ("run", "--profile", "bench", "--host", "0.0.0.0")  # noqa: S104 - only lo is there
"""How the service starts the companion."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a browser of this machine draws, of a companion that is as new as the one on the Pi."""

    first: Image.Image
    place: tuple[int, int]
    """Where the button is that begins a game."""
    touched: Image.Image


def drawn_here(games: Path, size: tuple[int, int] = SIZE) -> Expected:
    """The page of this machine, which has the other's name and no network either."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    with started(games, *AS_A_SERVICE, port=8136) as companion, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.goto(f"http://127.0.0.1:{companion.port}/")
        button = page.get_by_role("button", name="New game").first
        box = button.bounding_box(timeout=60_000)
        assert box
        page.screenshot(path=SHOTS / "expected-first.png", animations="disabled")
        place = (int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2))
        page.mouse.click(*place)
        page.get_by_role("button", name="Tenhou").wait_for()
        page.screenshot(path=SHOTS / "expected-touched.png", animations="disabled")
        browser.close()
    first, touched = (
        Image.open(SHOTS / f"expected-{name}.png").convert("RGB") for name in ("first", "touched")
    )
    return Expected(first, place, touched)


def comes_to_show(machine: Machine, page: Image.Image, name: str) -> float:
    """Seconds since the machine was started until its screen shows the page; the last picture is kept."""
    give_up_at = time.monotonic() + PATIENCE_S
    while True:
        seen = machine.picture()
        seen.save(SHOTS / f"{name}.png")
        if is_like(seen, page):
            sys.stdout.write(f"\n{name}: drawn after {machine.seconds:.0f} s\n")
            return machine.seconds
        if time.monotonic() > give_up_at:
            differs = f"{unlike(seen, page):.1%} of it differ" if seen.size == page.size else f"{seen.size}"
            said = machine.shell.run(
                "journalctl -b -u riichi-kiosk -u riichi-companion --no-pager | tail -n 60"
            )
            raise AssertionError(f"{name} never showed the page ({differs}):\n{said}")
        time.sleep(BETWEEN_S)


def shows_the_page_and_answers_a_touch(machine: Machine, expected: Expected, name: str) -> None:
    comes_to_show(machine, expected.first, f"{name}-first")
    states = machine.shell.run("systemctl is-active riichi-companion riichi-kiosk display-manager").split()
    assert states == ["active", "active", "inactive"]
    # Not drawn at the third try: what ends and begins again would flicker before the players.
    restarts = machine.shell.run("systemctl show -P NRestarts riichi-kiosk riichi-companion").split()
    assert restarts == ["0", "0"]
    machine.touch(*expected.place)
    comes_to_show(machine, expected.touched, f"{name}-touched")
