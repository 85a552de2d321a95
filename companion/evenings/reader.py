"""The process in which a record is read: a file on its input; the game or one refusal on its output.

Before the file comes a line of JSON: its `name`, and `most_bytes` that it may have unpacked.

It limits itself before it reads a byte. Who starts it is `companion.evenings.apart`.
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
"""What it may hold of its own; a usual game takes 20 MB, the program among it."""
MOST_ADDRESSES: Final = 1024 * 1024 * 1024
"""A wall behind that, for systems that do not count the first."""
MOST_SECONDS: Final = 25
"""Of work; who waits for it waits a little longer."""
_LESS_URGENT: Final = 10
_NO_TIME: Final = "1970-01-01T00:00:00.000000Z"
"""An entry has one; a record does not say it, and nobody keeps this."""


def main() -> int:
    """Read one file. Exit status: 0, the answer says what came of it."""
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
    """From here on it can take no more memory and time than one record needs."""
    for what, most in (
        (resource.RLIMIT_DATA, MOST_MEMORY),
        (resource.RLIMIT_AS, MOST_ADDRESSES),
        (resource.RLIMIT_CPU, MOST_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (least, least))
    with contextlib.suppress(OSError):  # a service may not be allowed to be modest
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
