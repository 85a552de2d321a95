"""Draws the points after each hand as an SVG chart. The style sheet has colours and each seat's stroke."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.evenings.lines import HandLine
from companion.evenings.played import PlayedGame
from companion.evenings.words import Words

__all__ = ["chart_svg"]

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _EDGE = 1_000, 380, 90, 150, 24
_LEAST_APART = 22
_STEP = 10_000


def chart_svg(game: PlayedGame, lines: tuple[HandLine, ...], words: Words) -> str:
    """The chart, with a line for each player and the name at its end; the page's table has the numbers.

    The lines follow the players who sit at the table at the end, also through changes of seats.
    """
    courses = [_course(person, game, lines) for person in game.hanchan.sitting.at]
    # Everybody may be new at the table: then no line is drawn, and the scale has its least height.
    known = [0, *(points for course in courses for points in course.values())]
    low = min(known) // _STEP * _STEP
    high = -(-max(known) // _STEP) * _STEP
    scale = _Scale(low, max(high, low + _STEP), len(lines))
    rules = "".join(_rule(level, scale, words) for level in range(scale.low, scale.high + 1, _STEP))
    ends = _apart([scale.y(next(reversed(course.values()), low)) for course in courses])
    drawn = "".join(
        "".join(f'<polyline class="course seat-{seat}" points="{each}"/>' for each in scale.drawn(course))
        + f'<text class="name seat-{seat}" x="{_WIDTH - _RIGHT + 8}" y="{ends[seat] + 6:.0f}">'
        f"{escape(game.seat_names[seat][:14])}</text>"
        for seat, course in enumerate(courses)
    )
    label = escape(words.say("evening.chart"), quote=True)
    box = f'viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    return f'<svg class="chart" {box} role="img" aria-label="{label}">{rules}{drawn}</svg>'


def _course(person: int, game: PlayedGame, lines: tuple[HandLine, ...]) -> dict[int, int]:
    """The points of one person after each hand that this person played; hand 0 is the start of the game."""
    first = game.hands[0] if game.hands else None
    seats, start = (
        (first.sitting.at, first.kyoku.points_before)
        if first
        else (game.hanchan.sitting.at, game.hanchan.points)
    )
    course = {0: start[seats.index(person)]} if person in seats else {}
    after = ((hand, line.of(person, line.after)) for hand, line in enumerate(lines, 1))
    return course | {hand: points for hand, points in after if points is not None}


class _Scale:
    """Turns hands and points into coordinates of the drawing."""

    def __init__(self, low: int, high: int, hands: int) -> None:
        self.low, self.high, self._hands = low, high, max(1, hands)

    def x(self, hand: int) -> float:
        """The horizontal coordinate of a hand; hand 0 is the start of the game."""
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * hand / self._hands

    def y(self, points: int) -> float:
        """The vertical coordinate of a number of points."""
        share = (points - self.low) / (self.high - self.low)
        return _EDGE + (_HEIGHT - 2 * _EDGE) * (1 - share)

    def drawn(self, course: dict[int, int]) -> Iterator[str]:
        """The coordinates of one player's line, as SVG has them; it breaks where the player was away."""
        stretch: list[str] = []
        for hand, points in course.items():
            if hand - 1 not in course and stretch:
                yield " ".join(stretch)
                stretch = []
            stretch.append(f"{self.x(hand):.1f},{self.y(points):.1f}")
        if stretch:
            yield " ".join(stretch)


def _rule(level: int, scale: _Scale, words: Words) -> str:
    y = scale.y(level)
    return (
        f'<line class="rule" x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}"/>'
        f'<text class="level" x="{_LEFT - 8}" y="{y + 6:.1f}">{words.number(level)}</text>'
    )


def _apart(heights: list[float]) -> list[float]:
    """The same heights in the same order, moved apart so that names neither overlap nor fall out."""
    moved = list(heights)
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    last = float("-inf")
    for seat in order:
        moved[seat] = last = max(heights[seat], last + _LEAST_APART)
    most = _HEIGHT - _EDGE / 2
    for seat in reversed(order):
        moved[seat] = min(moved[seat], most)
        most = moved[seat] - _LEAST_APART
    return moved
