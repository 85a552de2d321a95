"""How often one address may ask: too many requests are slowed down, and nobody is ever shut out.

Shutting an address out could lock out the owner; slowing it down only makes it wait.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Final

from companion.clock import Clock
from companion.dashboard.standing import Standing

__all__ = ["COMMANDS_A_SECOND", "QUESTIONS_A_SECOND", "STREAMS_EACH", "Pace", "Places", "household"]

COMMANDS_A_SECOND: Final = 20
QUESTIONS_A_SECOND: Final = 60
"""Some cost a small computer more than sending the answer: an evening's statistics, a past moment."""
BURST_S: Final = 2
"""How long an address may ask twice as fast, in seconds."""
STREAMS_EACH: Final = 6
MOST_REMEMBERED: Final = 1_024


class Pace:
    """For each address a bucket that fills with this many tokens a second; whatever is asked takes one."""

    def __init__(self, clock: Clock, a_second: int) -> None:
        self._clock = clock
        self._a_second = a_second
        self._most = float(a_second * BURST_S)
        self._lock = Lock()
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def may_ask(self, address: str) -> bool:
        """Take a token; returns whether there was one left."""
        now_ns, who = self._clock.monotonic_ns(), household(address)
        with self._lock:
            tokens, at_ns = self._buckets.pop(who, (self._most, now_ns))
            tokens = min(self._most, tokens + (now_ns - at_ns) / 1e9 * self._a_second)
            is_allowed = tokens >= 1
            self._buckets[who] = (tokens - is_allowed, now_ns)
            # The address that has been silent longest has a full bucket anyway.
            if len(self._buckets) > MOST_REMEMBERED:
                self._buckets.popitem(last=False)
        return is_allowed


SHARES: Final = {Standing.STRANGER: 0.6, Standing.PAIRED: 0.875, Standing.OWN: 1.0}
"""The share of a stream's places that all visitors of a standing, or a lower one, may take together."""


class Places:
    """The places for viewers of the stream: `most` in all, some of them reserved; `each` for one address."""

    def __init__(self, most: int, each: int = STREAMS_EACH) -> None:
        self._each = each
        self._lock = Lock()
        self._taken: Counter[str] = Counter()
        self._up_to = {standing: int(most * share) for standing, share in SHARES.items()}
        self._held: Counter[Standing] = Counter()

    def take(self, address: str, standing: Standing) -> bool:
        """Take a place until it is given back; returns whether there was one."""
        who = household(address)
        with self._lock:
            if sum(self._held[each] for each in Standing if each <= standing) >= self._up_to[standing]:
                return False
            if self._held.total() >= self._up_to[Standing.OWN]:
                return False
            if standing is not Standing.OWN and self._taken[who] >= self._each:
                return False
            self._taken[who] += 1
            self._held[standing] += 1
            return True

    def give_back(self, address: str, standing: Standing) -> None:
        """Give back the place of a viewer that has gone."""
        who = household(address)
        with self._lock:
            self._held[standing] -= 1
            self._taken[who] -= 1
            if self._taken[who] <= 0:
                del self._taken[who]


@lru_cache(256)
def household(address: str) -> str:
    """Who asks: an IPv4 address, or an IPv6 network (/64), since every house has billions of IPv6 addresses.

    >>> household("192.168.1.7"), household("2001:db8:1:2:3:4:5:6"), household("")
    ('192.168.1.7', '2001:db8:1:2', '')
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None and not known.is_link_local:
        return ":".join(f"{int(part, 16):x}" for part in known.exploded.split(":")[:4])
    return str(known)
