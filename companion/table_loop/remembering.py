"""The desk as the journal alone has it, after a restart: also what was taken back and can be redone. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from companion.evidence import Cause
from companion.journal import Entry, Game, Replay, in_force
from companion.riichi.facts import KyokuStarted
from companion.table_loop.denying import denied_in_journal
from companion.table_loop.desk import Desk, Step, step_of
from companion.table_loop.newest import last_tap, undoes

__all__ = ["desk_of", "undone_last"]


def desk_of(before: Desk, game: Game, entries: Sequence[Entry], found: Replay) -> Desk:
    """The desk of a game that the journal holds already, and what could be followed of its entries.

    What outlasts a hand stays as it was `before`: whether the eye sees, and which questions were asked.
    """
    undone, first_told = () if found.beyond else undone_last(entries), _told_first(entries)
    state = replace(
        before.state,
        game=game.name,
        hanchan=found.hanchan,
        last_kyoku=found.last_kyoku,
        can_undo=bool(found.entries),
        undoes=undoes(last_tap(found.entries, first_told)),
        can_redo=bool(undone),
    )
    deals = sum(isinstance(entry.fact, KyokuStarted) for entry in found.entries)
    scribing = before.scribing.between_hands
    mind = scribing.mind.with_declined(denied_in_journal(entries, found.entries))
    scribing = replace(scribing, deal=deals, mind=mind, is_comparing=True)
    told = (state, game, found.entries, found.beyond)
    return Desk(*told, undone=undone, first_told=first_told, scribing=scribing)


def _told_first(entries: Sequence[Entry]) -> dict[int, Entry]:
    """For each fact that an undo has told again: the entry that told it first, at the same moment."""
    retracted = {entry.retracts for entry in entries if entry.retracts is not None}
    first: dict[int, Entry] = {}
    gone: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.fact is None:
            continue
        same = next((one for one in gone.get(entry.at, ()) if one.fact == entry.fact), None)
        if same is not None:
            first[entry.seq] = same
        elif entry.seq in retracted:
            gone.setdefault(entry.at, []).append(entry)
    return first


def undone_last(entries: Sequence[Entry]) -> tuple[Step, ...]:
    """What people took back from the end of the game, if nothing was told since; newest last."""
    steps: list[Step] = []
    left = tuple(entries)
    while written := _of_the_newest_command(left):
        left = left[: -len(written)]
        # What could not be followed was set aside by the same command: that was nobody's undo.
        aside = {entry.retracts for entry in written if entry.because is Cause.JOURNAL}
        taken = tuple(entry for entry in written if entry.because is not Cause.JOURNAL)
        standing = tuple(entry for entry in in_force(left) if entry.seq not in aside)
        if not _is_undo(taken, standing):
            break
        steps.append(step_of(standing, taken))
        if aside:
            break  # what was taken back earlier came after what cannot be followed
    return tuple(reversed(steps))


def _of_the_newest_command(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    if not entries or entries[-1].command_id is None:
        return ()
    name = entries[-1].command_id
    return tuple(takewhile(lambda entry: entry.command_id == name, reversed(entries)))[::-1]


def _is_undo(taken: tuple[Entry, ...], standing: tuple[Entry, ...]) -> bool:
    """Whether people told nothing and took back what came last. No correction elsewhere counts."""
    gone = {entry.retracts for entry in taken if entry.because is not Cause.CAMERA}
    return (
        len(gone) == len(taken) > 0
        and None not in gone
        and gone == {entry.seq for entry in standing[len(standing) - len(gone) :]}
    )
