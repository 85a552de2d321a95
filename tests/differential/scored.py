"""The long comparison of two scorers in numbers, and their page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Final

from companion.riichi.ruleset import RuleSet
from tests.differential.scoring import HOUSES, KNOWN, Tally, compare, explanation
from tests.figures import commit, figures_page, rows_of

PAGE: Final = Path("docs/figures/scorers.md")
HEADING: Final = (
    "rules",
    "hands",
    "wins",
    *(known.name for known in KNOWN),
    "unexplained",
    "took",
    "at commit",
)
WORDS: Final = (
    "Each hand is valued by us and by `riichienv`: yaku, han, fu and points have to be the same. "
    "[What is compared, and what the known differences are](../reference/differential.md)."
)


def compared(hands: int, seed: str) -> Iterator[tuple[tuple[str, ...], Tally]]:
    """One line of the table for each house, and what was compared."""
    for rules in HOUSES:
        began = monotonic()
        tally = compare(rules, seed, hands // len(HOUSES))
        yield _row(rules, tally, monotonic() - began), tally


def _row(rules: RuleSet, tally: Tally, seconds: float) -> tuple[str, ...]:
    found = [explanation(one) for one in tally.differing]
    counts = [found.count(known) for known in (*KNOWN, None)]
    numbers = (f"{number:,}" for number in (tally.hands, tally.wins, *counts))
    return (rules.name, *numbers, f"{seconds:.0f} s", commit())


def write(page: Path, command: str, rows: list[tuple[str, ...]]) -> None:
    """Put these lines on the page, each in the place of the one before."""
    lines = {line[0]: line for line in (*rows_of(page), *rows)}
    text = figures_page("Two scorers", command, WORDS, HEADING, lines.values())
    page.write_text(text, encoding="utf-8")
