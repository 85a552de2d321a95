"""The page as one release: every file has an address that no other content ever has.

The scripts ask for `/static/…`. Here the name of the release is written into those addresses, so that a
browser may keep a file for good, and a page never gets a part of another release: the address of an earlier
one answers 404. Nothing here answers a request.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from companion.dashboard.assets import FIRST_PAGE, STATIC, Asset, asset_of, load_assets

__all__ = ["SHELL", "WORKER", "Release", "load_release"]

WORKER: Final = "worker.js"
"""Answered at `/worker.js`: a service worker controls only pages at or below its own folder."""
SHELL: Final = "shell.json"
"""The addresses that a page needs to open without the companion, as a list in JSON; made here."""

_HOME: Final = b"/static/"
_ASKS: Final = (".css", ".html", ".js", ".webmanifest")
_MAIN: Final = "js/main.js"
_IMPORTED: Final = re.compile(rb'^(?:import|export)\b[^"();]*"/static/([^"]+)"', re.MULTILINE)
_LINKED: Final = re.compile(rb'(?:src|href)="/static/([^"]+)"|url\("/static/([^"]+)"\)')
_COMMENT: Final = re.compile(rb"^ *//.*$", re.MULTILINE)
_SCRIPT: Final = b'  <script type="module"'
_TONGUES: Final = re.compile(r"lang/\w+\.json|fonts/(names|words-\w+)\.woff2")
"""The words of every language, and the fonts for them: which one somebody reads is not known here."""
_LETTERS_OF_THE_NAME: Final = 12


@dataclass(frozen=True, slots=True)
class Release:
    """One state of the page's folder."""

    name: str
    """Such as `r-0a1b2c3d4e5f`; different content has a different name."""
    files: dict[str, Asset]
    """The files by their place under `static`, as they are answered below the release's name."""

    @property
    def home(self) -> str:
        """Where its files lie, such as `/static/r-0a1b2c3d4e5f/`."""
        return f"{_HOME.decode()}{self.name}/"

    def at(self, place: str) -> Asset | None:
        """The file at a place under `/static/`; None where this release has none there."""
        name, _, rest = place.partition("/")
        return self.files.get(rest) if name == self.name else None


@cache
def load_release(folder: Path = STATIC) -> Release:
    """The release of the files in a folder; read once."""
    assets = load_assets(folder)
    name = _name_of(assets)
    home = _HOME + name.encode() + b"/"
    modules = _closure(assets, _MAIN)
    shell = sorted(_closure(assets, FIRST_PAGE) | modules | set(filter(_TONGUES.fullmatch, assets)))
    shell.remove(FIRST_PAGE)
    files = {place: _released(asset, place, home) for place, asset in assets.items()}
    files[FIRST_PAGE] = _preloading(files[FIRST_PAGE], sorted(modules - {_MAIN}), home)
    listed = json.dumps([f"{home.decode()}{place}" for place in shell]).encode()
    return Release(name, {**files, SHELL: asset_of(SHELL, listed)})


def _name_of(assets: dict[str, Asset]) -> str:
    whole = hashlib.sha256()
    for place, asset in sorted(assets.items()):
        whole.update(f"{place}\0{asset.etag}\0".encode())
    return f"r-{whole.hexdigest()[:_LETTERS_OF_THE_NAME]}"


def _released(asset: Asset, place: str, home: bytes) -> Asset:
    if not place.endswith(_ASKS):
        return asset
    content = asset.content.replace(_HOME, home)
    # Comments are not sent, for tablets on a slow line. Lines keep their numbers, which errors name.
    is_ours = place.startswith("js/") and place.endswith(".js")
    return asset_of(place, _COMMENT.sub(b"", content) if is_ours else content)


def _preloading(page: Asset, modules: list[str], home: bytes) -> Asset:
    """The first page, with links to all the scripts that it needs: they load at once, not in turn."""
    links = b"".join(
        b'  <link rel="modulepreload" href="%s%s">\n' % (home, place.encode()) for place in modules
    )
    return asset_of(FIRST_PAGE, page.content.replace(_SCRIPT, links + _SCRIPT, 1))


def _closure(assets: dict[str, Asset], first: str) -> set[str]:
    """A file and all that it loads at once, directly or not; an `import(…)` waits until somebody taps."""
    open_ends, found = {first}, set[str]()
    while open_ends:
        place = open_ends.pop()
        found.add(place)
        if place.endswith(_ASKS) and place in assets:
            open_ends |= _asked_by(assets[place].content, place) - found
    return found


def _asked_by(content: bytes, place: str) -> set[str]:
    if place.endswith(".js"):
        return {each.decode() for each in _IMPORTED.findall(content)}
    return {(linked or shown).decode() for linked, shown in _LINKED.findall(content)}
