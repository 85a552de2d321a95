"""Several panels of one table as one: the same lamps on each, and one line in *Health* for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import Final

from companion.clock import Clock
from companion.evidence import SourceChanged, SourceState
from companion.intake.panel.hearing import NAME, Beat, Ear, Heard, Late
from companion.intake.panel.stuck import StuckKeys
from firmware_bridge.panel import Panel
from firmware_bridge.signals import EVERY_SIDE, Condition, Lamps, PanelStatus, Side, Signal

__all__ = ["Beside", "Panels", "Standing"]

_LOST: Final = "presses_lost"
_LOW: Final = "battery_low"
_REPLACED_BY_LOST: Final = ("connected", "restarted", _LOST)
"""The codes that news of lost presses may replace; the others tell what is still wrong with a panel."""
_WORST_FIRST: Final = (SourceState.DOWN, SourceState.UP, SourceState.ENDED)


@dataclass(frozen=True, slots=True)
class Beside:
    """What the second panel says."""

    heard: Signal | Late | SourceChanged


class Panels:
    """An ear at each panel: at the table's own, and at one beside it where there is one."""

    def __init__(
        self,
        opens: tuple[Callable[[], Panel] | None, ...],
        put: Callable[[Heard | Beside], None],
        opened: Callable[[], None],
        clock: Clock,
    ) -> None:
        own, *others = (each for each in opens if each is not None)
        beside = partial(_put_beside, put)
        self.ears = [Ear(own, put, opened, clock), *(Ear(each, beside, opened, clock) for each in others)]

    @property
    def threads(self) -> list[Thread]:
        """One thread for each ear."""
        return [ear.thread for ear in self.ears]

    def stop(self) -> None:
        """Let go of the panels; the threads end soon."""
        for ear in self.ears:
            ear.stop()

    def prod(self, beat: Beat) -> None:
        """Call `beat` once every thread has had its turn."""
        first, *others = self.ears
        for ear in others:
            beat = partial(ear.prod, beat)
        first.prod(beat)

    @property
    def damaged_lines(self) -> int:
        """How many lines or messages from the panels could not be read."""
        return sum(ear.damaged_lines for ear in self.ears)

    def show(self, lamps: Lamps) -> None:
        """Show these lamps on every panel that is open."""
        for ear in self.ears:
            if (panel := ear.panel) is not None:
                panel.show(lamps)


def _put_beside(put: Callable[[Heard | Beside], None], heard: Heard) -> None:
    """Pass on what the second panel says, marked as such, and what is to be called in its turn."""
    put(heard if callable(heard) else Beside(heard))


class Standing:
    """What each panel last reported about itself. For one thread."""

    def __init__(self) -> None:
        self.stuck = StuckKeys()
        self._of: dict[bool, SourceChanged] = {}
        self._heard: dict[bool, bool] = {}
        """For each panel, whether presses of at least one side can arrive."""

    @property
    def is_there(self) -> bool:
        """Whether presses can arrive now, from any of them."""
        return any(self._heard.values())

    def changes(self, status: PanelStatus | SourceChanged, *, is_beside: bool) -> Iterator[SourceChanged]:
        """What the table is told: the news, and then the other panel's state where that is worse.

        Of lost presses it is told nothing while something else is wrong with the same panel.
        """
        self.stuck.hear(status, is_beside=is_beside)
        said, before = _changed(status), self._of.get(is_beside)
        if said.code == _LOST and before is not None and before.code not in _REPLACED_BY_LOST:
            return
        self._of[is_beside] = said
        self._heard[is_beside] = said.state is SourceState.UP or _is_in_part(status)
        yield said
        worst = min(self._of.values(), key=_how_well)
        if _how_well(worst) < _how_well(said):
            yield worst


def _how_well(said: SourceChanged) -> tuple[int, bool]:
    """The least is the worst. A battery that is low stays low while the other panel says that all is well."""
    return _WORST_FIRST.index(said.state), said.code != _LOW


def _is_in_part(status: PanelStatus | SourceChanged) -> bool:
    """Whether the keys of some sides are away, and not the whole panel."""
    if isinstance(status, SourceChanged) or status.condition is Condition.PUT_AWAY:
        return False
    return status.gone != EVERY_SIDE


def _changed(status: PanelStatus | SourceChanged) -> SourceChanged:
    if isinstance(status, SourceChanged):
        return status
    state = SourceState.UP if status.is_usable else SourceState.DOWN
    if status.condition is Condition.PUT_AWAY:
        state = SourceState.ENDED
    sides = "".join(side.name for side in Side if side in status.sides)
    return SourceChanged(NAME, state, status.says, status.condition.name.lower(), sides)
