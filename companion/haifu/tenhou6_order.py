"""Finds the order of play, which a tenhou.net/6 kyoku does not write down.

The format keeps two lists for each seat: what came in (draws, and calls that took a discard) and
what went out (discards, closed and added kans, norths). Turns follow from the rules, with one choice:
a discard that somebody's next entry fits may have been taken, or the entry took a later discard like
it. The first order in which every entry finds its place is used; if there is none, the longest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from companion.haifu.record import Unreadable
from companion.haifu.tenhou6_tokens import Call, Lay, giver_of, read_give, read_take
from companion.riichi.tiles import Tile

_MOST_STEPS: Final = 20_000
"""The most steps of a search: far more than a real kyoku needs; it ends the search in malicious lists."""


@dataclass(frozen=True, slots=True)
class Move:
    """One entry in the order of play."""

    seat: int
    entry: Tile | Call | Lay | None
    """None: an unseen draw."""
    is_take: bool


@dataclass(frozen=True, slots=True)
class Order:
    """The moves in order of play; if some entries have no place, `problem` says why."""

    moves: tuple[Move, ...]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Bad:
    """An entry that cannot be read, which matters only once its turn comes."""

    message: str


class _Do(Enum):
    DRAW = auto()
    CALL = auto()
    GIVE = auto()


_Step = tuple[_Do, int]
_Branch = tuple[tuple[int, ...], tuple[int, ...], _Step]
"""For each seat the next place in the draws and in the discards, then who does what next."""


def order_of_play(
    takes: Sequence[Sequence[Any]],
    gives: Sequence[Sequence[Any]],
    dealer: int,
    fits_the_end: Callable[[Move | None], bool],
) -> Order:
    """Put the entries of all seats into the order of play.

    `fits_the_end` says whether the result can come right after a last move, or right after the deal (None).
    An entry that cannot be read, or has no place, raises nothing: `Order.problem` says so.
    """
    search = _Search(
        [[_read(read_take, entry) for entry in row] for row in takes],
        [[_read(read_give, entry) for entry in row] for row in gives],
    )
    return search.run((_Do.DRAW, dealer), fits_the_end)


def _read(reader: Callable[[Any], Any], entry: Any) -> Any:
    try:
        return reader(entry)
    except Unreadable as error:
        return _Bad(str(error))


class _Search:
    """Walks along the lists, and at each choice remembers the ways not taken."""

    def __init__(self, takes: list[list[Any]], gives: list[list[Any]]) -> None:
        self.takes, self.gives = takes, gives
        self.players = len(takes)
        self.take_at, self.give_at = [0] * self.players, [0] * self.players
        self.moves: list[Move] = []
        self.ways: list[tuple[_Branch, int]] = []
        self.been: set[_Branch] = set()
        self.drawn: Tile | None = None
        self.longest = Order(())
        self.steps = 0

    def run(self, step: _Step | None, fits_the_end: Callable[[Move | None], bool]) -> Order:
        """The first order that uses every entry and ends as the result says, or the longest found."""
        problem = ""
        while step is not None:
            problem = ""
            following = self._walk(*step)
            if isinstance(following, str):
                problem, following = following, None
            if following is None:
                if self._is_complete() and fits_the_end(self.moves[-1] if self.moves else None):
                    return Order(tuple(self.moves))
                self._remember(problem)
                following = self._back()
            step = following
        return self.longest

    def _is_complete(self) -> bool:
        return all(
            self.take_at[seat] == len(self.takes[seat]) and self.give_at[seat] == len(self.gives[seat])
            for seat in range(self.players)
        )

    def _remember(self, problem: str) -> None:
        if len(self.moves) > len(self.longest.moves) or not self.longest.problem:
            self.longest = Order(tuple(self.moves), problem or self._what_is_left())

    def _what_is_left(self) -> str:
        lists = (("draws", self.takes, self.take_at), ("discards", self.gives, self.give_at))
        for seat in range(self.players):
            for words, rows, at in lists:
                if at[seat] < len(rows[seat]):
                    place = f"entry {at[seat] + 1} of the {words} of seat {seat}"
                    return f"the entries do not follow from each other; the first without a place is {place}"
        if not self.moves:
            return "no draw and no discard is written, only the result; an mjai file can hold such a hand"
        return "the last entry does not fit the result"

    def _back(self) -> _Step | None:
        """Go back to the last way not taken yet and return its step; None if there is none."""
        while self.ways and self.steps < _MOST_STEPS:
            branch, length = self.ways.pop()
            if branch in self.been:
                continue
            self.been.add(branch)
            take_at, give_at, step = branch
            self.take_at, self.give_at = list(take_at), list(give_at)
            del self.moves[length:]
            return step
        return None

    def _walk(self, do: _Do, seat: int) -> _Step | str | None:
        """Take one entry; return the next step, None where this way ends, or why it cannot go on."""
        self.steps += 1
        rows, at = (self.gives, self.give_at) if do is _Do.GIVE else (self.takes, self.take_at)
        if at[seat] >= len(rows[seat]):
            return None
        entry = rows[seat][at[seat]]
        if isinstance(entry, _Bad):
            words = "discards" if do is _Do.GIVE else "draws"
            return f"{entry.message}: entry {at[seat] + 1} of the {words} of seat {seat}"
        if do is _Do.DRAW and isinstance(entry, Call):
            return None
        at[seat] += 1
        self.moves.append(Move(seat, entry, do is not _Do.GIVE))
        if do is _Do.GIVE:
            return self._given(seat, entry)
        self.drawn = None if isinstance(entry, Call) else entry
        is_open_kan = isinstance(entry, Call) and entry.letter == "m"
        return self._open_kan(seat) if is_open_kan else (_Do.GIVE, seat)

    def _open_kan(self, seat: int) -> _Step:
        """Draw the replacement next, and skip the blank that the discards may have for the kan."""
        at = self.give_at[seat]
        entry = self.gives[seat][at] if at < len(self.gives[seat]) else None
        if isinstance(entry, Lay) and entry.is_blank:
            self.give_at[seat] += 1
        return (_Do.DRAW, seat)

    def _given(self, seat: int, entry: Lay | Call) -> _Step | None:
        """The step after a kan or north, which keeps the turn, or a discard, which may be called or not.

        The way put on the list last is tried first: pon or open kan, then chi, then no call.
        """
        if isinstance(entry, Call):
            return (_Do.DRAW, seat)
        tile = self.drawn if entry.is_tsumogiri else entry.tile
        callers = [(self._letter(other, seat, tile), other) for other in range(self.players) if other != seat]
        steps = [(_Do.DRAW, (seat + 1) % self.players)]
        steps += [(_Do.CALL, other) for letter, other in callers if letter == "c"]
        steps += [(_Do.CALL, other) for letter, other in callers if letter in ("p", "m")]
        places = tuple(self.take_at), tuple(self.give_at)
        self.ways += [((*places, step), len(self.moves)) for step in steps]
        return self._back()

    def _letter(self, seat: int, giver: int, tile: Tile | None) -> str:
        """The letter of the seat's next call, if it could take this discard; else an empty text."""
        at = self.take_at[seat]
        call = self.takes[seat][at] if at < len(self.takes[seat]) else None
        if not isinstance(call, Call) or giver_of(call, seat, self.players) != giver:
            return ""
        return call.letter if tile is None or call.called is None or call.called is tile else ""
