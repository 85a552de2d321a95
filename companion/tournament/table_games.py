"""The games that companions have written, followed entry by entry by the same rules as at the table. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.journal.codec import decode_entry, decode_rules
from companion.journal.entry import Entry
from companion.journal.replay import fact_of, followed, replay
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuEnded
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.kyoku import Kyoku

__all__ = ["FollowedGame", "TableGame"]


@dataclass(frozen=True, slots=True)
class TableGame:
    """One game of one companion, as far as it has come."""

    companion: str
    number: int
    """As its journal counts."""
    hanchan: Hanchan
    """With the newest result, as soon as it stands."""
    hands: int
    """How many have ended."""
    is_finished: bool
    started: str = ""
    """UTC by the clock of the table, for people."""
    failure: str = ""
    """Where the rules could not go on; nothing for a game that is whole."""

    @property
    def name_at(self) -> tuple[str, ...]:
        """By seat: what the table calls who sits there; empty where nobody has said it."""
        return self.hanchan.sitting.names


class FollowedGame:
    """A game whose entries come little by little.

    Raises:
        JournalCorrupt: an entry, or the rules, cannot be read.
    """

    def __init__(self, companion: str, number: int, rules: str, started: str = "") -> None:
        self._companion, self._number, self._started = companion, number, started
        self._rules = decode_rules(rules)
        self._entries: list[Entry] = []
        self._now: tuple[Hanchan, Kyoku | None] = (begin(self._rules), None)
        self._hands, self._failure = 0, ""

    @property
    def newest(self) -> int:
        """The number of the newest entry; 0 before the first."""
        return self._entries[-1].seq if self._entries else 0

    def add(self, texts: Iterable[str]) -> None:
        """Follow further entries, each a line of a journal. Raises JournalCorrupt."""
        for text in texts:
            entry = decode_entry(text)
            self._entries.append(entry)
            if entry.retracts is not None or entry.before is not None or self._failure:
                self._again()
            else:
                self._follow(entry)

    @property
    def game(self) -> TableGame:
        """How far it has come."""
        hanchan, hands = self._now[0], self._hands
        is_over = hanchan.kyoku is None and hanchan.ended is not None
        if hanchan.kyoku is not None and hanchan.kyoku.is_over:
            # The hand is over, and the table has not said yet that it goes on: its points count already.
            hanchan, hands = apply_to_hanchan(hanchan, KyokuEnded()), hands + 1
        is_finished = hands > 0 and (hanchan.is_closed or is_over)
        return TableGame(
            self._companion, self._number, hanchan, hands, is_finished, self._started, self._failure
        )

    def _follow(self, entry: Entry) -> None:
        fact = fact_of(entry)
        try:
            self._now = followed(*self._now, fact)
        except IllegalFactError as error:
            self._failure = f"entry {entry.seq}, {type(fact).__name__}: {error}"
        else:
            self._hands += isinstance(fact, KyokuEnded)

    def _again(self) -> None:
        """The past was put right: follow all of it anew."""
        whole = replay(self._entries, self._rules)
        self._now = (whole.hanchan, whole.last_kyoku)
        self._hands = sum(isinstance(entry.fact, KyokuEnded) for entry in whole.entries)
        self._failure = str(whole.failure) if whole.failure else ""
