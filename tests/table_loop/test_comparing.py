"""A table that differs after a restart: when it is compared with the screen, and when nobody asks again."""

from dataclasses import replace

import pytest

from companion.evidence import Depth, Done
from companion.evidence.sights import SeenTile, TableSeen
from companion.reveals import reconciling
from companion.riichi.tiles import Tile
from companion.scribe import SightChanged, Ticked, consider
from companion.scribe.questions import QuestionCode
from tests.table_loop.people import E, N, People, S, W, sat_down
from tests.toolbox.sightings import visible


def test_a_tick_does_not_compare_it_again(monkeypatch) -> None:
    compared = []

    def counted(*asked):
        compared.append(asked)
        return consider(*asked)

    before = sat_down(Depth.FULL)
    before.tap(E)
    people = People(before.journal)
    monkeypatch.setattr(reconciling, "consider", counted)
    table = visible(people.kyoku)
    more = replace(table.seats[S], river=(SeenTile(Tile("4p")), SeenTile(Tile("6p")), SeenTile(Tile("8s"))))
    people.keeper.see(replace(table, at_ns=77, seats=(table.seats[E], more, *table.seats[2:])))
    assert [one.code for one in people.keeper.state.questions] == [QuestionCode.TABLE_DIFFERS]
    once = len(compared)
    for second in range(3):
        people.keeper.see(Ticked(100 + second, 77))
    assert len(compared) == once > 0
    assert [one.code for one in people.keeper.state.questions] == [QuestionCode.TABLE_DIFFERS]


def with_another_first(people: People, *more: tuple[int, str]) -> TableSeen:
    """The table with these discards more; East's first one, a 3s on the screen, is a 4s there."""
    seen = visible(people.kyoku)
    rivers = [list(seat.river) for seat in seen.seats]
    rivers[E][0] = SeenTile(Tile("4s"), 0.97)
    for seat, tile in more:
        rivers[seat].append(SeenTile(Tile(tile), 0.97))
    people.clock.advance(seconds=3)
    seats = tuple(replace(seat, river=tuple(row)) for seat, row in zip(seen.seats, rivers, strict=True))
    return replace(seen, at_ns=people.clock.monotonic_ns(), seats=seats)


@pytest.fixture
def restarted() -> People:
    """After a restart people are asked whether East's first discard is the 3s on the screen."""
    before = sat_down(Depth.FULL)
    before.tap(E, tile=Tile("3s"))
    people = People(before.journal)
    people.keeper.see(with_another_first(people))
    (question,) = people.keeper.state.questions
    assert question.code == QuestionCode.TABLE_DIFFERS
    return people


@pytest.mark.parametrize("is_none", [False, True])
def test_once_people_have_said_that_the_screen_is_right_they_are_left_alone(restarted, is_none) -> None:
    (question,) = restarted.keeper.state.questions
    assert isinstance(restarted.answer(question.number, len(question.choices) - 1 + is_none), Done)
    for seat, tile in ((S, "9p"), (W, "2m"), (N, "8s")):
        restarted.keeper.see(with_another_first(restarted, (seat, tile)))
        restarted.keeper.see(with_another_first(restarted))
        assert restarted.kyoku.players[seat].river[-1].tile is Tile(tile)
        assert restarted.keeper.state.questions == ()


def test_after_another_break_it_is_compared_again(restarted) -> None:
    (question,) = restarted.keeper.state.questions
    restarted.answer(question.number, len(question.choices) - 1)
    restarted.keeper.see(with_another_first(restarted, (S, "9p")))
    for is_seeing in (False, True):
        restarted.keeper.see(SightChanged(is_seeing, restarted.clock.monotonic_ns()))
    restarted.keeper.see(with_another_first(restarted))
    assert [one.code for one in restarted.keeper.state.questions] == [QuestionCode.TABLE_DIFFERS]


def test_one_reading_that_agrees_with_the_screen_is_enough() -> None:
    """A blank on a wall, or a tile between two rivers, may be read as it was told, or otherwise."""
    before = sat_down(Depth.FULL)
    before.tap(E, tile=Tile("3s"))
    people = People(before.journal)
    seen = replace(visible(people.kyoku), at_ns=77)
    east = replace(seen.seats[E], river=(*seen.seats[E].river, SeenTile(Tile("9m"), 0.97)))
    other = replace(seen, seats=(east, *seen.seats[1:]))
    people.keeper.see(replace(other, otherwise=((0.2, seen),)))
    assert people.keeper.state.questions == ()


def test_an_indicator_that_was_told_and_may_be_a_back_is_not_missed() -> None:
    before = sat_down(Depth.FULL)
    before.tap(E, tile=Tile("3s"))
    people = People(before.journal)
    seen = replace(visible(people.kyoku), at_ns=77)
    assert seen.indicators
    people.keeper.see(replace(seen, indicators=(), otherwise=((-0.1, seen),)))
    assert people.keeper.state.questions == ()
