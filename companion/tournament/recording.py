"""The list of all changes of a tournament: which of them count, adding to it, and undoing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.person_names import LONGEST, as_entered, same_name
from companion.riichi.ruleset import TimeLimit
from companion.tournament.changes import (
    Change,
    PenaltyGiven,
    PlayerRenamed,
    PlayersAdded,
    PlayersSwapped,
    Record,
    ResultTyped,
    SpareTookOver,
    Undone,
)
from companion.tournament.folding import ChangeRefused, changed
from companion.tournament.state import Round, Tournament

__all__ = [
    "folded",
    "in_force",
    "names_entered",
    "newest_in_force",
    "typed_before",
    "undoing",
    "undone_in",
    "with_changes",
]

_UNIT: Final = 100
"""Totals are in thousands with one decimal, so the points of a penalty are a multiple of this."""


def folded(records: Iterable[Record]) -> Tournament:
    """The tournament after all its records. Raises ChangeRefused where one of them is impossible."""
    known = tuple(records)
    tournament = Tournament()
    for record in in_force(known):
        tournament = changed(tournament, record.change)
    return replace(tournament, revision=known[-1].revision if known else 0)


def in_force(records: Iterable[Record]) -> tuple[Record, ...]:
    """The changes that nobody has undone, oldest first, without the undoing itself."""
    known = tuple(records)
    undone = undone_in(known)
    return tuple(one for one in known if one.revision not in undone and not isinstance(one.change, Undone))


def newest_in_force(records: Iterable[Record]) -> Record:
    """The change that is undone next. Raises ChangeRefused where there is none.

    The hub itself notes that a spare took over: only whoever names that change takes it back.
    """
    standing = [one for one in in_force(records) if not isinstance(one.change, SpareTookOver)]
    if not standing:
        raise ChangeRefused("there is nothing to undo")
    return standing[-1]


def undoing(records: Iterable[Record], revision: int = 0) -> tuple[Undone, ...]:
    """What takes back the decision to which a change belongs, the last of its changes first; 0: the newest.

    The changes of one decision were written at one moment: a round that begins seats people and gives tables
    their companions. Those with which the tournament began are taken back one by one.
    """
    known = tuple(records)
    wanted = revision or newest_in_force(known).revision
    target, undone = next((one for one in known if one.revision == wanted), None), undone_in(known)
    if target is None or wanted in undone:
        return (Undone(wanted),)  # adding it says why that cannot be

    def is_of_it(one: Record) -> bool:
        is_alike = isinstance(one.change, Undone) == isinstance(target.change, Undone)
        return is_alike and (one.at, one.by) == (target.at, target.by) and one.revision not in undone

    together = [one.revision for one in known if is_of_it(one)]
    return tuple(map(Undone, [wanted] if known[0].revision in together else reversed(together)))


def undone_in(records: Iterable[Record]) -> set[int]:
    """The revisions that are undone. An undoing may be undone, too."""
    undone: set[int] = set()
    for record in reversed(tuple(records)):
        if record.revision not in undone and isinstance(record.change, Undone):
            undone.add(record.change.revision)
    return undone


def typed_before(records: Iterable[Record], told: ResultTyped) -> Record | None:
    """The record of the points that stand for the same table and round; None where there are none."""
    known = tuple(records)
    tournament = folded(known)
    rounds = tournament.rounds[told.round - 1 : told.round] if told.round > 0 else ()
    if not rounds or told.table not in rounds[0].typed:
        return None
    for record in reversed(in_force(known)):
        match record.change:
            case ResultTyped(told.round, told.table):
                return record
    return None


def with_changes(
    records: tuple[Record, ...], new: Iterable[Change], at: float, by: str = ""
) -> tuple[Record, ...]:
    """The records with all of these changes at the end, or with none of them. Raises ChangeRefused."""
    grown = list(records)
    for change in map(_as_entered, new):
        revision = grown[-1].revision + 1 if grown else 1
        if isinstance(change, Undone):
            _require_undoable(tuple(grown), change)
        # Folding accepts penalties that are not a multiple, and longer names: an older file may hold them.
        if isinstance(change, PenaltyGiven) and change.points % _UNIT:
            raise ChangeRefused(f"a penalty is a multiple of {_UNIT} points")
        if isinstance(change, SpareTookOver) and not folded(grown).has_companion(change.companion):
            raise ChangeRefused("that companion follows no table")
        for name in names_entered(change):
            if not 0 < len(name) <= LONGEST:
                which = f"; this is not: {name[: 2 * LONGEST]}" if name else ""
                raise ChangeRefused(
                    f"a player's name must be one line of at most {LONGEST} characters{which}"
                )
        grown.append(Record(revision, at, change, by))
    if _alike(folded(grown)) > _alike(folded(records)):
        raise ChangeRefused("two players would have names that look alike")
    return tuple(grown)


def _as_entered(change: Change) -> Change:
    match change:
        case PlayersAdded(players):
            return PlayersAdded(tuple(replace(one, name=as_entered(one.name)) for one in players))
        case PlayerRenamed(name=name):
            return replace(change, name=as_entered(name))
        case _:
            return change


def names_entered(change: Change) -> tuple[str, ...]:
    """The names of players that a change enters."""
    match change:
        case PlayersAdded(players):
            return tuple(one.name for one in players)
        case PlayerRenamed(name=name):
            return (name,)
        case _:
            return ()


def _alike(tournament: Tournament) -> int:
    """How many players have a name that looks like that of one before them, as old files may have it."""
    return len(tournament.players) - len({same_name(one.name) for one in tournament.players})


def _require_undoable(records: tuple[Record, ...], undone: Undone) -> None:
    target = next((one for one in records if one.revision == undone.revision), None)
    if target is None:
        raise ChangeRefused(f"there is no change {undone.revision} to undo")
    later = (*records, Record(records[-1].revision + 1, 0.0, undone))
    if in_force(later) == in_force(records):
        raise ChangeRefused(f"change {undone.revision} was undone before")
    _require_same_numbers(records, later)
    try:
        without = folded(later)
    except ChangeRefused as refused:
        raise ChangeRefused(
            f"change {undone.revision} cannot be undone, because a later one needs it: {refused}"
        ) from refused
    if not _are_alike_where_begun(folded(records), without, may_swap=_is_about_a_swap(records, later)):
        raise ChangeRefused(f"change {undone.revision} cannot be undone: a round has begun with it")


def _is_about_a_swap(records: tuple[Record, ...], later: tuple[Record, ...]) -> bool:
    """Whether nothing but swaps of two people is taken back, or brought back."""
    before, after = ({one.revision for one in in_force(each)} for each in (records, later))
    return all(isinstance(one.change, PlayersSwapped) for one in later if one.revision in before ^ after)


def _are_alike_where_begun(one: Tournament, other: Tournament, *, may_swap: bool) -> bool:
    """Whether each round that has begun in both has the same rules, time limit and seats.

    `may_swap`: whether the seats may differ, because a swap says who really sat there.
    """
    rounds = tuple(zip(one.rounds[: one.begun], other.rounds[: other.begun], strict=False))
    has_same_rules = (one.rules, one.tie_break) == (other.rules, other.tie_break)
    return not rounds or (
        has_same_rules
        and all(_limit(here) == _limit(there) for here, there in rounds)
        and (may_swap or all(here.tables == there.tables for here, there in rounds))
    )


def _limit(each: Round) -> tuple[int, TimeLimit] | None:
    return (each.clock.minutes, each.clock.then) if each.clock else None


def _require_same_numbers(records: tuple[Record, ...], later: tuple[Record, ...]) -> None:
    """Raises ChangeRefused where players who stay would get other numbers: seats and penalties name these."""
    before, after = (
        [one.revision for one in in_force(each) if isinstance(one.change, PlayersAdded)]
        for each in (records, later)
    )
    if any(one != other for one, other in zip(before, after, strict=False)):
        raise ChangeRefused(
            "only the players who were entered last can be taken out, or brought back: the others can leave"
        )
