"""The addresses and the name by which other devices reach this machine. Nothing is sent to find out."""

from __future__ import annotations

import re
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address
from typing import Final

_ADDRESS_OF: Final = 0x8915
"""SIOCGIFADDR: asks Linux for the IPv4 address of a network card."""
_CARD_NAME_BYTES: Final = 15
_ANOTHER_HAS_IT: Final = re.compile(r"-([2-9]|[1-9][0-9])\.local", re.ASCII)
"""The end of a machine's name where another machine on the network has the same one: `name-2.local`."""


def own_name() -> str:
    """The name that this machine has on the network.

    >>> own_name().endswith(".local")
    True
    """
    return f"{_first_name()}.local"


def is_own_name(name: str) -> bool:
    """Whether a lower-case name is this machine's, even with the number that tells it from a namesake."""
    first = _first_name()
    if not first or not name.startswith(first):
        return False
    return name == f"{first}.local" or _ANOTHER_HAS_IT.fullmatch(name, len(first)) is not None


def _first_name() -> str:
    return socket.gethostname().partition(".")[0].lower()


def house_addresses() -> tuple[str, ...]:
    """Addresses of this machine's network cards, the likeliest first; else its name."""
    return network_addresses() or (own_name(),)


def network_addresses() -> tuple[str, ...]:
    """Addresses of this machine's network cards, the likeliest first; none where it has no network."""
    found = [address for card in _cards() if (address := _address_of(card)) is not None]
    return tuple(map(str, sorted((each for each in found if not each.is_loopback), key=_is_unlikely)))


def names_of_machine(further: Iterable[str]) -> tuple[str, ...]:
    """Every name and address by which a device may ask for this machine, the `further` ones last."""
    own = own_name()
    loopback = ("localhost", "127.0.0.1", "::1")
    return (*loopback, own, own.removesuffix(".local"), *network_addresses(), *further)


def _cards() -> list[str]:
    with suppress(OSError):  # a service may be kept from asking
        return [card for _, card in socket.if_nameindex()]
    return []


def _is_unlikely(address: IPv4Address) -> bool:
    # Containers and virtual machines mostly sit in 172.16.0.0/12; tablets mostly do not.
    return address.is_link_local or address.packed[0] == 172


def _address_of(card: str) -> IPv4Address | None:
    with suppress(ImportError, OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        from fcntl import ioctl  # not every system has it

        told = ioctl(asking, _ADDRESS_OF, struct.pack("256s", card.encode()[:_CARD_NAME_BYTES]))
        return IPv4Address(told[20:24])
    return None
