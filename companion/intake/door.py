"""The table as sources see it, and a stand-in for when no tape is recording."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from companion.evidence import Answer, Command, FactObserved, NoticesChanged, SourceChanged
from companion.intake.eye.source import EyeSource
from companion.journal import Journal
from companion.keeping.trusting import HouseTrust, Trusting
from companion.scribe import Evidence
from companion.shelf import ShelfCommand
from companion.table_state import TableState
from firmware_bridge.panel import Panel

__all__ = ["Observed", "TableDoor", "Untaped"]

Observed = FactObserved | SourceChanged | NoticesChanged | Evidence
"""What a source may say."""


class TableDoor(Protocol):
    """The one way to the table for everything that happens outside it. Any thread may use it."""

    @property
    def state(self) -> TableState:
        """What is true now."""

    def put(self, evidence: Observed) -> None:
        """Say what was observed. Raises TableStopped after the table has stopped."""

    def ask(self, command: Command | ShelfCommand) -> Future[Answer]:
        """Ask for something; the answer comes once the command is on the disk and shown, or is refused."""

    def caught_up(self) -> Future[TableState]:
        """The state once everything put so far has been dealt with and shown."""


class Untaped:
    """Stands in for a `Recording`: passes everything through and records nothing."""

    open_eye: Callable[..., EyeSource] = EyeSource
    evening: None = None
    """What asks people whether the evening may be kept; here nothing does."""

    def journal(self, journal: Journal) -> Journal:
        """The journal itself."""
        return journal

    def house(self, house: HouseTrust) -> Trusting:
        """The house itself."""
        return house

    def door(self, table: TableDoor) -> TableDoor:
        """The table itself."""
        return table

    def panel(self, open_panel: Callable[[], Panel]) -> Callable[[], Panel]:
        """The panel itself."""
        return open_panel

    def shown(self, state: Any) -> None:
        """Do nothing: nothing is recorded."""

    def close(self) -> None:
        """Do nothing: nothing was opened."""
