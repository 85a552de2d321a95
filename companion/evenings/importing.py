"""Turns a recorded game from a file into facts for the journal, or says in one sentence why it cannot.

The fingerprint of a game is the id of the command that adds it, so the journal knows a record that it has
imported before.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from companion.errors import CompanionError
from companion.evidence import Cause
from companion.haifu.opening import read_record
from companion.haifu.record import Fault, Record
from companion.haifu.texts import LONGEST_NAME, printable, with_fit_texts
from companion.intake.record_player import PlayableRecord, Stop, playable
from companion.journal.codec import encode_entry, encode_rules
from companion.journal.entry import Entry
from companion.riichi.facts import Fact, HanchanEnded
from companion.riichi.ruleset import RuleSet

__all__ = ["ImportedGame", "RecordUnusable", "imported"]

_LENGTH_OF_A_PRINT: Final = 40
_SAYS_NOTHING: Final = ',"is_late":false'
"""A field that was added to facts later, as it is written when it has its default value.

Earlier versions made fingerprints without it.
"""


class RecordUnusable(CompanionError, ValueError):
    """The file cannot become a game; `str()` says where it stops making sense. Nothing was written.

    `stop` says the same to a program.
    """

    def __init__(self, sentence: str, stop: Stop) -> None:
        self.stop = stop
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A recorded game, ready to be kept; hands may be missing at its end."""

    rules: RuleSet
    facts: tuple[Fact, ...]

    @property
    def fingerprint(self) -> str:
        """An id that is the same whenever the same rules and facts are read; it can name a command.

        Neither the file's name nor how it is packed matters. Another format may lose facts, and then the id
        differs.
        """
        digest = sha256(encode_rules(self.rules).encode())
        for place, fact in enumerate(self.facts, 1):
            text = encode_entry(Entry(place, "", fact, Cause.RECORD))
            digest.update(text.replace(_SAYS_NOTHING, "").encode())
        return f"import-{digest.hexdigest()[:_LENGTH_OF_A_PRINT]}"


def imported(content: bytes, name: str, most_bytes: int | None = None) -> ImportedGame:
    """Read a file in any supported format, plain or packed, and follow it to its end.

    It may have `most_bytes` unpacked; None: the limit of `companion.haifu`. A file can make this take any
    amount of memory: `companion.evenings.apart` reads what others send.

    Raises:
        RecordUnusable: it is not a record, breaks off within a hand or a packed file, or breaks a rule.
    """
    called = printable(name)[:LONGEST_NAME] or "the file"
    record = read_record(content, called, most_bytes)
    game = playable(record)
    if game.stop is not None:
        raise RecordUnusable(game.failure, game.stop)
    if len(game.facts) < 2:
        raise RecordUnusable(f"{called}: there is no hand in this record", Stop(Fault.NO_HAND))
    facts = tuple(map(with_fit_texts, game.facts))
    if not isinstance(facts[-1], HanchanEnded) and not _is_cut_off(record, game):
        facts = (*facts, HanchanEnded())
    return ImportedGame(game.rules, facts)


def _is_cut_off(record: Record, game: PlayableRecord) -> bool:
    """Whether hands are missing at the end: neither the record nor the rules say that the game is over."""
    return record.is_cut_off and game.tables[-1].ended is None
