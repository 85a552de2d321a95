"""Exports a game of the journal: which formats there are, and how files are named. Writes nothing to disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.evenings.csv_writer import write_csv
from companion.evenings.played import PlayedGame
from companion.evenings.sheet import write_sheet
from companion.evenings.words import Words
from companion.haifu.gathering import gather
from companion.haifu.record import FinalClaim, PlacedFact, Record, RecordedHand
from companion.journal.replay import fact_of
from companion.riichi.facts import Fact, KyokuEnded
from companion.riichi.final_score import final_scores
from companion.riichi.hanchan import Hanchan, apply_to_hanchan
from companion.riichi.tea_facts import PointsSet

__all__ = [
    "EXPORTS",
    "File",
    "FormatCannotSay",
    "Unsaid",
    "exported",
    "record_of",
    "unsaid_by_records",
]


class Unsaid(StrEnum):
    """What the common record formats cannot say."""

    PEOPLE = "people"
    """They have one name for each seat, so they cannot say that another person took over."""
    RULES = "rules"
    """They have one set of rules for all hands."""


_SENTENCES: Final = {
    Unsaid.PEOPLE: "This format has one name for each seat, and here people took over or changed seats.",
    Unsaid.RULES: "This format has one set of rules for a game, and here a rule was changed.",
}


class FormatCannotSay(CompanionError):
    """A file in this format would say something other than what was played, so none was made."""

    def __init__(self, what: Unsaid) -> None:
        self.what = what
        super().__init__(_SENTENCES[what])


def unsaid_by_records(game: PlayedGame) -> Unsaid | None:
    """What happened in a game that mjai and tenhou.net/6 cannot say; None if they can say everything."""
    if game.changes_people:
        return Unsaid.PEOPLE
    rules = [hand.kyoku.rules for hand in game.hands]
    return Unsaid.RULES if any(each != rules[0] for each in rules) else None


@dataclass(frozen=True, slots=True)
class File:
    """A file for a browser to download or to show."""

    name: str
    media_type: str
    text: str
    disposition: str = "attachment"


@dataclass(frozen=True, slots=True)
class _Form:
    suffix: str
    media_type: str
    write: Callable[[PlayedGame, Words, str], str]
    disposition: str = "attachment"
    has_words: bool = False
    """Whether it is written in a reader's language."""


def record_of(game: PlayedGame) -> Record:
    """The game as a record: the facts that were not taken back, as far as the rules could follow them.

    If the game is over, a last hand that was not played out is left out: no format has an end for it. What
    its deal corrected or its penalties moved is written as points that people counted after the hand before.

    Raises:
        FormatCannotSay: other people sat at an earlier hand than now, or two hands have different rules.
    """
    what = unsaid_by_records(game)
    if what is not None:
        raise FormatCannotSay(what)
    counted = (line.entry for line in game.followed if line.taken_back is None)
    rules = game.hands[0].kyoku.rules if game.hands else game.game.rules
    record = gather(map(fact_of, counted), rules, name=game.game.name)
    record = replace(record, names=game.names, is_cut_off=not game.is_finished)
    is_broken_off = game.is_finished and not game.hands[-1].kyoku.is_over
    return replace(record, hands=_without_last(record.hands, game)) if is_broken_off else record


def _without_last(hands: tuple[RecordedHand, ...], game: PlayedGame) -> tuple[RecordedHand, ...]:
    whole, (before, _) = hands[:-1], game.hands[-1].before
    if not whole:
        return whole
    beside: tuple[Fact, ...] = ()
    if before.kyoku is not None:
        # The deal that is left out would have paid this hand's result: now a fact has to say that it is paid.
        before, beside = apply_to_hanchan(before, KyokuEnded()), (KyokuEnded(),)
    counted = _points_of(game.hanchan)
    if counted == _points_of(before):
        return whole
    last = whole[-1]
    placed = (PlacedFact(fact, last.facts[-1].event + 1) for fact in (*beside, counted))
    return (*whole[:-1], replace(last, facts=(*last.facts, *placed)))


# The writers of record formats are loaded when somebody exports a game, not at every start.
def _as_mjai(game: PlayedGame, *_: object) -> str:
    from companion.haifu.mjai_writer import write_mjai

    return write_mjai(record_of(game))


def _as_tenhou6(game: PlayedGame, *_: object) -> str:
    from companion.haifu.tenhou6_writer import write_tenhou6

    record = record_of(game)
    if game.is_finished:
        # Only the final scores say in this format that the game is over.
        final = final_scores(game.hanchan)
        claim = FinalClaim(tuple(one.points for one in final), tuple(one.score for one in final))
        record = _with_points_at_the_end(replace(record, final=claim), game)
    return write_tenhou6(record)


def _with_points_at_the_end(record: Record, game: PlayedGame) -> Record:
    """The record; if a reader of tenhou.net/6 would count other points at its end, with the true ones added.

    The format has no place for penalties, a broken wall and most rules of a house. Each further hand begins
    with its points all the same; after the last one they are written as points that people counted.
    """
    from companion.haifu.tenhou6 import read_tenhou6
    from companion.haifu.tenhou6_writer import write_tenhou6
    from companion.intake.record_player import playable

    read = playable(read_tenhou6(write_tenhou6(record), record.name))
    counted = _points_of(game.hanchan)
    if read.failure or not record.hands or _points_of(read.tables[-1]) == counted:
        return record
    last = record.hands[-1]
    placed = PlacedFact(counted, last.facts[-1].event + 1)
    return replace(record, hands=(*record.hands[:-1], replace(last, facts=(*last.facts, placed))))


def _points_of(hanchan: Hanchan) -> PointsSet:
    return PointsSet(hanchan.points, hanchan.kyoutaku)


EXPORTS: Final[Mapping[str, _Form]] = MappingProxyType(
    {
        "mjai": _Form("jsonl", "application/jsonl", _as_mjai),
        "tenhou6": _Form("json", "application/json", _as_tenhou6),
        "csv": _Form("csv", "text/csv", lambda game, *_: write_csv(game)),
        "sheet": _Form("html", "text/html", write_sheet, "inline", has_words=True),
    }
)
"""The formats, by the name with which an export asks for them."""


def exported(game: PlayedGame, form: str, words: Words, zone: str = "") -> File:
    """The game as a file. `form` is one of `EXPORTS`; `words` and `zone` matter to the sheet alone.

    Raises FormatCannotSay.
    """
    chosen = EXPORTS[form]
    words_of_the_name = dict.fromkeys((game.game.name, form, chosen.suffix))  # each once: csv is both
    name = ".".join(words_of_the_name)
    return File(name, chosen.media_type, chosen.write(game, words, zone), chosen.disposition)
