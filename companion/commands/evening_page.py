"""The page that lies beside a kept evening: every miss with its picture. It loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from companion.intake.tape.judging import HandTold, difference_words
from companion.intake.tape.pictures import FOLDER
from companion.journal.strict import common_converter
from companion.riichi.facts import Fact

__all__ = ["PartTold", "as_page", "fact_words"]

_CONVERTER = common_converter()
_HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kept evening</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
figure{display:inline-block;width:20rem;margin:.5rem;vertical-align:top}img{width:100%}
table{border-collapse:collapse}td,th{padding:.2rem .6rem;text-align:left}</style>
<h1>Kept evening</h1>
"""


@dataclass(frozen=True, slots=True)
class PartTold:
    """One part of an evening: a game from the moment at which people agreed to keep it."""

    name: str
    """The name of its folder, such as `table-3.1`."""
    hands: tuple[HandTold, ...]
    ended: str = ""
    """A sentence if its tape does not end as it should; else empty."""


def as_page(parts: Iterable[PartTold], folder: Path, summary: str) -> str:
    """All parts as HTML; pictures are linked by their path in the folder."""
    return _HEAD + f"<p>{escape(summary)}</p>\n" + "".join(_part(part, folder) for part in parts)


def fact_words(fact: Fact | None) -> str:
    """A fact in words: its name, then key=value; empty for None."""
    said = _CONVERTER.unstructure(fact, Fact | None)
    if said is None:
        return ""
    name = str(said.pop("is"))
    return " ".join((name, *(f"{key}={value}" for key, value in said.items() if value is not None)))


def _part(part: PartTold, folder: Path) -> str:
    rows = "".join(
        f"<tr><td>{escape(hand.name)}<td>{hand.by_itself} of {hand.facts}"
        f"<td>{hand.questions}<td>{hand.rests - len(hand.otherwise)} of {hand.rests}</tr>\n"
        for hand in part.hands
    )
    head = "<tr><th>hand<th>entered automatically and kept<th>questions<th>rests that match the record</tr>"
    misses = "".join(_miss(part, folder, *one) for hand in part.hands for one in _misses(hand))
    ended = f"<p>{escape(part.ended)}</p>\n" if part.ended else ""
    return f"<h2>{escape(part.name)}</h2>\n{ended}<table>{head}\n{rows}</table>\n{misses}"


def _misses(hand: HandTold) -> Iterator[tuple[int | None, str]]:
    for one in hand.corrected:
        said = (
            f"taken back: {fact_words(one.was)}" if one.was else f"entered by people: {fact_words(one.left)}"
        )
        yield one.rest_ns, f"{hand.name}: {said}"
    for other in hand.otherwise:
        yield other.rest_ns, f"{hand.name}: {'; '.join(map(difference_words, other.differences))}"


def _miss(part: PartTold, folder: Path, rest_ns: int | None, said: str) -> str:
    place = f"{part.name}/{FOLDER}/{rest_ns}.jpg"
    is_there = rest_ns is not None and (folder / place).is_file()
    shown = f'<img src="{place}" alt="">' if is_there else "<em>its picture is not there</em>"
    return f"<figure>{shown}<figcaption>{escape(said)}</figcaption></figure>\n"
