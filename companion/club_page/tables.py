"""The tables of a club as the page shows them: what the hub says of each, and its game from the exact copy.

No table is asked for this, and none sends anything more for it (decision 0028), except whose time is up:
that is worked out at the table alone, and is in no journal (decision 0041).
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, replace
from typing import Final

from companion.club.reading import CopiedGame, CopiesReader, GameKey
from companion.club.service import HubService, TableNow
from companion.club_page.board import TablesBoard
from companion.club_page.evening_view import evening_view
from companion.club_page.game_view import Followed, GameNow
from companion.club_page.relay import Relay
from companion.errors import CompanionError, JournalCorrupt
from companion.journal import Entry
from companion.journal.codec import decode_entry, decode_rules

__all__ = ["TableView", "TablesFollower"]

CATCHING_UP: Final = 64
"""From this many missing entries on, the page says how many; fewer are on their way all the time."""
_LOOK_EVERY_S: Final = 0.25
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableView:
    """One table."""

    id: str
    name: str
    is_here: bool
    behind: int
    """How many entries the hub still waits for; 0 where there are only a few."""
    troubles: tuple[str, ...]
    """Stable codes; pages have the words."""
    game: GameNow | None
    """None if no game was begun, or if a newer companion plays there."""
    is_newer: bool
    """Whether its entries cannot be understood here: a newer companion plays."""
    flags: tuple[int, ...] = ()
    """The seats whose time is up, where people play by the clock."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """How far the newest game of a table was followed."""

    looked_at: object = None
    key: GameKey | None = None
    game: Followed | None = None
    now: GameNow | None = None
    is_newer: bool = False


class TablesFollower:
    """Keeps the board up to date, in a thread of its own, from `start` to `stop`."""

    def __init__(self, hub: HubService, board: TablesBoard, relay: Relay) -> None:
        self._hub, self._board, self._relay = hub, board, relay
        self._reader = CopiesReader(hub.copies_file)
        self._kept: dict[str, _Kept] = {}
        self._shown: object = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="club-page-tables", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(5.0)
        self._reader.close()

    def _run(self) -> None:
        known: tuple[TableNow, ...] = ()
        while not self._stopped.is_set():
            known = self._hub.wait(known, _LOOK_EVERY_S)
            hub = self._hub
            complaint = hub.complaint or hub.tournament.complaint
            try:
                views = tuple(self._view(table) for table in known)
            except CompanionError as error:
                _log.warning("club_page.cannot_read %s", error)
                self._board.complain(str(error))
                self._stopped.wait(_LOOK_EVERY_S)
                continue
            # What calls and the relay complain of comes last: it may stand for the whole evening.
            self._board.publish(views, complaint or hub.calls.complaint or self._relay.complaint)
            self._show_evening()
            self._board.show_calls(self._hub.calls.open)

    def _show_evening(self) -> None:
        # `is_read` is asked first: scores from before the first look say nothing.
        is_read = self._hub.tournament.is_read
        scores = self._hub.tournament.scores
        if is_read and scores is not self._shown:
            self._shown = scores
            self._board.show_evening(evening_view(scores))

    def _view(self, table: TableNow) -> TableView:
        member = table.member
        kept = self._kept.get(member.id, _Kept())
        if kept.looked_at != (table.copy, table.held):
            found = self._look(member.id, kept)
            now = found.game.now if found.game else None
            kept = replace(found, looked_at=(table.copy, table.held), now=now)
            self._kept[member.id] = kept
        behind = table.newest - table.held
        return TableView(
            member.id,
            member.name,
            table.is_here,
            behind if behind >= CATCHING_UP else 0,
            tuple(one.kind.value for one in table.troubles),
            kept.now,
            kept.is_newer,
            self._hub.flags.of(member.id),
        )

    def _look(self, table: str, kept: _Kept) -> _Kept:
        found = self._reader.newest(table, kept.key, kept.game.seq if kept.game else 0)
        if found is None:
            return _Kept()
        try:
            if found.key == kept.key and kept.game is not None and kept.game.take(_read(found)):
                return kept
            whole = self._reader.newest(table) or found
            game = Followed.from_first(decode_rules(whole.key[1].rules), _read(whole))
        except JournalCorrupt:
            # A newer companion writes what is not understood here; the hub says so too.
            return _Kept(is_newer=True)
        return _Kept(key=whole.key, game=game)


def _read(game: CopiedGame) -> tuple[Entry, ...]:
    return tuple(decode_entry(text) for _, text in game.entries)
