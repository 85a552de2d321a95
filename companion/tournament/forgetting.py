"""Takes a person's names out of all records of a tournament; seats, scores and places stay."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, count
from typing import Final

from companion.person_names import naming, same_name
from companion.tournament.changes import (
    Change,
    PenaltyGiven,
    PlayerRenamed,
    PlayersAdded,
    Record,
    TeamSet,
    TitleSet,
)
from companion.tournament.recording import folded, in_force
from companion.tournament.state import Player

__all__ = ["is_titled_after", "names_ever", "without_name", "word_for"]

_LONGEST_REASON: Final = 60
_Names = tuple[tuple[int, str], ...]
"""The names in one record, each with the number of the player; 0 where the entry was undone."""


def names_ever(records: Iterable[Record]) -> frozenset[str]:
    """Every name that stands in the records, as names are compared."""
    return frozenset(same_name(one) for names in _names_in(tuple(records)) for _, one in names)


def word_for(records: tuple[Record, ...], name: str) -> str:
    """What a person is called without the name: by the number of the player who has this name today."""
    player = folded(records).called(name)
    return f"Player {player.number}" if player else "Somebody"


def without_name(
    records: tuple[Record, ...], name: str, word: str = "", taken: Container[str] = ()
) -> tuple[Record, ...]:
    """The records with a name such as `Player 3` in place of every name that a person has had.

    The new name begins with `word`, or with what `word_for` says, and is none of those `taken`, as names are
    compared: in a season two people without names are not one, and one person is the same on all evenings.

    Another player who has the name today keeps it. A name that nobody has today is taken out, too. If no
    record has the name, all records stay as they are. If a player has the name today, one more record is
    added: the revision grows, so the tournament is sent again to whoever has it.
    """
    now = folded(records)
    player = now.called(name)
    told = tuple(_names_in(records))
    instead = _instead(told, name, player, word or word_for(records, name), taken)
    if same_name(name) not in {same_name(one) for names in told for _, one in names}:
        return records
    others = {(one.number, same_name(one.name)) for one in now.players if one is not player}
    told_of = [one for names in told for one in names]
    own = {_plain(one) for number, one in told_of if player and number == player.number} or {_plain(name)}
    others |= {(number, same_name(one)) for number, one in told_of if number and _plain(one) not in own}
    taken_out = tuple(
        replace(record, change=_renamed(record.change, names, instead, others))
        for record, names in zip(records, told, strict=True)
    )
    if player is None:
        return taken_out
    last = records[-1]
    nameless = PlayerRenamed(player.number, instead[same_name(name)])
    return (*taken_out, Record(last.revision + 1, last.at, nameless))


def is_titled_after(records: Iterable[Record], names: Iterable[str]) -> bool:
    """Whether the tournament or a team is called after one of these people."""
    told = [same_name(one) for record in records for one in _titles_in(record.change)]
    return any(naming(name).search(one) for name in names for one in told)


def _titles_in(change: Change) -> tuple[str, ...]:
    match change:
        case TitleSet(title):
            return (title,)
        case TeamSet(team=team):
            return (team,)
        case PlayersAdded(players):
            return tuple(one.team for one in players)
        case _:
            return ()


def _plain(name: str) -> str:
    """A name by its letters: in an older file those of two players may only look alike."""
    return " ".join(name.split()).casefold()


def _names_in(records: tuple[Record, ...]) -> Iterator[_Names]:
    """For each record, the names in it."""
    counting = {one.revision for one in in_force(records)}
    entered = 0
    for record in records:
        match record.change:
            case PlayersAdded(players) if record.revision in counting:
                yield tuple((number, one.name) for number, one in enumerate(players, entered + 1))
                entered += len(players)
            case PlayersAdded(players):
                yield tuple((0, one.name) for one in players)
            case PlayerRenamed(player, name):
                yield ((player, name),)
            case _:
                yield ()


def _instead(
    told: Iterable[_Names], name: str, player: Player | None, word: str, taken: Container[str]
) -> Mapping[str, str]:
    """A new name for each name that the person has had.

    No two of the new names are the same, and nobody ever had one of them: so names still differ wherever they
    did, and every change that was possible still is, also one that is undone or brought back.
    """
    all_told = tuple((number, same_name(one)) for names in told for number, one in names)
    ever = {one for _, one in all_told}
    mine = {one for number, one in all_told if player and number == player.number}
    words = chain((word,), (f"{word} ({again})" for again in count(2)))
    free = (one for one in words if same_name(one) not in ever and same_name(one) not in taken)
    return dict(zip((same_name(name), *sorted(mine - {same_name(name)})), free, strict=False))


def _renamed(
    change: Change, names: _Names, instead: Mapping[str, str], others: Collection[tuple[int, str]]
) -> Change:
    new = [
        one if (number, same_name(one)) in others else instead.get(same_name(one), one)
        for number, one in names
    ]
    match change:
        case PlayersAdded(players):
            return PlayersAdded(
                tuple(replace(one, name=name) for one, name in zip(players, new, strict=True))
            )
        case PlayerRenamed(player):
            return PlayerRenamed(player, new[0])
        case PenaltyGiven(reason=reason):
            kept = {name for _, name in others}
            gone = {name: word for name, word in instead.items() if name not in kept}
            return replace(change, reason=_without_names(reason, gone))
        case _:
            return change


def _without_names(text: str, instead: Mapping[str, str]) -> str:
    """A text with other names; nothing of it where a name is written so that it cannot be replaced alone."""
    for name, word in instead.items():
        found = naming(name)
        text = found.sub(word, text)
        if found.search(same_name(text)):
            return ""
    return text[:_LONGEST_REASON].strip()
