"""The hub's side of the link: what a table said goes to the disk, and then an answer goes out.

Pure but for the store. It never changes what a table told it, and never sends a fact to a table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from companion.club.copies import Copies, Copy, Kept
from companion.club.messages import Ack, Ask, Games, Log, Message, Up, Wanted, decoded, encoded
from companion.errors import CompanionError
from companion.journal.codec import SCHEMA_VERSION
from companion.plurals import counted

__all__ = ["Hub", "Trouble", "TroubleKind"]


_ALONE_AGAIN: Final = 6
"""After this many greetings of one machine in a row, no other one is using the table's name."""


class TroubleKind(StrEnum):
    """What can be wrong with a table, as the hub sees it."""

    UNREADABLE = "unreadable"
    """It sent something that is not a message of a table."""
    DIFFERS = "differs"
    """It has another entry or game under a number that the hub holds: two machines play as one table."""
    TWO_MACHINES = "two_machines"
    """Two machines speak in turn under this name."""
    LOST_ITS_END = "lost_its_end"
    """Its journal ends earlier than what it had sent."""
    RESTORED = "restored"
    """It goes on from an older copy, or has begun another journal; what it had sent before is kept."""
    REPLACED = "replaced"
    """It came back after a spare had taken its place: what it sends is kept apart."""
    NEWER = "newer"
    """A newer companion plays there: its entries are kept, but not understood yet."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that people should know about a table."""

    kind: TroubleKind
    sentence: str


@dataclass(slots=True)
class _Heard:
    """What is known of a table since the hub was started; nothing that is kept depends on it."""

    sessions: list[str] = field(default_factory=list)
    in_a_row: int = 0
    asked_from: int | None = None
    differs: bool = False
    newest: int = 0
    troubles: dict[TroubleKind, str] = field(default_factory=dict)


class Hub:
    """Answers the tables. One thread uses it.

    Args:
        copies: where everything is kept.
        name: what people call a table.
        spare: the name of the spare that goes on in the place of a table; empty if none does.
    """

    def __init__(
        self, copies: Copies, name: Callable[[str], str] = str, spare: Callable[[str], str] = lambda _: ""
    ) -> None:
        self._copies, self._name, self._spare = copies, name, spare
        self._heard: dict[str, _Heard] = {}

    def troubles(self, table: str) -> tuple[Trouble, ...]:
        """What is wrong with a table; what was unreadable or restored stays until the hub starts again."""
        heard = self._heard.get(table)
        return tuple(Trouble(*one) for one in heard.troubles.items()) if heard else ()

    def newest(self, table: str) -> int:
        """The number of the newest entry that a table announced since the hub was started; 0 before that."""
        heard = self._heard.get(table)
        return heard.newest if heard else 0

    def take(self, table: str, leaf: str, payload: bytes) -> list[Message]:
        """Take what a table said, and return what to answer. Raises StoreDown; then nothing was kept."""
        heard = self._heard.setdefault(table, _Heard())
        try:
            words = decoded(leaf, payload)
        except CompanionError as refused:
            heard.troubles[TroubleKind.UNREADABLE] = (
                f"{self._name(table)} sent what cannot be read: {refused}"
            )
            return []
        match words:
            case Up():
                return self._up(table, heard, words)
            case Log() | Games():
                return self._of_copy(table, heard, words)
            case _:
                heard.troubles[TroubleKind.UNREADABLE] = f"{self._name(table)} sent what only a hub may say"
                return []

    @staticmethod
    def sent_away(leaf: str, payload: bytes) -> list[Message]:
        """What to answer to a machine that is not a table of the club but says that it is there."""
        try:
            up = decoded(leaf, payload)
        except CompanionError:
            return []
        return [encoded(Ask(up.epoch, Wanted.LEAVE))] if isinstance(up, Up) else []

    def _up(self, table: str, heard: _Heard, up: Up) -> list[Message]:
        before = next((one for one in reversed(self._copies.all()) if one.table == table), None)
        copy = self._copies.heard(table, up)
        heard.asked_from, heard.differs, heard.newest = None, False, up.newest
        _notice_sessions(self._name(table), heard, up.session)
        _notice_epoch(self._name(table), heard, before, copy)
        _notice_form(self._name(table), heard, up.schema)
        _notice_spare(self._name(table), heard, self._spare(table))
        head = self._copies.head(copy)
        answers = [self._ack(copy, copy.held, head)]
        if copy.held > up.newest:
            heard.troubles[TroubleKind.LOST_ITS_END] = (
                f"the journal of {self._name(table)} ends with entry {up.newest:,}; it had sent {copy.held:,}"
            )
        elif copy.held == up.newest:
            heard.troubles.pop(TroubleKind.LOST_ITS_END, None)
            if head == up.head:
                heard.troubles.pop(TroubleKind.DIFFERS, None)
        if up.changes != copy.changes or (copy.held == up.newest and head != up.head):
            answers.append(encoded(Ask(copy.epoch, Wanted.GAMES)))
        return answers

    def _ack(self, copy: Copy, held: int, head: str = "") -> Message:
        name = self._name(copy.table)
        known = name if name != copy.table else ""
        return encoded(Ack(copy.epoch, held, head, self._spare(copy.table), known))

    def _of_copy(self, table: str, heard: _Heard, words: Log | Games) -> list[Message]:
        copy = self._copies.of(table, words.epoch)
        if copy is None:
            return [encoded(Ask(words.epoch, Wanted.UP))]
        if isinstance(words, Games):
            return self._games(heard, copy, words)
        return self._log(heard, copy, words)

    def _log(self, heard: _Heard, copy: Copy, log: Log) -> list[Message]:
        if log.first > copy.held + 1:
            return _asked_again(heard, copy.epoch, copy.held)
        kept = self._copies.keep(copy, log)
        heard.newest = max(heard.newest, log.last)
        if kept.differs:
            return self._differs(heard, copy, kept)
        if kept.is_outdated:
            return []
        if kept.held < copy.held:
            heard.asked_from = None
            return _asked_again(heard, copy.epoch, kept.held)
        heard.asked_from = None
        return [self._ack(copy, kept.held)]

    def _games(self, heard: _Heard, copy: Copy, games: Games) -> list[Message]:
        kept = self._copies.follow(copy, games)
        if kept.is_outdated:
            return []
        if kept.differs:
            heard.differs = True
            heard.troubles[TroubleKind.DIFFERS] = _difference(self._name(copy.table), kept)
        if kept.held < copy.held:
            heard.asked_from = None
            return _asked_again(heard, copy.epoch, kept.held)
        now = self._copies.of(copy.table, copy.epoch) or copy
        return [self._ack(copy, kept.held, self._copies.head(now))]

    def _differs(self, heard: _Heard, copy: Copy, kept: Kept) -> list[Message]:
        heard.troubles[TroubleKind.DIFFERS] = _difference(self._name(copy.table), kept)
        if heard.differs:
            return []
        # Perhaps names were removed from a game, and the hub has not heard of that yet.
        heard.differs = True
        return [encoded(Ask(copy.epoch, Wanted.GAMES))]


def _difference(table: str, kept: Kept) -> str:
    what = (
        f"entry {kept.entry_differs}"
        if kept.game_differs is None
        else f"game under number {kept.game_differs}"
    )
    return f"{table} has a different {what} from the hub's: two machines seem to play as one table"


def _asked_again(heard: _Heard, epoch: str, held: int) -> list[Message]:
    """Ask from the first number that is missing, once: the messages after a gap all show the same gap."""
    if heard.asked_from == held:
        return []
    heard.asked_from = held
    return [encoded(Ask(epoch, Wanted.LOG, held + 1))]


def _notice_sessions(table: str, heard: _Heard, session: str) -> None:
    if heard.sessions and heard.sessions[-1] == session:
        heard.in_a_row += 1
        if heard.in_a_row >= _ALONE_AGAIN:
            heard.troubles.pop(TroubleKind.TWO_MACHINES, None)
        return
    heard.in_a_row = 1
    if session in heard.sessions:
        heard.troubles[TroubleKind.TWO_MACHINES] = (
            f"two machines call themselves {table}: take one of them away"
        )
    heard.sessions = [*heard.sessions[-8:], session]


def _notice_epoch(table: str, heard: _Heard, before: Copy | None, copy: Copy) -> None:
    if before is None or before.epoch == copy.epoch:
        return
    if before.journal == copy.journal:
        said = counted(before.held, "entry from before is", "entries from before are")
        sentence = f"{table} goes on from an older copy; the {said} kept apart"
    else:
        said = counted(before.held, "entry of the one before is", "entries of the one before are")
        sentence = f"{table} has begun another journal; the {said} kept"
    heard.troubles[TroubleKind.RESTORED] = sentence


def _notice_spare(table: str, heard: _Heard, spare: str) -> None:
    if spare:
        heard.troubles[TroubleKind.REPLACED] = (
            f"{table} came back, and {spare} goes on in its place: what {table} sends is kept apart, and "
            "does not count"
        )
    else:
        heard.troubles.pop(TroubleKind.REPLACED, None)


def _notice_form(table: str, heard: _Heard, form: int) -> None:
    if form > SCHEMA_VERSION:
        heard.troubles[TroubleKind.NEWER] = (
            f"a newer companion plays at {table}: what it sends is kept, but not understood yet"
        )
    else:
        heard.troubles.pop(TroubleKind.NEWER, None)
