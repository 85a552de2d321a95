"""The real firmware for tests: builds it, and holds it in the hand natively or on a simulated chip.

Both benches are driven in the panel's own time: nothing moves between two calls, so a test gives
the same result on a slow machine and on a busy one.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import json
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import pytest

from firmware_bridge.protocol import HostLink
from firmware_bridge.signals import Condition, Lamp, PanelStatus, Press, Signal

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "hardware" / "panel_firmware"
BUILD = ROOT / "build" / "panel_firmware"
MS = 1_000_000
NATIVE = {"make": "make", "gcc": "gcc"}
SIMULATED = NATIVE | {
    "avr-gcc": "gcc-avr",
    "/usr/lib/avr/include/avr/io.h": "avr-libc",
    "/usr/include/simavr/sim_avr.h": "libsimavr-dev",
    "/usr/include/libelf.h": "libelf-dev",
}
NEEDED = {"native.so": NATIVE, "fuzz": NATIVE, "fuzz_radio": NATIVE}


def need(missing: list[str], install: str, *, required: bool = True) -> None:
    """Stop a test whose tools are not here: skip it, or fail where REQUIRE_TOOLS says that they must be."""
    if not missing:
        return
    says = f"{', '.join(missing)} missing: run scripts/install-hardware-tools {install}"
    if required and os.environ.get("REQUIRE_TOOLS"):
        pytest.fail(says)
    pytest.skip(says)


def built(target: str) -> Path:
    """The path of something the firmware's Makefile makes, made now if need be."""
    needed = NEEDED.get(target, SIMULATED)
    need([package for proof, package in needed.items() if not is_there(proof)], "firmware")
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made_of, sources = BUILD / f".{target}.made_of", _digest_of_sources()
        is_stale = not made_of.exists() or made_of.read_text() != sources
        made = subprocess.run(
            # A relative place: make cannot have spaces in its targets, and a clone may lie anywhere.
            ["make", "-s", "-C", str(SOURCES), f"BUILD={os.path.relpath(BUILD, SOURCES)}", target]
            + ["-B"] * is_stale,
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, made.stderr
        made_of.write_text(sources)
    return BUILD / target


def _digest_of_sources() -> str:
    """What the firmware is made of: a checkout that is copied or put back may have any times."""
    texts = (path.read_bytes() for path in sorted(SOURCES.rglob("*")) if path.is_file())
    return hashlib.sha256(b"\0".join(texts)).hexdigest()


def is_there(proof: str) -> bool:
    return Path(proof).exists() if proof.startswith("/") else shutil.which(proof) is not None


class Bench(Protocol):
    """A panel that lives in its own time."""

    now_ns: int

    def press(self, keys_down: int) -> None: ...

    def exchange(self, data: bytes, us: int) -> bytes: ...


class NativePanel:
    """The core compiled for this machine."""

    def __init__(self, boot: int = 1) -> None:
        self._core = ctypes.CDLL(str(built("native.so")))
        self._core.native_new.restype = ctypes.c_void_p
        self._panel = ctypes.c_void_p(self._core.native_new(boot))
        self._room = ctypes.create_string_buffer(4096)
        self._keys = 0
        self._started_ns = 0
        self.now_ns = 0

    def close(self) -> None:
        self._core.native_free(self._panel)

    def press(self, keys_down: int) -> None:
        self._keys = keys_down

    def restart(self, boot: int) -> None:
        """A power cut."""
        self._core.native_restart(self._panel, boot)
        self._started_ns = self.now_ns

    def exchange(self, data: bytes, us: int) -> bytes:
        """Hand in bytes, let time pass, and take what the panel says meanwhile."""
        self._core.native_receive(self._panel, data, len(data))
        said = b""
        for _ in range(max(1, us // 1000)):
            self.now_ns += MS
            ms = (self.now_ns - self._started_ns) // MS
            self._core.native_scan(self._panel, ctypes.c_uint32(ms), ctypes.c_uint32(self._keys))
            # 12 bytes are what a millisecond holds at 115,200 baud.
            count = self._core.native_transmit(self._panel, self._room, 12)
            said += self._room.raw[:count]
        return said

    @property
    def lamps(self) -> int:
        return int(self._core.native_lamps(self._panel))

    @property
    def looks(self) -> list[Lamp]:
        """What each lamp was told to play."""
        mask = int(self._core.native_looks(self._panel))
        return [
            Lamp(sum(((mask >> (4 * plane + seat)) & 1) << plane for plane in range(3))) for seat in range(4)
        ]

    @property
    def lost(self) -> int:
        return int(self._core.native_lost(self._panel))

    @property
    def damaged(self) -> int:
        return int(self._core.native_damaged(self._panel))

    @property
    def queued(self) -> int:
        return int(self._core.native_queued(self._panel))


class NanoBench:
    """The Nano's own .elf on a simulated ATmega328P, its serial line on a pseudo-terminal."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="panel")
        self.port = Path(self._folder.name) / "port"
        built("nano.elf")
        self._process = subprocess.Popen(
            [str(built("nano_bench")), str(BUILD / "nano.elf"), str(self.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._host: int | None = None
        self._taken = 0
        self.now_ns = 0
        self.lamps = 0
        self.lamp_edges = 0
        self._answer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._hang_up()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(timeout=30)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._folder.cleanup()

    def order(self, text: str) -> int:
        """Give an order to the bench; returns how many bytes the chip has sent in all."""
        assert self._process.stdin is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        return self._answer()

    def press(self, keys_down: int) -> None:
        self.order(f"keys {keys_down:x}")

    def exchange(self, data: bytes, us: int) -> bytes:
        """Hand in bytes through the port, let time pass, and read what the chip says meanwhile."""
        if self._host is None:
            self._host = os.open(self.port, os.O_RDWR | os.O_NOCTTY)
        if data:
            os.write(self._host, data)
            self.order(f"in {len(data)}")
        sent = self.order(f"run {us}")
        said = b""
        while len(said) < sent - self._taken:
            said += os.read(self._host, sent - self._taken - len(said))
        self._taken = sent
        return said

    def unplug(self) -> None:
        self._hang_up()
        self.order("unplug")

    def replug(self) -> None:
        self._taken = self.order("replug")

    def reset(self) -> None:
        """A power cut; the port stays."""
        self.order("reset")

    def _hang_up(self) -> None:
        if self._host is not None:
            os.close(self._host)
        self._host = None

    def _answer(self) -> int:
        assert self._process.stdout is not None
        word, us, lamps, sent, edges = self._process.stdout.readline().split()
        assert word in ("ok", "ready"), word
        self.now_ns = int(us) * 1000
        self.lamps = int(lamps)
        self.lamp_edges = int(edges)
        return int(sent)


class PicoBench:
    """The Pico's released .uf2 on a simulated RP2040, enumerated over USB."""

    def __init__(self, keys_down: int = 0) -> None:
        folder = ROOT / "build" / "pico_bench"
        parts = {"node": "node", str(folder / "node_modules" / "rp2040js"): "rp2040js"}
        parts[str(folder / "bootrom.bin")] = "the boot ROM"
        need([name for proof, name in parts.items() if not is_there(proof)], "emulator")
        script = folder / f"pico_bench-{os.getpid()}.mjs"
        shutil.copy(SOURCES / "bench" / "pico" / "pico_bench.mjs", script)
        firmware = SOURCES / "released" / "panel-pico.uf2"
        self._process = subprocess.Popen(
            ["node", str(script), str(firmware), str(folder / "bootrom.bin"), f"{keys_down:x}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.now_ns = 0
        self.lamps = 0
        self._answer()
        script.unlink()

    def close(self) -> None:
        self._process.communicate(timeout=30)

    def who(self) -> list[str | int]:
        """What the panel says about itself on USB."""
        said = json.loads(self._ask("who"))
        assert isinstance(said, list)
        return said

    def pulls(self) -> list[list[str]]:
        """Which pull each pin has: rows, columns, lamps."""
        said = json.loads(self._ask("pulls"))
        assert isinstance(said, list)
        return said

    def press(self, keys_down: int) -> None:
        self._order(f"keys {keys_down:x}")

    def exchange(self, data: bytes, us: int) -> bytes:
        """Hand in bytes, let time pass, and take what the panel says meanwhile."""
        said = self._order(f"in {data.hex()}") if data else b""
        return said + self._order(f"run {us}")

    def _order(self, text: str) -> bytes:
        return self._parse(self._ask(text))

    def _ask(self, text: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def _answer(self) -> bytes:
        assert self._process.stdout is not None
        return self._parse(self._process.stdout.readline())

    def _parse(self, answer: str) -> bytes:
        word, us, lamps, said = answer.split()
        assert word in ("ok", "ready"), word
        self.now_ns = int(us) * 1000
        self.lamps = int(lamps)
        return b"" if said == "-" else bytes.fromhex(said)


class HostileLine:
    """A cable that drops, flips and doubles bytes, each at the same rate."""

    def __init__(self, rate: float, seed: int) -> None:
        self._rate = rate
        self._dice = random.Random(seed)

    def carry(self, data: bytes) -> bytes:
        arrived = bytearray()
        for byte in data:
            if self._dice.random() < self._rate:
                continue
            flips = self._dice.random() < self._rate
            arrived.append(byte ^ (1 << self._dice.randrange(8)) if flips else byte)
            if self._dice.random() < self._rate:
                arrived.append(arrived[-1])
        return bytes(arrived)


class Conversation:
    """A panel and a host link, joined by a cable."""

    def __init__(self, bench: Bench, link: HostLink, there: HostileLine, back: HostileLine) -> None:
        self.bench = bench
        self.link = link
        self._there = there
        self._back = back
        self.signals: list[Signal] = []
        link.opened(bench.now_ns)

    def run(self, ms: int, step_ms: int = 3) -> None:
        """Let both ends talk for a while; a link that gives up is opened anew, as a port is."""
        until_ns = self.bench.now_ns + ms * MS
        while self.bench.now_ns < until_ns:
            data = self._there.carry(self.link.outgoing())
            said = self._back.carry(self.bench.exchange(data, step_ms * 1000))
            self.signals += self.link.receive(said, self.bench.now_ns)
            try:
                self.link.tick(self.bench.now_ns)
            except (ConnectionError, RuntimeError) as error:
                self.signals += self.link.closed(self.bench.now_ns, str(error))
                self.link.opened(self.bench.now_ns)

    @property
    def presses(self) -> list[tuple[int, int]]:
        return [(s.side.value, s.button.value) for s in self.signals if isinstance(s, Press)]

    def statuses(self, condition: Condition) -> list[PanelStatus]:
        return [s for s in self.signals if isinstance(s, PanelStatus) and s.condition is condition]


def quiet() -> HostileLine:
    return HostileLine(0, 0)
