"""Lines and ports of a real kernel, made by its own simulators; only for the guest of scripts/test-kernel."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.firmware_bridge.firmware import NativePanel

CONFIG = Path("/sys/kernel/config")


class Header:
    """A simulated GPIO chip with the lines of a Pi; a key pulls its line to ground."""

    def __init__(self, lines: int = 28) -> None:
        home = CONFIG / "gpio-sim" / "header"
        bank = home / "bank"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(lines))
        (bank / "label").write_text("pinctrl-bcm2711")
        (home / "live").write_text("1")
        self.chip = (bank / "chip_name").read_text().strip()
        self._lines = Path("/sys/devices/platform", (home / "dev_name").read_text().strip(), self.chip)

    def hold(self, pin: int) -> None:
        (self._lines / f"sim_gpio{pin}" / "pull").write_text("pull-down")

    def let_go(self, pin: int) -> None:
        (self._lines / f"sim_gpio{pin}" / "pull").write_text("pull-up")

    def is_high(self, pin: int) -> bool:
        return (self._lines / f"sim_gpio{pin}" / "value").read_text().strip() == "1"


class UsbPanel:
    """The native core behind a USB serial gadget of this kernel: plugged in, pulled out and pressed."""

    SERIAL = "E6614103E7"

    def __init__(self) -> None:
        self.panel = NativePanel()
        self._home = _gadget(self.SERIAL)
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name="usb-panel", daemon=True)
        self.plug()
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join(timeout=30)
        self.unplug()
        self.panel.close()

    def plug(self) -> None:
        (self._home / "UDC").write_text(next(Path("/sys/class/udc").iterdir()).name)

    def unplug(self) -> None:
        with contextlib.suppress(OSError):
            (self._home / "UDC").write_text("\n")

    def press(self, keys_down: int) -> None:
        with self._guard:
            self.panel.press(keys_down)

    def wait_ms(self, ms: float) -> None:
        """Let the panel live for so long, by its own clock."""
        until_ns = self.panel.now_ns + ms * 1_000_000
        while self.panel.now_ns < until_ns:
            self._stop.wait(0.002)

    def restart(self, boot: int) -> None:
        with self._guard:
            self.panel.restart(boot)

    @property
    def lamps(self) -> int:
        with self._guard:
            return self.panel.lamps

    def _live(self) -> None:
        port: int | None = None
        due = time.monotonic()
        while not self._stop.is_set():
            due = max(due + 0.002, time.monotonic() - 0.1)
            try:
                port = self._exchange(_opened() if port is None else port)
            except OSError:
                # The cable was pulled: the port of this end is dead, too, and is opened anew.
                port = _closed(port)
                with self._guard:
                    self.panel.exchange(b"", 2_000)
            self._stop.wait(max(0.0, due - time.monotonic()))
        _closed(port)

    def _exchange(self, port: int) -> int:
        with self._guard:
            heard = os.read(port, 4096) if select.select([port], [], [], 0)[0] else b""
            said = self.panel.exchange(heard, 2_000)
            # While nobody listens what is said is lost, as on any wire.
            with contextlib.suppress(BlockingIOError):
                if said:
                    os.write(port, said)
        return port


def _opened() -> int:
    port = os.open("/dev/ttyGS0", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(port)
    return port


def _closed(port: int | None) -> None:
    """Nothing is open any more."""
    if port is not None:
        with contextlib.suppress(OSError):
            os.close(port)


def _gadget(serial: str) -> Path:
    """What a Pico says of itself on USB."""
    home = CONFIG / "usb_gadget" / "panel"
    strings = home / "strings" / "0x409"
    function = home / "functions" / "acm.usb0"
    setting = home / "configs" / "c.1"
    if home.exists():
        return home
    for folder in (strings, function, setting):
        folder.mkdir(parents=True)
    (home / "idVendor").write_text("0x2e8a")
    (home / "idProduct").write_text("0x000a")
    (strings / "serialnumber").write_text(serial)
    (strings / "manufacturer").write_text("riichi table")
    (strings / "product").write_text("riichi panel")
    (setting / "acm.usb0").symlink_to(function)
    return home
