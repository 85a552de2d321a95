"""Reads a recorded game in a process of its own, with limits on memory and time.

A small file can be crafted so that reading it takes all of a machine's memory. Then only the reader ends; the
table goes on.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from typing import IO, Any, Final

from companion.errors import CompanionError, JournalCorrupt
from companion.evenings.importing import ImportedGame, RecordUnusable
from companion.haifu.record import Fault
from companion.haifu.texts import LONGEST_NAME, printable
from companion.intake.record_player import Stop
from companion.journal.codec import decode_entry, decode_rules
from companion.keeping.expendable import end_first
from companion.riichi.reasons import Reason

__all__ = ["MOST_UNPACKED", "OthersRead", "imported_apart"]

MOST_UNPACKED: Final = 4 * 1024 * 1024
"""The largest record that a page may send, unpacked, in bytes."""
READER: Final = (sys.executable, "-m", "companion.evenings.reader")
PATIENCE_S: Final = 30.0
"""How long reading may take: a long game takes a second on a PC and a few on a small machine."""
_MOST_ANSWER: Final = 16 * 1024 * 1024
_WAIT_FOR_OTHERS_S: Final = 5.0
_READING: Final = threading.Lock()
"""Held while a file is read: only one at a time, because the limits are meant for one reader."""


class OthersRead(CompanionError):
    """Another file is still being read, so nothing of this one was."""


def imported_apart(content: bytes, name: str, most_bytes: int = MOST_UNPACKED) -> ImportedGame:
    """Read a file as `imported` does, in another process; it may have `most_bytes` unpacked.

    Raises:
        RecordUnusable: it is not a record, breaks off, breaks a rule, or takes too much memory or time.
        OthersRead: another file is being read.
    """
    if not _READING.acquire(timeout=_WAIT_FOR_OTHERS_S):
        raise OthersRead("another file is being read; try again in a moment")
    called = printable(name)[:LONGEST_NAME] or "the file"
    try:
        told = _asked(json.dumps({"name": called, "most_bytes": most_bytes}).encode() + b"\n" + content)
    finally:
        _READING.release()
    try:
        return _understood(told)
    except RecordUnusable:
        raise
    except (JournalCorrupt, ValueError, TypeError, LookupError) as error:
        sentence = f"{called}: reading it takes more memory or time than a record may"
        raise RecordUnusable(sentence, Stop(Fault.TOO_LARGE)) from error


def _asked(question: bytes) -> bytes:
    """What the reader writes; cut short if it was killed."""
    with subprocess.Popen(READER, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        end_first(child.pid)
        alarm = threading.Timer(PATIENCE_S, child.kill)
        alarm.daemon = True
        alarm.start()
        try:
            return _exchanged(child, question)
        finally:
            alarm.cancel()
            child.kill()


def _exchanged(child: subprocess.Popen[bytes], question: bytes) -> bytes:
    given, said = _pipes(child)
    with contextlib.suppress(OSError):  # the reader ended before it had read everything
        given.write(question)
        given.close()
    return said.read(_MOST_ANSWER + 1)


def _pipes(child: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if child.stdin is None or child.stdout is None:
        raise ValueError("a child without pipes cannot be asked")
    return child.stdin, child.stdout


def _understood(told: bytes) -> ImportedGame:
    """The game, or the refusal, that the reader told.

    Raises:
        RecordUnusable: the reader refused the file.
        JournalCorrupt, ValueError, TypeError, LookupError: its answer is not complete.
    """
    if len(told) > _MOST_ANSWER or not told.endswith(b"\n"):
        raise ValueError("the reader did not finish")
    first, *lines = told.splitlines()
    head: dict[str, Any] = json.loads(first)
    if "refused" in head:
        raise RecordUnusable(head["refused"], _stop(head))
    if head["facts"] != len(lines):
        raise ValueError("the reader broke off")
    facts = tuple(entry.fact for line in lines if (entry := decode_entry(line)).fact is not None)
    return ImportedGame(decode_rules(json.dumps(head["rules"])), facts)


def _stop(head: dict[str, Any]) -> Stop:
    reason = Reason(head["reason"]) if head["reason"] else None
    return Stop(Fault(head["why"]), head["hand"], head["event"], reason)
