"""Cuts names of players that an older companion wrote and that are longer than a table takes.

A tournament whose file holds one could be planned, but no table could begin a game with that name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, count

from companion.person_names import LONGEST, as_entered, same_name
from companion.tournament.changes import Entrant, PlayerRenamed, PlayersAdded, Record

__all__ = ["with_names_cut"]


def with_names_cut(records: Iterable[Record]) -> tuple[Record, ...]:
    """The records in which each name is at most as long as a table takes; where all are, they are the same.

    A name is cut in the same way wherever it stands. If its beginning is the name of somebody else, a number
    is added, so that two people stay two.
    """
    known = tuple(records)
    names = tuple(dict.fromkeys(chain.from_iterable(map(_names_in, known))))
    cut: dict[str, str] = {}
    taken = {same_name(one) for one in names if not _is_long(one)}
    for name in filter(_is_long, names):
        cut[name] = next(one for one in _shorter(name) if same_name(one) not in taken)
        taken.add(same_name(cut[name]))
    return tuple(_with_names(one, cut) for one in known) if cut else known


def _is_long(name: str) -> bool:
    return len(as_entered(name)) > LONGEST


def _shorter(name: str) -> Iterable[str]:
    """Its beginning, then its beginning with a number."""
    ends = chain(("",), (f" {number}" for number in count(2)))
    return (as_entered(as_entered(name)[: LONGEST - len(end)] + end) for end in ends)


def _names_in(record: Record) -> tuple[str, ...]:
    match record.change:
        case PlayersAdded(players):
            return tuple(one.name for one in players)
        case PlayerRenamed(name=name):
            return (name,)
        case _:
            return ()


def _with_names(record: Record, cut: dict[str, str]) -> Record:
    match record.change:
        case PlayersAdded(players):
            return replace(record, change=PlayersAdded(tuple(_called(one, cut) for one in players)))
        case PlayerRenamed(name=name):
            return replace(record, change=replace(record.change, name=cut.get(name, name)))
        case _:
            return record


def _called(one: Entrant, cut: dict[str, str]) -> Entrant:
    return replace(one, name=cut.get(one.name, one.name))
