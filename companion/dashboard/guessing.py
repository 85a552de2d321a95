"""Wrong guesses at the six digits: how many are heard in a minute, and from whom.

Half of what is heard is reserved for devices that have not guessed wrong lately. Somebody who guesses all the
time uses up only the other half, so people who type the right code are still heard.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from companion.clock import Clock
from companion.dashboard.pace import household

__all__ = ["HEARD_A_MINUTE", "HEARD_FROM_KNOWN", "HEARD_FROM_ONE", "REMEMBERED_S", "Guesses"]

HEARD_A_MINUTE: Final = 10
"""Wrong guesses, from all devices together."""
HEARD_FROM_KNOWN: Final = 5
"""Wrong guesses a minute, from all devices together that have guessed wrong lately."""
HEARD_FROM_ONE: Final = 3
"""Wrong guesses a minute, from one address."""
REMEMBERED_S: Final = 3_600
"""How long "lately" is, in seconds.

To use up the reserve for this long takes 300 addresses; most networks have fewer.
"""
_SECOND_NS: Final = 1_000_000_000
_MINUTE_NS: Final = 60 * _SECOND_NS


@dataclass(frozen=True, slots=True)
class _Wrong:
    at_ns: int
    who: str
    was_known: bool
    """Whether that address had already guessed wrong lately."""


class Guesses:
    """The wrong guesses of the last minute, and who has guessed wrong lately. The caller holds a lock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._heard: deque[_Wrong] = deque()
        self._known: dict[str, int] = {}
        """When each address guessed wrong last. At most ten a minute come in, so this stays small."""

    @property
    def in_the_last_minute(self) -> int:
        """How many wrong guesses were heard in the last minute."""
        self._forget_old()
        return len(self._heard)

    def may_guess(self, address: str) -> bool:
        """Whether a guess from this address is heard now. If not, it is not compared with the code."""
        self._forget_old()
        who = household(address)
        if len(self._heard) >= HEARD_A_MINUTE or sum(one.who == who for one in self._heard) >= HEARD_FROM_ONE:
            return False
        return who not in self._known or sum(one.was_known for one in self._heard) < HEARD_FROM_KNOWN

    def was_wrong(self, address: str) -> None:
        """Note that a guess from this address was heard, and was wrong."""
        now_ns, who = self._clock.monotonic_ns(), household(address)
        self._heard.append(_Wrong(now_ns, who, who in self._known))
        self._known[who] = now_ns

    def _forget_old(self) -> None:
        now_ns = self._clock.monotonic_ns()
        while self._heard and self._heard[0].at_ns <= now_ns - _MINUTE_NS:
            self._heard.popleft()
        long_ago_ns = now_ns - REMEMBERED_S * _SECOND_NS
        self._known = {who: at_ns for who, at_ns in self._known.items() if at_ns > long_ago_ns}
