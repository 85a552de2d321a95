"""What somebody needs to find a fault, in one small zip without names, places or secrets.

Versions, states, the last lines of the log, the meters of a running companion, and the last facts with
the people taken out. No journal goes in, and no setting that could hold a secret.
"""

from __future__ import annotations

import json
import platform
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from importlib import metadata
from pathlib import Path
from typing import Final

from companion.errors import CompanionError, JournalCorrupt
from companion.files import name_durably
from companion.journal import Entry, SqliteReader
from companion.journal.codec import decode_entry, encode_entry
from companion.journal.forgetting import people_in, unnamed
from companion.keeping.checkup import PRODUCT, Finding, asked
from companion.logs import last_lines

MOST_LINES: Final = 5_000
"""How many of the newest lines of the log go in."""
MOST_EVENTS: Final = 200
"""How many of the newest entries of each journal go in."""
LIBRARIES: Final = (
    *("cattrs", "click", "flask", "mahjong", "platformdirs", "segno", "waitress"),
    *("gpiozero", "paho-mqtt", "pyserial"),
    *("numpy", "opencv-python-headless", "onnxruntime"),
)
"""The libraries whose versions are listed: those of the core, then of the keys, then of the eye."""
GONE: Final = "[taken out]"
_SECRET: Final = re.compile(
    r"[0-9a-fA-F]{32,}"  # digests and tokens in hex
    r"|[A-Za-z0-9_-]{40,}"  # tokens in base64
    r"|(?i:(?:token|cookie|secret|password|passwort|authorization|pin|code)\"?\s*[=:]\s*)\"?[^\s\",}]+"
)
_BOOT: Final = re.compile(r'("boot": ")[0-9a-f-]{36}(")')
_ADDRESS: Final = re.compile(
    r"\b(?!127\.0\.0\.1\b)\d{1,3}(?:\.\d{1,3}){3}\b|\b[0-9a-f]{2}(?::[0-9a-f]{2}){5}\b"
    # IPv6 has eight groups, or leaves some out with `::`; a time of day does neither.
    r"|(?<![\w:])(?=[0-9a-f:]*(?:[0-9a-f]::|::[0-9a-f]|(?:[0-9a-f]+:){7}))"
    r"(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:%\w+)?",
    re.IGNORECASE,
)
_PLACE: Final = re.compile(
    r"(?<=://)(?!127\.0\.0\.1\b|localhost\b)[^][\s/\"']+"  # a machine of the house
    # The same in sentences that name the machine at the other end.
    r"|(?:(?<=\bbroker at )|(?<=\bhub at )|(?<=\banswers at )|(?<=\bnot valid for '))"
    r"(?!127\.0\.0\.1\b|localhost\b)[^][\s/\"':;,]+(?<!\.)"
    r"|(?:(?<=/home/)|(?<=/media/))[^][\s/\"':]+"  # a USB stick is mounted below the name of its user
)
"""Host names, home folders and the folders of USB sticks: a computer is often named after its owner."""


def write_bundle(folder: Path, target: Path, port: int, findings: Iterable[Finding]) -> int:
    """Write the zip; return its size in bytes. A companion that answers on `port` is asked, too.

    Raises:
        FileExistsError: there is such a file.
        OSError: it cannot be written.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already and was not overwritten")
    redact = Redaction(names_in(folder), (str(folder), str(Path.home())))
    aside = target.with_name(target.name + ".new")
    try:
        with zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, text in _members(folder, port, findings):
                # No date: where the clock is not set it would be before 1980, which a zip cannot have.
                packed.writestr(zipfile.ZipInfo(name), redact(text), zipfile.ZIP_DEFLATED)
        name_durably(aside, target)
    finally:
        aside.unlink(missing_ok=True)
    return target.stat().st_size


class Redaction:
    """Takes out what must not leave the house: names, secrets, addresses, paths of this machine."""

    def __init__(self, names: frozenset[str], paths: tuple[str, ...]) -> None:
        spellings = {spelling for name in names for spelling in (name, json.dumps(name)[1:-1])}
        longest_first = sorted((*spellings, *paths), key=len, reverse=True)
        self._words = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def __call__(self, text: str) -> str:
        """The text without them."""
        without_boot = _BOOT.sub(r"\1-\2", text)
        cleaned = _ADDRESS.sub(GONE, _SECRET.sub(GONE, without_boot))
        return _PLACE.sub(GONE, self._words.sub(GONE, cleaned) if self._words else cleaned)


def names_in(folder: Path) -> frozenset[str]:
    """The names in all games that the folder still has; names of one letter are left out."""
    names: set[str] = set()
    for path in sorted(folder.glob("*.sqlite")):
        try:
            with closing(SqliteReader(path)) as reader:
                for entry in _readable(reader):
                    names |= people_in((entry,))
        except CompanionError:
            continue  # a file that cannot be opened gives no events either
    return frozenset(name for name in names if len(name) > 1)


def _readable(reader: SqliteReader) -> Iterator[Entry]:
    """Every entry that can be read, whatever is damaged beside it: the log may still say its names."""
    last = 0
    while texts := reader.texts(last, MOST_LINES):
        last = texts[-1].seq
        for one in texts:
            with suppress(JournalCorrupt):
                yield decode_entry(one.text, f"entry {one.seq}")


def _members(folder: Path, port: int, findings: Iterable[Finding]) -> Iterator[tuple[str, str]]:
    yield "versions.json", json.dumps(_versions(), indent=1)
    yield "doctor.txt", "\n".join(f"{each.verdict} {each.name}: {each.says}" for each in findings)
    yield "readyz.json", asked("/readyz", port).decode(errors="replace")
    yield "metrics.txt", asked("/metrics", port).decode(errors="replace")
    yield "log.jsonl", "\n".join(last_lines(folder / "log", MOST_LINES))
    for path in sorted(folder.glob("*.sqlite")):
        yield f"events-{path.stem}.jsonl", "\n".join(_events(path))


def _versions() -> dict[str, object]:
    return {
        "companion": _version(PRODUCT),
        "python": sys.version,
        "system": platform.platform(),
        "machine": platform.machine(),
        "libraries": {name: _version(name) for name in LIBRARIES},
    }


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _events(path: Path) -> list[str]:
    """The last facts, without the people."""
    try:
        with closing(SqliteReader(path)) as reader:
            games = reader.games()[-3:]
            entries = [entry for game in games for entry in unnamed(reader.entries(game.number))]
    except CompanionError as failure:
        return [json.dumps({"error": str(failure)})]
    return [encode_entry(entry) for entry in entries[-MOST_EVENTS:]]
