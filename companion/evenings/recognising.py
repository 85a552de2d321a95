"""Recognises a record that tells a game of the journal: that game was exported, and its file comes back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from companion.evenings.exporting import FormatCannotSay, exported
from companion.evenings.importing import ImportedGame, RecordUnusable, imported
from companion.evenings.played import PlayedGame, played
from companion.evenings.summary import GameState, GameSummary, summary_of
from companion.evenings.words import Words
from companion.evidence import Cause
from companion.journal import Entry, Game, GameNumber, JournalReader
from companion.riichi.facts import Ryuukyoku

__all__ = ["games_with_names", "is_export_of", "may_be_export_of", "summary_of_record"]

_RECORDS: Final = ("mjai", "tenhou6")
_NO_WORDS: Final = Words("en", {})
_WINDS: Final = frozenset("ESWN")
"""What a summary calls a seat whose player has no name."""
_AT_ONCE: Final = 10_000


def summary_of_record(record: ImportedGame) -> GameSummary:
    """The game of a record in a few lines, before it has a name in the journal."""
    facts = enumerate(record.facts, 1)
    entries = (Entry(number, "", fact, Cause.RECORD) for number, fact in facts)
    return summary_of(played(Game(GameNumber(0), "", record.rules, ""), entries))


def games_with_names(journal: JournalReader, names: Iterable[str]) -> set[GameNumber]:
    """The games in whose entries all of these names are written; the entries are searched and not read.

    To read every game takes long, and most records are of other people.
    """
    sought = {json.dumps(name)[1:-1] for name in names if name not in _WINDS}
    left: dict[GameNumber, set[str]] = {}
    last = 0
    while texts := journal.texts(last, _AT_ONCE):
        last = texts[-1].seq
        for one in texts:
            missing = left.setdefault(one.game, sought)
            if found := {name for name in missing if name in one.text}:
                left[one.game] = missing - found
    return {game for game, missing in left.items() if not missing}


def may_be_export_of(told: GameSummary, game: GameSummary) -> bool:
    """Whether the two are alike in the little that is known of every game: reading one again takes long."""
    return game.state is GameState.FINISHED and _outline(told) == _outline(game)


def is_export_of(record: ImportedGame, game: PlayedGame) -> bool:
    """Whether the record is what this companion writes of the game, in one of the formats that it reads."""
    return _print_of(record) in _prints_of(game)


def _outline(game: GameSummary) -> tuple[object, ...]:
    # Not the number of hands: a record leaves out a last hand that was broken off.
    return (game.players, game.names, [one.points for one in game.final or ()])


def _print_of(record: ImportedGame) -> str:
    """The fingerprint without what files of earlier versions may lack.

    They do not say which rules no source confirms, and not all of them say who was tenpai at a draw.
    """
    rules = replace(record.rules, unverified=())
    facts = tuple(replace(f, tenpai=()) if isinstance(f, Ryuukyoku) else f for f in record.facts)
    return replace(record, rules=rules, facts=facts).fingerprint


def _prints_of(game: PlayedGame) -> Iterator[str]:
    for form in _RECORDS:
        try:
            text = exported(game, form, _NO_WORDS).text
            yield _print_of(imported(text.encode(), game.game.name))
        except (FormatCannotSay, RecordUnusable):
            continue
