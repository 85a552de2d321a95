"""Plans and standings on paper: as text, as CSV for a spreadsheet, and as one page without other files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Final

from companion.plurals import counted
from companion.tournament.results import TableResult
from companion.tournament.season import Season
from companion.tournament.seating import Quality
from companion.tournament.standings import Standing, Standings
from companion.tournament.state import Tournament

__all__ = [
    "plan_rows",
    "plan_text",
    "quality_text",
    "season_rows",
    "season_text",
    "standings_page",
    "standings_rows",
    "standings_text",
    "written",
]

_WINDS: Final = ("east", "south", "west", "north")
Cell = Callable[[object], object]
"""A function that makes a value safe for a spreadsheet."""


def plan_rows(tournament: Tournament) -> Iterator[tuple[object, ...]]:
    """A line for each table of each round."""
    yield ("round", "table", *_WINDS)
    for number, each in enumerate(tournament.rounds, 1):
        for table, seats in enumerate(each.tables, 1):
            yield (number, table, *(tournament.name(one) for one in seats))


def plan_text(tournament: Tournament, number: int) -> Iterator[str]:
    """Who sits where in a round, and who has a bye."""
    where = tournament.rounds[number - 1]
    yield f"Round {number} of {tournament.length}"
    for table, seats in enumerate(where.tables, 1):
        people = ", ".join(
            f"{wind[0].upper()} {tournament.name(one)}" for wind, one in zip(_WINDS, seats, strict=True)
        )
        yield f"  table {table}: {people}"
    resting = [
        one.name for one in tournament.active if not one.is_substitute and where.place_of(one.number) is None
    ]
    if resting:
        yield f"  not seated: {', '.join(resting)}"


def quality_text(how: Quality) -> str:
    """How good a plan is, in one line."""
    return (
        f"{counted(how.repeated_pairs, 'pair meets', 'pairs meet')} again, "
        f"{counted(how.repeated_tables, 'time')} somebody comes back to a table, "
        f"winds differ by at most {how.uneven_winds}"
    )


def standings_rows(standings: Standings) -> Iterator[tuple[object, ...]]:
    """A line for each player, then for each substitute and each team."""
    rounds = [f"round {number}" for number in range(1, standings.begun + 1)]
    yield ("place", "player", "team", "total", *rounds, "penalty", "carried", "provisional")
    for row in (*standings.players, *standings.substitutes):
        scores = ("" if score is None else score for score in row.rounds)
        carried = "" if row.carried is None else row.carried
        marks = (row.penalty, carried, "yes" if row.is_provisional else "")
        yield (row.place or "", row.name, row.team, row.total, *scores, *marks)
    for team in standings.teams:
        yield (team.place, "", team.team, team.total, *("" for _ in rounds), "", "", "")


def season_rows(season: Season) -> Iterator[tuple[object, ...]]:
    """A line for each player of a season."""
    yield (
        "place",
        "player",
        "total",
        "evenings",
        "won",
        *(f"{day} {title}" for day, title in season.evenings),
    )
    for row in season.rows:
        totals = ("" if total is None else total for total in row.evenings)
        yield (row.place, row.name, row.total, row.played, row.won, *totals)


def season_text(season: Season) -> Iterator[str]:
    """A season as lines for a terminal."""
    state = "" if season.is_complete else " (provisional)"
    yield f"{counted(len(season.evenings), 'evening')}{state}"
    for row in season.rows:
        yield f"{row.place:4}. {row.name}  {_signed(row.total)}  {row.played} played, {row.won} won"


def standings_text(standings: Standings) -> Iterator[str]:
    """The standings as lines for a terminal."""
    state = "" if standings.is_complete else " (provisional)"
    yield f"After {standings.begun} of {counted(standings.length, 'round')}{state}"
    for row in standings.players:
        yield f"{row.place:4}. {row.name}  {_signed(row.total)}{_remarks(row)}"
    for row in standings.substitutes:
        yield f"   -  {row.name}  {_signed(row.total)} (substitute)"
    for team in standings.teams:
        yield f"{team.place:4}. team {team.team}  {_signed(team.total)}"


def _remarks(row: Standing) -> str:
    told = [_signed(score) if score is not None else "-" for score in row.rounds]
    remarks = [f"[{' '.join(told)}]"] if told else []
    if row.penalty:
        remarks.append(f"penalty {row.penalty:g}")
    if row.carried is not None:
        remarks.append(f"carried {_signed(row.carried)}")
    if row.is_provisional:
        remarks.append("still playing")
    if row.is_away:
        remarks.append("left")
    return "".join(f"  {one}" for one in remarks)


def written(rows: Iterable[Sequence[object]], cell: Cell) -> str:
    """Rows as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()


def standings_page(tournament: Tournament, results: Iterable[TableResult], standings: Standings) -> str:
    """One HTML page that needs no other file, to be printed or put on any web server."""
    title = escape(tournament.title or "Standings")
    state = f"After {standings.begun} of {counted(standings.length, 'round')}"
    if not standings.is_complete:
        state += ", provisional"
    parts = [
        _HEAD.format(title=title),
        f"<h1>{title}</h1><p>{state}</p>",
        _table("Standings", _players(standings, standings.players)),
    ]
    if standings.substitutes:
        parts.append(_table("Substitutes", _players(standings, standings.substitutes)))
    if standings.teams:
        teams = [(str(one.place), one.team, _signed(one.total)) for one in standings.teams]
        parts.append(_table("Teams", [("", "Team", "Total"), *teams]))
    parts += _rounds(tournament, tuple(results))
    return "\n".join((*parts, "</main>", "</html>", ""))


def _players(standings: Standings, rows: Sequence[Standing]) -> list[tuple[str, ...]]:
    """A table of players; with a column for what a cut has carried, where there was one."""
    has_cut = any(row.carried is not None for row in standings.players)
    last = ("Penalty", "Carried") if has_cut else ("Penalty",)
    rounds = (f"R{number}" for number in range(1, standings.begun + 1))
    header = ("", "Player", "Total", *rounds, *last)
    return [header, *(_row(row)[: len(header)] for row in rows)]


def _row(row: Standing) -> tuple[str, ...]:
    name = f"{row.name} ({row.team})" if row.team else row.name
    name += ", still playing" if row.is_provisional else ""
    name += ", left" if row.is_away else ""
    scores = ("" if score is None else _signed(score) for score in row.rounds)
    return (
        str(row.place or ""),
        name,
        _signed(row.total),
        *scores,
        f"{row.penalty:g}" if row.penalty else "",
        "" if row.carried is None else _signed(row.carried),
    )


def _rounds(tournament: Tournament, results: tuple[TableResult, ...]) -> Iterator[str]:
    for number in range(1, tournament.begun + 1):
        rows: list[tuple[str, ...]] = [("Table", "Player", "Place", "Points", "Score")]
        for result in (one for one in results if one.round == number):
            rows += [
                (
                    str(result.table),
                    seat.name or "?",
                    str(seat.place),
                    f"{seat.points:,}",
                    _signed(seat.score),
                )
                for seat in sorted(result.seats, key=lambda seat: seat.place)
            ] or [(str(result.table), result.state.value, "", "", "")]
        yield _table(f"Round {number}", rows)


def _table(title: str, rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    cells = "".join(f'<th scope="col">{escape(one)}</th>' for one in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(one)}</td>' for one in row)}</tr>" for row in body)
    return f"<h2>{escape(title)}</h2><table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"


def _signed(score: float) -> str:
    # Zero has no sign, and neither has what rounds to -0.0.
    return f"{score:+.1f}" if round(score, 1) else "0.0"


_HEAD: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{
  font: 1rem/1.4 system-ui, sans-serif; margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem;
  color: #111; background: #fff;
}}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
th, td {{ text-align: right; padding: .3rem .5rem; border-bottom: 1px solid #bbb; }}
th:first-child, td:first-child {{ width: 3rem; }}
th:nth-child(2), td:nth-child(2) {{ text-align: left; overflow-wrap: anywhere; }}
@media print {{ body {{ margin: 0; }} h2 {{ break-after: avoid; }} tr {{ break-inside: avoid; }} }}
</style>
</head>
<main>"""
