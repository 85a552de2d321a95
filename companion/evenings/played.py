"""One game of the journal as it was played: its hands, what was told, what was taken back.

Pure: entries in, values out. Nothing here knows who asks or how a page shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.journal import Entry, Game
from companion.journal.replay import fact_of, in_table_order
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import HanchanStarted, KyokuStarted
from companion.riichi.hanchan import Hanchan, begin, followed
from companion.riichi.kyoku import Kyoku
from companion.riichi.settlement import settle
from companion.riichi.sitting import Sitting
from companion.riichi.tea_facts import PlayerRenamed, PlayerSubstituted
from companion.table_state import TableState


@dataclass(frozen=True, slots=True)
class Line:
    """One entry that told a fact, and the one that took it back."""

    entry: Entry
    taken_back: Entry | None = None
    sitting: Sitting = field(default_factory=Sitting)
    """Who sat where just before it was told; empty in `PlayedGame.lines`."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One kyoku as it ended, or as it is now, with all that was told about it (局)."""

    kyoku: Kyoku
    lines: tuple[Line, ...]
    before: tuple[Hanchan, Kyoku | None]
    """The game just before the deal, and the kyoku that had ended last."""
    sitting: Sitting
    """Who sat where when it ended: a hand counts for those who played it to its end."""

    @property
    def points_after(self) -> tuple[int, ...] | None:
        """The points of each seat once everything is paid; None while the hand is played."""
        return settle(self.kyoku).points if self.kyoku.is_over else None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of the journal, as far as its entries can be followed (半荘)."""

    game: Game
    hanchan: Hanchan
    hands: tuple[Hand, ...]
    opening: tuple[Line, ...]
    """What was told before the first deal."""
    lines: tuple[Line, ...]
    """All that was told, in the order of the table, also after an entry that the rules refused."""
    failure: str = ""
    """Where and why the rules refused an entry, as a sentence; empty if they allow the whole game."""

    @property
    def followed(self) -> tuple[Line, ...]:
        """All that was told, up to the entry that the rules refused."""
        return (*self.opening, *(line for hand in self.hands for line in hand.lines))

    @property
    def is_finished(self) -> bool:
        """Whether it is over, and something was played."""
        return bool(self.hands) and self.hanchan.is_over

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who sit at the seats now; empty if nobody has entered a name."""
        named = (HanchanStarted, PlayerSubstituted, PlayerRenamed)
        is_said = any(isinstance(line.entry.fact, named) for line in self.lines if not line.taken_back)
        return self.hanchan.names if is_said else ()

    @property
    def seat_names(self) -> tuple[str, ...]:
        """A name for each seat; the letter of its first wind if nobody has entered one."""
        winds = "ESWN"[: self.hanchan.rules.players]
        said = (*self.hanchan.names, *winds[len(self.hanchan.names) :])
        return tuple(name.strip() or wind for name, wind in zip(said, winds, strict=False))

    @property
    def changes_people(self) -> bool:
        """Whether somebody who played a hand has since left or sits at another seat."""
        return any(hand.sitting.at != self.hanchan.sitting.at for hand in self.hands)

    def names_in(self, hand: Hand) -> tuple[str, ...]:
        """A name for each seat of a hand, as the people who played it are called at the end."""
        return self.names_by(hand.sitting)

    def names_by(self, sitting: Sitting) -> tuple[str, ...]:
        """A name for each seat while people sat like this, as they are called at the end."""
        people = self.hanchan.sitting.people
        names = (people[person].strip() for person in sitting.at)
        return tuple(name or wind for name, wind in zip(names, "ESWN", strict=False))

    @property
    def last_at(self) -> str:
        """UTC, for people: when the newest of its facts was told."""
        return max((line.entry.at for line in self.lines), default=self.game.started)


def told(entries: Iterable[Entry]) -> tuple[Line, ...]:
    """Every fact in the order of the table, including those that were taken back."""
    everything = tuple(entries)
    gone = {entry.retracts: entry for entry in everything if entry.retracts is not None}
    return tuple(Line(entry, gone.get(entry.seq)) for entry in in_table_order(everything))


def played(game: Game, entries: Iterable[Entry]) -> PlayedGame:
    """The game hand by hand, up to the first entry that the rules refuse ("play while valid")."""
    lines = told(entries)
    dealt: list[_Dealt] = []
    opening: list[Line] = []
    gathered = opening
    hanchan, last_kyoku, failure = begin(game.rules), None, ""
    for line in lines:
        sitting = hanchan.sitting
        if line.taken_back is None:
            fact = fact_of(line.entry)
            try:
                before, (hanchan, last_kyoku) = (hanchan, last_kyoku), followed(hanchan, last_kyoku, fact)
            except IllegalFactError as error:
                failure = f"entry {line.entry.seq}, {type(fact).__name__}: {error}"
                break
            if isinstance(fact, KyokuStarted):
                gathered = []
                dealt.append(_Dealt(before, gathered))
            if dealt:
                dealt[-1].kyoku = hanchan.kyoku or last_kyoku
                is_over_before = before[0].kyoku is None or before[0].kyoku.is_over
                if isinstance(fact, KyokuStarted) or not is_over_before:
                    dealt[-1].sitting = hanchan.sitting
        gathered.append(replace(line, sitting=sitting))
    return PlayedGame(game, hanchan, _hands(dealt), tuple(opening), lines, failure)


@dataclass(slots=True)
class _Dealt:
    """A hand while its lines are gathered."""

    before: tuple[Hanchan, Kyoku | None]
    lines: list[Line]
    kyoku: Kyoku | None = None
    sitting: Sitting = field(default_factory=Sitting)


def _hands(dealt: Iterable[_Dealt]) -> tuple[Hand, ...]:
    return tuple(
        Hand(one.kyoku, tuple(one.lines), one.before, one.sitting) for one in dealt if one.kyoku is not None
    )


def state_of(game: PlayedGame, seq: int) -> TableState | None:
    """The table right after an entry, with corrections made since; None if the rules know no such entry.

    For an entry that was taken back, the table as it was before that entry.
    """
    start: tuple[Hanchan, Kyoku | None] = (begin(game.game.rules), None)
    parts = ((start, game.opening), *((hand.before, hand.lines) for hand in game.hands))
    for before, lines in parts:
        place = next((at for at, line in enumerate(lines, 1) if line.entry.seq == seq), None)
        if place is not None:
            return TableState(seq, game.game.name, *_after(before, lines[:place]))
    return None


def _after(before: tuple[Hanchan, Kyoku | None], lines: tuple[Line, ...]) -> tuple[Hanchan, Kyoku | None]:
    """The game after these lines, which the rules allow."""
    now = before
    for line in lines:
        if line.taken_back is None:
            now = followed(*now, fact_of(line.entry))
    return now
