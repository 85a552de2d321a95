"""Whatever comes in from outside: each reader gets broken input for a while; no test stands here.

A reader may answer, or refuse in the error that it promises. Anything else is a failure. The input is
good input with pieces changed, so that it comes further in than noise would.
"""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from companion.dashboard.commands import read_command, read_preview
from companion.dashboard.errors import RequestRefused
from companion.dashboard.valuing import read_hand
from companion.errors import JournalCorrupt
from companion.haifu.opening import read_record
from companion.intake.tape.events import TapeError
from companion.intake.tape.reading import read_tape
from companion.journal.codec import decode_entry, decode_rules, encode_entry, encode_rules
from companion.keeping.one_zip import BackupError, read_backup, write_backup
from companion.riichi.presets import PRESETS, TENHOU
from companion.rules_file import RulesError, write_rules
from companion.rules_file.reading import read_rules
from companion.table_loop.rethinking import Rethought, rethink
from firmware_bridge.errors import FrameCorrupt
from firmware_bridge.frames import LineReader, encode, parse
from hardware.errors import ProfileError
from hardware.loading import parse_profile, profile_names
from tests.conftest import ROOT
from tests.front_door.companions import started
from tests.front_door.own_records import own_text
from tests.reliability.evenings import FIRST_COPY, entries_in, write_evening
from tests.reliability.trials import Outcome, trial
from tests.security.bombs import BOMBS, MIB, begin_a_hand, bring_in, most_ever, watched

SHORT_S, LONG_S = 0.25, 600
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 2**70, 1.5, float("inf"), "", "5p", "0z", "?", "\ud800", "x" * 70, [], {}, [[]],
    {"is": "Drawn"},
)  # fmt: skip


def spoil_bytes(content: bytes, dice: random.Random) -> bytes:
    """Good bytes with some cut out, doubled, moved or changed."""
    spoiled = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        at = dice.randrange(len(spoiled) + 1)
        match dice.randrange(5):
            case 0:
                del spoiled[at : at + dice.choice((1, 2, 30, 3_000))]
            case 1:
                spoiled[at:at] = spoiled[at : at + dice.choice((1, 5, 200))]
            case 2:
                spoiled[at:at] = dice.choice((b"\0", b"\xff", b"[" * 600, b'"', b"<", b"9" * 40, b"\n", b"-"))
            case 3:
                other = dice.randrange(len(spoiled) + 1)
                spoiled[at : at + 8] = spoiled[other : other + 8]
            case _:
                spoiled[at : at + 1] = bytes([dice.randrange(256)])
    return bytes(spoiled)


def spoil_json(value: Any, dice: random.Random) -> Any:
    """A good value with something in it replaced, left out, doubled or added."""
    if isinstance(value, dict) and value and dice.random() < 0.8:
        key = dice.choice(list(value))
        match dice.randrange(5):
            case 0:
                return {name: each for name, each in value.items() if name != key}
            case 1:
                return {**value, dice.choice(("more", "is", "kind", "")): dice.choice(ODD)}
            case _:
                return {**value, key: spoil_json(value[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.8:
        at = dice.randrange(len(value))
        return [*value[:at], spoil_json(value[at], dice), *value[at + dice.randrange(2) :]]
    return dice.choice(ODD)


def for_a_while(seconds: float, one: Callable[[random.Random], None]) -> Outcome:
    """Call it with new dice until the time is over; each error that comes out is a failure."""
    ends_at, complaints, number = time.monotonic() + seconds, [], 0
    while time.monotonic() < ends_at or number < 20:
        number += 1
        try:
            one(random.Random(number))
        except Exception as failure:  # noqa: BLE001 - which one is what is asked
            complaints.append(f"seed {number}: {type(failure).__name__}: {failure}")
    return Outcome(number, len(complaints), complaints[0] if complaints else "")


def answered_or(refusal: type[Exception], read: Callable[[], object], most_lines: int = 1) -> object:
    """The answer; None where it was refused, in this many lines at most."""
    try:
        return read()
    except refusal as refused:
        lines = len(str(refused).splitlines())
    assert 1 <= lines <= most_lines, f"refused in {lines} lines"
    return None


@cache
def good_records() -> tuple[bytes, ...]:
    texts = [own_text(form, 7).encode() for form in ("mjlog", "tenhou6", "mjai")]
    short = b"".join(texts[2].splitlines(keepends=True)[:60])
    return (*texts, gzip.compress(texts[0]), *[short] * 8)


@trial("Z1", "seconds of broken records: errors beyond a failure that is told", short=SHORT_S, long=LONG_S)
def records(tries: int, folder: Path) -> Outcome:
    def one(dice: random.Random) -> None:
        record = read_record(spoil_bytes(dice.choice(good_records()), dice), "fuzzed")
        assert record.hands or record.failure, "nothing was read and nothing said"

    return for_a_while(tries, one)


FRAMES = (
    "I 1 riichi-panel 1.0 7 0 4 8 12",
    "E 7 1 5 D 1234",
    "E 8 1 5 U 1300",
    "K 3 15",
    "H 9 1 0 0 0",
    "X what",
)


@trial("Z9", "small files that would become large: memory, refused taps, other answers", short=6, long=500)
def bombs(tries: int, folder: Path) -> Outcome:
    """They are sent to a companion at whose table people tap, and after them a game that is taken in."""
    control = memory_of_a_reader_without_limits()
    complaints = [] if control > MOST_TOGETHER else [f"the control took {control // MIB} MB alone"]
    with started(folder / "games", "run") as companion:
        begin_a_hand(companion)
        with watched(companion) as watch:
            for number, (name, make) in zip(range(tries), cycle(BOMBS.items()), strict=False):
                status, said = bring_in(companion, make(BOMB_SIZES[number // len(BOMBS) % len(BOMB_SIZES)]))
                if status != 422 or said.count(b"\n") != 1:
                    complaints.append(f"{name} was answered {status} {said[:80]!r}")
        good = bring_in(companion, good_records()[0])
        complaints += [f"a game was answered {good}"] * (good[0] != 200)
        complaints += [f"a tap was answered {answer}" for answer in watch.refused]
        if watch.most_together > MOST_TOGETHER:
            complaints.append(f"{watch.most_together // MIB} MB together")
        note = complaints[0] if complaints else watch.told(companion.process.pid)
        assert companion.end() == 0
    return Outcome(tries, len(complaints), note)


MOST_TOGETHER = 280 * MIB
"""The companion, and the most that a reader may take."""
BOMB_SIZES = (4_100_000, 60_000_000, 700_000)
"""Just read, far too much, and little."""


def memory_of_a_reader_without_limits() -> int:
    """What a tree of a bomb that is small for its kind takes: the proof that the limits are what holds."""
    program = """
import sys
from xml.etree import ElementTree
parser = ElementTree.XMLPullParser(["start"])
parser.feed("<mjloggm>" + "<a>" * 900_000)
print(sum(1 for _ in parser.read_events()), flush=True)
sys.stdin.read()
"""
    words = [sys.executable, "-c", program]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.readline()
        most = most_ever(process.pid)
        process.kill()
    return most


@trial("Z2", "seconds of broken serial lines: errors, frames that nobody sent", short=SHORT_S, long=LONG_S)
def frames(tries: int, folder: Path) -> Outcome:
    def one(dice: random.Random) -> None:
        reader = LineReader()
        sent = b"".join(encode(dice.choice(FRAMES)) for _ in range(20))
        for payload in reader.feed(spoil_bytes(sent, dice)):
            assert payload in FRAMES, payload
            parse(payload)
        try:
            parse(spoil_bytes(dice.choice(FRAMES).encode(), dice).decode("ascii", "ignore"))
        except FrameCorrupt:
            return

    return for_a_while(tries, one)


COMMANDS: tuple[dict[str, Any], ...] = (
    {"kind": "undo"},
    {"kind": "speed", "speed": 4.0},
    {"kind": "waive", "reason": "kuikae_same"},
    {"kind": "start", "names": ["A", "B", "C", "D"], "rules": "tenhou"},
    {"kind": "deal", "depth": "full", "round_wind": "E", "dealer": 0, "honba": 0, "indicator": "5p"},
    {"kind": "tap", "seat": 0, "action": "discard", "tile": "5p"},
    {"kind": "start", "names": ["A", "B", "C", "D"], "rules": {"preset": "wrc", "changes": {"red_fives": 3}}},
    {"kind": "tell", "facts": [{"is": "Discarded", "seat": 0, "tile": "5p", "tsumogiri": None}]},
    {"kind": "correct", "retracts": [3], "facts": [{"is": "Drawn", "seat": 1, "tile": None}], "before": 4},
    {
        "kind": "say",
        "what": {"is": "Win", "winners": [{"seat": 1, "value": {"han": 3, "fu": 40}}], "giver": 0},
    },
    {
        "kind": "say",
        "what": {"is": "ResultWas", "result": {"is": "Draw", "kind": "exhaustive", "tenpai": [1]}},
    },
    {"kind": "say", "what": {"is": "TakeBack", "entries": [3]}, "waived": ["kuikae_same"]},
    {"kind": "depth", "depth": "points"},
    {"kind": "seen", "code": "few_tiles"},
)
HAND = {
    "seat": 0,
    "by": "ron",
    "giver": 1,
    "tile": "5p",
    "hand": ["1m", "2m", "3m"],
    "melds": [],
    "flags": {},
}


@trial("Z3", "seconds of broken commands: errors beyond a refusal", short=SHORT_S, long=LONG_S)
def commands(tries: int, folder: Path) -> Outcome:
    def one(dice: random.Random) -> None:
        body = {"id": "tap-1", "expected_seq": 7, **dice.choice(COMMANDS)}
        for _ in range(dice.choice((1, 1, 2, 3))):
            body = spoil_json(body, dice)
        for read in (lambda: read_command(body, "", TENHOU), lambda: read_preview(body, TENHOU)):
            answered_or(RequestRefused, read)
        answered_or(RequestRefused, lambda: read_hand(spoil_json(HAND, dice)))

    return for_a_while(tries, one)


@trial("Z4", "seconds of broken rules files: errors beyond a sentence", short=SHORT_S, long=LONG_S)
def rules(tries: int, folder: Path) -> Outcome:
    texts = [write_rules(preset).encode() for preset in PRESETS.values()]

    def one(dice: random.Random) -> None:
        text = spoil_bytes(dice.choice(texts), dice)
        answered_or(RulesError, lambda: read_rules(text, "fuzzed.toml"))

    return for_a_while(tries, one)


@trial("Z5", "seconds of broken profiles: errors beyond a sentence", short=SHORT_S, long=LONG_S)
def profiles(tries: int, folder: Path) -> Outcome:
    texts = [(ROOT / "hardware" / "profiles" / f"{name}.toml").read_bytes() for name in profile_names()]

    def one(dice: random.Random) -> None:
        text = spoil_bytes(dice.choice(texts), dice).decode(errors="replace")
        answered_or(ProfileError, lambda: parse_profile(text, "fuzzed.toml"), most_lines=1_000)

    return for_a_while(tries, one)


@trial("Z6", "seconds of broken journal lines: errors beyond a sentence", short=SHORT_S, long=LONG_S)
def entries(tries: int, folder: Path) -> Outcome:
    write_evening(folder / "table.sqlite", copies=False)
    lines = [encode_entry(entry) for entry in entries_in(folder / "table.sqlite")]

    def one(dice: random.Random) -> None:
        line = dice.choice(lines)
        if dice.random() < 0.5:
            broken = json.dumps(spoil_json(json.loads(line), dice)).encode()
        else:
            broken = spoil_bytes(line.encode(), dice)
        answered_or(JournalCorrupt, lambda: decode_entry(broken))
        spoiled = spoil_bytes(encode_rules(TENHOU).encode(), dice)
        answered_or(JournalCorrupt, lambda: decode_rules(spoiled))

    return for_a_while(tries, one)


@trial(
    "Z7",
    "seconds of broken backups: errors beyond a sentence, others taken for whole",
    short=SHORT_S,
    long=LONG_S,
)
def backups(tries: int, folder: Path) -> Outcome:
    write_evening(folder / "games" / "table.sqlite", copies=False, count=20)
    packed = folder / "all.zip"
    good = write_backup(folder / "games", packed, FIRST_COPY)
    content = packed.read_bytes()

    def one(dice: random.Random) -> None:
        packed.write_bytes(spoil_bytes(content, dice))
        assert answered_or(BackupError, lambda: read_backup(packed)) in (None, good)

    return for_a_while(tries, one)


@trial(
    "Z8",
    "seconds of broken tapes: errors beyond a sentence, lines that nobody said",
    short=SHORT_S,
    long=LONG_S,
)
def tapes(tries: int, folder: Path) -> Outcome:
    texts = [gzip.decompress(path.read_bytes()) for path in sorted((ROOT / "tests" / "tapes").glob("*.tape"))]
    path = folder / "fuzzed.tape"

    def one(dice: random.Random) -> None:
        text = dice.choice(texts)
        if dice.random() < 0.3:
            path.write_bytes(spoil_bytes(gzip.compress(text, 1), dice))
        elif dice.random() < 0.5:
            path.write_bytes(gzip.compress(spoil_bytes(text, dice), 1))
        else:
            path.write_bytes(gzip.compress(with_spoilt_line(text, dice), 1))
        answered_or(TapeError, lambda: thought_again(path))

    return for_a_while(tries, one)


def with_spoilt_line(text: bytes, dice: random.Random) -> bytes:
    """The tape with one value of one line replaced, and the rest as it was."""
    lines = text.splitlines(keepends=True)
    at = dice.randrange(1, len(lines))
    spoilt = json.dumps(spoil_json(json.loads(lines[at]), dice)).encode()
    return b"".join((*lines[:at], spoilt, b"\n", *lines[at + 1 :]))


def thought_again(path: Path) -> Rethought:
    tape = read_tape(path)
    lines = list(tape.lines())
    assert len(tape.ended.splitlines()) <= 1, tape.ended
    return rethink(tape.head, lines)
