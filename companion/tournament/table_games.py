"""The games that companions have written, followed entry by entry by the same rules as at the table. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.errors import JournalCorrupt
from companion.journal.codec import decode_entry, decode_rules, encode_rules
from companion.journal.imported import is_imported
from companion.journal.replay import fact_of, replay
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuEnded
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.ruleset import RuleSet

__all__ = ["FollowedGame", "TableGame"]


@dataclass(frozen=True, slots=True)
class TableGame:
    """One game of one companion, as far as it has come."""

    companion: str
    number: int
    """As the hub counts: the number in the journal, unless the table has gone on from an older copy or begun
    another journal."""
    hanchan: Hanchan
    """With the result of the newest hand as soon as it stands, even before the table has gone on."""
    hands: int
    """How many hands have ended."""
    is_finished: bool
    started: str = ""
    """UTC by the clock of the table, for people."""
    failure: str = ""
    """Why it cannot be followed further; empty for a game that is whole."""
    is_anonymised: bool = False
    """The table has taken the people out: its names are those of seats, and no player's."""
    is_imported: bool = False
    """It came from a file and was not played at the table: it counts only where the organiser says so."""

    @property
    def essence(self) -> tuple[object, ...]:
        """All of it that standings depend on: while a hand is played it stays the same."""
        hanchan = self.hanchan
        told = (hanchan.points, hanchan.kyoutaku, hanchan.sitting, hanchan.extras, hanchan.chombo)
        count = (
            self.hands,
            self.is_finished,
            self.failure,
            hanchan.penalties,
            hanchan.rules,
            self.is_anonymised,
            self.is_imported,
        )
        return (self.companion, self.number, *told, *count)

    @property
    def name_at(self) -> tuple[str, ...]:
        """By seat: what the table calls who sits there; empty where nobody has said it."""
        return self.hanchan.sitting.names


class FollowedGame:
    """A game whose entries come little by little; it keeps none of them.

    Args:
        companion: the table that plays it.
        number: as the hub counts.
        rules: as the journal writes them.
        started: UTC by the clock of the table.
        times: how many times the table has taken the people out of it.

    Raises:
        JournalCorrupt: an entry, or the rules, cannot be read.
    """

    def __init__(self, companion: str, number: int, rules: str, started: str = "", times: int = 0) -> None:
        self._companion, self._number, self._started = companion, number, started
        self._is_anonymised = times > 0
        self._rules = decode_rules(rules)
        self._hanchan = begin(self._rules)
        self._hands, self._failure, self._is_imported = 0, "", False
        self.newest = 0
        """The number of the newest entry; 0 before the first."""

    @classmethod
    def unreadable(cls, companion: str, number: int, failure: str, started: str = "") -> FollowedGame:
        """A game of which the hub can read nothing: it is damaged, or a newer companion wrote it."""
        game = cls(companion, number, encode_rules(RuleSet()), started)
        game._failure = failure
        return game

    def read(self, texts: Iterable[str]) -> None:
        """Follow the whole game, each entry a line of a journal. Raises JournalCorrupt."""
        entries = [decode_entry(text) for text in texts]
        whole = replay(entries, self._rules)
        self._hanchan = whole.hanchan
        self._hands = sum(isinstance(entry.fact, KyokuEnded) for entry in whole.entries)
        self._failure = str(whole.failure) if whole.failure else ""
        self._is_imported = is_imported(entries)
        self.newest = entries[-1].seq if entries else 0

    def add(self, texts: Iterable[str]) -> bool:
        """Follow further entries.

        False where the whole game has to be read again: an entry corrects the past, or cannot be followed.
        """
        for text in texts:
            try:
                entry = decode_entry(text)
            except JournalCorrupt:
                return False
            if self._failure or entry.retracts is not None or entry.before is not None:
                return False
            fact = fact_of(entry)
            self._is_imported |= is_imported((entry,))
            try:
                self._hanchan = apply_to_hanchan(self._hanchan, fact)
            except IllegalFactError:
                return False
            self._hands += isinstance(fact, KyokuEnded)
            self.newest = entry.seq
        return True

    @property
    def game(self) -> TableGame:
        """How far it has come."""
        hanchan, hands = self._hanchan, self._hands
        is_over = hanchan.kyoku is None and hanchan.ended is not None
        if hanchan.kyoku is not None and hanchan.kyoku.is_over:
            # The hand is over, and the table has not said yet that it goes on: its points count already.
            hanchan, hands = apply_to_hanchan(hanchan, KyokuEnded()), hands + 1
        is_finished = hands > 0 and (hanchan.is_closed or is_over)
        return TableGame(
            self._companion,
            self._number,
            hanchan,
            hands,
            is_finished,
            self._started,
            self._failure,
            self._is_anonymised,
            self._is_imported,
        )
