"""The keys of a table: those of its profile, and phones used as a seat's keys, as one source of evidence.

Where there are neither, the panel's code is not loaded; the first phone that sits down starts it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Final

from companion.clock import Clock
from companion.errors import TableStopped
from companion.evidence import SourceChanged, SourceState
from companion.intake.door import TableDoor
from companion.intake.hardware import PanelPlan
from companion.intake.phone_keys import PhoneKeys
from companion.intake.turned import with_sides
from companion.keeping.key_sides import HouseKeys
from companion.riichi.seats import Seat
from companion.table_state import TableState
from firmware_bridge.panel import Panel
from firmware_bridge.phone_desk import PhoneDesk
from hardware import Button, Side

if TYPE_CHECKING:
    from companion.intake.panel import PanelSource
    from companion.intake.panel.calling import Referee
    from companion.keeping.upkeep import Upkeep

__all__ = ["FIRST_OF_PHONES", "KEY_SIDES", "Open", "Surroundings", "TableKeys"]

KEY_SIDES: Final = "key sides"
"""The name among the sources of the file that says where the keys are; shown while it is damaged."""
_log = logging.getLogger(__name__)

FIRST_OF_PHONES: Final = 1 << 40
"""The number of the first press by phone; the presses of a wired panel never get this far."""

Open = Callable[[], Panel]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What presses need: where they go, who reads aloud, who watches their threads, and a club's referee.

    `to_see` gives the codes of the reminders that stand for a seat.
    """

    table: TableDoor
    clock: Clock
    to_see: Callable[[TableState, Seat], Collection[str]]
    read_aloud: Callable[[str, Seat], None]
    upkeep: Upkeep | None
    referee: Referee | None = None


class TableKeys:
    """The wired keys of a table, and the phones that join them."""

    def __init__(self, house: Surroundings, taped: Callable[[Open], Open], sides: HouseKeys) -> None:
        """`taped` lets a tape record what a panel says, too; `sides` says where the wired keys are."""
        self.desk = PhoneDesk(first_number=FIRST_OF_PHONES)
        self.phones = PhoneKeys(self.desk, self.notice)
        self._house, self.sides = house, sides
        self._beside = taped(self.desk.opened)
        self._source: PanelSource | None = None
        self._lock = Lock()
        self._is_over = False
        self.desk.before_sitting = self._begin
        sides.changed = self._moved

    def attach(self, plan: PanelPlan, open_panel: Open) -> None:
        """Follow the keys of the profile too, once `start` is called."""
        self.sides.with_keys([side.name for side in plan.keys])
        self._source = self._made(open_panel, self._beside, plan.keys)

    def turned(self, open_panel: Open) -> Open:
        """The wired panel, its keys at the sides where people say that they are."""
        return with_sides(open_panel, self.sides)

    def start(self) -> None:
        """Look for the panel of the profile, where there is one."""
        with self._lock:
            if self._source is not None:
                self._follow(self._source)
        if self.sides.letters and self.sides.damage:
            _log.warning("key_sides.damaged %s", self.sides.damage)
            self._tell(SourceChanged(KEY_SIDES, SourceState.DOWN, self.sides.damage, "damaged"))

    def stop(self) -> None:
        """Let go of all keys. Raises SourceStuck where a thread does not end."""
        with self._lock:
            self._is_over = True
        self.desk.close()
        if self._source is not None:
            self._source.stop()

    def notice(self) -> None:
        """The table has changed: the lamps may have something else to say."""
        if self._source is not None:
            self._source.notice()

    @property
    def damaged_lines(self) -> int:
        """How many lines or messages from the panels could not be read."""
        return self._source.damaged_lines if self._source is not None else 0

    def _tell(self, change: SourceChanged) -> None:
        with suppress(TableStopped):
            self._house.table.put(change)

    def _moved(self) -> None:
        if not self.sides.damage:
            self._tell(SourceChanged(KEY_SIDES, SourceState.GONE))
        if self._source is not None:
            self._source.light_anew()

    def _begin(self) -> None:
        """Start the source when the first phone sits down, unless the profile's keys already have one."""
        with self._lock:
            if self._source is None and not self._is_over:
                self._source = self._made(self._beside, None, {})
                self._follow(self._source)

    def _made(
        self, open_panel: Open, beside: Open | None, wired: Mapping[Side, frozenset[Button]]
    ) -> PanelSource:
        from companion.intake.panel import PanelSource
        from companion.intake.panel.keys_there import KeysThere

        house = self._house
        return PanelSource(
            open_panel,
            house.table,
            house.clock,
            to_see=house.to_see,
            keys=KeysThere(wired, self.desk.sides, lambda: self.sides.sides),
            read_aloud=house.read_aloud,
            beside=beside,
            referee=house.referee,
        )

    def _follow(self, source: PanelSource) -> None:
        source.start()
        if self._house.upkeep is not None:
            self._house.upkeep.watch("panel", source.prod)
