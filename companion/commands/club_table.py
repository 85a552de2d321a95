"""A table that belongs to a club: joining by `--club` or on the page, and the link beside the companion."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

import click

from companion.clock import SystemClock
from companion.config import host_name
from companion.dashboard.clocks_told import NO_CLOCKS, SeenClocks
from companion.dashboard.club_door import ClubRefused, ClubState
from companion.errors import CompanionError, ConfigError
from companion.evidence import SourceChanged, SourceState
from companion.journal import JournalReader, replay
from companion.journal.imported import newest_of_table
from companion.keeping.kept_journal import KeptJournal
from companion.keeping.mending import Notice
from companion.keeping.upkeep import Upkeep
from companion.plurals import counted

if TYPE_CHECKING:
    from companion.club.membership import JoinRefused, Membership
    from companion.club.table_link import TableLink
    from companion.club.taking_over import TakenOver
    from companion.dashboard.round_told import SeenRound
    from companion.tournament.referee import CallSeen

club_option = click.option(
    "--club", metavar="CODE", help="Join a club by the code on its hub's screen; kept for later starts."
)

GOES_ON: Final = (
    "If this machine has the other one's games already, start it without --club, and compare the last "
    "discards and the points with the table."
)
"""What helps where the code of a spare was used up by a start that failed later, or is typed again."""


def club_of(journal_file: Path | None, upkeep: Upkeep) -> TableClub | None:
    """What lets a table into a club; None where nothing of the table is kept."""
    if journal_file is None or not isinstance(upkeep.journal, KeptJournal):
        return None
    return TableClub(journal_file, upkeep.journal, upkeep)


def check_code(journal_file: Path | None, typed: str | None) -> None:
    """Refuse what cannot be a club's code or, for a table that is in a club, its hub's new address.

    Raises:
        JoinRefused: it is not written as a code is.
        ConfigError: this table is in a club, and no hub can have that address.
    """
    if journal_file is None or typed is None:
        return
    from companion.club.membership import JoinCode, MembershipDamaged, folder_beside, membership_of

    try:
        is_in_a_club = membership_of(folder_beside(journal_file)) is not None
    except MembershipDamaged:
        is_in_a_club = True  # the page says that it is damaged
    if "/" in typed or not is_in_a_club:
        JoinCode.read(typed)
    else:
        host_name(typed)


def taken_over(journal_file: Path | None, typed: str | None) -> Notice | None:
    """If a spare's code was typed, fetch its table's journal from the hub's copy, before it is opened.

    A start before this one may have been cut off on the way: then it goes on with what the hub has sent.

    Returns what people have to know of it; None where nothing is to be taken over.

    Raises:
        JoinRefused, JournalError, ConfigError: as `take_over`.
    """
    if journal_file is None:
        return None
    is_spare = typed is not None and "/spare" in typed
    if not is_spare and _belongs_nowhere(journal_file):
        return None
    from companion.club.taking_over import go_on

    now = SystemClock().utc_now()
    taken = go_on(journal_file, now)
    if taken is None and is_spare:
        taken = _asked_for(journal_file, str(typed), now)
    if taken is None:
        return None
    said = counted(taken.entries, "entry", "entries")
    click.echo(f"This machine goes on for {taken.mine.name!r}, after {said}")
    if taken.older:
        click.echo(f"What it had played before is in {taken.older}")
    return Notice(
        "taken_over",
        f"This companion goes on for {taken.mine.name}, from the club's copy: compare the last discards and "
        "the points with the table, because what the other machine had not sent is missing.",
    )


def _asked_for(journal_file: Path, typed: str, now: datetime) -> TakenOver:
    from companion.club.membership import JoinCode, JoinRefused
    from companion.club.taking_over import take_over

    try:
        return take_over(journal_file, JoinCode.read(typed), _machine_name(), now)
    except JoinRefused as refused:
        if refused.code != "used_code":
            raise
        raise JoinRefused(refused.code, f"{refused}\n{GOES_ON}") from refused


def _belongs_nowhere(journal_file: Path) -> bool:
    """Whether nothing of a club lies beside a journal: the link's libraries then need not be imported."""
    return not journal_file.with_name(f".club-{journal_file.stem}").exists()


class TableClub:
    """The club of a table, from `start` to `stop`: meanwhile its hub gets what the journal has."""

    def __init__(self, journal_file: Path, journal: KeptJournal, upkeep: Upkeep) -> None:
        self._file, self._journal, self._upkeep = journal_file, journal, upkeep
        self._lock = Lock()
        self._mine: Membership | None = None
        self._link: TableLink | None = None
        self.show: Callable[[SeenRound], None] = lambda _: None
        """Called with what shows the round of a tournament, as soon as there is a link."""
        self.clocks: SeenClocks = NO_CLOCKS
        """What is seen of the players' clocks at this table."""

    def start(self, typed: str | None) -> None:
        """Join with the typed code, or go on in this table's club. Raises ConfigError, JournalError.

        A membership that was damaged by hand keeps nobody from playing: the page says what is wrong with it.
        """
        if typed is None and _belongs_nowhere(self._file):
            return
        from companion.club.membership import MembershipDamaged

        with self._lock:
            try:
                mine = self._membership(typed)
            except MembershipDamaged as damaged:
                self._say_damaged(damaged)
                return
            if mine is not None:
                self._begin(mine)

    def _say_damaged(self, damaged: ConfigError) -> None:
        from companion.club.table_link import NAME

        click.echo(f"The table plays on without its club: {damaged}", err=True)
        self._upkeep.tell(SourceChanged(NAME, SourceState.DOWN, f"{damaged}.", "damaged"))

    def stop(self) -> None:
        """End the link; what was not sent is sent after the next start."""
        with self._lock:
            self._end()

    def state(self) -> ClubState | None:
        """The club as it is now; None where this table belongs to no club."""
        with self._lock:
            mine, link = self._mine, self._link
        if mine is None or link is None:
            return None
        standing = link.standing
        behind = max(0, standing.newest - standing.held) if standing else 0
        spare = standing.spare if standing else ""
        name = (standing.name if standing else "") or mine.name
        return ClubState(name, mine.host, link.is_reached, behind, spare)

    def join(self, code: str) -> None:
        """Join with the code on the hub's screen. Raises ClubRefused."""
        from companion.club.membership import JoinRefused

        with self._lock:
            if self._mine is not None:
                raise ClubRefused("in_a_club", "this table belongs to a club already; leave that one first")
            try:
                self._begin(self._joined(code))
            except JoinRefused as refused:
                raise ClubRefused(refused.code, str(refused)) from refused
            except CompanionError as refused:
                raise ClubRefused("hub_refuses", str(refused)) from refused

    def leave(self) -> None:
        """Leave the club. Raises ClubRefused."""
        from companion.club.membership import folder_beside, leave
        from companion.club.table_link import NAME

        with self._lock:
            try:
                leave(folder_beside(self._file))
            except CompanionError as refused:
                raise ClubRefused("not_kept", str(refused)) from refused
            self._end()
        # Once the link has ended, so that nothing is said of the club after this.
        self._upkeep.tell(SourceChanged(NAME, SourceState.GONE))

    def called(self) -> CallSeen | None:
        """How this table's call for the referee stands; None where it belongs to no club."""
        link = self._link
        return link.call.seen() if link else None

    def call(self, *, is_wanted: bool, seat: int | None) -> None:
        """Call the referee, or withdraw the call. Raises ConfigError where it cannot be kept."""
        link = self._link
        if link is not None:
            link.call.want(is_wanted=is_wanted, seat=seat)

    def _begin(self, mine: Membership) -> None:
        from companion.club.table_link import TableLink

        self._mine = mine
        self._link = TableLink(mine, self._journal.reader, self._upkeep.tell, SystemClock())
        self._link.flags.look = self.clocks
        self._journal.changed = self._link.notice
        self.show(self._link.round.seen)
        self._link.start()

    def _end(self) -> None:
        self._journal.changed = lambda: None
        self.show(lambda: None)
        if self._link is not None:
            self._link.stop()
        self._mine = self._link = None

    def _membership(self, typed: str | None) -> Membership | None:
        from companion.club.membership import JoinRefused, folder_beside, membership_of, moved

        is_code = typed is not None and "/" in typed
        mine = None if is_code else membership_of(folder_beside(self._file))
        if typed is None:
            return mine
        if mine is not None:
            return moved(mine, host_name(typed))
        try:
            mine = self._joined(typed)
        except JoinRefused as refused:
            mine = self._in_already(typed, refused)
            click.echo(f"{refused}\nThis table is in the club already, as {mine.name!r}", err=True)
        else:
            click.echo(f"This table has joined the club as {mine.name!r}")
        return mine

    def _in_already(self, typed: str, refused: JoinRefused) -> Membership:
        """The membership in the club of a code that was refused.

        Raises `refused` where there is none, MembershipDamaged.
        """
        from companion.club.membership import JoinCode, folder_beside, is_club_of, membership_of

        # The code that let this table in is typed again: from the shell's history, or in a service's line.
        if refused.code not in {"used_code", "no_answer"}:
            raise refused
        folder = folder_beside(self._file)
        if not is_club_of(folder, JoinCode.read(typed)) or (mine := membership_of(folder)) is None:
            raise refused
        return mine

    def _joined(self, code: str) -> Membership:
        from companion.club.membership import JoinCode, folder_beside, join

        reader = self._journal.reader()
        try:
            since = _next_game(reader)
        finally:
            reader.close()
        return join(folder_beside(self._file), JoinCode.read(code), _machine_name(), since)


def _machine_name() -> str:
    """What a hub calls this table until people rename it: this machine's name, or as much of it as fits."""
    from companion.club.members import LONGEST
    from companion.dashboard.addresses import own_name

    return own_name().removesuffix(".local")[:LONGEST]


def _next_game(journal: JournalReader) -> int:
    """The first game that the club may see: the one on the table, or else the next."""
    if newest := newest_of_table(journal):
        game, entries = newest
        hanchan = replay(entries, game.rules).hanchan
        if hanchan.ended is None and not hanchan.is_closed:
            return game.number
    used = [game.number for game in journal.games()] + [gone.game for gone in journal.forgotten()]
    return max(used, default=0) + 1
