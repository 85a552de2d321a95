"""At which side of the table the table's own keys are, in a file of its own beside the games; read strictly.

The wiring gives each socket, pad or button a letter, A to D. Boxes whose plugs were exchanged, or that nobody
has, are told here and nowhere else: who sits where is about people, and a camera sees them by the same sides.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.errors import ConfigError
from companion.files import UNREADABLE, field_in, json_in, with_added, write_instead, write_openly

__all__ = ["FILE", "HouseKeys", "KeySides", "KeySidesRefused"]

FILE: Final = "key-sides.json"
LETTERS: Final = "ABCD"
_MOST_BYTES: Final = 10_000
_log = logging.getLogger(__name__)


class KeySidesRefused(ConfigError):
    """The keys cannot be like this; the sentence says why."""


@dataclass(frozen=True, slots=True)
class KeySides:
    """The side of the table for each letter of the wiring, and the letters at which there are no keys."""

    at: str = LETTERS
    without: str = ""

    def side_of(self, letter: str) -> str:
        """The side at which the keys of this letter are.

        >>> KeySides("BACD").side_of("A")
        'B'
        """
        return self.at[LETTERS.index(letter)]

    def letter_at(self, side: str) -> str:
        """The letter of the keys at this side."""
        return LETTERS[self.at.index(side)]


class HouseKeys:
    """Where the keys are at this table; any thread may ask.

    A damaged file keeps nobody from playing: where the keys are is then unknown until people say it, and each
    counts at the side of its letter. The file stays beside the one that they write.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._changing = threading.Lock()
        self.sides, self.damage = KeySides(), ""
        """`damage`: what is wrong with the file, in a sentence; empty where nothing is."""
        try:
            self.sides = _kept(self._path)
        except ConfigError as damaged:
            self.damage = f"{damaged}."
        self.letters = ""
        """The letters of the wiring that has been opened; none: the table has no keys of its own."""
        self.changed: Callable[[], None] = lambda: None
        """Called after each change, in the thread that makes it."""

    def change(self, at: object, without: object) -> None:
        """Let the keys be at these sides from now on, and after the next start.

        Raises:
            KeySidesRefused: they cannot be like this.
            OSError: it cannot be kept.
        """
        sides = _checked(at, without)
        with self._changing:
            self._keep(sides)
            self.sides, self.damage = sides, ""
        self.changed()

    def found(self, letter: str) -> None:
        """Keys were pressed where there were said to be none: there are some after all."""
        with self._changing:
            self.sides = replace(self.sides, without=self.sides.without.replace(letter, ""))
            try:
                self._keep(self.sides)
            except OSError as error:  # until the next start it is known without the disk, too
                _log.warning("key_sides.not_kept %s", error)
        self.changed()

    def _keep(self, sides: KeySides) -> None:
        """Raises OSError."""
        said = with_added(asdict(sides), self._path)
        write_instead(self._path, json.dumps(said).encode() + b"\n", _read, write_openly)

    def with_keys(self, letters: Collection[str]) -> None:
        """Note the letters that the wiring has."""
        self.letters = "".join(letter for letter in LETTERS if letter in letters)


def _kept(path: Path) -> KeySides:
    """Raises ConfigError."""
    try:
        with path.open("rb") as file:
            return _read(file.read(_MOST_BYTES + 1))
    except FileNotFoundError:
        return KeySides()
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is damaged: it is not UTF-8 text") from error
    except UNREADABLE as error:
        raise ConfigError(f"{path} is damaged: {error}") from error


def _read(content: bytes) -> KeySides:
    """Raises ValueError."""
    if len(content) > _MOST_BYTES:
        raise ValueError(f"it has more than {_MOST_BYTES} bytes")
    told: Any = json_in(content)
    try:
        return _checked(field_in(told, "at", str), field_in(told, "without", str))
    except KeySidesRefused as refused:
        raise ValueError(str(refused)) from refused


def _checked(at: object, without: object) -> KeySides:
    if type(at) is not str or sorted(at) != list(LETTERS):
        raise KeySidesRefused(f"at has to name each of the sides {LETTERS} once")
    if type(without) is not str or len(set(without)) < len(without) or set(without) - set(LETTERS):
        raise KeySidesRefused(f"without names letters of {LETTERS}, each at most once")
    return KeySides(at, "".join(sorted(without)))
