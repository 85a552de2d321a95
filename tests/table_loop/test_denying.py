"""What people took back of what the eye told is asked about, and only that."""

from __future__ import annotations

from dataclasses import replace

from companion.evidence import Depth
from companion.evidence.intentions import HandForgotten, TakeBack
from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.facts import Chombo, Discarded, Drawn, KyokuStarted
from companion.riichi.tiles import Tile
from tests.table_loop.people import E, N, People, S, W, sat_down
from tests.table_loop.play import observed
from tests.toolbox.sightings import visible

EAST = Tile("1z")


def look(people: People, seat: int, tile: str = "1z") -> TableSeen:
    """The table as it is known, with one more discard."""
    table = visible(people.kyoku)
    mine = table.seats[seat]
    mine = replace(mine, river=(*mine.river, SeenTile(Tile(tile))))
    return replace(table, seats=(*table.seats[:seat], mine, *table.seats[seat + 1 :]))


def asked(people: People) -> list[str]:
    return [str(question.code) for question in people.keeper.state.questions]


def in_the_second_hand() -> People:
    """East has discarded the East wind in the first hand; in the second one it is South's turn."""
    people = sat_down(Depth.FULL)
    people.tap(E, tile=EAST)
    people.wins(S, E)
    people.deal(Depth.FULL)
    people.keeper.see(people.keeper.tick())
    return people


def takes_back_what_is_seen(people: People, seat: int) -> TableSeen:
    seen = look(people, seat)
    people.keeper.see(seen)
    assert people.facts[-1] == Discarded(seat, EAST)
    people.undo()
    return seen


def test_what_was_discarded_in_an_earlier_hand_does_not_bring_it_back() -> None:
    people = in_the_second_hand()
    for seat, tile in ((S, "2m"), (W, "3m"), (N, "4m")):
        people.tap(seat, tile=Tile(tile))
    seen = takes_back_what_is_seen(people, E)
    people.keeper.see(seen)
    assert (people.facts[-1], asked(people)) == (Discarded(N, Tile("4m")), ["table_differs"])


def test_a_restart_does_not_bring_it_back() -> None:
    people = in_the_second_hand()
    seen = takes_back_what_is_seen(people, S)
    before = people.facts
    again = People(people.journal)
    again.keeper.see(seen)
    assert (again.facts, asked(again)) == (before, ["table_differs"])


def test_a_game_that_is_back_on_the_table_brings_no_old_number_for_its_questions() -> None:
    """An answer to a question that has gone must never count for another one."""
    people = in_the_second_hand()
    seen = takes_back_what_is_seen(people, S)
    people.keeper.see(seen)
    (old,) = people.keeper.state.questions
    people.finish()
    people.start("Eva", "Finn", "Gen", "Hana")
    people.undo()
    people.undo()
    people.keeper.see(seen)
    (new,) = people.keeper.state.questions
    assert (new.code, new.number) == (old.code, old.number + 1)


def test_what_was_told_again_before_a_restart_is_not_denied_after_it() -> None:
    people = in_the_second_hand()
    seen = takes_back_what_is_seen(people, S)
    people.redo()
    again = People(people.journal)
    again.keeper.see(seen)
    again.keeper.see(look(again, W, "3m"))
    assert (again.facts[-1], asked(again)) == (Discarded(W, Tile("3m")), [])


def test_an_earlier_hand_that_is_put_in_does_not_bring_it_back() -> None:
    people = in_the_second_hand()
    seen = takes_back_what_is_seen(people, S)
    people.say(HandForgotten(Chombo(N), before=people.seq_of(KyokuStarted)))
    people.keeper.see(seen)
    assert (Discarded(S, EAST) in people.facts, asked(people)) == (False, ["table_differs"])
    people.undo()
    people.keeper.see(seen)
    assert (Discarded(S, EAST) in people.facts, asked(people)) == (False, ["table_differs"])


def test_what_was_put_right_in_an_earlier_hand_is_told_in_this_one_when_it_is_seen() -> None:
    people = sat_down(Depth.FULL)
    people.keeper.see(look(people, E))
    people.keeper.see(look(people, S, "9m"))
    people.say(Chombo(N))
    people.deal(Depth.FULL)
    people.keeper.see(people.keeper.tick())
    people.say(TakeBack(tuple(people.seq_of(Discarded, nth) - back for nth in (0, 1) for back in (0, 1))))
    people.keeper.see(look(people, E))
    assert (people.facts[-1], asked(people)) == (Discarded(E, EAST), [])


def test_who_names_a_tile_that_the_eye_could_not_read_takes_nothing_back() -> None:
    people = in_the_second_hand()
    people.keeper.take(observed(Drawn(S), Discarded(S)))
    place = people.seq_of(Discarded, -1)
    people.correct((place,), Discarded(S, EAST), before=place)
    for seat, tile in ((W, "2m"), (N, "3m"), (E, "4m"), (S, "5m")):
        people.keeper.see(look(people, seat, tile))
        assert (people.facts[-1], asked(people)) == (Discarded(seat, Tile(tile)), [])
