"""From a TOML file to a `Profile`, naming every mistake with its place; no hardware is opened here.

All mistakes are collected before any is reported, so that a file is mended in one go.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from hardware.cameras import CAMERAS
from hardware.errors import Mistake, ProfileError
from hardware.profile import CameraMount, PanelWiring, Profile, Side, Zone, shown_address
from hardware.wiring import TRANSPORTS

__all__ = ["load_profile", "parse_profile", "profile_names"]

MOST_BYTES = 256 * 1024
"""The largest profile that is read; those that come with the companion have less than two thousand bytes."""
_KINDS = {str: "text in quotes", int: "a whole number", float: "a number", list: "a list", dict: "a table"}


def profile_names() -> tuple[str, ...]:
    """The profiles that come with the companion."""
    folder = resources.files("hardware") / "profiles"
    return tuple(sorted(item.name[:-5] for item in folder.iterdir() if item.name.endswith(".toml")))


def load_profile(name_or_path: str | Path) -> Profile:
    """Read a shipped profile by its name, or one of your own by its path.

    >>> load_profile("bench").panel is None
    True

    Raises:
        ProfileError: the file is missing, is not TOML, or describes something impossible.
    """
    if isinstance(name_or_path, str) and name_or_path in profile_names():
        text = (resources.files("hardware") / "profiles" / f"{name_or_path}.toml").read_text("utf-8")
        return parse_profile(text, f"profile {name_or_path!r}")
    path = Path(name_or_path)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise ProfileError(str(path), (Mistake("file", "is too large for a profile"),))
        text = content.decode("utf-8-sig")  # some editors put a mark before the first line
        return parse_profile(text, str(path))
    except FileNotFoundError as error:
        known = ", ".join(profile_names())
        says = f"there is no such file, and no shipped profile of that name (there are {known})"
        raise ProfileError(str(path), (Mistake("file", says),)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(str(path), (Mistake("file", f"cannot be read: {error}"),)) from error


def parse_profile(text: str, source: str = "profile") -> Profile:
    """Make a profile from TOML text.

    Raises:
        ProfileError: with every mistake found and, where it can be told, the line of each.
    """
    try:
        tree = tomllib.loads(text)
    except ValueError as error:  # also a number of thousands of digits
        found = re.search(r"line (\d+)", str(error))
        raise ProfileError(
            source, (Mistake("text", f"is not TOML: {error}", int(found[1]) if found else None),)
        ) from error
    except RecursionError:
        raise ProfileError(source, (Mistake("text", "is nested too deeply", None),)) from None
    reading = _Reading(text)
    profile = reading.profile(tree)
    if reading.mistakes:
        raise ProfileError(source, tuple(reading.mistakes))
    return profile


def _line_of(text: str, place: str) -> int | None:
    """The line on which a dotted place is written, as far as a simple search can tell."""
    wanted = [re.sub(r"\[\d+\]$", "", part) for part in place.split(".")]
    counts = [int(found[1]) if (found := re.search(r"\[(\d+)\]$", part)) else 0 for part in place.split(".")]
    heading: list[str] = []
    seen: dict[tuple[str, ...], int] = {}
    best: int | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if found := re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line):
            heading = [part.strip().strip("\"'") for part in found[1].split(".")]
            seen[tuple(heading)] = seen.get(tuple(heading), -1) + 1
            here = heading
        elif found := re.match(r"\s*([^=#]+?)\s*=", line):
            here = heading + [part.strip().strip("\"'") for part in found[1].split(".")]
        else:
            continue
        if here == wanted[: len(here)] and seen.get(tuple(heading), 0) == max(counts[: len(heading) or 1]):
            best = number
            if len(here) == len(wanted):
                break
    return best


class _Reading:
    """One walk through the tree; it notes mistakes and goes on with something harmless."""

    def __init__(self, text: str) -> None:
        self.mistakes: list[Mistake] = []
        self._text = text
        self._unread: set[str] = set()
        """Places whose value was of the wrong kind. Nothing more is noted there: a default took its place."""

    def note(self, place: str, says: str) -> None:
        if place not in self._unread:
            self.mistakes.append(Mistake(place, says, _line_of(self._text, place)))

    def note_unknown(self, table: Mapping[str, Any], place: str, allowed: Iterable[str]) -> None:
        names = list(allowed)
        for key in table:
            if key not in names:
                near = difflib.get_close_matches(key, names, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(names)}"
                self.note(_join(place, key), f"is not a key that a profile has; {hint}")

    def take(self, table: Mapping[str, Any], place: str, key: str, kind: type, default: Any) -> Any:
        value = table.get(key, default)
        wrong = not isinstance(value, (int, float) if kind is float else kind) or isinstance(value, bool)
        if value is not default and wrong:
            # What is in a list or a table is not repeated: it may be an address with a password.
            shown = _KINDS[type(value)] if isinstance(value, list | dict) else repr(value)
            self.note(_join(place, key), f"has to be {_KINDS[kind]}, not {shown}")
            self._unread.add(_join(place, key))
            return default
        return value

    def profile(self, tree: Mapping[str, Any]) -> Profile:
        self.note_unknown(tree, "", ("name", "panel", "camera", "zone"))
        name = self.take(tree, "", "name", str, "")
        if not name:
            self.note("name", "is missing; call the table something")
        panel = self.panel(self.take(tree, "", "panel", dict, {"kind": "none"}))
        cameras = tuple(self.camera(item, place) for item, place in self.items(tree, "camera"))
        zones = tuple(self.zone(item, place) for item, place in self.items(tree, "zone"))
        self.note_repeated("camera", [camera.name for camera in cameras])
        self.note_repeated("zone", [zone.name for zone in zones])
        return Profile(name, panel, cameras, zones)

    def items(self, tree: Mapping[str, Any], key: str) -> list[tuple[Mapping[str, Any], str]]:
        found: list[tuple[Mapping[str, Any], str]] = []
        for number, item in enumerate(self.take(tree, "", key, list, [])):
            if isinstance(item, dict):
                found.append((item, f"{key}[{number}]"))
            else:
                self.note(key, f"has to be written as [[{key}]] tables")
        return found

    def note_repeated(self, what: str, names: list[str]) -> None:
        for number, name in enumerate(names):
            if name in names[:number]:
                self.note(f"{what}[{number}].name", f"{name!r} is used twice")

    def panel(self, table: Mapping[str, Any]) -> PanelWiring:
        kind = self.take(table, "panel", "kind", str, "")
        for transport in TRANSPORTS:
            if transport.kind == kind:
                return transport.read(self, table)
        if kind != "none":
            kinds = ", ".join(repr(transport.kind) for transport in TRANSPORTS)
            self.note("panel.kind", f"has to be {kinds} or 'none', not {kind!r}")
        else:
            self.note_unknown(table, "panel", ("kind",))
        return None

    def side(self, label: str, place: str) -> Side | None:
        if label in Side.__members__:
            return Side[label]
        self.note(place, f"{label!r} is not a side of the table; the sides are A, B, C and D")
        return None

    def camera(self, table: Mapping[str, Any], place: str) -> CameraMount:
        self.note_unknown(table, place, ("name", "kind", "source", "width", "height"))
        kind = self.take(table, place, "kind", str, "")
        known = CAMERAS.get(kind)
        if known is None or not known.is_of_profiles:
            kinds = ", ".join(each.kind for each in CAMERAS.values() if each.is_of_profiles)
            self.note(f"{place}.kind", f"has to be one of {kinds}, not {kind!r}")
        name = self.take(table, place, "name", str, "table")
        source = self.take(table, place, "source", str, "")
        if known and (fault := known.fault(source)):
            self.note(f"{place}.source", f"{fault}, not {shown_address(source)!r}")
        width = self.take(table, place, "width", int, 1920)
        height = self.take(table, place, "height", int, 1080)
        if min(width, height) < 1:
            self.note(place, f"a picture of {width} x {height} pixels shows nothing")
        return CameraMount(name, kind, source, width, height)

    def zone(self, table: Mapping[str, Any], place: str) -> Zone:
        self.note_unknown(table, place, ("name", "corners"))
        name = self.take(table, place, "name", str, "")
        if not name:
            self.note(f"{place}.name", "is missing")
        corners = self.take(table, place, "corners", list, [])
        good = [tuple(corner) for corner in corners if _is_point(corner)]
        if len(good) != len(corners) or len(good) < 3:
            self.note(f"{place}.corners", "has to be three or more points [x, y], each from 0 to 1")
        return Zone(name, tuple((float(x), float(y)) for x, y in good))


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_fraction, value))


def _is_fraction(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def _join(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key
