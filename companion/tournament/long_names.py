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

__all__ = ["called_there", "people_called", "shorter_names", "spellings_of", "whole_names", "with_names_cut"]


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


def whole_names(evenings: Iterable[Mapping[str, str]]) -> tuple[Mapping[str, str], ...]:
    """For each evening, the whole name for each cut one, given the `shorter_names` of all evenings.

    The keys are names as they are compared. Whoever is entered by the beginning of a name from another
    evening is that person, unless two people's names are cut to it: then nobody knows who it is. Nor is it
    that person where somebody is entered by the whole name, too.
    """
    cuts = tuple(evenings)
    sole = {short: min(people.values()) for short, people in _people(cuts).items() if len(people) == 1}
    return tuple(_whole_there(cut, sole) for cut in cuts)


def _whole_there(cut: Mapping[str, str], sole: Mapping[str, str]) -> Mapping[str, str]:
    here = {same_name(long) for long in cut}
    elsewhere = {short: long for short, long in sole.items() if same_name(long) not in here}
    return elsewhere | {same_name(short): long for long, short in cut.items()}


def people_called(short: str, evenings: Iterable[Mapping[str, str]]) -> tuple[str, ...]:
    """The whole names that are cut to this one on some evening."""
    return tuple(sorted(_people(evenings).get(same_name(short), {}).values()))


def spellings_of(names: Iterable[str], evenings: Iterable[Mapping[str, str]]) -> tuple[str, ...]:
    """The names of a person, with each that is cut on one of the evenings also cut, or in full.

    What the names of two people are cut to is the name of neither.
    """
    cuts, wanted = tuple(evenings), frozenset(map(same_name, names))
    people = _people(cuts)
    pairs = (pair for cut in cuts for pair in cut.items() if len(people[same_name(pair[1])]) == 1)
    others = (pair for pair in pairs if not wanted.isdisjoint(map(same_name, pair)))
    return tuple(dict.fromkeys((*names, *chain.from_iterable(others))))


def called_there(names: Iterable[str], cut: Mapping[str, str]) -> tuple[str, ...]:
    """How a person of these names is called on an evening on which names are cut like this."""
    known = tuple(names)
    mine = frozenset(map(same_name, known))
    shorts = {same_name(long): short for long, short in cut.items()}
    others = {same_name(short) for long, short in shorts.items() if long not in mine}
    found = (shorts.get(same_name(one), one) for one in known)
    return tuple(one for one in dict.fromkeys(found) if same_name(one) not in others)


def _people(evenings: Iterable[Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """For each name that others are cut to, the whole ones; the keys are names as they are compared."""
    people: dict[str, dict[str, str]] = {}
    for long, short in chain.from_iterable(cut.items() for cut in evenings):
        people.setdefault(same_name(short), {})[same_name(long)] = long
    return people


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
