"""How topics are written: `riichi/1/CLUB/TABLE/LEAF`. The 1 is the form of all messages."""

from __future__ import annotations

import re
from typing import Final

ROOT: Final = "riichi/1"
HUB: Final = "hub"
"""The name under which the hub itself connects to the broker."""
LISTENER: Final = "homeassistant"
"""The name under which Home Assistant connects to a hub's own broker, to listen."""
DISCOVERY: Final = "homeassistant/device/+/config"
"""Where Home Assistant looks for devices."""
FROM_TABLES: Final = ("up", "log", "games", "call", "flags")
FROM_HUB: Final = ("ask", "ack", "plan", "clock", "queue")
_ID: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)


def is_id(text: str) -> bool:
    """Whether a text may name a club or a table in a topic: eight hexadecimal digits.

    >>> is_id("0badcafe"), is_id("+"), is_id("hub")
    (True, False, False)
    """
    return bool(_ID.fullmatch(text))


def topic(club: str, table: str, leaf: str) -> str:
    """One topic; `+` as a table means all of them.

    >>> topic("0badcafe", "+", "up")
    'riichi/1/0badcafe/+/up'
    """
    return f"{ROOT}/{club}/{table}/{leaf}"


def table_and_leaf(text: str) -> tuple[str, str]:
    """Whose topic it is, and its last word; both empty if it has another form or names no table."""
    parts = text.split("/")
    if len(parts) != 5 or not is_id(parts[3]):
        return "", ""
    return parts[3], parts[4]
