"""The four boxes of keys of a pretend table, as somebody beside it sees them: keys pressed, lamps lit.

Where there is real panel code, it says which keys are pressed; where a table plays by itself, they are the
keys that its players would press. What a press means is not known here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from companion.clock import Clock
from companion.riichi.facts import WinBy
from companion.riichi.hanchan import SIDES
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.player import Player
from companion.riichi.seats import Seat, seats
from companion.table_state import TableState
from firmware_bridge.panel import Panel
from firmware_bridge.signals import Button, Lamps, Press, Side, Signal

__all__ = ["Boxes", "PanelBoxes", "PlayedBoxes", "Touch", "pressed_between"]

_CALLS: Final = {
    MeldKind.CHI: Button.CHI,
    MeldKind.PON: Button.PON,
    MeldKind.DAIMINKAN: Button.KAN,
    MeldKind.KAKAN: Button.KAN,
    MeldKind.ANKAN: Button.KAN,
}


@dataclass(frozen=True, slots=True)
class Touch:
    """The key of a side that was pressed last."""

    button: Button
    at_ns: int
    """When, in nanoseconds of the monotonic clock."""


class Boxes(Protocol):
    """Keys and lamps, as they are now."""

    def notice(self, state: TableState) -> None:
        """The table has changed."""

    def lamps(self, state: TableState) -> Lamps:
        """What the lamps show."""

    def touches(self) -> dict[Side, Touch]:
        """What was pressed last on each side."""


def pressed_between(before: TableState, after: TableState) -> Iterator[tuple[Seat, Button]]:
    """The keys that players press between these two states; none where something was taken back."""
    old, new = before.hanchan.kyoku, after.hanchan.kyoku
    if new is None:
        return
    if old is None or not _are_same(old, new):
        # With no game before it, the state comes from the middle of a kyoku: earlier presses are not known.
        if before.game is not None and not _are_same(before.last_kyoku, new):
            yield from ((seat, Button.NEXT) for seat in seats(new.rules.players))
        return
    for seat in seats(new.rules.players):
        yield from ((seat, button) for button in _of_player(old, new, seat))


def _are_same(one: Kyoku | None, other: Kyoku) -> bool:
    return one is not None and (one.name, one.points_before) == (other.name, other.points_before)


def _of_player(old: Kyoku, new: Kyoku, seat: Seat) -> Iterator[Button]:
    was, now = old.players[seat], new.players[seat]
    if _tiles(now) > _tiles(was):
        changed = [meld for meld in now.melds if meld not in was.melds]
        yield from (_CALLS[meld.kind] for meld in changed[-1:])
    if now.kita > was.kita:
        yield Button.KAN  # while `wait` is held
    if now.in_riichi and not was.in_riichi:
        yield Button.RIICHI
    for win in new.wins[len(old.wins) :]:
        if win.seat == seat:
            yield Button.TSUMO if win.by is WinBy.TSUMO else Button.RON


def _tiles(player: Player) -> int:
    """How many tiles lie in a player's melds: fewer, or as many, once something was taken back."""
    return sum(len(meld.tiles) for meld in player.melds)


@dataclass
class PlayedBoxes:
    """The boxes of a table that plays by itself: nobody presses, but the lamps say what real ones would."""

    clock: Clock
    _before: TableState | None = None
    _touches: dict[Side, Touch] = field(default_factory=dict)

    def notice(self, state: TableState) -> None:
        """See which keys the players have pressed."""
        before, self._before = self._before, state
        if before is None or before.hanchan.kyoku is state.hanchan.kyoku:
            return
        for seat, button in pressed_between(before, state):
            side = Side[_sides(state)[seat]]
            # A new dictionary, because another thread may be reading the old one.
            self._touches = {**self._touches, side: Touch(button, self.clock.monotonic_ns())}

    def lamps(self, state: TableState) -> Lamps:
        """What the lamps of a real panel would show to people who know where they sit."""
        from companion.intake.panel.listener import Listener  # loaded when somebody looks
        from companion.intake.panel.showing import lamps

        seated = replace(state, hanchan=replace(state.hanchan, sides=_sides(state)))
        return lamps(Listener(), seated, self.clock.monotonic_ns())

    def touches(self) -> dict[Side, Touch]:
        """What was pressed last on each side."""
        return self._touches


class PanelBoxes:
    """The boxes of a real panel: the presses that it reports, and the lamps that it is told to show."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._lamps = Lamps()
        self._touches: dict[Side, Touch] = {}

    def watched(self, open_panel: Callable[[], Panel]) -> Callable[[], Panel]:
        """The same panel, whose presses and lamps are noted here."""
        return lambda: _WatchedPanel(open_panel(), self._pressed, self._shown)

    def notice(self, state: TableState) -> None:
        """Do nothing: the panel itself reports everything."""

    def lamps(self, state: TableState) -> Lamps:
        """What the lamps were told to show."""
        return self._lamps

    def touches(self) -> dict[Side, Touch]:
        """What was pressed last on each side."""
        with self._guard:
            return dict(self._touches)

    def _pressed(self, signals: tuple[Signal, ...]) -> None:
        for signal in signals:
            if isinstance(signal, Press):
                with self._guard:
                    self._touches[signal.side] = Touch(signal.button, self._clock.monotonic_ns())

    def _shown(self, shown: Lamps) -> None:
        self._lamps = shown


class _WatchedPanel:
    """A panel that also passes on its presses and lamps."""

    def __init__(
        self,
        panel: Panel,
        pressed: Callable[[tuple[Signal, ...]], None],
        shown: Callable[[Lamps], None],
    ) -> None:
        self._panel, self._pressed, self._shown = panel, pressed, shown

    @property
    def damaged_lines(self) -> int:
        return self._panel.damaged_lines

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        signals = self._panel.wait(timeout_s)
        self._pressed(signals)
        return signals

    def show(self, lamps: Lamps) -> None:
        self._shown(lamps)
        self._panel.show(lamps)

    def close(self) -> None:
        self._panel.close()


def _sides(state: TableState) -> str:
    """Who sits where; the usual sides where nobody has said so, as at a table that plays by itself."""
    return state.hanchan.sides or SIDES[: state.hanchan.rules.players]
