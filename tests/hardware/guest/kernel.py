"""Lines and ports of a real kernel, made by its own simulators; only for the guest of scripts/test-kernel."""

from __future__ import annotations

import contextlib
import os
import select
import tty
from pathlib import Path

from tests.firmware_bridge.living import STEP_US, LivingPanel

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


class UsbPanel(LivingPanel):
    """The native core behind a USB serial gadget of this kernel."""

    SERIAL = "E6614103E7"

    def __init__(self) -> None:
        self._home = _gadget(self.SERIAL)
        self._port: int | None = None
        super().__init__("usb-panel")

    def plug(self) -> None:
        (self._home / "UDC").write_text(next(Path("/sys/class/udc").iterdir()).name)

    def unplug(self) -> None:
        with contextlib.suppress(OSError):
            (self._home / "UDC").write_text("\n")

    def _live(self) -> None:
        super()._live()
        self._end()

    def _step(self) -> None:
        try:
            if self._port is None:
                self._port = _opened()
            super()._step()
        except OSError:
            # The cable was pulled: the port of this end is dead, too, and is opened anew.
            self._end()
            self.panel.exchange(b"", STEP_US)

    def _heard(self) -> bytes:
        if self._port is None or not select.select([self._port], [], [], 0)[0]:
            return b""
        return os.read(self._port, 4096)

    def _say(self, said: bytes) -> None:
        if self._port is not None:
            with contextlib.suppress(BlockingIOError):
                os.write(self._port, said)

    def _end(self) -> None:
        """Close what is open."""
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(OSError):
                os.close(port)


def _opened() -> int:
    port = os.open("/dev/ttyGS0", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(port)
    return port


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
