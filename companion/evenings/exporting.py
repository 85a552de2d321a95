"""書き出し: a game of the journal as a file: which forms there are, how each file is called. No disk here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.evenings.csv_writer import write_csv
from companion.evenings.played import PlayedGame
from companion.evenings.sheet import write_sheet
from companion.evenings.words import Words
from companion.haifu.gathering import gather
from companion.haifu.record import Record
from companion.journal.replay import fact_of

__all__ = ["EXPORTS", "File", "exported", "record_of"]


@dataclass(frozen=True, slots=True)
class File:
    """What a browser is given."""

    name: str
    media_type: str
    text: str
    disposition: str = "attachment"


@dataclass(frozen=True, slots=True)
class _Form:
    suffix: str
    media_type: str
    write: Callable[[PlayedGame, Words], str]
    disposition: str = "attachment"


def record_of(game: PlayedGame) -> Record:
    """The facts that count, as far as the rules could follow them, as a record.

    Of a game that is over, a last hand that was dealt and not played out is left out: no format has its end.
    """
    counted = (line.entry for line in game.followed if line.taken_back is None)
    record = gather(map(fact_of, counted), game.game.rules, name=game.game.name)
    is_broken_off = game.is_finished and not game.hands[-1].kyoku.is_over
    return replace(record, hands=record.hands[:-1]) if is_broken_off else record


# The writers of the world's formats are loaded when somebody takes a game away, and not at each start.
def _as_mjai(game: PlayedGame, _: Words) -> str:
    from companion.haifu.mjai_writer import write_mjai

    return write_mjai(record_of(game))


def _as_tenhou6(game: PlayedGame, _: Words) -> str:
    from companion.haifu.tenhou6_writer import write_tenhou6

    return write_tenhou6(record_of(game))


EXPORTS: Final[Mapping[str, _Form]] = MappingProxyType(
    {
        "mjai": _Form("jsonl", "application/jsonl", _as_mjai),
        "tenhou6": _Form("json", "application/json", _as_tenhou6),
        "csv": _Form("csv", "text/csv", lambda game, _: write_csv(game)),
        "sheet": _Form("html", "text/html", write_sheet, "inline"),
    }
)
"""By the name under which a form is asked for."""


def exported(game: PlayedGame, form: str, words: Words) -> File:
    """The game as a file. `words` are for the sheet, which people read."""
    chosen = EXPORTS[form]
    words_of_the_name = dict.fromkeys((game.game.name, form, chosen.suffix))  # each once: csv is both
    name = ".".join(words_of_the_name)
    return File(name, chosen.media_type, chosen.write(game, words), chosen.disposition)
