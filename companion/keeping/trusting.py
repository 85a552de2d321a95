"""What the house lets pictures write without asking, in its own file beside the games; read strictly.

What each setting means is the scribe's business. Pages change it, and so may an editor before a start.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final, Protocol

from companion.errors import ConfigError
from companion.files import write_openly
from companion.scribe.mind import TRUSTING, Trust

__all__ = ["FILE", "HouseTrust", "TrustRefused", "Trusting", "keep_trust", "kept_trust", "trust_of"]

FILE: Final = "trust.toml"
_MOST_BYTES: Final = 10_000
_BETWEEN: Final = {"sure": (0.5, 0.999), "ahead": (2.0, 1000.0)}
_HEAD: Final = "# What the camera may write by itself; what it may not is asked about.\n"


class TrustRefused(ConfigError):
    """A setting does not exist, or cannot have this value; the sentence says which."""


class Trusting(Protocol):
    """Whoever keeps what pictures may write."""

    @property
    def trust(self) -> Trust:
        """The settings that apply now."""

    def set_trust(self, trust: Trust) -> None:
        """Apply it from now on, and after the next start. Raises OSError: it cannot be kept."""


class HouseTrust:
    """The settings that apply at this table; any thread may ask.

    Raises:
        ConfigError: the file is damaged, and the sentence says how.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.trust = kept_trust(folder)

    def set_trust(self, trust: Trust) -> None:
        """Apply that from now on, and after the next start. Raises OSError: it cannot be kept."""
        keep_trust(self._folder, trust)
        self.trust = trust


def kept_trust(folder: Path) -> Trust:
    """What was kept for this house, or the defaults.

    Raises:
        ConfigError: the file is damaged, and the sentence says how.
    """
    path = folder / FILE
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8-sig")  # some editors put a mark before the first line
    except FileNotFoundError:
        return TRUSTING
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is damaged: it is not UTF-8 text; correct it or delete it") from error
    try:
        return trust_of(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # also a number of more than 4,300 digits
        raise ConfigError(f"{path}: {error}") from error


def keep_trust(folder: Path, trust: Trust) -> None:
    """Keep it for the next start; the old file stays until the new one is whole.

    Raises:
        OSError: it cannot be written.
    """
    lines = (f"{name} = {str(value).lower()}\n" for name, value in asdict(trust).items())
    write_openly(folder / FILE, "".join((_HEAD, *lines)).encode())


def trust_of(said: dict[str, Any], before: Trust = TRUSTING) -> Trust:
    """The settings with these changes; what is not mentioned stays as it was.

    Raises:
        TrustRefused: there is no such setting, or it cannot be that.
    """
    known = {field.name: getattr(before, field.name) for field in fields(Trust)}
    for name, value in said.items():
        if name not in known:
            raise TrustRefused(f"there is no setting {name!r}; there are {', '.join(known)}")
        known[name] = _number(name, value) if name in _BETWEEN else _choice(name, value)
    return Trust(**known)


def _choice(name: str, value: Any) -> bool:
    if type(value) is not bool:
        raise TrustRefused(f"{name} must be true or false")
    return value


def _number(name: str, value: Any) -> float:
    least, most = _BETWEEN[name]
    if type(value) not in (int, float) or not least <= value <= most:
        raise TrustRefused(f"{name} must lie between {least:g} and {most:g}")
    return float(value)
