"""A tile lies in a river, and people say that nobody discarded it: play goes on beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest

from companion.evidence import Depth, Done
from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.facts import Discarded
from companion.riichi.tiles import Tile
from tests.table_loop.people import E, N, People, S, W, sat_down
from tests.toolbox.sightings import visible

TURNS = ((S, "5p"), (W, "9p"), (N, "8s"), (E, "7m"), (S, "6p"), (W, "1p"), (N, "3s"), (E, "9m"), (S, "2p"))


class Table:
    """Rivers as they lie, and people who are asked what they see on their page."""

    restarts: ClassVar[bool] = False
    """Whether the companion is restarted right after each answer."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.rivers: dict[int, list[str | None]] = {E: [], S: [], W: [], N: []}

    def looks(self, rests: int = 1) -> list[str]:
        """The table lies still; what is asked then."""
        for _ in range(rests):
            self.people.clock.advance(seconds=3)
            self.people.keeper.see(self._seen())
        return [str(one.code) for one in self.people.keeper.state.questions]

    def _seen(self) -> TableSeen:
        seen = visible(self.people.kyoku)
        rows = (tuple(SeenTile(tile and Tile(tile)) for tile in self.rivers[seat]) for seat in (E, S, W, N))
        seats = tuple(replace(one, river=row) for one, row in zip(seen.seats, rows, strict=True))
        return replace(seen, at_ns=self.people.clock.monotonic_ns(), seats=seats)

    def lays(self, seat: int, tile: str | None) -> list[str]:
        self.rivers[seat].append(tile)
        return self.looks(2)

    def discards(self) -> list[tuple[int, str | None]]:
        laid = (one for one in self.people.facts if isinstance(one, Discarded))
        return [(one.seat, one.tile and one.tile.text) for one in laid]

    def says_the_screen_is_right(self) -> None:
        (question,) = self.people.keeper.state.questions
        self.answers(max(0, len(question.choices) - 1))

    def answers(self, choice: int) -> None:
        (question,) = self.people.keeper.state.questions
        assert isinstance(self.people.answer(question.number, choice), Done)
        if self.restarts:
            self.people = People(self.people.journal)


@pytest.fixture(autouse=True, params=[False, True], ids=["runs on", "restarts"])
def restarts(request, monkeypatch) -> None:
    """What people have said no to is the same after a restart."""
    monkeypatch.setattr(Table, "restarts", request.param)


@pytest.fixture
def table() -> Table:
    """East has discarded, and South's dropped tile was taken for a discard."""
    table = Table(sat_down(Depth.FULL))
    table.lays(E, "1z")
    table.lays(S, "2z")
    assert table.discards() == [(E, "1z"), (S, "2z")]
    table.people.undo()
    return table


def plays_on(table: Table) -> None:
    for at, (seat, tile) in enumerate(TURNS, 1):
        assert table.lays(seat, tile) == []
        assert table.discards() == [(E, "1z"), *TURNS[:at]]


@pytest.mark.parametrize("is_answered", [False, True])
def test_a_tile_that_was_taken_back_is_passed_over_once_its_player_discards(table, is_answered) -> None:
    assert table.looks(3) == ["table_differs"]
    if is_answered:
        table.says_the_screen_is_right()
        assert table.looks(8) == []
    plays_on(table)


def test_so_it_is_after_a_restart(table) -> None:
    table.people = People(table.people.journal)
    table.looks(3)
    table.says_the_screen_is_right()
    plays_on(table)


def test_once_it_is_gone_its_like_is_asked_about_and_told_by_people(table) -> None:
    table.looks(3)
    table.says_the_screen_is_right()
    for seat, tile in TURNS[:4]:
        table.lays(seat, tile)
    table.rivers[S].remove("2z")
    assert table.looks(4) == []
    assert table.lays(S, "2z") == ["table_differs"]
    table.answers(0)
    assert table.discards() == [(E, "1z"), *TURNS[:4], (S, "2z")]
    assert table.lays(W, "1p") == []


def test_if_the_next_player_goes_on_people_are_asked_whether_it_was_the_discard_after_all(table) -> None:
    table.looks(3)
    table.says_the_screen_is_right()
    assert table.lays(W, "9p") == ["table_differs"]
    table.answers(0)
    assert table.discards() == [(E, "1z"), (S, "2z"), (W, "9p")]


def test_who_is_told_that_the_table_differs_and_puts_that_away_is_believed_at_the_players_turn() -> None:
    """North's tile lies there before North's turn."""
    table = Table(sat_down(Depth.FULL))
    table.lays(E, "1z")
    table.rivers[N].append("2z")
    assert table.looks(3) == ["which_story"]
    (question,) = table.people.keeper.state.questions
    table.answers(len(question.choices))
    for at, (seat, tile) in enumerate(TURNS[:3], 1):
        assert table.lays(seat, tile) == []
        assert table.discards() == [(E, "1z"), *TURNS[:at]]
    assert table.lays(E, "7m") == []
    assert table.discards() == [(E, "1z"), *TURNS[:4]]


def test_a_misread_tile_that_people_put_right_stays_where_it_lies() -> None:
    table = Table(sat_down(Depth.FULL))
    table.lays(E, "1z")
    table.lays(S, "2z")
    at = table.people.seq_of(Discarded, 1)
    table.people.correct((at,), Discarded(S, Tile("3z")), before=at)
    for at, (seat, tile) in enumerate(TURNS[1:8], 1):
        assert table.lays(seat, tile) == []
        assert table.discards() == [(E, "1z"), (S, "3z"), *TURNS[1 : at + 1]]


def test_so_it_is_with_a_tile_that_lies_there_after_a_break_when_the_screen_is_right() -> None:
    """North's tile lies there when the table is compared with the screen."""
    table = Table(sat_down(Depth.FULL))
    table.lays(E, "1z")
    table.people = People(table.people.journal)
    table.rivers[N].append("2z")
    assert table.looks() == ["table_differs"]
    table.says_the_screen_is_right()
    for at, (seat, tile) in enumerate(TURNS, 1):
        assert table.lays(seat, tile) == []
        assert table.discards() == [(E, "1z"), *TURNS[:at]]


@pytest.mark.parametrize("stays", [False, True])
def test_a_tile_that_nobody_can_read_is_passed_over_like_any_other(stays) -> None:
    """North's tile lies there before North's turn; what North discards then is another one."""
    table = Table(sat_down(Depth.FULL))
    table.lays(E, "1z")
    table.rivers[N].append(None)
    assert table.looks(4) == ["which_story"]
    (question,) = table.people.keeper.state.questions
    table.answers(len(question.choices))
    if not stays:
        table.rivers[N].clear()
    for seat, tile in TURNS:
        assert table.lays(seat, tile) == []
    assert table.discards() == [(E, "1z"), *TURNS]


@pytest.mark.parametrize("is_answered", [False, True])
def test_a_second_tile_like_it_is_asked_about_until_people_tell_it(table, is_answered) -> None:
    table.looks(3)
    if is_answered:
        table.says_the_screen_is_right()
    turns = ((S, "2z"), *TURNS[1:6])
    for seat, tile in turns:
        questions = table.lays(seat, tile)
        assert table.discards() == [(E, "1z")]
    assert questions == ["table_differs"]
    table.answers(0)
    assert table.discards() == [(E, "1z"), *turns]
    if table.restarts:  # whoever comes back compares the whole table once: one of the two is not written
        assert table.looks() == ["table_differs"]
        table.says_the_screen_is_right()
    assert table.lays(*TURNS[6]) == []
    assert table.discards() == [(E, "1z"), *turns, TURNS[6]]


def test_in_the_next_hand_it_is_forgotten(table) -> None:
    table.looks(3)
    table.says_the_screen_is_right()
    people = table.people
    people.wins(S, E)
    people.keeper.see(people.keeper.tick())
    people.deal(Depth.FULL)
    people.keeper.see(people.keeper.tick())
    table.rivers = {E: [], S: [], W: [], N: []}
    assert people.kyoku.turn == S
    assert table.looks() == []
    assert table.lays(S, "2z") == []
    assert table.discards() == [(E, "1z"), (S, "2z")]


class Unread(tuple):
    """The facts of a game, which nobody goes through from the first one on."""

    __slots__ = ()

    def __iter__(self):
        raise AssertionError("a look went through all facts of the game")


def test_a_look_costs_as_much_late_in_a_game_as_early() -> None:
    table = Table(sat_down(Depth.FULL))
    keeper = table.people.keeper
    keeper._desk = replace(keeper._desk, standing=Unread(keeper.standing))
    table.looks(3)
    keeper.see(keeper.tick())
    assert isinstance(keeper.standing, Unread)
