"""Small files that would become large, and what watches a companion meanwhile; no test stands here."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import re
import statistics
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from tests.front_door.companions import PATIENCE_S, Companion

MIB = 1024 * 1024
PAGE = os.sysconf("SC_PAGE_SIZE")
LARGEST_BODY = 2 * MIB
"""What the companion takes as a file, packed or not."""

_LAUGHS = "".join(
    f'<!ENTITY l{deeper} "{f"&l{deeper - 1};" * 10}">' if deeper else '<!ENTITY l0 "ha">'
    for deeper in range(10)
)


def _filled(start: bytes, piece: bytes, size: int) -> bytes:
    return start + piece * ((size - len(start)) // len(piece))


def _xz_with_a_huge_window(size: int) -> bytes:
    """A few bytes of xz whose head asks for a window of nearly 4 GiB."""
    packed = bytearray(lzma.compress(b" " * 100))
    assert packed[14:16] == b"\x21\x01"
    length = (packed[12] + 1) * 4
    packed[16] = 40
    packed[12 + length - 4 : 12 + length] = zlib.crc32(packed[12 : 12 + length - 4]).to_bytes(4, "little")
    return bytes(packed)


BOMBS: dict[str, Callable[[int], bytes]] = {
    "tags within tags": lambda size: gzip.compress(_filled(b"<mjloggm>", b"<a>", size)),
    "many tags": lambda size: gzip.compress(_filled(b"<mjloggm>", b"<a/>", size)),
    "one attribute": lambda size: gzip.compress(_filled(b'<mjloggm><INIT hai0="', b"1,", size)),
    "entities of entities": lambda _: f"<!DOCTYPE a [{_LAUGHS}]><mjloggm>&l9;</mjloggm>".encode(),
    "a file of the machine": lambda _: (
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><mjloggm><UN n0="&x;"/>&x;</mjloggm>'
    ),
    "lists within lists": lambda size: gzip.compress(_filled(b'{"log":', b"[", size)),
    "many lists": lambda size: gzip.compress(_filled(b'{"log":[[]', b",[]", size) + b"]}"),
    "many objects": lambda size: gzip.compress(_filled(b'{"log":[{}', b',{"":0}', size) + b"]}"),
    "a link that carries lists": lambda size: gzip.compress(
        _filled(b"https://a/#json={%22log%22:[[]", b"%2C%5B%5D", size) + b"]}"
    ),
    "many lines": lambda size: gzip.compress(_filled(b'{"type":"start_game"}\n', b'{"type":"none"}\n', size)),
    "a list of events": lambda size: gzip.compress(
        _filled(b'[{"type":"none"}', b',{"type":"none"}', size) + b"]"
    ),
    "empty lines": lambda size: bz2.compress(_filled(b'{"type":"start_game"}', b"\n", size)),
    "short lines": lambda size: gzip.compress(_filled(b'{"log":', b"ab\r", size)),
    "one letter that widens all": lambda size: gzip.compress(
        _filled('{"type":"none"}\U0001f004'.encode(), b" ", size)
    ),
    "blanks in gzip": lambda size: gzip.compress(b" " * size),
    "blanks in bzip2": lambda size: bz2.compress(b" " * size),
    "blanks in xz": lambda size: lzma.compress(b" " * size),
    "a huge window": _xz_with_a_huge_window,
}
"""By what it is; each is made for about this many bytes unpacked."""


def bring_in(companion: Companion, content: bytes) -> tuple[int, bytes]:
    """Send a file as a page does."""
    connection = HTTPConnection(companion.host, companion.port, timeout=PATIENCE_S)
    try:
        headers = {"X-Table": "1", "Content-Type": "application/octet-stream"}
        connection.request("POST", "/api/games?name=bomb", content, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


class Watch:
    """What a companion and its children held at most, and how long taps took, while it was attacked."""

    def __init__(self) -> None:
        self.bytes_of: dict[int, int] = {}
        """The most that a process held, by its number; the companion's own is among them."""
        self.most_together = 0
        self.taps_s: list[float] = []
        self.refused: list[object] = []

    def told(self, process: int) -> str:
        """In a few words."""
        slowest = statistics.quantiles(self.taps_s, n=100)[98] * 1000
        children = max((most for pid, most in self.bytes_of.items() if pid != process), default=0)
        return (
            f"companion {self.bytes_of[process] // MIB} MB, reader {children // MIB} MB, together "
            f"{self.most_together // MIB} MB at most; p99 of {len(self.taps_s)} taps {slowest:.0f} ms"
        )


@contextmanager
def watched(companion: Companion) -> Iterator[Watch]:
    """Tap and look from two threads until this is left."""
    watch, over = Watch(), threading.Event()

    def look() -> None:
        while not over.wait(0.005):
            held = {pid: _resident(pid) for pid in (companion.process.pid, *children(companion.process.pid))}
            watch.most_together = max(watch.most_together, sum(held.values()))
            for pid in held:
                watch.bytes_of[pid] = max(watch.bytes_of.get(pid, 0), most_ever(pid))

    def tap() -> None:
        number = 0
        while not over.wait(0.01) or number % 2:  # it ends as it began
            number += 1
            began = time.monotonic()
            answer = companion.command(
                ("undo", "redo")[(number + 1) % 2], tap=f"{began:.6f}".replace(".", "-")
            )
            watch.taps_s.append(time.monotonic() - began)
            if answer[0] != 200:
                watch.refused.append(answer)

    threads = [threading.Thread(target=each) for each in (look, tap)]
    for thread in threads:
        thread.start()
    try:
        yield watch
    finally:
        over.set()
        for thread in threads:
            thread.join(PATIENCE_S)


def begin_a_hand(companion: Companion) -> None:
    """A game in which one thing can be taken back and told again."""
    assert companion.command("start", tap="start", names=["Aki", "Ben", "Chie", "Dai"])[0] == 200
    assert companion.command("deal", tap="deal", depth="points")[0] == 200
    assert companion.command("tap", tap="riichi", seat=0, action="riichi")[0] == 200


def _resident(pid: int) -> int:
    """What a process holds now. Nothing where it has ended."""
    try:
        fields = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return int(fields[1]) * PAGE if len(fields) > 1 else 0


def most_ever(pid: int) -> int:
    """What a process held at most since it began. Nothing where it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    most = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(most[1]) * 1024 if most else 0


def children(parent: int) -> list[int]:
    """The processes that a process has started and that have not ended."""
    return [int(place.name) for place in Path("/proc").iterdir() if _parent_of(place) == parent]


def _parent_of(place: Path) -> int:
    try:
        return int((place / "stat").read_text().rpartition(")")[2].split()[1]) if place.name.isdigit() else 0
    except (OSError, IndexError):
        return 0
