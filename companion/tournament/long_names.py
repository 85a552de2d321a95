"""Cuts names of players that an older companion wrote and that are longer than a table takes.

A tournament whose file holds one could be planned, but no table could begin a game with that name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain, count

from companion.person_names import LONGEST, as_entered, same_name
from companion.tournament.changes import Entrant, PlayerRenamed, PlayersAdded, Record
from companion.tournament.recording import names_entered

__all__ = ["as_cut", "shorter_names", "with_names_cut"]


def with_names_cut(records: Iterable[Record]) -> tuple[Record, ...]:
    """The records in which each name is at most as long as a table takes; where all are, they are the same.

    A name is cut in the same way wherever it stands. If its beginning is the name of somebody else, a number
    is added, so that two people stay two.
    """
    known = tuple(records)
    cut = shorter_names(known)
    return tuple(_with_names(one, cut) for one in known) if cut else known


def shorter_names(records: Iterable[Record]) -> Mapping[str, str]:
    """What each name that is longer than a table takes is cut to."""
    names = tuple(dict.fromkeys(chain.from_iterable(names_entered(one.change) for one in records)))
    cut: dict[str, str] = {}
    taken = {same_name(one) for one in names if not _is_long(one)}
    for name in filter(_is_long, names):
        cut[name] = next(one for one in _shorter(name) if same_name(one) not in taken)
        taken.add(same_name(cut[name]))
    return cut


def as_cut(name: str, records: Iterable[Record]) -> str:
    """How somebody is called where the names in these records are cut, by the name that somebody types."""
    cut = {same_name(long): short for long, short in shorter_names(records).items()}
    return cut.get(same_name(name), name)


def _is_long(name: str) -> bool:
    return len(as_entered(name)) > LONGEST


def _shorter(name: str) -> Iterable[str]:
    """Its beginning, then its beginning with a number."""
    ends = chain(("",), (f" {number}" for number in count(2)))
    return (as_entered(as_entered(name)[: LONGEST - len(end)] + end) for end in ends)


def _with_names(record: Record, cut: Mapping[str, str]) -> Record:
    match record.change:
        case PlayersAdded(players):
            return replace(record, change=PlayersAdded(tuple(_called(one, cut) for one in players)))
        case PlayerRenamed(name=name):
            return replace(record, change=replace(record.change, name=cut.get(name, name)))
        case _:
            return record


def _called(one: Entrant, cut: Mapping[str, str]) -> Entrant:
    return replace(one, name=cut.get(one.name, one.name))
