"""What the house lets pictures write without asking, in its own file beside the games; read strictly.

What each setting means is the scribe's business. Pages change it, and so may a person with an editor: what is
written there holds from the next start or change on. A change leaves everything else in the file as it is.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final, Protocol

from companion.errors import ConfigError
from companion.files import write_instead, write_openly
from companion.keeping.toml_rows import Row, with_rows
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

    def change(self, said: Mapping[str, Any]) -> None:
        """Apply these settings from now on, and after the next start.

        Raises:
            TrustRefused: there is no such setting, or it cannot be that.
            OSError: it cannot be kept.
        """


class HouseTrust:
    """The settings that apply at this table; any thread may ask.

    Raises:
        ConfigError: the file is damaged, and the sentence says how.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._changing = threading.Lock()
        self.trust = kept_trust(folder)

    def change(self, said: Mapping[str, Any]) -> None:
        """Apply these settings from now on, and whatever somebody has written into the file meanwhile.

        Raises:
            TrustRefused: there is no such setting, or it cannot be that.
            OSError: it cannot be kept.
        """
        with self._changing:
            trust = trust_of(said, self._now())
            keep_trust(self._folder, trust)
            self.trust = trust

    def _now(self) -> Trust:
        """What the file says; while that cannot be read, what applies."""
        try:
            return kept_trust(self._folder)
        except ConfigError:
            return self.trust


def kept_trust(folder: Path) -> Trust:
    """What was kept for this house, or the defaults.

    Raises:
        ConfigError: the file is damaged, and the sentence says how.
    """
    path = folder / FILE
    try:
        return _settings(_content(path))
    except FileNotFoundError:
        return TRUSTING
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is damaged: it is not UTF-8 text; correct it or delete it") from error
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from error


def keep_trust(folder: Path, trust: Trust) -> None:
    """Keep it for the next start, with whatever else a person has written into the file.

    A file that cannot be understood is kept beside the new one.

    Raises:
        OSError: the file cannot be read or written.
    """
    path = folder / FILE
    try:
        content = _with(trust, _content(path))
    except (FileNotFoundError, ValueError):
        content = with_rows(_HEAD, _rows(asdict(trust)), [()]).encode()
    write_instead(path, content, lambda was: _with(trust, was), write_openly)


def _content(path: Path) -> bytes:
    """The file up to the most bytes that it may have, and one more where it is larger. Raises OSError."""
    with path.open("rb") as file:
        return file.read(_MOST_BYTES + 1)


def _settings(content: bytes) -> Trust:
    """Raises ValueError."""
    if len(content) > _MOST_BYTES:
        raise ValueError(f"has more than {_MOST_BYTES} bytes; correct it or delete it")
    text = content.decode("utf-8-sig")  # some editors put a mark before the first line
    try:
        return trust_of(tomllib.loads(text))
    except RecursionError as error:
        raise ValueError("is nested too deeply") from error


def _with(trust: Trust, content: bytes) -> bytes:
    """The file with what has changed; a changed setting that it does not name is added.

    Raises:
        ValueError: it cannot be understood.
    """
    before = asdict(_settings(content))
    text = content.decode("utf-8-sig")
    named = tomllib.loads(text)
    told = {name: one for name, one in asdict(trust).items() if name in named or one != before[name]}
    text = with_rows(text, _rows(told), [()])
    if _settings(text.encode()) != trust:
        raise ValueError("its rows were not understood")
    return text.encode()


def _rows(settings: Mapping[str, Any]) -> dict[Row, Any]:
    return {(name,): value for name, value in settings.items()}


def trust_of(said: Mapping[str, Any], before: Trust = TRUSTING) -> Trust:
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
