"""What a process writes and whom it calls, as the kernel saw it; no test stands here."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

CALLS = (
    "open,openat,openat2,creat,rename,renameat,renameat2,link,linkat,mkdir,connect,sendto,sendmsg,sendmmsg"
)
PICTURE = re.compile(r"\.(jpe?g|png|webp|bmp|gif|tiff?|mp4|mkv|avi|h264|npy|raw|yuv)$", re.IGNORECASE)
PICTURE_STARTS = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF", b"BM", b"GIF8", b"\x93NUMPY", b"\x00\x00\x00\x18ftyp")
_OPENED = re.compile(
    r'(?:openat2?|open|creat)\((?:\w+(?:<[^>]*>)?, )?"(?P<path>[^"]*)", (?P<flags>[^)]*)\)?\s+= \d'
)
_NAMED = re.compile(r'(?:rename|link|mkdir)\w*\(.*"(?P<path>[^"]*)"[^"]*\)\s+= 0')
_CALLED = re.compile(r'(?:sin_addr=inet_addr\("|inet_pton\(AF_INET6, ")(?P<address>[^"]*)"')
_HARMLESS = ("/dev/null", "/dev/tty", "/dev/pts/", "/proc/self/")


@dataclass(frozen=True)
class Seen:
    """What came of watching."""

    written: frozenset[str]
    """Everything that was opened for writing, made or given a name, but for the terminal."""
    called: frozenset[str]
    """Every address beyond this machine."""


def command(log: Path) -> list[str]:
    """What to put before a command so that it is watched, with all its threads and children."""
    # The watcher stands aside: signals go to whom they are meant for.
    return [
        "strace",
        "-D",
        "-f",
        "-q",
        "-s",
        "512",
        "-e",
        f"trace={CALLS}",
        "-e",
        "signal=none",
        "-o",
        str(log),
    ]


def whole_log(log: Path, patience_s: float = 30) -> str:
    """What was written down, when the watcher too has seen the end."""
    for _ in range(round(patience_s * 20)):
        text = log.read_text(errors="replace")
        if text.rstrip().endswith("+++"):
            return text
        time.sleep(0.05)
    raise AssertionError("the watcher did not see the end")


def seen(log: str) -> Seen:
    """What the watcher wrote down."""
    written, called = set(), set()
    for line in _whole(log):
        opened = _OPENED.search(line)
        if opened and ("creat(" in line or re.search("O_WRONLY|O_RDWR|O_CREAT", opened["flags"])):
            written.add(opened["path"])
        if named := _NAMED.search(line):
            written.add(named["path"])
        called.update(match["address"] for match in _CALLED.finditer(line))
    strangers = {address for address in called if not ip_address(address).is_loopback}
    return Seen(frozenset(path for path in written if not path.startswith(_HARMLESS)), frozenset(strangers))


def _whole(log: str) -> list[str]:
    """The calls, those put together that another thread's were written into."""
    begun: dict[str, str] = {}
    lines = []
    for line in log.splitlines():
        thread, _, call = line.partition(" ")
        call = call.strip()
        if call.endswith("<unfinished ...>"):
            begun[thread] = call.removesuffix("<unfinished ...>")
        elif resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", call):
            lines.append(begun.pop(thread, "") + resumed[1].removeprefix(","))
        else:
            lines.append(call)
    return lines
