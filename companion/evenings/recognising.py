"""Recognises a record that tells a game of the journal: that game was exported, and its file comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.evenings.exporting import FormatCannotSay, exported
from companion.evenings.importing import ImportedGame, RecordUnusable, imported
from companion.evenings.played import PlayedGame, played
from companion.evenings.summary import GameState, GameSummary, summary_of
from companion.evenings.words import Words
from companion.evidence import Cause
from companion.journal import Entry, Game, GameNumber

__all__ = ["is_export_of", "may_be_export_of", "summary_of_record"]

_RECORDS: Final = ("mjai", "tenhou6")
_NO_WORDS: Final = Words("en", {})


def summary_of_record(record: ImportedGame) -> GameSummary:
    """The game of a record in a few lines, before it has a name in the journal."""
    facts = enumerate(record.facts, 1)
    entries = (Entry(number, "", fact, Cause.RECORD) for number, fact in facts)
    return summary_of(played(Game(GameNumber(0), "", record.rules, ""), entries))


def may_be_export_of(told: GameSummary, game: GameSummary) -> bool:
    """Whether the two are alike in the little that is known of every game: reading one again takes long."""
    return game.state is GameState.FINISHED and _outline(told) == _outline(game)


def is_export_of(record: ImportedGame, game: PlayedGame) -> bool:
    """Whether the record is what this companion writes of the game, in one of the formats that it reads."""
    return record.fingerprint in _fingerprints(game)


def _outline(game: GameSummary) -> tuple[object, ...]:
    return (game.players, game.names, game.hands, [one.points for one in game.final or ()])


def _fingerprints(game: PlayedGame) -> Iterator[str]:
    for form in _RECORDS:
        try:
            text = exported(game, form, _NO_WORDS).text
            yield imported(text.encode(), game.game.name).fingerprint
        except (FormatCannotSay, RecordUnusable):
            continue
