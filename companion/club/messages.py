"""What tables and hub say to each other, as values and as JSON; read strictly, as a sender may be broken.

Unknown fields are ignored, so that a newer companion may say more. Whoever changes what a field means
raises the number in the topic.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final

from cattrs.errors import BaseValidationError
from cattrs.gen import make_dict_structure_fn

from companion.club.chain import Header
from companion.errors import CompanionError
from companion.journal.strict import sentences, strict_converter

__all__ = [
    "MOST_ENTRIES",
    "Ack",
    "Ask",
    "GameState",
    "Games",
    "Gone",
    "Leaf",
    "Log",
    "Message",
    "MessageRefused",
    "Noted",
    "Sent",
    "Up",
    "Wanted",
    "decoded",
    "encoded",
]

MOST_ENTRIES: Final = 64
"""How many entries one message may hold."""
MOST_BYTES: Final = 4 * 1024 * 1024
"""How large one message may be; the list of the games of many years takes a tenth of that."""
_MOST_NUMBER: Final = 2**53
_HEX_OF_ORIGIN: Final = 32


class MessageRefused(CompanionError, ValueError):
    """A message cannot be read; the sentence says why. Nothing of it was kept."""


class Leaf(StrEnum):
    """The last word of a topic by which copies are kept: what a message is about."""

    UP = "up"
    LOG = "log"
    GAMES = "games"
    ASK = "ask"
    ACK = "ack"


class Wanted(StrEnum):
    """What a hub can ask a table for."""

    UP = "up"
    GAMES = "games"
    LOG = "log"
    LEAVE = "leave"
    """Nothing: whoever is asked is not a table of the club. Somebody else's broker may still let it in."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What a table knows of a game besides its facts, as long as `seq` is the newest entry of that game."""

    game: int
    seq: int
    text: str
    """Only a companion of a table knows what it says."""

    def __post_init__(self) -> None:
        _require_numbers(self.game, self.seq)
        self.text.encode()  # half of a pair of surrogates cannot be kept


@dataclass(frozen=True, slots=True)
class Up:
    """A table says what it has."""

    journal: str
    epoch: str
    session: str
    """Drawn at random at each start of the table: two that take turns are two machines."""
    newest: int
    head: str
    """The digest of all that it has up to there."""
    changes: int
    """How many times a game was forgotten or lost its names, ever."""
    schema: int
    notes: Noted | None = None
    """Those that it has noted last; None: nothing is noted, or it is an older companion."""

    def __post_init__(self) -> None:
        _require_origin(self.journal, self.epoch)
        _require_numbers(self.newest, self.changes, self.schema)


@dataclass(frozen=True, slots=True)
class Sent:
    """One entry on its way."""

    seq: int
    game: int
    text: str
    digest: str

    def __post_init__(self) -> None:
        _require_numbers(self.seq, self.game)
        if not (self.text.isascii() and self.digest.isascii()):
            raise ValueError(f"entry {self.seq} is not ASCII")


@dataclass(frozen=True, slots=True)
class Log:
    """All entries from one number to another; those that are missing are gone, or not for the club."""

    epoch: str
    first: int
    last: int
    games: tuple[Header, ...]
    """The games to which the entries belong."""
    entries: tuple[Sent, ...]
    notes: Noted | None = None
    """What is noted after the last of them, if that is the newest. Notes alone come without entries."""

    def __post_init__(self) -> None:
        _require_origin(self.epoch)
        _require_numbers(self.first, self.last, *(game.number for game in self.games))
        _require_numbers(*(game.times for game in self.games))
        if len(self.entries) > MOST_ENTRIES:
            raise ValueError(f"{len(self.entries)} entries are more than {MOST_ENTRIES}")
        numbers = [0, *(entry.seq for entry in self.entries)]
        if any(one >= other for one, other in pairwise(numbers)):
            raise ValueError("the entries are not in order")
        if self.entries and not self.first <= numbers[1] <= numbers[-1] <= self.last:
            raise ValueError("an entry lies outside of what the message covers")
        if not {entry.game for entry in self.entries} <= {game.number for game in self.games}:
            raise ValueError("an entry belongs to no game of the message")


@dataclass(frozen=True, slots=True)
class GameState:
    """One game as the table has it now."""

    number: int
    header: str
    """The digest of its header."""
    times: int
    end: str
    """The digest of its last entry."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A game that the table has forgotten."""

    game: int
    first: int
    last: int
    entries: int


@dataclass(frozen=True, slots=True)
class Games:
    """Every game of a table, and those that are gone: what was removed there is removed here, too."""

    epoch: str
    newest: int
    changes: int
    games: tuple[GameState, ...]
    gone: tuple[Gone, ...]

    def __post_init__(self) -> None:
        _require_origin(self.epoch)
        _require_numbers(self.newest, self.changes)
        for game in self.games:
            _require_numbers(game.number, game.times)
        for one in self.gone:
            _require_numbers(one.game, one.first, one.last, one.entries)


@dataclass(frozen=True, slots=True)
class Ask:
    """A hub asks a table to say something again."""

    epoch: str
    wanted: Wanted
    start: int = 0
    """The first number that is wanted of a log."""

    def __post_init__(self) -> None:
        _require_origin(self.epoch)
        _require_numbers(self.start)


@dataclass(frozen=True, slots=True)
class Ack:
    """A hub says what is on its disk."""

    epoch: str
    held: int
    """Everything up to this number is on its disk."""
    head: str = ""
    """The digest of all that it has; empty where it was not computed."""
    spare: str = ""
    """The name of the spare that goes on in the place of this table; empty if none does."""
    name: str = ""
    """What the club calls this table; empty from an older hub."""

    def __post_init__(self) -> None:
        _require_origin(self.epoch)
        _require_numbers(self.held)


Words = Up | Log | Games | Ask | Ack
_LEAVES: Final[dict[type[Words], Leaf]] = {
    Up: Leaf.UP,
    Log: Leaf.LOG,
    Games: Leaf.GAMES,
    Ask: Leaf.ASK,
    Ack: Leaf.ACK,
}
_KINDS: Final = {leaf: kind for kind, leaf in _LEAVES.items()}
_CONVERTER: Final = strict_converter()
for _kind in (Header, Sent, Noted, Gone, GameState, *_LEAVES):
    _read = make_dict_structure_fn(_kind, _CONVERTER, _cattrs_forbid_extra_keys=False)
    _CONVERTER.register_structure_hook(_kind, _read)


@dataclass(frozen=True, slots=True)
class Message:
    """What goes out: the topic's last word, the text, and whether the broker keeps it for later readers."""

    leaf: Leaf
    payload: bytes
    is_retained: bool = False


def encoded(words: Words) -> Message:
    """Words as a message to send."""
    text = json.dumps(_CONVERTER.unstructure(words), separators=(",", ":"))
    return Message(_LEAVES[type(words)], text.encode(), is_retained=isinstance(words, Up | Ack))


def decoded(leaf: str, payload: bytes) -> Words:
    """The words of a message that arrived. Raises MessageRefused."""
    try:
        kind = _KINDS[Leaf(leaf)]
        if len(payload) > MOST_BYTES:
            raise ValueError(f"it has {len(payload):,} bytes")
        words: Words = _CONVERTER.structure(_object(json.loads(payload)), kind)
    except (
        BaseValidationError,
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        RecursionError,
    ) as failure:
        raise MessageRefused(f"the message {leaf[:20]!r} cannot be read: {sentences(failure)}") from failure
    return words


def _object(value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise ValueError("it is not a JSON object")
    return value


def _require_origin(*ids: str) -> None:
    for one in ids:
        if len(one) != _HEX_OF_ORIGIN or not set(one) <= set("0123456789abcdef"):
            raise ValueError("a journal or an epoch has 32 hexadecimal digits")


def _require_numbers(*numbers: int) -> None:
    if any(not 0 <= number < _MOST_NUMBER for number in numbers):
        raise ValueError("a number is below 0 or too large")
