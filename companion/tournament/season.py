"""A season: the standings of several evenings, added up by the names of the people. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.person_names import same_name
from companion.tournament.standings import Standing, Standings

__all__ = ["Season", "SeasonEvening", "SeasonRow", "season_of"]


@dataclass(frozen=True, slots=True)
class SeasonEvening:
    """One tournament, as it counts for a season."""

    title: str
    day: str
    """The day on which it was entered, as 2026-01-31."""
    standings: Standings
    whole: Mapping[str, str] = field(default_factory=dict)
    """The whole name for each name that is cut there; the keys are names as they are compared."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One person's place."""

    place: int
    """Equal totals share one, as in 1, 2, 2, 4."""
    name: str
    """As it was written last."""
    total: float
    """In thousands: the sum of the evenings' totals, which include penalties and cuts."""
    evenings: tuple[float | None, ...]
    """By evening: the total; None where the person did not play."""
    played: int
    """How many evenings the person played."""
    won: int
    """How many evenings the person ended in first place."""
    is_provisional: bool
    """A game of this person is still being played."""


@dataclass(frozen=True, slots=True)
class Season:
    """All places, and the evenings, oldest first."""

    evenings: tuple[tuple[str, str], ...]
    """Day and title of each."""
    rows: tuple[SeasonRow, ...]
    is_complete: bool
    """Whether every table of every evening has ended, and every score belongs to somebody."""


def season_of(evenings: Iterable[SeasonEvening], person: Callable[[str], str] = str) -> Season:
    """Add up the evenings, oldest first. Substitutes have no place on an evening, and none in a season.

    Args:
        evenings: the tournaments, oldest first.
        person: gives the name under which a name's games count.
    """
    known = tuple(evenings)
    mine: dict[str, dict[int, Standing]] = {}
    in_full: dict[str, str] = {}
    for at, evening in enumerate(known):
        played = _played(evening)
        for own, (name, row) in played.items():
            whose = same_name(person(name))
            # Two names that were there on one evening are not one person.
            is_taken = whose in played or at in mine.get(whose, {})
            mine.setdefault(own if is_taken else whose, {})[at] = row
            in_full[own if is_taken else whose] = name
    rows = _rows(mine, in_full, len(known))
    return Season(
        tuple((evening.day, evening.title) for evening in known),
        tuple(_placed(rows)),
        all(evening.standings.is_complete for evening in known),
    )


def _played(evening: SeasonEvening) -> dict[str, tuple[str, Standing]]:
    """Who has played that evening, under their whole names; the keys are names as they are compared."""
    # Whoever never sat down, and was not penalised either, has not played.
    there = [
        row
        for row in evening.standings.players
        if row.penalty or any(score is not None for score in row.rounds)
    ]
    whole = [evening.whole.get(same_name(row.name), row.name) for row in there]
    meant = Counter(map(same_name, whole))
    # Of two who would have one whole name, nobody knows which of them has it.
    names = (
        name if meant[same_name(name)] == 1 else row.name for name, row in zip(whole, there, strict=True)
    )
    return {same_name(name): (name, row) for name, row in zip(names, there, strict=True)}


def _rows(mine: dict[str, dict[int, Standing]], in_full: Mapping[str, str], evenings: int) -> list[SeasonRow]:
    """Everybody, the best first; two people whose names are cut alike are shown by their whole names."""
    rows = {whose: _row(each, evenings) for whose, each in mine.items()}
    shown = Counter(same_name(row.name) for row in rows.values())
    told = (
        row if shown[same_name(row.name)] == 1 else replace(row, name=in_full[whose])
        for whose, row in rows.items()
    )
    return sorted(told, key=lambda row: (-row.total, row.name))


def _row(mine: dict[int, Standing], evenings: int) -> SeasonRow:
    totals = tuple(mine[at].total if at in mine else None for at in range(evenings))
    return SeasonRow(
        0,
        mine[max(mine)].name,
        round(sum(row.total for row in mine.values()), 1),
        totals,
        len(mine),
        sum(row.place == 1 for row in mine.values()),
        any(row.is_provisional for row in mine.values()),
    )


def _placed(rows: list[SeasonRow]) -> Iterable[SeasonRow]:
    place = 0
    for at, row in enumerate(rows):
        if at == 0 or row.total != rows[at - 1].total:
            place = at + 1
        yield replace(row, place=place)
