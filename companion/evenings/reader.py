"""The process that reads a record: a file on its input, the game or one refusal on its output.

A line of JSON comes before the file: its `name`, and how many bytes it may have unpacked, `most_bytes`. The
process limits its own memory and time before it reads a byte. `companion.evenings.apart` starts it.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
from collections.abc import Iterator
from typing import Any, Final

from companion.evenings.importing import ImportedGame, RecordUnusable, imported
from companion.evidence import Cause
from companion.haifu.record import Fault
from companion.intake.record_player import Stop
from companion.journal.codec import encode_entry, encode_rules
from companion.journal.entry import Entry

MOST_MEMORY: Final = 160 * 1024 * 1024
"""The data memory that the process may take, in bytes; a usual game takes 20 MB, program included."""
MOST_ADDRESSES: Final = 1024 * 1024 * 1024
"""The address space that it may take, in bytes, for systems that do not enforce the limit above."""
MOST_SECONDS: Final = 25
"""The processor time that it may take; whoever waits for it waits a little longer."""
_LESS_URGENT: Final = 10
_NO_TIME: Final = "1970-01-01T00:00:00.000000Z"
"""The time of every entry, which needs one although a record has none; it is not kept."""


def main() -> int:
    """Read one file. The exit status is 0 even if the file is refused, which the answer says."""
    limit_this_process()
    asked: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    try:
        game = imported(sys.stdin.buffer.read(), asked["name"], asked["most_bytes"])
        told = "\n".join(_told(game))
    except RecordUnusable as error:
        told = _refused(str(error), error.stop)
    except MemoryError:
        sentence = f"{asked['name']}: reading it takes more memory than a record may"
        told = _refused(sentence, Stop(Fault.TOO_LARGE))
    sys.stdout.buffer.write(told.encode() + b"\n")
    return 0


def limit_this_process() -> None:
    """Allow this process only as much memory and time as one record needs."""
    for what, most in (
        (resource.RLIMIT_DATA, MOST_MEMORY),
        (resource.RLIMIT_AS, MOST_ADDRESSES),
        (resource.RLIMIT_CPU, MOST_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (least, least))
    with contextlib.suppress(OSError):  # a service may not be allowed to change its priority
        os.nice(_LESS_URGENT)


def _told(game: ImportedGame) -> Iterator[str]:
    """The rules and how many facts there are, then each fact on a line."""
    yield json.dumps({"rules": json.loads(encode_rules(game.rules)), "facts": len(game.facts)})
    for place, fact in enumerate(game.facts, 1):
        yield encode_entry(Entry(place, _NO_TIME, fact, Cause.RECORD))


def _refused(sentence: str, stop: Stop) -> str:
    where = {"why": stop.fault, "hand": stop.hand, "event": stop.event, "reason": stop.reason}
    return json.dumps({"refused": sentence, **where})


if __name__ == "__main__":
    sys.exit(main())
