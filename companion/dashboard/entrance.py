"""Who asks: the peer's address, the Host header and a cookie give a visitor with a role.

The machine's own screen needs no pairing. What a proxy says is never believed; that there is a proxy
at all means that the visitor does not sit at this machine.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from flask import g, request
from werkzeug.wrappers import Request

from companion.clock import Clock, SystemClock
from companion.dashboard.devices import Device, Devices
from companion.dashboard.errors import RequestRefused
from companion.dashboard.pace import COMMANDS_A_SECOND, QUESTIONS_A_SECOND, Pace
from companion.dashboard.pairing import Pairing
from companion.dashboard.roles import Role
from companion.dashboard.standing import Standing

__all__ = [
    "Entrance",
    "HostByKey",
    "Visitor",
    "cookie_name",
    "is_own_screen",
    "may",
    "require",
    "sender",
    "standing_of",
    "the_visitor",
]

_PROXIED: Final = (
    *("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO"),
    *("HTTP_X_FORWARDED_PORT", "HTTP_X_FORWARDED_BY", "HTTP_X_REAL_IP", "HTTP_VIA"),
)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks."""

    role: Role
    device: Device | None = None
    """The paired device; None if it is not paired, and for the own screen."""
    is_own_screen: bool = False


@dataclass(frozen=True, slots=True)
class HostByKey:
    """A device that became a host by a key held at the table."""

    mark: str
    """Another one each time: two devices may have one name, and a page tells nobody twice."""
    name: str


class Entrance:
    """The devices that were let in, how another one gets in, and how often a visitor may ask."""

    def __init__(
        self, devices: Devices | None = None, clock: Clock | None = None, *, is_private: bool = False
    ) -> None:
        self.clock = clock or SystemClock()
        self.devices = devices or Devices()
        self.pairing = Pairing(self.clock)
        self.commands_pace = Pace(self.clock, COMMANDS_A_SECOND)
        self.questions_pace = Pace(self.clock, QUESTIONS_A_SECOND)
        self.is_private = is_private
        """Whether a device must be paired even to watch."""
        self.hosts_by_key: tuple[HostByKey, ...] = ()
        """The devices that became hosts by a key since the start, in order: every open page is told."""

    def allow_host_for(self, seconds: float) -> None:
        """A key is held at the table: the one device that asks within these seconds becomes a host."""
        self.pairing.allow_host_for(seconds)

    def became_host_by_key(self, name: str) -> None:
        """Keep the name so that every open page is told: nobody becomes a host behind the others' backs."""
        self.hosts_by_key = (*self.hosts_by_key, HostByKey(secrets.token_hex(4), name))

    def visitor(self, asked: Request) -> Visitor:
        """Who sent this request."""
        if is_own_screen(asked.environ):
            return Visitor(Role.HOST, is_own_screen=True)
        for device in self.devices_of(asked):
            return Visitor(device.role, device)
        return Visitor(Role.STRANGER if self.is_private else Role.SPECTATOR)

    def devices_of(self, asked: Request) -> Iterator[Device]:
        """The devices whose tokens came with this request; two if it was paired over https, then http."""
        for name in cookie_names(asked):
            token = asked.cookies.get(name)
            device = self.devices.with_token(token) if token else None
            if device is not None:
                yield device

    def is_still_in(self, visitor: Visitor) -> bool:
        """Whether the visitor's device has not been removed since."""
        return visitor.device is None or self.devices.holds(visitor.device)


def the_visitor() -> Visitor:
    """Who sent the request that is being answered."""
    visitor: Visitor = g.visitor
    return visitor


def sender() -> str:
    """Who sends: the id of the paired device, or the address of this machine's own screen."""
    device = the_visitor().device
    return device.id if device else f"own {request.remote_addr}"


def may(role: Role) -> bool:
    """Whether the visitor may do what this role may."""
    return the_visitor().role >= role


def standing_of(visitor: Visitor) -> Standing:
    """How the visitor ranks among all who are connected."""
    if visitor.is_own_screen:
        return Standing.OWN
    return Standing.STRANGER if visitor.device is None else Standing.PAIRED


def require(role: Role, visitor: Visitor | None = None) -> None:
    """Refuse a visitor whose role is too low; if none is given, whoever sent the request is checked.

    Raises:
        RequestRefused: the device was not let in, or not for this.
    """
    visitor = visitor or the_visitor()
    if visitor.role >= role:
        return
    if visitor.device is None:
        raise RequestRefused(
            HTTPStatus.UNAUTHORIZED, "pairing_needed", "This device must be paired first.", needs=role.word
        )
    raise RequestRefused(
        HTTPStatus.FORBIDDEN, "role_too_low", "This device was not paired for that.", needs=role.word
    )


def cookie_name(asked: Request) -> str:
    """The name of the device's cookie.

    Browsers keep cookies by host, not by port, so two companions on one machine need different names. A
    cookie set over https is never sent over http, so it has its own name; otherwise a device paired over
    https could no longer be paired over http.
    """
    return cookie_names(asked)[0]


def cookie_names(asked: Request) -> tuple[str, ...]:
    """The cookies that may hold a device's token; a device paired over http is known over https too."""
    plain = f"riichi-table-{asked.environ.get('SERVER_PORT', '0')}"
    return (f"{plain}-https", plain) if asked.scheme == "https" else (plain,)


def is_own_screen(environ: Mapping[str, Any]) -> bool:
    """Whether a browser on this very machine asks, by a loopback name or address."""
    if any(header in environ for header in _PROXIED):
        return False
    host = environ.get("HTTP_HOST", "")
    return _is_loopback(environ.get("REMOTE_ADDR") or "") and _names_loopback(host)


@lru_cache(256)
def _names_loopback(host: str) -> bool:
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    return name.lower() == "localhost" or _is_loopback(name.strip("[]"))


@lru_cache(256)
def _is_loopback(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped.is_loopback
    return address.is_loopback
