"""Takes a person's names out of all records of a tournament; seats, scores and places stay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.tournament.changes import Change, Entrant, PlayerRenamed, PlayersAdded, Record, TitleSet
from companion.tournament.recording import folded, in_force
from companion.tournament.state import Tournament, same_name

__all__ = ["without_name"]


def without_name(records: tuple[Record, ...], name: str) -> tuple[Record, ...]:
    """The records with a name such as `Player 3` in place of every name that a person has had.

    Where nobody has this name, they stay as they are. Otherwise one more record is added: the revision grows,
    and whoever has the tournament is sent it again.
    """
    now = folded(records)
    player = now.called(name)
    if player is None:
        return records
    names = _names_of(records, player.number)
    instead = _instead(now, player.number)
    taken_out = tuple(replace(one, change=_without(one.change, names, instead)) for one in records)
    last = records[-1]
    return (*taken_out, Record(last.revision + 1, last.at, TitleSet(now.title or "?")))


def _names_of(records: Iterable[Record], number: int) -> set[str]:
    """Every name that a player has had, in the form in which names are compared."""
    found: set[str] = set()
    entered = 0
    for record in in_force(records):
        match record.change:
            case PlayersAdded(players):
                found |= {same_name(one.name) for at, one in enumerate(players, entered + 1) if at == number}
                entered += len(players)
            case PlayerRenamed(player, name) if player == number:
                found.add(same_name(name))
    return found


def _instead(now: Tournament, number: int) -> str:
    taken = {same_name(one.name) for one in now.players if one.number != number}
    words = (f"{word} {number}" for word in ("Player", "Somebody", "Person", "Number"))
    return next(one for one in words if same_name(one) not in taken)


def _without(change: Change, names: set[str], instead: str) -> Change:
    match change:
        case PlayersAdded(players):
            return PlayersAdded(tuple(_nameless(one, names, instead) for one in players))
        case PlayerRenamed(player, name) if same_name(name) in names:
            return PlayerRenamed(player, instead)
        case _:
            return change


def _nameless(entrant: Entrant, names: set[str], instead: str) -> Entrant:
    return replace(entrant, name=instead) if same_name(entrant.name) in names else entrant
