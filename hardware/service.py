"""What scripts/install-pi was told: the settings with which the service of this machine is started."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

__all__ = ["PORT", "SETTINGS", "port_of_service", "setting"]

PORT: Final = 8136
"""The port of a table's page: an 8, then the number of tiles in a set, 136."""
SETTINGS: Final = Path("/etc/riichi-table/environment")


def setting(name: str, settings: Path | None = None) -> str | None:
    """What was said for this setting last; None where nothing was, or no service is installed."""
    try:
        lines = (settings or SETTINGS).read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return None
    said = re.findall(rf"^{re.escape(name)}=(.+)$", lines, re.MULTILINE)
    return said[-1].strip() if said else None


def port_of_service() -> int:
    """The port at which the service of this machine answers; the usual one without a service."""
    said = setting("RIICHI_PORT")
    return int(said) if said is not None and said.isdecimal() else PORT
