"""A table that belongs to a club: joining by `--club`, and the link beside the running companion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.clock import SystemClock
from companion.journal import Journal, replay
from companion.keeping.kept_journal import KeptJournal
from companion.keeping.upkeep import Upkeep

if TYPE_CHECKING:
    from companion.club.membership import Membership

club_option = click.option(
    "--club", metavar="CODE", help="Join a club by the code on its hub's screen; kept for later starts."
)


@contextmanager
def linked(journal_file: Path | None, upkeep: Upkeep, typed: str | None) -> Iterator[None]:
    """Meanwhile the club's hub gets what the journal has. Raises ConfigError, JournalError."""
    if journal_file is None or not isinstance(upkeep.journal, KeptJournal):
        yield
        return
    # Most tables belong to no club, and the link's libraries are a part of what a start costs.
    if typed is None and not journal_file.with_name(f".club-{journal_file.stem}").exists():
        yield
        return
    from companion.club.table_link import TableLink

    mine = _membership(journal_file, upkeep.journal, typed)
    if mine is None:
        yield
        return
    link = TableLink(mine, upkeep.journal.reader, upkeep.tell, SystemClock())
    upkeep.journal.changed = link.notice
    link.start()
    try:
        yield
    finally:
        link.stop()


def _membership(journal_file: Path, journal: Journal, typed: str | None) -> Membership | None:
    from companion.club.membership import JoinCode, folder_beside, join, membership_of, moved
    from companion.dashboard.addresses import own_name

    folder = folder_beside(journal_file)
    mine = None if typed and "/" in typed else membership_of(folder)
    if typed and mine is not None:
        return moved(mine, typed)
    if typed is None:
        return mine
    name = own_name().removesuffix(".local")
    mine = join(folder, JoinCode.read(typed), name, _next_game(journal))
    click.echo(f"This table has joined the club as {mine.name!r}")
    return mine


def _next_game(journal: Journal) -> int:
    """The first game that the club may see: the one on the table, or else the next."""
    games = journal.games()
    if games:
        hanchan = replay(journal.entries(games[-1].number), games[-1].rules).hanchan
        if hanchan.ended is None and not hanchan.is_closed:
            return games[-1].number
    used = [game.number for game in games] + [gone.game for gone in journal.forgotten()]
    return max(used, default=0) + 1
