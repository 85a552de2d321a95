"""A table's side of the link: what to send, and what the hub has. Pure but for reading the journal.

It keeps nothing: whatever is forgotten here, or by the broker, or by the hub, is asked for again and read
from the journal. The one remedy for everything that is lost is to say `Up` again; the hub answers it
with what it has, and the table goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.club.chain import Header, following, head_of, text_to_send
from companion.club.messages import (
    MOST_ENTRIES,
    Ack,
    Ask,
    Games,
    GameState,
    Gone,
    Log,
    Message,
    Noted,
    Sent,
    Up,
    Wanted,
    decoded,
    encoded,
)
from companion.errors import JournalError
from companion.journal import JournalReader
from companion.journal.codec import SCHEMA_VERSION
from companion.journal.entry import WrittenText
from companion.journal.rows import game_row

__all__ = ["Standing", "Uplink"]

WINDOW: Final = 8 * MOST_ENTRIES
"""How many entries may be on their way before the first of them is acknowledged."""
SAY_AGAIN_S: Final = 3.0
"""If the hub is behind and has said nothing for this long, something was lost."""
STILL_HERE_S: Final = 20.0
"""How often a table that has nothing to say says that it is there."""
SILENT_S: Final = 10.0
"""If the hub answers nothing for this long after it was asked, people are told that it is away."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the hub is, for the people at the table."""

    newest: int
    held: int
    """What the hub says is on its disk."""
    is_equal: bool
    """Whether the hub has shown, by its digest, that its copy equals the journal."""
    has_more: bool
    """Whether the hub has entries of this epoch that the journal does not have: its end was lost."""
    spare: str = ""
    """The name of the spare that goes on in the place of this table; empty if none does."""
    name: str = ""
    """What the club calls this table; empty while the hub has not said it."""


class Uplink:
    """What one table sends. One thread uses it.

    Args:
        reader: the journal, which another thread may be writing.
        session: made at random at each start.
        since: the first game that the club may see; earlier ones stay at the table.

    Raises:
        JournalError: the journal cannot be read, or was never opened for writing.
    """

    def __init__(self, reader: JournalReader, session: str, since: int = 1) -> None:
        origin = reader.origin
        if origin is None:
            raise JournalError("the journal does not say which one it is: open it for writing once")
        self._reader, self._origin, self._session = reader, origin, session
        self._chains = _Chains(reader, since)
        self._sent: int | None = None
        """The last number that is on its way; None while the hub has not said what it has."""
        self._stands: tuple[int, int] | None = None
        """After which entry, and how many removals, `_ends` holds."""
        self._ends: dict[int, str] = {}
        """The digest of the last entry of each game up to there."""
        self._held, self._spare, self._name = 0, "", ""
        self._equal_at: tuple[int, int] | None = None
        self.is_sent_away = False
        """Whether the hub has said that this is not a table of the club."""
        self._quiet_since: float = 0.0
        self._asked_at: float | None = None
        """When the hub was first asked since its newest answer; None while there is nothing to answer."""
        self._said_changes = self._chains.changes
        """How many removals from the journal the hub was last told of."""
        self._said_notes: Noted | None = None
        """The notes that the hub was last told of."""

    @property
    def standing(self) -> Standing:
        """How far the hub is."""
        newest = self._reader.last_seq
        is_equal = self._equal_at == (newest, self._chains.changes)
        return Standing(newest, self._held, is_equal, self._held > newest, self._spare, self._name)

    def is_unanswered(self, now_s: float) -> bool:
        """Whether the hub has been silent for too long: a broker that is there says nothing about the hub."""
        return self._asked_at is not None and now_s - self._asked_at >= SILENT_S

    def connected(self, now_s: float) -> list[Message]:
        """What to send when the broker is reached, the first time or again. Raises JournalError."""
        self._quiet_since = now_s
        if self._asked_at is None:
            self._asked_at = now_s
        self._chains.catch_up()
        return [self._up()]

    def wrote(self) -> list[Message]:
        """What to send when the journal has grown, or lost something. Raises JournalError."""
        self._chains.catch_up()
        # Compared with what was said, not with what was read: an answer of the hub makes us read, too.
        if self._chains.changes != self._said_changes:
            return [encoded(self._games()), self._up()]
        return list(self._due())

    def waited(self, now_s: float) -> list[Message]:
        """What to send at this time, in monotonic seconds. Raises JournalError."""
        is_behind = self._held < self._chains.newest
        if now_s - self._quiet_since < (SAY_AGAIN_S if is_behind else STILL_HERE_S):
            return []
        return self.connected(now_s)

    def take(self, leaf: str, payload: bytes, now_s: float) -> list[Message]:
        """What to send after a message of the hub. Raises MessageRefused, JournalError."""
        words = decoded(leaf, payload)
        if not isinstance(words, Ask | Ack) or words.epoch != self._origin.epoch:
            return []  # meant for a journal from before a restore, or for another table of this name
        self._asked_at = None
        self._chains.catch_up()
        if isinstance(words, Ack):
            return self._acknowledged(words, now_s)
        match words.wanted:
            case Wanted.LEAVE:
                self.is_sent_away = True
                return []
            case Wanted.UP:
                return [self._up()]
            case Wanted.GAMES:
                return [encoded(self._games())]
            case Wanted.LOG:
                self._sent = max(0, words.start - 1)
                return list(self._due())

    def _acknowledged(self, ack: Ack, now_s: float) -> list[Message]:
        if ack.held > self._held:
            self._quiet_since = now_s
        self._held, self._spare, self._name = ack.held, ack.spare, ack.name
        self._sent = ack.held if self._sent is None else max(self._sent, ack.held)
        if ack.held != self._chains.newest:
            self._equal_at = None
        elif ack.head:
            is_equal = ack.head == self._chains.head
            self._equal_at = (ack.held, self._chains.changes) if is_equal else None
        return list(self._due())

    def _due(self) -> Iterator[Message]:
        if self._sent is not None:
            self._stand_after(self._sent)
        while self._sent is not None and self._sent < self._chains.newest:
            if self._sent - self._held >= WINDOW:
                return
            log = self._log(self._sent)
            self._sent = log.last
            yield encoded(log)
        if self._sent is not None and self._notes() != self._said_notes:
            yield encoded(self._log(self._sent))

    def _up(self) -> Message:
        self._sent = None
        self._said_changes, self._said_notes = self._chains.changes, self._notes()
        chains, origin = self._chains, self._origin
        args = (origin.journal, origin.epoch, self._session, chains.newest, chains.head, chains.changes)
        return encoded(Up(*args, SCHEMA_VERSION, self._said_notes))

    def _notes(self) -> Noted | None:
        """What the journal has noted after the newest entries that were read of it."""
        found = self._reader.newest_notes()
        is_ours = found is not None and found[0] in self._chains.known and found[1] <= self._chains.newest
        return Noted(*found) if found is not None and is_ours else None

    def _stand_after(self, seq: int) -> None:
        """Be ready to send what comes after this entry."""
        if self._stands != (seq, self._chains.changes):
            self._ends = self._chains.ends_after(seq)
            self._stands = seq, self._chains.changes

    def _log(self, after: int) -> Log:
        newest = self._chains.newest
        found = [one for one in self._reader.texts(after, MOST_ENTRIES) if one.seq <= newest]
        last = found[-1].seq if len(found) == MOST_ENTRIES else newest
        entries = tuple(
            Sent(one.seq, one.game, text_to_send(one.text), self._chains.follow(self._ends, one))
            for one in found
            if one.game in self._chains.known  # others are not for the club
        )
        self._stands = last, self._chains.changes
        numbers = {entry.game for entry in entries}
        self._said_notes = self._notes() if last == newest else None
        headers = self._chains.headers(numbers)
        return Log(self._origin.epoch, after + 1, last, headers, entries, self._said_notes)

    def _games(self) -> Games:
        chains = self._chains
        games = tuple(
            GameState(number, chains.known[number].digest, chains.known[number].times, end)
            for number, end in chains.ends.items()
        )
        gone = tuple(
            Gone(one.game, one.first, one.last, one.entries)
            for one in self._reader.forgotten()
            if one.game >= chains.since
        )
        return Games(self._origin.epoch, chains.newest, chains.changes, games, gone)


class _Chains:
    """Where each game that may be sent ends. The journal is read once, and then only what is new."""

    def __init__(self, reader: JournalReader, since: int) -> None:
        self._reader, self.since = reader, since
        self._start()

    def _start(self) -> None:
        self.changes = self._count_changes()
        self.newest = 0
        self.known: dict[int, Header] = {}
        self.ends: dict[int, str] = {}

    @property
    def head(self) -> str:
        """The digest of everything up to the newest."""
        return head_of((number, self.known[number].times, end) for number, end in self.ends.items())

    def headers(self, numbers: set[int]) -> tuple[Header, ...]:
        """The headers of some games."""
        return tuple(self.known[number] for number in sorted(numbers))

    def catch_up(self) -> None:
        """Read what is new, or everything again if something was taken out. Raises JournalError."""
        if self._count_changes() != self.changes:
            self._start()
        newest = self._reader.last_seq
        for one in self._between(self.newest, newest):
            if one.game not in self.known and one.game >= self.since:
                self._learn_headers()
            if one.game in self.known:
                self.follow(self.ends, one)
        self.newest = newest

    def ends_after(self, seq: int) -> dict[int, str]:
        """Where each game ended after this entry. Raises JournalError."""
        if seq >= self.newest:
            return dict(self.ends)
        ends: dict[int, str] = {}
        for one in self._between(0, seq):
            if one.game in self.known:
                self.follow(ends, one)
        return ends

    def follow(self, ends: dict[int, str], one: WrittenText) -> str:
        """The digest of an entry, with which its game ends from now on."""
        before = ends.get(one.game) or self.known[one.game].digest
        ends[one.game] = following(before, text_to_send(one.text))
        return ends[one.game]

    def _between(self, after: int, last: int) -> Iterator[WrittenText]:
        while found := [one for one in self._reader.texts(after, 512) if one.seq <= last]:
            yield from found
            after = found[-1].seq

    def _learn_headers(self) -> None:
        times = self._reader.rewritten()
        for game in self._reader.games():
            if game.number >= self.since and game.number not in self.known:
                self.known[game.number] = Header(*game_row(game), times=times.get(game.number, 0))

    def _count_changes(self) -> int:
        return len(self._reader.forgotten()) + sum(self._reader.rewritten().values())
