"""R13: a journal is damaged on the disk, then the companion starts; no test stands here.

It must come back with what its newest copy has, or more, or not start at all; never be empty, never
say what nobody wrote, and the damaged file must still be there as it was.
"""

from __future__ import annotations

import random
import shutil
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.clock import ManualClock
from companion.errors import JournalCorrupt, JournalTooNew
from companion.journal import SqliteJournal
from companion.keeping.copies import copies_of
from companion.keeping.mending import make_sound
from tests.reliability.evenings import bytes_of, drafts, entries_in, facts_of_a_game, write_evening
from tests.reliability.trials import Outcome, trial
from tests.toolbox.quick_folder import quick_folder

NIGHT = datetime(2024, 1, 2, tzinfo=UTC)


def damage(path: Path, dice: random.Random) -> None:
    """Cut the file anywhere, or flip 1 to 64 of its bits."""
    content = bytearray(path.read_bytes())
    if dice.random() < 0.25:
        del content[dice.randrange(len(content)) :]
    else:
        for _ in range(dice.choice((1, 2, 8, 64))):
            content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    path.write_bytes(content)


def killed_evening(folder: Path) -> Path:
    """A journal whose last entries are still in its log, as after a kill."""
    path = folder / "table.sqlite"
    whole = folder / "whole" / "table.sqlite"
    write_evening(whole)
    with closing(SqliteJournal(whole)) as journal:
        game = journal.games()[0]
        for number, fact in enumerate(facts_of_a_game()[400:430]):
            journal.append(game, drafts((fact,)), f"late-{number}")
        shutil.copytree(whole.parent, folder, dirs_exist_ok=True)
    return path


@trial("R13", "damaged journals: emptied, overwritten, or wrong in what they say", short=20, long=1_000)
def damaged_files(tries: int, _: Path) -> Outcome:
    with quick_folder() as folder:
        return _damaged_in(tries, folder)


def _damaged_in(tries: int, folder: Path) -> Outcome:
    template = folder / "template"
    template.mkdir()
    journal = killed_evening(template)
    written = entries_in(journal)
    copied = copies_of(journal)[-1].seq
    complaints, back, cut = [], 0, 0
    for seed in range(tries):
        here = folder / "here"
        shutil.copytree(template, here)
        found = one_damage(here / "table.sqlite", random.Random(seed), copied, written)
        if isinstance(found, str):
            complaints.append(f"seed {seed}: {found}")
        else:
            back += found == len(written)
            cut += copied < found < len(written)
        shutil.rmtree(here)
    note = complaints[0] if complaints else f"{back} whole, {cut} with part of the last hand"
    return Outcome(tries, len(complaints), note)


def one_damage(path: Path, dice: random.Random, copied: int, written: tuple) -> int | str:
    """How many entries are there after the start, or what was wrong."""
    target = dice.choice((path, path, path.with_name(path.name + "-wal")))
    if not target.exists():
        target = path
    damage(target, dice)
    before = bytes_of(path)
    try:
        notice = make_sound(path, ManualClock(NIGHT))
    except (JournalCorrupt, JournalTooNew):
        return 0 if bytes_of(path) == before else "it did not start and changed the file"
    with closing(SqliteJournal(path)) as journal:
        journal.check()
    found = entries_in(path)
    if found != written[: len(found)]:
        return "it says what nobody wrote"
    if len(found) < copied:
        return f"{len(found)} entries are there, the copy has {copied}"
    aside = [each for each in path.parent.glob("table.sqlite.damaged-*") if each.name.endswith("Z")]
    if notice is None:
        return len(found) if not aside else "a sound file was set aside"
    if len(aside) != 1 or bytes_of(aside[0]) != before:
        return "the damaged file was not kept as it was"
    return len(found)
