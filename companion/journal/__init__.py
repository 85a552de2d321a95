"""The journal: facts are only ever appended, and people may have a whole game forgotten or anonymised."""

from companion.journal.entry import Draft, Entry, Game, GameNumber, Move
from companion.journal.memory import MemoryJournal
from companion.journal.replay import Replay, ReplayFailure, in_force, replay
from companion.journal.sqlite import SqliteJournal, SqliteReader
from companion.journal.store import Journal, JournalReader

__all__ = [
    "Draft",
    "Entry",
    "Game",
    "GameNumber",
    "Journal",
    "JournalReader",
    "MemoryJournal",
    "Move",
    "Replay",
    "ReplayFailure",
    "SqliteJournal",
    "SqliteReader",
    "in_force",
    "replay",
]
