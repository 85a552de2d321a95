"""Checks whether people can sit as a plan says, and swaps two people."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.tournament.changes import Seats
from companion.tournament.state import Round, Tournament

__all__ = ["swapped", "why_not_seated"]


def why_not_seated(tournament: Tournament, tables: tuple[Seats, ...]) -> str:
    """Why people cannot sit like this, in one sentence; empty where they can."""
    if not tables:
        return "there is no table"
    people = Counter(number for seats in tables for number in seats)
    active = {one.number for one in tournament.active}
    twice = [tournament.name(number) for number, times in people.items() if times > 1]
    if twice:
        return f"{twice[0]} sits at two places"
    strangers = [number for number in people if number not in active]
    if strangers:
        return f"{tournament.name(strangers[0])} does not play"
    for player in tournament.active:
        if player.table and player.number in people:
            place = next(table for table, seats in enumerate(tables, 1) if player.number in seats)
            if place != player.table:
                return f"{player.name} always sits at table {player.table}"
    return ""


def swapped(where: Round, one: int, other: int) -> Round | None:
    """The round with two people in each other's places; None where neither sits at a table.

    In a round that has begun, their places are settled: the organiser has said who sits there.
    """
    places = [place for number in (one, other) if (place := where.place_of(number)) is not None]
    if not places:
        return None
    moved = {one: other, other: one}
    tables = tuple(
        (
            moved.get(seats[0], seats[0]),
            moved.get(seats[1], seats[1]),
            moved.get(seats[2], seats[2]),
            moved.get(seats[3], seats[3]),
        )
        for seats in where.tables
    )
    settled = where.settled | set(places) if where.has_begun else where.settled
    return replace(where, tables=tables, settled=settled)
