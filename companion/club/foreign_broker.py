"""A broker that somebody else runs: the hub starts none, and lists the rights that this one has to grant.

It keeps its own certificate, from any authority; the club's machines show theirs, from the club's authority.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.club.topics import DISCOVERY, FROM_HUB, FROM_TABLES, HUB, topic
from companion.club.wire import Arrived, Wire, WireDown
from companion.errors import ConfigError
from companion.files import write_privately

__all__ = ["RIGHTS", "ForeignBroker", "ForeignPlan", "RightsProbe"]

RIGHTS: Final = "rights-for-broker"
"""The file in the hub's folder that lists the rights, in the form of Mosquitto's `acl_file`."""
_NOBODY: Final = "00000000"
"""A table that never exists: what the hub says to itself goes there."""
_COMES_BACK_WITHIN_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class ForeignPlan:
    """Where the broker listens, and who vouches for it."""

    host: str
    port: int
    authority: Path
    """The certificate of the authority that has signed the broker's."""
    is_home_told: bool = False
    """Whether the hub tells Home Assistant of the tables there."""

    @property
    def near_host(self) -> str:
        """The address at which this machine reaches the broker."""
        return self.host


class ForeignBroker:
    """Is used like the hub's own broker, but starts nothing.

    Raises:
        ConfigError: its authority cannot be read, or the rights cannot be written.
    """

    pid = 0
    restarts = 0

    def __init__(self, folder: Path, club: str, plan: ForeignPlan) -> None:
        self.plan = plan
        self.rights_file = folder / RIGHTS
        try:
            self.authority = plan.authority.read_text(encoding="ascii")
        except (OSError, ValueError) as error:
            raise ConfigError(f"the broker's authority {plan.authority} cannot be used: {error}") from error
        try:
            write_privately(self.rights_file, _rights(club, is_home_told=plan.is_home_told).encode())
        except OSError as error:
            raise ConfigError(f"the rights for the broker cannot be written: {error}") from error

    def start(self) -> None:
        """Start nothing: it runs already, or will."""

    def stop(self) -> None:
        """Stop nothing: it goes on for others."""

    def allow(self, tables: Iterable[str]) -> None:
        """Change nothing: every table with a certificate may connect; the hub sends away removed ones."""


def _rights(club: str, *, is_home_told: bool) -> str:
    lines = [f"user {HUB}", f"topic readwrite {topic(club, '+', '#')}"]
    lines += [f"topic write {DISCOVERY}"] if is_home_told else []
    lines += [f"pattern write {topic(club, '%u', leaf)}" for leaf in FROM_TABLES]
    lines += [f"pattern read {topic(club, '%u', leaf)}" for leaf in FROM_HUB]
    return "\n".join((*lines, ""))


class RightsProbe:
    """Finds out whether the hub may use its topics: a broker that drops a message does not say so."""

    def __init__(self, wire: Wire, club: str, rights_file: Path) -> None:
        self._wire, self._rights_file = wire, rights_file
        self._topic = topic(club, _NOBODY, FROM_TABLES[0])
        self._word = secrets.token_hex(8).encode()
        self._ends: float | None = None
        self._is_heard = False

    def look(self, arrived: Iterable[Arrived]) -> bool:
        """Send the word once; True once it is back. Raises WireDown if it does not come back in time."""
        if self._is_heard or not self._wire.is_ready:
            return self._is_heard
        if self._ends is None:
            self._ends = time.monotonic() + _COMES_BACK_WITHIN_S
            self._wire.send(self._topic, self._word, is_retained=False)
        self._is_heard = any(one.topic == self._topic and one.payload == self._word for one in arrived)
        if not self._is_heard and time.monotonic() > self._ends:
            raise WireDown(
                "the broker does not let the hub write and read its topics: give it the rights in "
                f"{self._rights_file}"
            )
        return self._is_heard
