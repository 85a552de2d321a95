"""A virtual machine that is looked at and touched from outside: QEMU with a screen, a finger and a shell."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from PIL import Image

from tests.hardware.booted.shell import Shell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

SIZE = (1280, 800)
"""Width and height of the screen, in pixels."""
_ABSOLUTE = 0x7FFF
"""Where QEMU's places on a touch screen end, in each direction."""
_CONNECT_S = 30.0


@dataclass(frozen=True, slots=True)
class System:
    """What is started: a disk with one file system, and the kernel and first files that lie on it as well."""

    disk: Path
    kernel: Path
    first_files: Path
    words: str = "root=/dev/vda rw"
    """What the kernel is told besides."""
    processor: str = "amd64"
    """`amd64`, or `arm64` for a machine without a screen."""

    @classmethod
    def of(cls, root: Path, disk: Path) -> System:
        """The newest kernel of a folder that holds a Debian, and the disk that was made of it."""
        kernel = max(root.glob("boot/vmlinuz-*"))
        return cls(disk, kernel, kernel.with_name(kernel.name.replace("vmlinuz", "initrd.img")))


class Machine:
    """A machine that runs until its power is cut; what it wrote to its disk stays there."""

    def __init__(
        self, system: System, folder: Path, options: Sequence[str] = (), memory_mb: int = 3072
    ) -> None:
        self._folder = folder
        self._ends = ExitStack()
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.socket"):
            old.unlink()
        self._process = subprocess.Popen(
            [*_QEMU[system.processor], "-m", str(memory_mb), *_sockets(folder), *_disk(system), *options],
            stdin=subprocess.DEVNULL,
        )
        self.began = time.monotonic()
        try:
            self._control = self._ends.enter_context(_Control(folder / "control.socket", self._process))
            self.shell = Shell(self._ends.enter_context(_connected(folder / "shell.socket", self._process)))
        except BaseException:
            self.cut_power()
            raise

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.monotonic() - self.began

    def picture(self) -> Image.Image:
        """The screen as it is now."""
        path = self._folder / "screen.ppm"
        self._control.ask("screendump", filename=str(path))
        with Image.open(path) as picture:
            return picture.convert("RGB")

    def touch(self, x: int, y: int) -> None:
        """A finger on the screen for a moment, at a place in pixels."""
        place = zip("xy", (x, y), SIZE, strict=True)
        there = [
            {"type": "abs", "data": {"axis": axis, "value": at * _ABSOLUTE // end}} for axis, at, end in place
        ]
        self._control.ask("input-send-event", events=there)
        for down in (True, False):
            press = {"type": "btn", "data": {"button": "left", "down": down}}
            self._control.ask("input-send-event", events=[press])
            time.sleep(0.3)

    def cut_power(self) -> None:
        """The plug is pulled: what the machine has not yet written to its disk is gone."""
        self._ends.close()
        self._process.kill()
        self._process.wait()


class _Control:
    """QEMU's own language: one JSON object a line."""

    def __init__(self, path: Path, process: subprocess.Popen[bytes]) -> None:
        self._socket = _connected(path, process)
        self._lines = self._socket.makefile("rb")
        self._lines.readline()
        self.ask("qmp_capabilities")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._socket.close()

    def ask(self, command: str, **arguments: Any) -> Any:
        self._socket.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        for answer in self._answers():
            if "error" in answer:
                raise AssertionError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
        raise AssertionError("the machine has ended")

    def _answers(self) -> Iterator[dict[str, Any]]:
        for line in self._lines:
            yield json.loads(line)


_SERIAL = {"amd64": "ttyS0", "arm64": "ttyAMA0"}
"""The serial port; on it is the shell that systemd offers for looking for faults."""
_SLOWLY = (
    "systemd.default_timeout_start_sec=1800 systemd.default_device_timeout_sec=1800"
    " systemd.service_watchdogs=false"
)
"""An emulated processor needs minutes where systemd gives a real one seconds, and then calls it hanging."""
_DRAWN = "systemd.setenv=WLR_RENDERER=pixman"
"""Without a graphics chip the processor draws for cage, by the program that needs least of it."""
_ALWAYS = (
    *("-smp", "2", "-display", "none", "-no-reboot", "-device", "virtio-rng-pci"),
    *("-accel", os.environ.get("KERNEL_ACCEL", "tcg,thread=multi")),
)
_QEMU = {
    "amd64": (
        *("qemu-system-x86_64", "-machine", "q35", "-cpu", "Nehalem", *_ALWAYS),
        *("-vga", "none", "-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}"),
        *("-device", "virtio-tablet-pci"),
    ),
    "arm64": ("qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a72", *_ALWAYS),
}


def _sockets(folder: Path) -> list[str]:
    return [
        *("-qmp", f"unix:{folder / 'control.socket'},server=on,wait=off"),
        *("-serial", f"unix:{folder / 'shell.socket'},server=on,wait=off"),
    ]


def _disk(system: System) -> list[str]:
    shell = f"systemd.debug_shell={_SERIAL[system.processor]}"
    words = f"{system.words} console=tty0 quiet mitigations=off {shell} {_SLOWLY} {_DRAWN}"
    return [
        *("-kernel", str(system.kernel), "-initrd", str(system.first_files), "-append", words),
        *("-drive", f"file={system.disk},if=virtio,format=raw"),
    ]


def _connected(path: Path, process: subprocess.Popen[bytes]) -> socket.socket:
    give_up_at = time.monotonic() + _CONNECT_S
    while time.monotonic() < give_up_at:
        assert process.poll() is None, f"QEMU ended with {process.returncode}"
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.connect(str(path))
        except OSError:
            line.close()
            time.sleep(0.1)
        else:
            return line
    raise AssertionError(f"nobody answers at {path}")
