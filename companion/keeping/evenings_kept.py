"""Folders in which evenings are kept, and how a game is removed from them.

An evening's folder says in `evening.json` whose it is. It has a part, the folder `GAME.NUMBER`, for each time
that people agreed to keep a game; what a part holds is not known here. A data folder remembers its evenings
in `.evenings.json`, so that games can be forgotten there.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from companion.clock import Clock, utc_text
from companion.errors import CompanionError
from companion.files import field_in, json_in, with_added, write_privately
from companion.logs import boot_id

__all__ = [
    "MARK",
    "EveningRefused",
    "claim_evening",
    "date_evening",
    "forget_in_evenings",
    "is_evening",
    "new_part",
    "parts_of",
    "require_evening",
]

MARK: Final = "evening.json"
FORM: Final = 1
LONGEST_S: Final = 18 * 3600
"""In seconds: how long a folder belongs to the same evening, however often the companion is restarted."""
_LIST: Final = ".evenings.json"
_MOST_BYTES: Final = 100_000
_MOST_BYTES_OF_LIST: Final = 10_000_000
_PART: Final = re.compile(r"(?P<game>[a-z]+-\d{1,9})\.(?P<number>\d{1,4})")


class EveningRefused(CompanionError, ValueError):
    """An evening cannot be kept or read there; the sentence says why."""


def claim_evening(path: Path, folder: Path, clock: Clock) -> str:
    """Make `path` this evening's folder, or go on with it; the data folder `folder` remembers it.

    The answer is the random name of this table among evenings, by which its evening is known again.

    Raises:
        EveningRefused: it cannot be written, holds something else, or is another evening's; or the list of
            evenings is damaged.
    """
    try:
        known = _known(folder)
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if (path / MARK).is_file():
            mark = _mark(path)
            _require_same(mark, known["table"], path, clock)
            _write_mark(path, known["table"], _age_s(mark, clock), clock)
        elif any(path.iterdir()):
            raise EveningRefused(f"{path} holds something else: give the evening a folder of its own")
        else:
            path.chmod(0o700)
            _write_mark(path, known["table"], 0.0, clock)
        known["folders"] = sorted({*known["folders"], str(path.resolve())})
        write_privately(folder / _LIST, json.dumps(with_added(known, folder / _LIST)).encode())
    except OSError as error:
        raise EveningRefused(f"{path} cannot be written: {error.strerror or error}") from error
    return str(known["table"])


def require_evening(path: Path, table: str) -> None:
    """Raises EveningRefused if no evening of this table lies there: the stick may have been swapped."""
    if _mark(path)["table"] != table:
        raise EveningRefused(f"{path} holds another evening")


def date_evening(path: Path, clock: Clock) -> None:
    """Date an evening by the wall clock as it is now: a machine without a battery starts in the past.

    Raises:
        EveningRefused: there is no evening.
        OSError: it cannot be written.
    """
    mark = _mark(path)
    _write_mark(path, mark["table"], _age_s(mark, clock), clock)


def new_part(path: Path, game: str) -> Path:
    """A new folder for what is kept of a game from now on. Raises OSError."""
    number = 1 + max((int(_PART.fullmatch(one.name)["number"]) for one in parts_of(path, game)), default=0)  # type: ignore[index]
    part = path / f"{game}.{number}"
    part.mkdir(mode=0o700)
    return part


def parts_of(path: Path, game: str | None = None) -> list[Path]:
    """The parts of an evening, of one game or of all, in order. Raises OSError."""
    found = [(match, one) for one in path.iterdir() if (match := _PART.fullmatch(one.name)) and one.is_dir()]
    return [one for match, one in sorted(found, key=_place) if game is None or match["game"] == game]


def _place(part: tuple[re.Match[str], Path]) -> tuple[str, int, int]:
    stem, _, game = part[0]["game"].rpartition("-")
    return stem, int(game), int(part[0]["number"])


def is_evening(path: Path) -> bool:
    """Whether a folder holds an evening."""
    return (path / MARK).is_file()


def forget_in_evenings(folder: Path, game: str) -> tuple[Path, ...]:
    """Delete what was kept of a game of this data folder; return the evenings that could not be reached.

    Where the list of evenings is damaged, nobody knows where they lie: then the list is returned.
    """
    if not (folder / _LIST).exists():
        return ()
    try:
        known = _known(folder)
    except EveningRefused:
        return (folder / _LIST,)
    return tuple(
        path for name in known["folders"] if not _forgotten(path := Path(name), known["table"], game)
    )


def _forgotten(path: Path, table: str, game: str) -> bool:
    """Whether nothing of the game is there now."""
    try:
        if _mark(path).get("table") != table:
            return True  # somebody has put another evening there
        for part in parts_of(path, game):
            shutil.rmtree(part)
    except (OSError, EveningRefused):
        return False
    return True


def _require_same(mark: dict[str, Any], table: str, path: Path, clock: Clock) -> None:
    if mark["table"] != table or not -3600 <= _age_s(mark, clock) <= LONGEST_S:
        raise EveningRefused(f"{path} holds another evening: give this one a folder of its own")


def _age_s(mark: dict[str, Any], clock: Clock) -> float:
    """How long ago an evening began; by the wall clock only if the machine was started again since."""
    if mark.get("boot") == boot_id() != "unknown":
        return (clock.since_boot_ns() - int(mark["ns"])) / 1e9
    return clock.utc_now().timestamp() - float(mark["at"])


def _write_mark(path: Path, table: str, age_s: float, clock: Clock) -> None:
    """Write whose an evening is, and when it began by each clock. Raises OSError."""
    begun = clock.utc_now() - timedelta(seconds=age_s)
    mark = {
        "form": FORM, "table": table, "begun": utc_text(begun), "at": begun.timestamp(),
        "boot": boot_id(), "ns": clock.since_boot_ns() - round(age_s * 1e9),
    }  # fmt: skip
    write_privately(path / MARK, json.dumps(with_added(mark, path / MARK)).encode())


def _mark(path: Path) -> dict[str, Any]:
    try:
        with (path / MARK).open("rb") as file:
            mark = json_in(file.read(_MOST_BYTES))
        if mark["form"] != FORM or type(mark["table"]) is not str or type(mark["at"]) is not float:
            raise ValueError
        if "boot" in mark and type(mark["ns"]) is not int:
            raise ValueError
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise EveningRefused(f"{path} holds no evening that this companion can read") from error
    return dict(mark)


def _known(folder: Path) -> dict[str, Any]:
    """The random name that this data folder has among evenings, and the folders of its evenings.

    Raises:
        EveningRefused: the list is damaged; a new one would lose what it says.
    """
    path = folder / _LIST
    try:
        with path.open("rb") as file:
            known = json_in(file.read(_MOST_BYTES_OF_LIST))
        table, folders = field_in(known, "table", str), field_in(known, "folders", list)
        if not all(type(one) is str for one in folders):
            raise ValueError("folders must hold only texts in quotes")
    except FileNotFoundError:
        return {"table": secrets.token_hex(16), "folders": []}
    except (OSError, ValueError) as error:
        raise EveningRefused(
            f"{path} cannot be read, so nobody knows where earlier evenings lie: {error}"
        ) from error
    return {"table": table, "folders": folders}
