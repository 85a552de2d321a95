"""A spare's side: it goes on with the journal of another table, from the hub's copy, before it starts.

What this machine had played itself is put aside first, where a restore puts it too. The hub gives a table
away only once: so everything that it sent is on the disk before anything moves, and a start goes on with what
was cut off.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.club import membership_files as files
from companion.club.membership import (
    Asked,
    JoinCode,
    JoinRefused,
    Membership,
    asked,
    folder_beside,
    found_again,
    told_files,
)
from companion.errors import JournalError
from companion.files import make_privately, sync
from companion.journal import GameNumber, SqliteReader
from companion.journal.continuing import CarriedGame, CarriedJournal, write_carried
from companion.journal.copying import logs_of
from companion.journal.entry import WrittenText
from companion.journal.opening import lock, speaking_of
from companion.journal.origin import Origin
from companion.keeping.asides import new_older
from companion.keeping.copies import copies_folder

__all__ = ["TakenOver", "go_on", "take_over"]


@dataclass(frozen=True, slots=True)
class TakenOver:
    """The outcome, for the person at the spare."""

    mine: Membership
    entries: int
    """How many entries the hub had."""
    older: Path | None
    """Where the journal is that this machine had before; None if it had none."""


def take_over(journal: Path, code: JoinCode, name: str, now: datetime) -> TakenOver:
    """Go on for the table that the code is for.

    Raises:
        JoinRefused: the hub does not let us, or what it sent cannot be used. Nothing was changed here.
        JournalInUse: a companion runs on this journal.
        JournalError: the journal cannot be written.
        ConfigError: the membership from before cannot be replaced, or a library is missing.
    """
    with _alone(journal):
        answer = asked(code, name)
        _stage(answer, folder_beside(journal))
        return _finished(journal, now)


def go_on(journal: Path, now: datetime) -> TakenOver | None:
    """Finish what was cut off after the hub had answered; None where nothing was. Raises as `take_over`."""
    if files.staged_journal(folder_beside(journal)) is None:
        return None
    with _alone(journal):
        return _finished(journal, now)


@contextmanager
def _alone(journal: Path) -> Iterator[None]:
    with speaking_of(journal):
        journal.parent.mkdir(parents=True, exist_ok=True)
        with closing(lock(journal)):
            yield


def _stage(answer: Asked, folder: Path) -> None:
    """Write journal and membership where they count together. Raises JoinRefused, OSError."""
    try:
        carried = _carried(answer.said["journal"])
        told = told_files(answer, min((game.number for game in carried.games), default=1))
        write_carried(carried, files.begin(folder, told) / files.JOURNAL)
    except (LookupError, TypeError, ValueError, JournalError) as error:
        files.forget_begun(folder)
        raise JoinRefused("hub_refuses", f"the hub's copy cannot be used: {error}") from error
    files.agree(folder)


def _finished(journal: Path, now: datetime) -> TakenOver:
    older, folder = None, folder_beside(journal)
    if staged := files.staged_journal(folder):
        older = _put_aside(journal, now)
        staged.rename(journal)
        sync(journal.parent)
    mine = found_again(folder)
    with closing(SqliteReader(journal)) as reader:
        entries = len(reader.texts(0, reader.last_seq))
    return TakenOver(mine, entries, older)


def _carried(told: dict[str, Any]) -> CarriedJournal:
    games = tuple(
        CarriedGame(
            int(game["number"]),
            str(game["name"]),
            str(game["rules"]),
            str(game["started"]),
            int(game["times"]),
        )
        for game in told["games"]
    )
    entries = tuple(
        WrittenText(int(seq), GameNumber(int(game)), str(text)) for seq, game, text in told["entries"]
    )
    origin = Origin(str(told["journal"]), str(told["epoch"]))
    last = (int(told["last"]), int(told["last_game"]))
    noted = told.get("notes")  # a hub of before knows of none
    notes = None if noted is None else (GameNumber(int(noted[0])), str(noted[1]))
    return CarriedJournal(origin, int(told["form"]), *last, games, entries, notes)


def _put_aside(journal: Path, now: datetime) -> Path | None:
    """Move away this machine's own journal and its copies; returns where to, or None if there were none."""
    copies = copies_folder(journal)
    there = [one for one in (*logs_of(journal), copies, journal) if one.exists()]
    if not there:
        return None
    older = new_older(journal.parent, now)
    make_privately(older)
    for one in there:
        place = older / one.relative_to(journal.parent)
        place.parent.mkdir(parents=True, exist_ok=True)
        one.rename(place)
    sync(older)
    return older
