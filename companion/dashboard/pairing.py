"""Letting a device in: a code on the host's screen, or a key held at the table.

A code has six digits for fingers and a long secret for a camera (in the QR picture). It lets one device in,
within two minutes. A wrong guess never tells whether there is a code at all.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from hmac import compare_digest
from threading import Lock
from typing import Final, TypeVar

from companion.clock import Clock
from companion.dashboard.guessing import Guesses
from companion.dashboard.roles import Role
from companion.errors import CompanionError

__all__ = ["CODE_S", "Code", "Pairing", "PairingRefused", "Why"]

CODE_S: Final = 120
CLAIM_S: Final = 6
"""How many seconds a claim counts: a device that still waits for the key asks again every second or two."""
MOST_CLAIMS: Final = 32
_SECOND_NS: Final = 1_000_000_000
_Answer = TypeVar("_Answer")


class Why(StrEnum):
    """Why a device was not let in."""

    WRONG_CODE = "wrong_code"
    TOO_MANY_TRIES = "too_many_tries"
    SEVERAL_ASKED = "several_asked"


class PairingRefused(CompanionError, ValueError):
    """The device was not let in."""

    def __init__(self, why: Why) -> None:
        self.why = why
        super().__init__(why.value)


@dataclass(slots=True)
class Code:
    """One code. It lets one device in, once."""

    role: Role
    until_ns: int
    """By the monotonic clock."""
    digits: str = field(default_factory=lambda: f"{secrets.randbelow(1_000_000):06}", repr=False)
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)


class Pairing:
    """The code that is valid now, who guessed wrong lately, and which devices wait for a key to be held."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = Lock()
        self._code: Code | None = None
        self._guesses = Guesses(clock)
        self._claims_ns: dict[str, int] = {}
        self._host_until_ns = -1

    def new_code(self, role: Role) -> Code:
        """A code for one device; the one before it expires."""
        with self._lock:
            self._code = Code(role, self._clock.monotonic_ns() + CODE_S * _SECOND_NS)
            return self._code

    @property
    def wrong_codes(self) -> int:
        """How many wrong guesses were heard in the last minute."""
        with self._lock:
            return self._guesses.in_the_last_minute

    def redeem(self, said: str, address: str, let_in: Callable[[Role], _Answer]) -> _Answer:
        """Let the device at `address` in, with the role of the code that it sent; returns what `let_in` does.

        A right code is used up, unless `let_in` raises: then the device is not in.

        Raises:
            PairingRefused: it is wrong, old or used, or there were too many wrong ones lately.
        """
        with self._lock:
            code = self._counts()
            # The long secret cannot be guessed, so wrong guesses at the digits do not lock it out.
            if code is not None and _same(said, code.secret):
                return self._used(code, let_in)
            if not self._guesses.may_guess(address):
                raise PairingRefused(Why.TOO_MANY_TRIES)
            if code is not None and _same(said, code.digits):
                return self._used(code, let_in)
            self._guesses.was_wrong(address)
            raise PairingRefused(Why.WRONG_CODE)

    def allow_host_for(self, seconds: float) -> None:
        """Somebody at the table holds a key down: the one device that asks becomes a host."""
        with self._lock:
            self._host_until_ns = self._clock.monotonic_ns() + round(seconds * _SECOND_NS)

    def claim(self, address: str) -> bool:
        """Ask to become a host by a key; returns whether the device may now. If not, it asks again.

        Raises:
            PairingRefused: the key is held and another device asks too, or very many devices ask.
        """
        with self._lock:
            now_ns = self._clock.monotonic_ns()
            still = {who: at for who, at in self._claims_ns.items() if at + CLAIM_S * _SECOND_NS > now_ns}
            if address not in still and len(still) >= MOST_CLAIMS:
                raise PairingRefused(Why.SEVERAL_ASKED)
            self._claims_ns = {**still, address: now_ns}
            if now_ns >= self._host_until_ns:
                return False
            self._host_until_ns = -1
            if len(self._claims_ns) > 1:
                raise PairingRefused(Why.SEVERAL_ASKED)
            self._claims_ns = {}
            return True

    def _counts(self) -> Code | None:
        code = self._code
        if code is None or self._clock.monotonic_ns() >= code.until_ns:
            return None
        return code

    def _used(self, code: Code, let_in: Callable[[Role], _Answer]) -> _Answer:
        answer = let_in(code.role)
        self._code = None
        return answer


def _same(said: str, right: str) -> bool:
    return compare_digest(said.encode("utf-8", "surrogatepass"), right.encode())
