"""The door for phones used as a seat's keys; sides, keys and lamps go by the names that pages use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from companion.errors import CompanionError
from firmware_bridge.errors import PhoneRefused
from firmware_bridge.phone_desk import PhoneDesk, PhoneEdge, Seen
from firmware_bridge.signals import Button, Lamp, Side

__all__ = ["Edge", "KeysRefused", "PhoneKeys", "Told"]

_BUTTONS: Final = {button.label: button for button in Button}
_LAMPS: Final = {lamp.name.lower(): lamp for lamp in Lamp}

Edge = tuple[int, str, bool, int]
"""The phone's number of an edge, the key, whether it went down, and when by the phone's clock (ms)."""


class KeysRefused(CompanionError, ValueError):
    """A phone was not heard; `code` says why."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code


@dataclass(frozen=True, slots=True)
class Told:
    """What a phone learns: the number of the last edge that was heard, and the look of its lamp."""

    heard: int
    lamp: str


class PhoneKeys:
    """All phones of a table. `sit`, `hear` and `beat` raise KeysRefused."""

    def __init__(self, desk: PhoneDesk, sat: Callable[[], None] = lambda: None) -> None:
        """`sat` is called each time a phone has sat down: its side has more keys from then on."""
        self._desk, self._sat = desk, sat

    def taken(self, who: str) -> tuple[str, ...]:
        """The sides that have somebody else's phone."""
        taken = self._desk.taken(who)
        return tuple(side.name for side in Side if side in taken)

    def sit(self, who: str, side: str, ms: int, instead_of: str) -> str:
        """Make a phone serve as a side's keys, as `PhoneDesk.sit` says; returns the name of its line."""
        if side not in Side.__members__:
            raise KeysRefused("bad_keys", "side is A, B, C or D.")
        with _in_our_words():
            line = self._desk.sit(who, Side[side], ms, instead_of=instead_of)
        self._sat()
        return line

    def hear(self, who: str, line: str, ms: int, edges: Iterable[Edge]) -> Told:
        """Take in what happened to a phone's keys; see `PhoneDesk.hear`."""
        told = tuple(_edge(*edge) for edge in edges)
        with _in_our_words():
            return _told(self._desk.hear(who, line, ms, told))

    def beat(self, who: str, line: str, ms: int, shown: str) -> Told:
        """A phone is there, and its lamp shows this; answers when that has to change, or after a second."""
        with _in_our_words():
            return _told(self._desk.beat(who, line, ms, _LAMPS.get(shown)))

    def leave(self, who: str, line: str) -> None:
        """A phone is put away."""
        self._desk.leave(who, line)


def _edge(number: int, key: str, is_down: bool, at_ms: int) -> PhoneEdge:
    if key not in _BUTTONS:
        raise KeysRefused("bad_keys", f"A key is one of {', '.join(_BUTTONS)}.")
    return PhoneEdge(number, _BUTTONS[key], is_down, at_ms)


def _told(seen: Seen) -> Told:
    return Told(seen.heard, seen.lamp.name.lower())


@contextmanager
def _in_our_words() -> Iterator[None]:
    try:
        yield
    except PhoneRefused as no:
        raise KeysRefused(no.code, str(no)) from None
