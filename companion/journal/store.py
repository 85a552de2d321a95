"""What every journal can do, and what it refuses. Other modules decide where entries are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from companion.journal.entry import Draft, Entry, Game, GameNumber, WrittenText
from companion.journal.forgetting import Forgotten
from companion.journal.origin import Origin
from companion.riichi.ruleset import RuleSet


class JournalReader(Protocol):
    """Reads only; many may read while one writes."""

    @property
    def origin(self) -> Origin | None:
        """Which journal it is, and of which epoch; None in form 1 or 2, until it is opened for writing.

        Raises:
            JournalCorrupt: what the file says of it was changed.
        """
        ...

    @property
    def last_seq(self) -> int:
        """The number of the newest entry; 0 in an empty journal."""
        ...

    def games(self) -> tuple[Game, ...]:
        """Every game, oldest first."""
        ...

    def entries(self, game: GameNumber) -> tuple[Entry, ...]:
        """All that was written about a game, in order. Nothing for a game that is not there.

        Raises:
            JournalCorrupt: an entry cannot be read, or was changed after it was written.
        """
        ...

    def written_by(self, command_id: str) -> tuple[Entry, ...]:
        """What a command wrote; nothing if it never came."""
        ...

    def check(self) -> None:
        """Read everything and compare each entry with its digest.

        Raises:
            JournalCorrupt: something is missing, was changed, or cannot be read.
        """
        ...

    def game_of(self, command_id: str) -> Game | None:
        """The game in which a command wrote; None if it never came, or its game is gone."""
        ...

    def texts(self, after: int, most: int) -> tuple[WrittenText, ...]:
        """At most `most` entries after a number, in order, of all games. Raises JournalCorrupt."""
        ...

    def forgotten(self) -> tuple[Forgotten, ...]:
        """The games that were forgotten, in order."""
        ...

    def rewritten(self) -> Mapping[GameNumber, int]:
        """How many times each game was anonymised; games that never were are left out."""
        ...

    def newest_notes(self) -> tuple[GameNumber, int, str] | None:
        """What was noted last: of which game, after which entry, and the text. None: nothing is noted."""
        ...

    def marks(self) -> tuple[tuple[Game, str], ...]:
        """Every game, oldest first, and a text that changes whenever its entries do."""
        ...

    def close(self) -> None:
        """Close the file. Closing it twice does nothing."""
        ...


class Journal(JournalReader, Protocol):
    """The one writer's journal. Entries are appended; only a whole game can be forgotten or anonymised."""

    def reader(self) -> JournalReader:
        """A reader of its own for another thread, which closes it. Raises JournalError."""
        ...

    def forget(self, game: Game, command_id: str | None = None) -> None:
        """Take a game out, with all its entries; their numbers are never used again.

        Raises:
            JournalDown: the disk refused; nothing was changed.
            ValueError: there is no such game.
        """
        ...

    def anonymise(self, game: Game) -> None:
        """Take the people out of a game: their names, who said what, and why a chombo was given.

        Raises:
            JournalCorrupt: an entry of the game cannot be read; nothing was changed.
            JournalDown: the disk refused; nothing was changed.
            ValueError: there is no such game.
        """
        ...

    def has_forgotten(self, command_id: str) -> bool:
        """Whether this command took a game out."""
        ...

    def next_game(self, stem: str, rules: RuleSet, started: str) -> Game:
        """Announce a game called `stem-number`. It is kept together with its first entries."""
        ...

    def note(self, game: Game, notes: str) -> None:
        """Write what the table knows of a game besides its facts, in place of what was noted before.

        Raises:
            JournalDown: the disk refused; the former notes stand.
            ValueError: there is no such game.
        """
        ...

    def notes_of(self, game: Game) -> str:
        """What was noted of a game after its newest entry; empty where there is nothing."""
        ...

    def append(
        self, game: Game, drafts: Sequence[Draft], command_id: str | None = None, notes: str = ""
    ) -> tuple[Entry, ...]:
        """Write all of the drafts and the notes or none, and return only when they are on the disk.

        `notes` takes the place of what was noted of the game; empty: nothing is noted from now on.
        A `command_id` that was written before writes nothing; the answer is what it wrote then.

        Raises:
            JournalDown: the disk refused; nothing was written, and trying again later is right.
            ValueError: there is nothing to write, the game is neither known nor next, a
                retraction is not of a standing fact of this game, or a fact is inserted before
                an entry that tells no fact of this game.
        """
        ...


def name_of_game(stem: str, number: int) -> str:
    """The name by which people find a game again."""
    return f"{stem}-{number}"


def require_place(game: Game, games: Sequence[Game], following: int) -> bool:
    """Whether a game is new. Raises ValueError if it is neither the following one nor one that is known."""
    if game.number == following:
        return True
    if game in games:
        return False
    raise ValueError(f"{game.name} is neither a game of this journal nor its next")


def require_known(game: Game, games: Sequence[Game]) -> None:
    """Raises ValueError if the journal has no such game."""
    if game not in games:
        raise ValueError(f"{game.name} is not a game of this journal")


def require_drafts(drafts: Sequence[Draft], standing: Iterable[int]) -> None:
    """Raises ValueError if there is nothing to write, or a retraction has nothing to retract."""
    if not drafts:
        raise ValueError("there is nothing to append")
    left = set(standing)
    for draft in drafts:
        if draft.retracts is not None and draft.retracts not in left:
            raise ValueError(f"entry {draft.retracts} is not a standing fact of this game")
        left.discard(draft.retracts or 0)


def require_anchors(drafts: Sequence[Draft], facts: Iterable[int]) -> None:
    """Raises ValueError if a draft goes before what is not a fact of the game, standing or retracted."""
    known = set(facts)
    for draft in drafts:
        if draft.before is not None and draft.before not in known:
            raise ValueError(f"entry {draft.before} is not a fact of this game: nothing stands before it")
