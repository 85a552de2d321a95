"""Holds the newest view of each table. Any thread may read; whoever is slow misses only what is old.

A reader gets the tables that have changed since it last looked, each of them whole: so nobody falls out of
step, and a change at one table does not send all fifty.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Condition
from typing import TYPE_CHECKING, Any

from companion.projections.snapshot import plain

if TYPE_CHECKING:
    from companion.club.referee_queue import Call
    from companion.club_page.tables import TableView

__all__ = ["Club", "TablesBoard"]


@dataclass(frozen=True, slots=True)
class Club:
    """What is true of the club as a whole."""

    order: tuple[str, ...] = ()
    """The tables, by their ids, in the order in which they joined."""
    complaint: str = ""
    """What keeps the hub from working, in English; empty where nothing does."""
    evening_version: int = 0
    """The board's version when the evening last changed."""
    calls: tuple[Call, ...] = ()
    """The calls for the referee that are not over, taken or not, the longest wait first."""


@dataclass(frozen=True, slots=True)
class _Hung:
    version: int
    view: TableView
    text: str


class TablesBoard:
    """The newest view of each table; `now_s` is the time by which the clock of the round counts."""

    def __init__(self, now_s: Callable[[], float] = time.time) -> None:
        self._now_s = now_s
        self._changed = Condition()
        self._version = 1
        self._club = Club()
        self._hung: dict[str, _Hung] = {}
        # None until it is known: a page draws no evening before it has heard of one.
        self._evening: str | None = None
        self._is_closed = self._is_followed = False
        self._readers = 0

    @property
    def reader_count(self) -> int:
        """How many readers are watching now."""
        return self._readers

    @property
    def views(self) -> tuple[TableView, ...]:
        """The newest view of every table."""
        with self._changed:
            return tuple(kept.view for kept in self._hung.values())

    @property
    def is_followed(self) -> bool:
        """Whether the tables were published at least once."""
        return self._is_followed

    @property
    def is_closed(self) -> bool:
        """Whether nothing more will come."""
        return self._is_closed

    def publish(self, views: Sequence[TableView], complaint: str = "") -> None:
        """Put up the views that differ from before, and wake everybody who watches."""
        fresh = [view for view in views if self._is_new(view)]
        club = replace(self._club, order=tuple(view.id for view in views), complaint=complaint)
        if fresh or club != self._club:
            with self._changed:
                self._version += 1
                for view in fresh:
                    text = json.dumps(plain(view), ensure_ascii=False, separators=(",", ":"))
                    self._hung[view.id] = _Hung(self._version, view, text)
                self._hung = {one: self._hung[one] for one in club.order}
                self._club = club
                self._changed.notify_all()
        # Last: whoever sees that the tables are followed finds them in place.
        self._is_followed = True

    def show_evening(self, evening: dict[str, Any] | None) -> None:
        """Put up the tournament of the evening, whole; None if there is none."""
        text = json.dumps(evening, ensure_ascii=False, separators=(",", ":"))
        with self._changed:
            if text != self._evening:
                self._version += 1
                self._evening = text
                self._club = replace(self._club, evening_version=self._version)
                self._changed.notify_all()

    def show_calls(self, calls: tuple[Call, ...]) -> None:
        """Put up the calls for the referee that are not over."""
        with self._changed:
            if calls != self._club.calls:
                self._version += 1
                self._club = replace(self._club, calls=calls)
                self._changed.notify_all()

    def complain(self, complaint: str) -> None:
        """Say what keeps the hub from working; the tables stay as they were."""
        with self._changed:
            if complaint != self._club.complaint:
                self._version += 1
                self._club = replace(self._club, complaint=complaint)
                self._changed.notify_all()

    def read(self, known: int = 0, timeout_s: float = 0.0) -> tuple[int, str] | None:
        """The version now, and what has changed since the `known` one as JSON; everything if that is 0.

        None if nothing changed in time, or the board was closed and `known` is not 0.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._version != known or self._is_closed, timeout_s)
            if self._version == known or (self._is_closed and known):
                return None
            hung, club, version, evening = self._hung, self._club, self._version, self._evening
        tables = ",".join(f'"{one}":{kept.text}' for one, kept in hung.items() if kept.version > known)
        head = {
            "calls": plain(club.calls),
            "order": club.order,
            "complaint": club.complaint,
            "seq": version,
            "now": self._now_s(),
        }
        text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))[:-1]
        news = f',"evening":{evening}' if club.evening_version > known else ""
        return version, f'{text},"tables":{{{tables}}}{news}}}'

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Somebody watches for as long as the block lasts."""
        with self._changed:
            self._readers += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1

    def close(self) -> None:
        """Wake everybody who watches: nothing more will come."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _is_new(self, view: TableView) -> bool:
        before = self._hung.get(view.id)
        return before is None or before.view != view
