"""Who gets a place at the port, and for how long. Only the rules: no socket and no thread.

A place is a connection. Strangers may take most of them together and a few each; some are reserved for
paired devices, and some for this machine's own screen. Where no place is left, a connection that is not being
answered makes room: one of the lowest standing, of the device that holds most. So nobody's turn depends on a
stranger's manners.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from companion.dashboard.pace import household
from companion.dashboard.standing import Standing

__all__ = ["Guest", "Known", "Limits", "Place", "Stage", "is_too_late", "place_for"]

KNOWN_FOR_S: Final = 12 * 3600.0
MOST_KNOWN: Final = 256


class Stage(Enum):
    """What a connection is waiting for."""

    IDLE = "idle"
    """Its next request."""
    HEAD = "head"
    """The rest of the head of a request."""
    BODY = "body"
    """The rest of the body of a request."""
    ANSWER = "answer"
    """Our answer. A stream is one long answer."""
    READER = "reader"
    """The other side, which has not taken all of the answer yet."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many places there are, and how long each stage may take. Measured by trials C1 to C6."""

    connections: int = 200
    """Places in all."""
    connections_of_network: int = 180
    """Of strangers and paired devices together: the rest is reserved for this machine's own screen."""
    connections_of_strangers: int = 120
    """Of strangers together: the rest is reserved for paired devices and this machine's own screen."""
    connections_of_one_stranger: int = 16
    """A browser opens six."""
    connections_of_one_paired: int = 32
    idle_s: float = 30.0
    head_s: float = 10.0
    body_s: float = 30.0
    reader_s: float = 30.0
    """The longest that an answer may wait for its reader to take all that was written so far."""

    def up_to(self, standing: Standing) -> int:
        """How many connections all of this standing or a lower one may have together."""
        return (self.connections_of_strangers, self.connections_of_network, self.connections)[standing]

    def of_one(self, standing: Standing) -> int:
        """How many connections one address may have."""
        return (self.connections_of_one_stranger, self.connections_of_one_paired, self.connections)[standing]

    def patience_s(self, stage: Stage) -> float | None:
        """How long a connection may stay in a stage, in seconds; None while it waits for us."""
        return {
            Stage.IDLE: self.idle_s,
            Stage.HEAD: self.head_s,
            Stage.BODY: self.body_s,
            Stage.READER: self.reader_s,
        }.get(stage)


class Guest(Protocol):
    """A connection, as far as its place is concerned."""

    @property
    def address(self) -> str:
        """The address of its other end."""

    @property
    def standing(self) -> Standing:
        """Whose connection it is, as far as that is known."""

    @property
    def may_go(self) -> bool:
        """Whether nothing is being answered: it may be cut off, and can connect again."""


@dataclass(frozen=True, slots=True)
class Place:
    """Whether a newcomer may stay, and which connection is closed to make room."""

    is_free: bool
    instead_of: Guest | None = None


def place_for(address: str, standing: Standing, there: Iterable[Guest], limits: Limits) -> Place:
    """The place of a newcomer among those already `there`, the oldest first."""
    crowd = [guest for guest in there if guest.standing <= standing]
    house = household(address)
    neighbours = [
        guest for guest in crowd if guest.standing is standing and household(guest.address) == house
    ]
    for group, most in ((neighbours, limits.of_one(standing)), (crowd, limits.up_to(standing))):
        if len(group) >= most:
            victim = _who_goes(group)
            return Place(is_free=victim is not None, instead_of=victim)
    return Place(is_free=True)


def _who_goes(group: list[Guest]) -> Guest | None:
    """The oldest connection of the device that holds most, among those of the lowest standing."""
    held = Counter(household(guest.address) for guest in group)
    able = (guest for guest in group if guest.may_go)
    return min(able, key=lambda guest: (guest.standing, -held[household(guest.address)]), default=None)


def is_too_late(stage: Stage, waited_s: float, limits: Limits) -> bool:
    """Whether a connection has been in a stage for longer than anybody needs."""
    patience_s = limits.patience_s(stage)
    return patience_s is not None and waited_s > patience_s


class Known:
    """The addresses at which paired devices were seen lately. For one thread."""

    def __init__(self) -> None:
        self._seen_s: OrderedDict[str, float] = OrderedDict()

    def remember(self, address: str, now_s: float) -> None:
        """Note that a paired device asks from this address."""
        self._seen_s[address] = now_s
        self._seen_s.move_to_end(address)
        if len(self._seen_s) > MOST_KNOWN:
            self._seen_s.popitem(last=False)

    def knows(self, address: str, now_s: float) -> bool:
        """Whether a paired device asked from this address in the last twelve hours."""
        return now_s - self._seen_s.get(address, -KNOWN_FOR_S) < KNOWN_FOR_S
