"""Names and passwords of Wi-Fi networks: what is accepted, and the files that NetworkManager reads."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = [
    "HOTSPOT",
    "HOTSPOT_ADDRESS",
    "HotspotAccess",
    "Network",
    "WifiRefused",
    "hotspot_profile",
    "network_profiles",
]

HOTSPOT: Final = "riichi-hotspot"
"""What NetworkManager calls the Pi's own Wi-Fi."""
HOTSPOT_ADDRESS: Final = "10.42.0.1"
"""The Pi in its own Wi-Fi."""
HOUSE: Final = "riichi-house"
"""What NetworkManager calls the Wi-Fi that was entered on the page."""
MOST_NAME_BYTES: Final = 32
SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 63
_EASY_LETTERS: Final = "abcdefghkmnpqrstuvwxyz23456789"
"""Without i, j, l, o, 0 and 1, which are easily taken for one another."""


class WifiRefused(ValueError):
    """A text cannot be the name or password of a Wi-Fi; `reason` is the key of the sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Network:
    """The Wi-Fi of a house."""

    name: str
    """1 to 32 bytes as UTF-8, printable and not only blanks."""
    password: str
    """8 to 63 visible ASCII characters or blanks; empty for a network without a password."""
    is_hidden: bool = False
    """Whether it does not send out its name: a device then has to ask for it by name."""

    @classmethod
    def of(cls, said: Mapping[str, object]) -> Network:
        """What a person entered, checked.

        Raises:
            WifiRefused: it cannot be the name or the password of a Wi-Fi.
        """
        name, password = said.get("name"), said.get("password")
        if not isinstance(name, str) or not isinstance(password, str):
            raise WifiRefused("name_missing")
        return cls(_checked_name(name), _checked_password(password), said.get("hidden") in ("yes", True))


def _checked_name(name: str) -> str:
    if not name.strip():
        raise WifiRefused("name_missing")
    try:
        length = len(name.encode())
    except UnicodeEncodeError:
        raise WifiRefused("name_letters") from None
    if length > MOST_NAME_BYTES:
        raise WifiRefused("name_long")
    if not name.isprintable():
        raise WifiRefused("name_letters")
    return name


def _checked_password(password: str) -> str:
    if not password:
        return password
    if not (password.isascii() and password.isprintable()):
        raise WifiRefused("password_letters")
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise WifiRefused("password_length")
    return password


@dataclass(frozen=True, slots=True)
class HotspotAccess:
    """The name and the password of the Pi's own Wi-Fi."""

    name: str
    password: str

    @classmethod
    def new(cls) -> HotspotAccess:
        """One that no other card has: about 20 bits of chance in the name, 59 in the password."""
        return cls(f"riichi-{_chance(4)}", _chance(12))


def _chance(letters: int) -> str:
    return "".join(secrets.choice(_EASY_LETTERS) for _ in range(letters))


def network_profiles(network: Network) -> tuple[str, ...]:
    """NetworkManager's files for the Wi-Fi of a house, in the order in which they are to be tried.

    The name stands there as numbers, and the password as the key that WPA2 makes of both: so nothing
    that a person typed can become another line of the file, and the card does not hold the password.
    The second file does: it is for networks that take nothing but WPA3 and must be shown the password.
    """
    if not network.password:
        return (_house_profile(network, ()),)
    key = hashlib.pbkdf2_hmac("sha1", network.password.encode(), network.name.encode(), 4096, 32).hex()
    return (
        _house_profile(network, ("key-mgmt=wpa-psk", f"psk={key}")),
        _house_profile(network, ("key-mgmt=sae", "pmf=3", f"psk={_quoted(network.password)}")),
    )


def _house_profile(network: Network, security: tuple[str, ...]) -> str:
    lines = ["[connection]", f"id={HOUSE}", "type=wifi", "autoconnect=true", "autoconnect-retries=0", ""]
    lines += ["[wifi]", "mode=infrastructure", f"ssid={_numbers(network.name)}"]
    lines += ["hidden=true", ""] if network.is_hidden else [""]
    lines += ["[wifi-security]", *security, ""] if security else []
    lines += ["[ipv4]", "method=auto", "", "[ipv6]", "method=auto", ""]
    return "\n".join(lines)


def hotspot_profile(hotspot: HotspotAccess) -> str:
    """NetworkManager's file for the Pi's own Wi-Fi, which only `hardware.card.hotspot` opens."""
    lines = ["[connection]", f"id={HOTSPOT}", "type=wifi", "autoconnect=false", ""]
    lines += ["[wifi]", "mode=ap", "band=bg", f"ssid={_numbers(hotspot.name)}", ""]
    # pmf=1: some chips and old phones cannot protect management frames, and would find no network at all.
    lines += ["[wifi-security]", "key-mgmt=wpa-psk", "proto=rsn", "pmf=1", f"psk={hotspot.password}", ""]
    lines += [
        "[ipv4]",
        "method=shared",
        f"address1={HOTSPOT_ADDRESS}/24",
        "",
        "[ipv6]",
        "method=disabled",
        "",
    ]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    """A value for NetworkManager's file, where a backslash escapes, and blanks at an end are dropped."""
    return re.sub(r"^ | $", r"\\s", text.replace("\\", r"\\"))


def _numbers(name: str) -> str:
    return "".join(f"{byte};" for byte in name.encode())
