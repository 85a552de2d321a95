"""A process with a club's hub, as `companion club start` runs it; no test stands here.

With the word `early` behind its folder it is broken on purpose: it acknowledges before it writes.
"""

import sys
from pathlib import Path

from companion.cli import main as companion
from companion.club import service
from companion.club.copies import Copies, Copy, Kept
from companion.club.messages import Log


class CopiesThatAnswerFirst(Copies):
    """Writes what came only when the next message comes."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._waiting: dict[int, tuple[Copy, Log]] = {}

    def keep(self, copy: Copy, log: Log) -> Kept:
        if before := self._waiting.pop(copy.id, None):
            super().keep(*before)
        now = self.of(copy.table, copy.epoch)
        assert now is not None
        if log.first > now.held + 1:
            return Kept(now.held)
        self._waiting[copy.id] = (now, log)
        return Kept(max(now.held, log.last))


if __name__ == "__main__":
    if sys.argv[1] == "early":
        service.Copies = CopiesThatAnswerFirst
    companion(["club", "start", *sys.argv[2:]])
