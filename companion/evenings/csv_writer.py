"""Writes a game as CSV for a spreadsheet: a line for each hand, one for the end; unknown values are empty."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from companion.evenings.lines import HandLine, hand_lines
from companion.evenings.played import PlayedGame
from companion.riichi.facts import Won
from companion.riichi.final_score import final_scores
from companion.riichi.seats import Seat, seats

__all__ = ["cell", "write_csv"]

_COLUMNS = (
    "game", "hand", "deal", "dealer", "honba", "sticks", "result",
    "winner", "from", "han", "fu", "yakuman", "yaku", "riichi", "tenpai", "players", "rules",
)  # fmt: skip
_OF_A_PLAYER = ("before", "change", "after", "place", "score")
_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", *"＝＋－＠")


def write_csv(game: PlayedGame) -> str:
    """The game as the text of a CSV file."""
    out = io.StringIO()
    # Texts are quoted, so that a spreadsheet that also splits at semicolons does not split a name.
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC)
    names = list(game.seat_names)
    # Each line names who sat where in that hand; a column belongs to a seat, named as at the end.
    rows: list[Iterable[object]] = [
        [*_COLUMNS, *(f"{name} {what}" for name in names for what in _OF_A_PLAYER)],
        *([game.game.name, *_hand(line, list(line.names)), *_points(line)] for line in hand_lines(game)),
    ]
    if game.is_finished:
        rows.append([game.game.name, *_final(game)])
    writer.writerows(map(cell, row) for row in rows)
    return out.getvalue()


def cell(value: object) -> object:
    """The value, with a quote in front of a text that a spreadsheet would take for a formula."""
    is_formula = isinstance(value, str) and value.startswith(_BEGINS_A_FORMULA)
    return f"'{value}" if is_formula else value


def _hand(line: HandLine, names: list[str]) -> Iterator[object]:
    kyoku = line.kyoku
    yield from (line.number, kyoku.name, names[kyoku.dealer], kyoku.honba, kyoku.kyoutaku_before, line.result)
    yield "; ".join(names[win.seat] for win in line.wins)
    yield "; ".join(names[seat] for seat in sorted({win.giver for win in line.wins} - _seats(line.wins)))
    for what in ("han", "fu", "yakuman"):
        yield "; ".join(_of_value(win, what) for win in line.wins)
    yield "; ".join(_yaku(win) for win in line.wins)
    yield "; ".join(names[seat] for seat in line.riichi)
    yield "; ".join(names[seat] for seat in kyoku.ryuukyoku.tenpai) if kyoku.ryuukyoku else ""
    yield "; ".join(names)
    yield kyoku.rules.name


def _seats(wins: tuple[Won, ...]) -> set[Seat]:
    return {win.seat for win in wins}


def _of_value(win: Won, what: str) -> str:
    return "" if win.value is None else str(getattr(win.value, what))


def _yaku(win: Won) -> str:
    return "" if win.value is None else ", ".join(f"{name} {han}" for name, han in win.value.yaku)


def _points(line: HandLine) -> Iterator[object]:
    for before, change, after in zip(line.before, line.changes, line.after, strict=True):
        yield from (before, change, after, "", "")


def _final(game: PlayedGame) -> Iterator[object]:
    yield from ("", "end", *("" for _ in _COLUMNS[3:]))
    final = final_scores(game.hanchan)
    for seat in seats(game.hanchan.rules.players):
        yield from ("", "", final[seat].points, final[seat].place, final[seat].score)
