"""The promises that the docs make: the paragraphs and bullets of certain sections, and the ids they carry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tests.conftest import ROOT

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "docs/reliability.md": ("Promised",),
    "docs/security.md": ("Roles", "Pairing", "Clubs"),
    "docs/privacy.md": ("Privacy",),
    "docs/requests.md": ("What every request must pass", "What comes in", "Libraries"),
}
"""The sections that promise. What is said of the trials and of what is not promised lies outside."""

PAGES = tuple(SECTIONS)
AREAS: Mapping[str, tuple[str, ...]] = {
    "reliability": ("docs/reliability.md",),
    "security": ("docs/security.md", "docs/privacy.md", "docs/requests.md"),
}
"""The pages whose promises have mutants of one area."""

_ID = re.compile(r"<!-- promise: ([a-z0-9-]+) -->")
_ITEM = re.compile(r"^(?=(?:[*-]|\d+\.) )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or one item of a list."""

    text: str

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(_ID.findall(self.text))


def promising_blocks(page: str) -> Iterator[Block]:
    """Every paragraph and bullet of the sections that promise: no tables, nothing that leads to a list."""
    for section in re.split(r"^## ", (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        if heading.strip() not in SECTIONS[page]:
            continue
        for paragraph in re.split(r"\n\s*\n", body.strip()):
            if not paragraph.startswith("|"):
                items = (item.strip() for item in _ITEM.split(paragraph))
                yield from (Block(item) for item in items if item and not item.rstrip("*").endswith(":"))


def promises_of(pages: Iterable[str]) -> list[str]:
    """The ids of the promises of some pages, in their order."""
    return [each for page in pages for each in _ID.findall((ROOT / page).read_text(encoding="utf-8"))]
